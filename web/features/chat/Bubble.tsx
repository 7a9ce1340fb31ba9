import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, memo, useState } from 'react'
import { type Excerpt, isDeleted, type Message } from '../../../workers/chat/messages.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { isTemporary, type Outgoing } from '../../lib/outgoing-messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './Bubble.module.css'
import { lineCount } from './line-count.ts'
import { linkParts } from './links.ts'
import { MessageFiles } from './MessageFiles.tsx'
import more from './MoreButton.module.css'
import { MoreButton } from './MoreButton.tsx'
import type { MessageActions } from './message-actions.ts'
import { OfferCard } from './OfferCard.tsx'
import { useContextMenu } from './use-context-menu.ts'

const MessageMenu = lazyComponent(() => import('./MessageMenu.tsx'), ['chat'])

/** A text with more lines is folded, if it has some more: folding one or two lines would not be worth a press. */
const FOLDED_LINES = 20
const MAX_UNFOLDED_LINES = 24

function Text({ text }: { text: string }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const isFolded = !isUnfolded && lineCount(text) > MAX_UNFOLDED_LINES
  return (
    <>
      <FullText text={text} lines={isFolded ? FOLDED_LINES : undefined} />
      {isFolded && (
        <button type="button" className={css.unfold} onClick={() => setUnfolded(true)}>
          <Trans>Show more</Trans>
        </button>
      )}
    </>
  )
}

/** `lines`: how many lines are shown; undefined for all. */
function FullText({ text, lines }: { text: string; lines: number | undefined }) {
  return (
    <p dir="auto" className={css.text} data-folded={lines !== undefined} style={{ WebkitLineClamp: lines }}>
      {linkParts(text).map((part, i) =>
        part.href !== null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
          <Fragment key={i}>
            {/* Always left to right, so that a host is not reordered by the text around it. */}
            <a dir="ltr" href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
              {part.text}
            </a>
            {part.host && <bdi className={css.host}> ({part.host})</bdi>}
          </Fragment>
        ) : (
          part.text
        ),
      )}
    </p>
  )
}

/** The message that a reply answers. A press shows it in the conversation. */
function ExcerptButton({ excerpt, author, onPress }: { excerpt: Excerpt; author: string; onPress?: () => void }) {
  const { t } = useLingui()
  const content = (
    <>
      <b className="cut">{author}</b>
      <span className={css.excerptText} dir="auto">
        {excerpt.text || <i>{excerpt.isHidden ? <Trans>Hidden message</Trans> : <Trans>Deleted message</Trans>}</i>}
      </span>
    </>
  )
  return onPress ? (
    <button type="button" className={css.excerpt} title={t`Show this message`} onClick={onPress}>
      {content}
    </button>
  ) : (
    <div className={css.excerpt}>{content}</div>
  )
}

function Reactions({ message, me, actions }: { message: Message; me: number; actions: MessageActions | null }) {
  const { t } = useLingui()
  return (
    <ul className={css.reactions} aria-label={t`Reactions`}>
      {message.reactions!.map(({ emoji, userIds }) => {
        const isMine = userIds.includes(me)
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={isMine}
              disabled={!actions?.canWrite}
              title={isMine ? t`Remove your reaction` : t`React with ${emoji}`}
              onClick={() => actions?.react(message, emoji, !isMine)}
            >
              <span>
                {emoji} {userIds.length}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

interface BubbleProps {
  message: Message
  me: number
  /** The name of the other member. */
  name: string
  /** Whether this is the last message of a group by one author. */
  tail: boolean
  /** Shown below the newest own message, and below the newest one that the other member has read. */
  status: 'sent' | 'read' | null
  /** null if the viewer is no longer a member of the room. */
  actions: MessageActions | null
  onShow: (seq: number) => void
}

export const Bubble = memo(function Bubble({ message, me, name, tail, status, actions, onShow }: BubbleProps) {
  const { t } = useLingui()
  const mine = message.user_id === me
  const { text, files } = message.message
  const { replyTo, isHidden } = message
  // The author can still delete a hidden message.
  const hasMenu = (isHidden ? mine : !isDeleted(message.message)) && actions !== null
  const [menu, setMenu] = useState(0)
  const longPress = useContextMenu(() => hasMenu && setMenu(menu + 1), true)
  return (
    <li className={css.row} data-mine={mine} data-tail={tail} data-seq={message.seq} tabIndex={-1}>
      <div className={css.line}>
        <div className={css.bubble} {...longPress}>
          {/* On screen, the side of the bubble shows who wrote it. */}
          <span className="unseen">{mine ? t`You` : name}</span>
          {isHidden ? (
            <p className={css.deleted}>
              <Trans>The team has hidden this message after a report.</Trans>
            </p>
          ) : isDeleted(message.message) ? (
            <p className={css.deleted}>{mine ? <Trans>You deleted this message</Trans> : <Trans>Deleted by its author</Trans>}</p>
          ) : (
            <>
              {replyTo && (
                <ExcerptButton excerpt={replyTo} author={replyTo.user_id === me ? t`You` : name} onPress={() => onShow(replyTo.seq)} />
              )}
              {files && <MessageFiles files={files} />}
              {message.offer ? (
                <OfferCard message={message} me={me} actions={actions?.canWrite ? actions.offers : null} onShow={onShow} />
              ) : (
                text && <Text text={text} />
              )}
            </>
          )}
          <p className={css.foot}>
            {message.edits !== undefined && !message.offer && (
              <>
                <Trans>edited</Trans>
                {' · '}
              </>
            )}
            <time dateTime={new Date(message.at * 1000).toISOString()}>{formatDate(message.at, 'time')}</time>
            {status && (
              <>
                {' · '}
                {status === 'read' ? <Trans>read</Trans> : <Trans>sent</Trans>}
              </>
            )}
          </p>
        </div>
        {hasMenu && (
          <MoreButton key={menu} label={t`Message actions`} look={`${more.more} ${css.more}`} startsOpen={menu > 0}>
            <MessageMenu message={message} me={me} actions={actions} />
          </MoreButton>
        )}
      </div>
      {message.reactions && <Reactions message={message} me={me} actions={actions} />}
    </li>
  )
})

interface OutgoingBubbleProps {
  one: Outgoing
  me: number
  name: string
  /** Whether it waits for a connection. */
  isWaiting: boolean
  onRetry: () => void
  onDiscard: () => void
}

/** A message that is being sent, or that failed, with the reason and a retry. */
export function OutgoingBubble({ one, me, name, isWaiting, onRetry, onDiscard }: OutgoingBubbleProps) {
  const { t } = useLingui()
  const failed = isTemporary(one.failed) ? null : one.failed
  return (
    // Screen readers read out the stored message, and the alert of one that failed.
    <li className={css.row} data-mine data-tail data-state={failed ? 'failed' : 'sending'} aria-live="off">
      <div className={css.line}>
        <div className={css.bubble}>
          <span className="unseen">{t`You`}</span>
          {one.replyTo && <ExcerptButton excerpt={one.replyTo} author={one.replyTo.user_id === me ? t`You` : name} />}
          {one.files && <MessageFiles files={one.files} />}
          {one.text && <Text text={one.text} />}
          {!failed && (
            <p className={css.foot}>
              {isWaiting ? (
                <Trans>waiting for a connection</Trans>
              ) : one.failed ? (
                <Trans>waiting to be sent</Trans>
              ) : (
                <Trans>sending…</Trans>
              )}
            </p>
          )}
        </div>
      </div>
      {failed && (
        <div className={css.failed} role="alert">
          <p>
            <Icon name="warning" size={16} />
            <span>
              <Trans>Not sent. {errorText(new ApiError(failed, 0))}</Trans>
            </span>
          </p>
          <Button small look="ghost" onClick={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
          <Button small look="quiet" onClick={onRetry}>
            <Trans>Send again</Trans>
          </Button>
        </div>
      )}
    </li>
  )
}
