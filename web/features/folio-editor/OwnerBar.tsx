import { Trans, useLingui } from '@lingui/react/macro'
import type { Folio } from '../../../workers/creators/folios.schema.ts'
import { Button } from '../../ui/Button.tsx'
import css from './OwnerBar.module.css'

/** For the owner only, above the page: opens the editor. Until the page has a text or a section, it asks to build it, also after a save. */
export default function OwnerBar({ folio, onEdit }: { folio: Pick<Folio, 'about' | 'sections' | 'version'>; onEdit: () => void }) {
  const { t } = useLingui()
  const isEmpty = !folio.about && folio.sections.length === 0
  return (
    <aside className={css.bar} aria-label={t`Your creator page`}>
      <div>
        <b>
          <Trans>This is your creator page.</Trans>
        </b>
        <p className="small">
          {isEmpty && folio.version === 0 ? (
            <Trans>It is still empty. Add a picture, a few words about you, and what you make.</Trans>
          ) : isEmpty ? (
            <Trans>Visitors find little on it yet. Add a picture, a few words about you, and what you make.</Trans>
          ) : (
            <Trans>Everybody can see it like this.</Trans>
          )}
        </p>
      </div>
      <Button look={isEmpty ? 'primary' : 'quiet'} icon="pencil" onClick={onEdit}>
        {isEmpty ? <Trans>Build your page</Trans> : <Trans>Edit the page</Trans>}
      </Button>
    </aside>
  )
}
