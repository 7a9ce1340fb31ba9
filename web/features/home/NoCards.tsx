import { Trans, useLingui } from '@lingui/react/macro'
import type { ListType } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'

interface Props {
  tab: ListType
  mine: boolean
  onPost: () => void
  error: Error | null
  onRetry: () => void
  busy: boolean
}

/** What stands in place of cards when there are none; loaded then only. */
export default function NoCards({ tab, mine, onPost, error, onRetry, busy }: Props) {
  const { t } = useLingui()
  if (error) return <ErrorState error={error} onRetry={onRetry} busy={busy} />
  const texts: Record<ListType, [title: string, text: string, post: string]> = {
    services: [
      t`Every door is still closed`,
      t`Say what you do well, for how much and by when. It takes a few minutes, and costs nothing until somebody pays you.`,
      t`Post a service`,
    ],
    jobs: [t`No open jobs yet`, t`Say what you need and what you pay. People apply, or bid with a price of their own.`, t`Post a job`],
    events: [
      t`Nothing coming up yet`,
      t`A meetup, a workshop, a concert: say when and where, and let people ask for a place.`,
      t`Post an event`,
    ],
  }
  const [title, text, post] = texts[tab]
  return (
    <EmptyState
      drawing={tab === 'services' ? 'search' : tab}
      heading="h3"
      title={mine ? <Trans>You have not posted anything yet</Trans> : title}
      text={text}
    >
      <Button look="primary" onClick={onPost}>
        {post}
      </Button>
    </EmptyState>
  )
}
