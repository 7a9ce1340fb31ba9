import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { type ListType, paths } from '../../lib/paths.ts'
import { forgetViewed } from '../../lib/recently-viewed.ts'
import { useTitle } from '../../session/title.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** The page for a listing that does not exist, or that the viewer cannot see any more. */
export default function ListingNotFound({ type, id }: { type: ListType; id: number }) {
  const { t } = useLingui()
  useEffect(() => forgetViewed(id), [id])
  useTitle(t`No longer offered`)
  const texts: Record<ListType, [title: string, text: string, others: string]> = {
    services: [
      t`This service is not available`,
      t`The seller hid or deleted it, or the link is wrong. Existing orders continue as agreed.`,
      t`See other services`,
    ],
    jobs: [t`This job is no longer open`, t`The employer hid or deleted it, or the link is wrong.`, t`See other jobs`],
    events: [t`This event is no longer available`, t`The host hid or deleted it, or the link is wrong.`, t`See other events`],
  }
  const [title, text, others] = texts[type]
  return (
    <div className="wrap">
      <h1 className="unseen">
        <Trans>No longer offered</Trans>
      </h1>
      <EmptyState drawing="lost" title={title} text={text}>
        <ButtonLink look="primary" href={paths.tab(type)}>
          {others}
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
