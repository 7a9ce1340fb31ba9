import { Trans } from '@lingui/react/macro'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** The list of posts before the first one. */
export default function NoPosts({ isOwn }: { isOwn: boolean }) {
  return (
    <EmptyState
      drawing="chat"
      heading="h3"
      title={<Trans>No posts yet</Trans>}
      text={isOwn && <Trans>Tell your followers what you are working on. They see it in their feed.</Trans>}
    />
  )
}
