import { Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from 'wouter'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer, type Viewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ConversationListSkeleton } from './ConversationList.tsx'
import { ConversationsPanel } from './ConversationsPanel.tsx'
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
  const message = Number(new URLSearchParams(useSearch()).get('message')) || undefined
  return (
    <>
      <ConversationsPanel me={viewer.user_id} open={room} />
      <div className={css.room}>
        {room ? (
          <Room roomId={room} back={paths.messenger()} message={message} />
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
