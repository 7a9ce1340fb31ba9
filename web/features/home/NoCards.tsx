import { Trans } from '@lingui/react/macro'
import { type ListType, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
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
  if (error) return <ErrorState error={error} onRetry={onRetry} busy={busy} />
  if (tab === 'services')
    return (
      <EmptyState
        drawing="search"
        title={mine ? <Trans>You have not posted anything yet</Trans> : <Trans>Every door is still closed</Trans>}
        text={
          <Trans>Say what you do well, for how much and by when. It takes a few minutes, and costs nothing until somebody pays you.</Trans>
        }
      >
        <Button look="primary" onClick={onPost}>
          <Trans>Post a service</Trans>
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState
      drawing="search"
      title={tab === 'jobs' ? <Trans>No jobs yet</Trans> : <Trans>No events yet</Trans>}
      text={<Trans>Nothing has been posted here so far. Meanwhile, see what people offer.</Trans>}
    >
      <ButtonLink href={paths.tab('services')}>
        <Trans>See services</Trans>
      </ButtonLink>
    </EmptyState>
  )
}
