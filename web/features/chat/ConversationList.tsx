import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import type { Conversation } from '../../../workers/chat/messages.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { memberName } from '../../ui/member-name.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './ConversationList.module.css'
import { dayName, daysAgo } from './days.ts'

/** The time of a message that was sent today, the day of an older one. */
function When({ at }: { at: number }) {
  const ago = daysAgo(at)
  return (
    <time className={css.when} dateTime={new Date(at * 1000).toISOString()} title={formatDate(at, 'dayTime')}>
      {ago === 0 ? formatDate(at, 'time') : ago === 1 ? <Trans>Yesterday</Trans> : ago < 300 ? formatDate(at, 'day') : dayName(at)}
    </time>
  )
}

function Conversed({ one, me, open }: { one: Conversation; me: number; open: boolean }) {
  const { t } = useLingui()
  const left = one.user_ids.length < 2
  const name = left ? t`Deleted account` : memberName(one.metadata.name, one.metadata.address)
  // The open conversation is being read, so it shows no count.
  const unread = open ? 0 : one.unread
  const text = one.last?.text || <Trans>Deleted by its author</Trans>
  return (
    <li>
      <Link href={paths.messenger(one.room_id)} className={css.entry} aria-current={open ? 'page' : undefined} data-unread={unread > 0}>
        <Avatar name={name} image={one.metadata.image} size={44} />
        <bdi className={css.name}>{name}</bdi>
        {one.last && <When at={one.last.at} />}
        {one.metadata.orderId && (
          <span className={css.order}>
            <Icon name="box" size={14} />
            <bdi className="cut">{one.metadata.title ?? <Trans>Order</Trans>}</bdi>
          </span>
        )}
        <span className={css.last} dir="auto">
          {one.last?.userId === me ? <Trans>You: {text}</Trans> : text}
        </span>
        {unread > 0 && (
          <span className={css.badge}>
            <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
            <span className="unseen">
              <Plural value={unread} one="# unread message" other="# unread messages" />
            </span>
          </span>
        )}
      </Link>
    </li>
  )
}

/** The viewer's conversations, newest first. */
export function ConversationList({ conversations, me, open }: { conversations: Conversation[]; me: number; open: string | undefined }) {
  return (
    <ul className={css.list}>
      {conversations.map((one) => (
        <Entry key={one.room_id} of={one} tag="li">
          <Conversed one={one} me={me} open={one.room_id === open} />
        </Entry>
      ))}
    </ul>
  )
}

export function ConversationListSkeleton() {
  return (
    <div className={css.list} aria-hidden="true">
      {[150, 110, 170, 130].map((width) => (
        <div key={width} className={css.entry}>
          <Skeleton width={44} height={44} round />
          <Skeleton width={width} height={16} />
          <span className={css.last}>
            <Skeleton width="85%" height={14} />
          </span>
        </div>
      ))}
    </div>
  )
}
