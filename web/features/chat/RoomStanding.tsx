import { Trans } from '@lingui/react/macro'
import type { RoomPage } from '../../../workers/chat/messages.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { useAnswerRequest } from '../../queries/conversations.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import css from './RoomStanding.module.css'
import { useBlock } from './use-block.ts'

const showError = (error: Error) => toast(errorText(error), 'bad')

/**
 * What limits the conversation, above the composer: a request of the other member with its answers, an own request that waits, or a
 * block. Nothing if they write to each other.
 */
export function RoomStanding({ page, other, name, isEmpty }: { page: RoomPage; other: number; name: string; isEmpty: boolean }) {
  const answer = useAnswerRequest()
  const block = useBlock(other, name)
  const { folder, isBlocked, isWaiting, canWrite } = page.mine
  const isBusy = answer.isPending || block.isPending
  const reply = (action: 'accept' | 'decline') => answer.mutate({ roomId: page.room_id, action }, { onError: showError })
  if (isBlocked)
    return (
      <div className={css.bar}>
        <p>
          {canWrite ? (
            <Trans>You have blocked {name}. While your order is open, you can both still write here.</Trans>
          ) : (
            <Trans>You have blocked {name}. You cannot write to each other.</Trans>
          )}
        </p>
        <Button small busy={isBusy} onClick={() => void block.setBlocked(false)}>
          <Trans>Unblock</Trans>
        </Button>
      </div>
    )
  if (folder === 'requests' || folder === 'declined')
    return (
      <div className={css.bar}>
        <p>
          {folder === 'requests' ? (
            <Trans>
              {name} would like to write with you. Until you accept or answer, they do not see whether you have read this or are online.
            </Trans>
          ) : (
            <Trans>You have declined this. {name} does not learn of it.</Trans>
          )}
        </p>
        <Button small look="danger" disabled={isBusy} onClick={() => void block.setBlocked(true)}>
          <Trans>Block</Trans>
        </Button>
        {folder === 'requests' && (
          <Button small disabled={isBusy} onClick={() => reply('decline')}>
            <Trans context="message request">Decline</Trans>
          </Button>
        )}
        <Button small look="primary" busy={isBusy} onClick={() => reply('accept')}>
          <Trans context="message request">Accept</Trans>
        </Button>
      </div>
    )
  // An empty room says it itself.
  if (isWaiting && !isEmpty)
    return (
      <div className={css.bar} role="status">
        <p>
          <Trans>Waiting for an answer. {name} finds your first messages among their requests.</Trans>
        </p>
      </div>
    )
  return null
}
