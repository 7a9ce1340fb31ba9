import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Message } from '../../../workers/chat/messages.schema.ts'
import { EVIDENCE_LIMITS } from '../../../workers/orders/evidence.schema.ts'
import { type Order, type Role, role as roleOf } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { ListState } from '../../lib/ListState.tsx'
import { roomMessagesQuery } from '../../queries/evidence.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { LoadingBlock } from '../../ui/LoadingBlock.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { UserText } from '../../ui/UserText.tsx'
import css from './MessagePicker.module.css'
import { partyNames } from './order-labels.ts'

interface MessagePickerProps {
  roomId: string
  order: Order
  role: Role
  /** The numbers of the chosen messages. */
  value: readonly number[]
  onToggle: (number: number) => void
  disabled: boolean
}

/**
 * Chooses messages of the order's room, the newest first. Deleted ones and own hidden ones cannot be chosen; hidden ones of the other party
 * can, for those who decide.
 */
export function MessagePicker({ roomId, order, role, value, onToggle, disabled }: MessagePickerProps) {
  const query = useInfiniteQuery(roomMessagesQuery(roomId))
  const canChoose = ({ message, isHidden, user_id }: Message) => (isHidden ? roleOf(order, user_id) !== role : message.text)
  const messages = query.data?.pages.flatMap((page) => page.messages.filter(canChoose).toReversed()) ?? []
  const names = partyNames(order)
  const isFull = value.length === EVIDENCE_LIMITS.messages
  const chosen = value.length
  const most = EVIDENCE_LIMITS.messages
  return (
    <fieldset className={css.picker} disabled={disabled}>
      <legend>
        <Trans>Messages from the conversation</Trans>
      </legend>
      {messages.length > 0 && (
        <p className="small mute num" aria-live="polite">
          <Trans>
            {chosen} chosen, at most {most}
          </Trans>
        </p>
      )}
      <ListState
        queries={[query]}
        isEmpty={!messages.length}
        skeleton={<LoadingBlock />}
        empty={
          <p className="small mute">
            <Trans>There are no messages.</Trans>
          </p>
        }
      >
        <div className={css.scroller}>
          {messages.map(({ seq, user_id, at, isHidden, message: { text } }) => {
            const author = roleOf(order, user_id)
            const isChosen = value.includes(seq)
            return (
              <Checkbox
                key={seq}
                checked={isChosen}
                disabled={disabled || (isFull && !isChosen)}
                onChange={() => onToggle(seq)}
                label={
                  <span className={css.who}>
                    {author === role ? <Trans>You</Trans> : <bdi>{names[author ?? 'buyer']}</bdi>}{' '}
                    <span className="small mute num">{formatDate(at, 'dayTime')}</span>
                  </span>
                }
                hint={
                  <span className={css.text}>
                    {isHidden ? (
                      <i>
                        <Trans>The team has hidden this message after a report. The evidence shows it.</Trans>
                      </i>
                    ) : (
                      <UserText text={text} />
                    )}
                  </span>
                }
              />
            )
          })}
          <LoadMore query={query} />
        </div>
      </ListState>
    </fieldset>
  )
}
