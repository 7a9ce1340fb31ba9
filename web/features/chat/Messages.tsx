import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useEffect } from 'react'
import type { Message } from '../../../workers/chat/messages.schema.ts'
import { useOnline } from '../../lib/connection.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { useSettled } from '../../lib/use-settled.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Bubble, OutgoingBubble } from './Bubble.tsx'
import { DayMenu } from './DayMenu.tsx'
import { DayName } from './DayName.tsx'
import { daysAgo } from './days.ts'
import css from './Messages.module.css'
import type { MessageActions } from './message-actions.ts'
import { isEarlier } from './room-state.ts'
import { threadItems } from './thread-items.ts'
import { useBottom } from './use-bottom.ts'
import { QUIET_MS } from './use-parts.ts'
import type { OpenRoom } from './use-room.ts'
import { type OrderOfRoom, OrderStep } from './use-room-order.ts'
import { useShownMessage } from './use-shown-message.ts'
import { useUnreadLine } from './use-unread-line.ts'

/** Two messages of one author within this time (seconds) are grouped. */
const TOGETHER_SECONDS = 300

function Day({ at }: { at: number }) {
  return (
    <li className={css.day}>
      <time dateTime={new Date(at * 1000).toISOString()}>
        <DayName at={at} />
      </time>
    </li>
  )
}

/** The messages of a room, and the steps of its order between them. Scrolls to the newest one only while the reader is at the end. */
export function Messages({
  room,
  order: { order, steps, isLoading: isOrderLoading },
  isOrderElsewhere,
  me,
  name,
  actions,
  shown: wanted,
  empty,
}: {
  room: OpenRoom
  order: OrderOfRoom
  /** Whether the order is on another page. Its steps are then links to it. */
  isOrderElsewhere: boolean
  me: number
  name: string
  actions: MessageActions | null
  /** The number of a message to show at first. */
  shown?: number | undefined
  empty: ReactNode
}) {
  const { t } = useLingui()
  const { messages, outgoing, members, typing, more } = room.state
  const { scroller, content, atBottom, shownAt, unseen, isLoading, toBottom, leaveEnd, holdEnd, ...list } = useBottom(room, steps, me)
  const shown = useShownMessage(room, scroller)
  const isPart = isEarlier(room.state)
  const line = useUnreadLine(room, me, { scroller, end: { leaveEnd, holdEnd }, hasGoal: wanted !== undefined })
  const unread = line.count
  const theirs = Math.max(0, ...members.filter((member) => member.user_id !== me).map((member) => member.readSeq))
  const isMine = (message: Message) => message.user_id === me
  const readSeq = messages.findLast((message) => isMine(message) && message.seq <= theirs)?.seq
  const sentSeq = outgoing.length ? undefined : messages.findLast(isMine)?.seq
  const online = useOnline()
  const items = threadItems({ messages, hasEarlier: more, hasLater: isPart }, steps)
  // A screen reader does not read out the steps that were there before the room was opened.
  const isBusy = useSettled(isOrderLoading, QUIET_MS) || isLoading || shown.isLoading
  const { show } = shown
  useEffect(() => {
    if (wanted) show(wanted)
  }, [wanted, show])

  return (
    <div className={css.frame}>
      <div
        ref={scroller}
        className={css.scroller}
        role="log"
        aria-label={t`Messages with ${name}`}
        aria-busy={isBusy}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        onScroll={() => {
          list.onScroll()
          line.onScroll()
        }}
        onFocus={list.onFocus}
        onBlur={list.onBlur}
      >
        <div ref={content} className={css.content}>
          {more && (
            <div className={css.more}>
              <Button small busy={isLoading || shown.isLoading} onClick={list.loadOlder}>
                <Trans>Load earlier messages</Trans>
              </Button>
            </div>
          )}
          {!messages.length && !outgoing.length && empty}
          <ol className={css.list}>
            {items.map(({ at, message, step }, i) => {
              const [before, after] = [items[i - 1], items[i + 1]?.message]
              const day = (!before || daysAgo(before.at) !== daysAgo(at)) && <Day at={at} />
              if (!message) {
                return (
                  <Entry key={step.key} of={step} tag="li">
                    {day}
                    <Suspense>
                      <OrderStep order={order!} entry={step} isLinked={isOrderElsewhere} />
                    </Suspense>
                  </Entry>
                )
              }
              const isGrouped = after?.user_id === message.user_id && after.at - message.at < TOGETHER_SECONDS
              return (
                <Entry key={message.id} of={message} tag="li">
                  {day}
                  {message.seq === line.seq && (
                    <li className={css.unread}>
                      <Plural value={unread} one="# unread message" other="# unread messages" />
                    </li>
                  )}
                  <Bubble
                    message={message}
                    me={me}
                    name={name}
                    tail={!isGrouped}
                    status={message.seq === readSeq ? 'read' : message.seq === sentSeq ? 'sent' : null}
                    actions={actions}
                    onShow={shown.show}
                  />
                </Entry>
              )
            })}
            {(isPart ? [] : outgoing).map((one) => (
              <OutgoingBubble
                key={one.clientId}
                one={one}
                me={me}
                name={name}
                isWaiting={!online}
                onRetry={() => room.retry(one)}
                onDiscard={() => room.discard(one)}
              />
            ))}
          </ol>
          {typing.length > 0 && !isPart && (
            <p className={css.typing} aria-hidden="true">
              <Trans>{name} is writing…</Trans>
            </p>
          )}
        </div>
      </div>
      {(more || isPart) && <DayMenu at={shownAt ?? messages[0]?.at} onChoose={shown.showFrom} />}
      {line.isAbove && (
        <button type="button" className={css.pill} data-up onClick={() => shown.show(line.seq!)}>
          <Plural value={unread} one="# unread message" other="# unread messages" />
          <Icon name="up" size={16} />
        </button>
      )}
      {!atBottom && (
        <button type="button" className={css.pill} onClick={toBottom} data-new={unseen > 0}>
          {unseen > 0 ? (
            <Plural value={unseen} one="# new message" other="# new messages" />
          ) : (
            <span className="unseen">{t`Go to the newest message`}</span>
          )}
          <Icon name="down" size={16} />
        </button>
      )}
    </div>
  )
}
