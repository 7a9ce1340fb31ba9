import { Trans, useLingui } from '@lingui/react/macro'
import type { ListType } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

interface Props {
  tab: ListType
  show: string
  onShow: (show: string) => void
  onPost: () => void
}

/** Shown on the home page when a tab has no cards; loaded only then. */
export default function EmptyTab({ tab, show, onShow, onPost }: Props) {
  const { t } = useLingui()
  const posts: Record<ListType, string> = { services: t`Post a service`, jobs: t`Post a job`, events: t`Post an event` }
  const mine = show === 'mine'
  if (show && !mine)
    return (
      <EmptyState
        drawing="search"
        heading="h3"
        title={show.includes('-') ? <Trans>Nothing at this location yet</Trans> : <Trans>Nothing matches yet</Trans>}
        text={<Trans>Change the filters, or be the first to post here. Posting takes a few minutes.</Trans>}
      >
        <Button look="primary" onClick={() => onShow('')}>
          <Trans>Show all</Trans>
        </Button>
        <Button onClick={onPost}>{posts[tab]}</Button>
      </EmptyState>
    )
  const texts: Record<ListType, [title: string, text: string]> = {
    services: [
      t`No services yet`,
      t`Describe what you offer, the price and the delivery time. It takes a few minutes. Posting is free; the platform fee is due only when an order is completed.`,
    ],
    jobs: [t`No open jobs yet`, t`Describe the work and the pay. People apply, or bid with their own price.`],
    events: [t`No upcoming events`, t`A meetup, a workshop, a concert: say when and where, and let people request to join.`],
  }
  const [title, text] = texts[tab]
  return (
    <EmptyState
      drawing={tab === 'services' ? 'listings' : tab}
      heading="h3"
      title={mine ? <Trans>You have not posted anything yet</Trans> : title}
      text={text}
    >
      <Button look="primary" onClick={onPost}>
        {posts[tab]}
      </Button>
    </EmptyState>
  )
}
