import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorState } from '../../lib/ErrorState.tsx'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { conversationsQuery } from '../../queries/chat.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer, type Viewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { ConversationList, ConversationListSkeleton } from './ConversationList.tsx'
import css from './MessengerPage.module.css'
import { Room } from './Room.tsx'

/** `/messenger/` and `/messenger/{room}`: the list of conversations, and one of them. */
export default function MessengerPage({ params }: PageProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  useTitle(t`Messages`)
  if (viewer === null) {
    return (
      <div className="wrap">
        <h1 className="unseen">
          <Trans>Messages</Trans>
        </h1>
        <EmptyState drawing="chat" title={t`Your conversations`} text={t`Log in to read and send messages.`}>
          <Button look="primary" onClick={() => openDialog('login')}>
            <Trans>Log in</Trans>
          </Button>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={css.page}>
      <h1 className="unseen">
        <Trans>Messages</Trans>
      </h1>
      <div className={css.panels} data-room={params.room !== undefined}>
        {viewer ? <Conversations viewer={viewer} room={params.room} /> : <Waiting />}
      </div>
    </div>
  )
}

function Conversations({ viewer, room }: { viewer: Viewer; room: string | undefined }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(conversationsQuery)
  const { error, refetch, isFetching } = query
  const conversations = query.data?.pages.flatMap((page) => page.conversations)
  if (conversations?.length === 0 && !room) {
    return (
      <div className={css.none}>
        <EmptyState
          drawing="chat"
          title={t`No conversations yet`}
          text={t`Find a service you like and write to the seller. Your messages appear here.`}
        >
          <ButtonLink look="primary" href={paths.tab('services')}>
            <Trans>See services</Trans>
          </ButtonLink>
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <nav className={css.list} aria-labelledby="conversations">
        <h2 id="conversations">
          <Trans>Messages</Trans>
        </h2>
        {conversations?.length === 0 ? (
          <p className={css.first}>
            <Trans>A conversation appears here after its first message.</Trans>
          </p>
        ) : conversations ? (
          <>
            <ConversationList conversations={conversations} me={viewer.user_id} open={room} />
            <LoadMore query={query} />
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <ConversationListSkeleton />
        )}
      </nav>
      <div className={css.room}>
        {room ? (
          <Room roomId={room} back={paths.messenger()} />
        ) : (
          <div className={css.choose}>
            <EmptyState drawing="chat" title={t`Choose a conversation`} text={t`Choose one on the left to read and answer it.`} />
          </div>
        )}
      </div>
    </>
  )
}

function Waiting() {
  return (
    <>
      <div className={css.list}>
        <h2>
          <Trans>Messages</Trans>
        </h2>
        <ConversationListSkeleton />
      </div>
      <div className={css.room} />
    </>
  )
}
