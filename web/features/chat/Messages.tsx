import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Message } from '../../../workers/chat/messages.schema.ts'
import { useOnline } from '../../lib/connection.ts'
import { errorText } from '../../lib/errors.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toast.ts'
import { Bubble, OutgoingBubble } from './Bubble.tsx'
import { dayName, daysAgo } from './days.ts'
import css from './Messages.module.css'
import type { MessageActions } from './message-actions.ts'
import { useBottom } from './use-bottom.ts'
import type { OpenRoom } from './use-room.ts'
import { useShownMessage } from './use-shown-message.ts'

/** Two messages of one author within this time (seconds) are grouped. */
const TOGETHER_SECONDS = 300

function Day({ at }: { at: number }) {
  const ago = daysAgo(at)
  return (
    <li className={css.day}>
      <time dateTime={new Date(at * 1000).toISOString()}>
        {ago === 0 ? <Trans>Today</Trans> : ago === 1 ? <Trans>Yesterday</Trans> : dayName(at)}
      </time>
    </li>
  )
}

/** The messages of a room. Scrolls to the newest one only while the reader is at the end. */
export function Messages({
  room,
  me,
  name,
  actions,
  empty,
}: {
  room: OpenRoom
  me: number
  name: string
  actions: MessageActions | null
  empty: ReactNode
}) {
  const { t } = useLingui()
  const { messages, outgoing, members, typing, more } = room.state
  const [loading, setLoading] = useState(false)
  const { scroller, content, atBottom, unseen, toBottom, onScroll } = useBottom(room, me)
  const theirs = Math.max(0, ...members.filter((member) => member.user_id !== me).map((member) => member.readSeq))
  const isMine = (message: Message) => message.user_id === me
  const readSeq = messages.findLast((message) => isMine(message) && message.seq <= theirs)?.seq
  const sentSeq = outgoing.length ? undefined : messages.findLast(isMine)?.seq
  const online = useOnline()
  const shown = useShownMessage(room, scroller)

  const older = async () => {
    setLoading(true)
    await room.loadOlder().catch((error: unknown) => toast(errorText(error), 'bad'))
    setLoading(false)
  }

  return (
    <div className={css.frame}>
      <div
        ref={scroller}
        className={css.scroller}
        role="log"
        aria-label={t`Messages with ${name}`}
        aria-busy={loading || shown.isLoading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content} className={css.content}>
          {more && (
            <div className={css.more}>
              <Button small busy={loading || shown.isLoading} onClick={older}>
                <Trans>Load earlier messages</Trans>
              </Button>
            </div>
          )}
          {!messages.length && !outgoing.length && empty}
          <ol className={css.list}>
            {messages.map((message, i) => {
              const [before, after] = [messages[i - 1], messages[i + 1]]
              const isGrouped = after?.user_id === message.user_id && after.at - message.at < TOGETHER_SECONDS
              return (
                <Entry key={message.id} of={message} tag="li">
                  {(!before || daysAgo(before.at) !== daysAgo(message.at)) && <Day at={message.at} />}
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
            {outgoing.map((one) => (
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
          {typing.length > 0 && (
            <p className={css.typing} aria-hidden="true">
              <Trans>{name} is writing…</Trans>
            </p>
          )}
        </div>
      </div>
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
