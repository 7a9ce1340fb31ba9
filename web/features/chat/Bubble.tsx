import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, memo } from 'react'
import type { Message } from '../../../workers/chat/messages.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './Bubble.module.css'
import { linkParts } from './links.ts'
import type { Outgoing } from './room-state.ts'

function Text({ text }: { text: string }) {
  return (
    <p dir="auto" className={css.text}>
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

interface BubbleProps {
  message: Message
  /** The author, for screen readers. On screen, the side of the bubble shows who wrote it. */
  author: string
  mine: boolean
  /** Whether this is the last message of a group by one author. */
  tail: boolean
  /** Whether to show that the other member has read the message: only under the newest one that was read. */
  read: boolean
}

export const Bubble = memo(function Bubble({ message, author, mine, tail, read }: BubbleProps) {
  return (
    <li className={css.row} data-mine={mine} data-tail={tail}>
      <div className={css.bubble}>
        <span className="unseen">{author}</span>
        {message.message.text ? (
          <Text text={message.message.text} />
        ) : (
          <p>
            <i>
              <Trans>Deleted by its author</Trans>
            </i>
          </p>
        )}
        <p className={css.foot}>
          <time dateTime={new Date(message.at * 1000).toISOString()}>{formatDate(message.at, 'time')}</time>
          {read && (
            <>
              {' · '}
              <Trans>read</Trans>
            </>
          )}
        </p>
      </div>
    </li>
  )
})

/** A message that is being sent, or that failed, with the reason and a retry. */
export function OutgoingBubble({ one, onRetry, onDiscard }: { one: Outgoing; onRetry: () => void; onDiscard: () => void }) {
  const { t } = useLingui()
  return (
    <li className={css.row} data-mine data-tail data-state={one.failed ? 'failed' : 'sending'}>
      <div className={css.bubble}>
        <span className="unseen">{t`You`}</span>
        <Text text={one.text} />
        {!one.failed && (
          <p className={css.foot}>
            <Trans>sending…</Trans>
          </p>
        )}
      </div>
      {one.failed && (
        <div className={css.failed} role="alert">
          <p>
            <Icon name="warning" size={16} />
            <span>
              <Trans>Not sent. {errorText(new ApiError(one.failed, 0))}</Trans>
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
