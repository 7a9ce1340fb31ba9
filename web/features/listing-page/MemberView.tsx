import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Listing } from '../../../workers/listings/listings.schema.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import css from './OwnerBar.module.css'

/** Says to owners in the view as member why a button does nothing. */
export const explain = () => toast(i18n._(msg`This is your own listing. Only other members can use this button.`), 'info')

/** The bar above the owner's view as member: names this view, and links back and to the editor. */
export default function MemberView({ listing: { id, title, listType, enabled, hidden } }: { listing: Listing }) {
  const { t } = useLingui()
  return (
    <aside className={css.owner} data-enabled={enabled} aria-label={t`Your listing`}>
      <div>
        <b>{enabled ? <Trans>You see your listing as members do.</Trans> : <Trans>This listing is hidden. Only you can see it.</Trans>}</b>
        <p className="small">
          {hidden ? (
            <Trans>The team has hidden this listing after a report.</Trans>
          ) : enabled ? (
            <Trans>The buttons are shown as members see them.</Trans>
          ) : (
            <Trans>Once it is published, members see it like this.</Trans>
          )}
        </p>
      </div>
      <ButtonLink href={paths.listing(id, title, listType)}>
        <Trans>Leave this view</Trans>
      </ButtonLink>
      <ButtonLink icon="pencil" href={paths.list(listType, id)}>
        <Trans>Back to editing</Trans>
      </ButtonLink>
    </aside>
  )
}
