import { Trans, useLingui } from '@lingui/react/macro'
import type { Listing } from '../../../workers/listings/listings.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { useToggleListing } from '../../queries/toggle-listing.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toast.ts'
import css from './OwnerBar.module.css'

/** For the owner only: the switch that publishes or hides the listing, and links to the view as member and to the editor. */
export default function OwnerBar({ listing: { id, title, listType, enabled, hidden } }: { listing: Listing }) {
  const { t } = useLingui()
  const toggle = useToggleListing(id, listType)
  const change = (on: boolean) => toggle.mutate(on, { onError: (error) => toast(errorText(error), 'bad') })
  const service = listType === 'services'
  return (
    <aside className={css.owner} data-enabled={enabled} aria-label={t`Your listing`}>
      <div>
        <b>
          {hidden ? (
            <Trans>The team has hidden this listing after a report.</Trans>
          ) : enabled ? (
            <Trans>This is your listing.</Trans>
          ) : (
            <Trans>This listing is hidden. Only you can see it.</Trans>
          )}
        </b>
        <p className="small">
          {hidden ? (
            <Trans>Only you can see it, and you cannot publish it. Existing orders continue as agreed.</Trans>
          ) : (
            <Meaning service={service} enabled={enabled} />
          )}
        </p>
      </div>
      <Switch label={<Trans>Live</Trans>} checked={enabled} onChange={change} disabled={toggle.isPending || hidden} />
      <ButtonLink icon="eye" href={paths.asMember(id, title, listType)}>
        <Trans>View as member</Trans>
      </ButtonLink>
      <ButtonLink icon="pencil" href={paths.list(listType, id)}>
        <Trans>Edit</Trans>
      </ButtonLink>
    </aside>
  )
}

/** What being published or hidden means for members. */
function Meaning({ service, enabled }: { service: boolean; enabled: boolean }) {
  if (service)
    return enabled ? (
      <Trans>It appears in search, and people can order it.</Trans>
    ) : (
      <Trans>Existing orders continue as agreed. Publish it to receive new orders.</Trans>
    )
  return enabled ? (
    <Trans>It appears in search, and people can apply.</Trans>
  ) : (
    <Trans>Existing applications stay here. Publish it to receive new applications.</Trans>
  )
}
