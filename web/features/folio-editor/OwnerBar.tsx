import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import css from './OwnerBar.module.css'

/** For the owner only, above the page: opens the editor. `isEmpty`: nothing was saved yet. */
export default function OwnerBar({ isEmpty, onEdit }: { isEmpty: boolean; onEdit: () => void }) {
  const { t } = useLingui()
  return (
    <aside className={css.bar} aria-label={t`Your creator page`}>
      <div>
        <b>
          <Trans>This is your creator page.</Trans>
        </b>
        <p className="small">
          {isEmpty ? (
            <Trans>It is still empty. Add a picture, a few words about you, and what you make.</Trans>
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
