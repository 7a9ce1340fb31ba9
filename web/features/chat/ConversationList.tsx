import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Conversation } from '../../../workers/chat/conversations.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { draftsOf } from '../../lib/drafts.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { memberName } from '../../ui/member-name.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './ConversationList.module.css'
import { dayName, daysAgo } from './days.ts'
import more from './MoreButton.module.css'
import { MoreButton } from './MoreButton.tsx'
import { useContextMenu } from './use-context-menu.ts'

const ConversationMenu = lazyComponent(() => import('./ConversationMenu.tsx'), ['chat'])

/** The time of a message that was sent today, the day of an older one. */
export function When({ at }: { at: number }) {
  const ago = daysAgo(at)
  return (
    <time className={css.when} dateTime={new Date(at * 1000).toISOString()} title={formatDate(at, 'dayTime')}>
      {ago === 0 ? formatDate(at, 'time') : ago === 1 ? <Trans>Yesterday</Trans> : ago < 300 ? formatDate(at, 'day') : dayName(at)}
    </time>
  )
}

function LastMessage({ of: { last }, me }: { of: Conversation; me: number }) {
  if (!last) return <Trans>No messages yet</Trans>
  const [text, isMine] = [last.text, last.userId === me]
  if (last.isHidden) return <Trans>Hidden by the team</Trans>
  if (!text) return isMine ? <Trans>You deleted this message</Trans> : <Trans>Deleted by its author</Trans>
  return isMine ? <Trans>You: {text}</Trans> : text
}

/** `draft`: what the member has written there but not sent. */
function Conversed({ one, me, open, draft }: { one: Conversation; me: number; open: boolean; draft: string | undefined }) {
  const { t } = useLingui()
  const left = one.user_ids.length < 2
  const name = left ? t`Deleted account` : memberName(one.metadata.name, one.metadata.address)
  // The open conversation is being read, so it shows no count.
  const unread = open ? 0 : one.unread
  const isUnread = unread > 0 || one.isMarkedUnread
  const [menu, setMenu] = useState(0)
  const hasMenu = one.folder === 'inbox' || one.folder === 'archived'
  const contextMenu = useContextMenu(() => hasMenu && setMenu(menu + 1))
  return (
    <li className={css.item} {...contextMenu}>
      <Link
        href={paths.messenger(one.room_id)}
        className={css.entry}
        aria-current={open ? 'page' : undefined}
        data-unread={isUnread}
        data-menu={hasMenu}
      >
        <Avatar name={name} image={one.metadata.image} size={44} />
        <bdi className={css.name}>{name}</bdi>
        <span className={css.marks}>
          {one.isPinned && <Mark icon="pinned" label={t`Pinned`} />}
          {one.isMuted && <Mark icon="muted" label={t`Muted`} />}
          {one.last && <When at={one.last.at} />}
        </span>
        {one.metadata.orderId && (
          <span className={css.order}>
            <Icon name="box" size={14} />
            <bdi className="cut">{one.metadata.title ?? <Trans>Order</Trans>}</bdi>
          </span>
        )}
        <span className={css.last} dir="auto">
          {draft !== undefined && !open ? (
            <>
              <b className={css.draft}>
                <Trans>Draft:</Trans>
              </b>{' '}
              {draft}
            </>
          ) : (
            <>
              {one.isWaiting && (
                <>
                  <Trans>Waiting for an answer</Trans> ·{' '}
                </>
              )}
              <LastMessage of={one} me={me} />
            </>
          )}
        </span>
        {unread === 0 && one.isMarkedUnread && (
          <span className={css.dot}>
            <span className="unseen">
              <Trans>Marked as unread</Trans>
            </span>
          </span>
        )}
        {unread > 0 && (
          <span className={css.badge} data-muted={one.isMuted}>
            <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
            <span className="unseen">
              <Plural value={unread} one="# unread message" other="# unread messages" />
            </span>
          </span>
        )}
      </Link>
      {hasMenu && (
        <div className={css.menu}>
          <MoreButton key={menu} label={t`Actions for ${name}`} look={`${more.more} ${css.more}`} startsOpen={menu > 0}>
            <ConversationMenu conversation={one} name={name} />
          </MoreButton>
        </div>
      )}
    </li>
  )
}

function Mark({ icon, label }: { icon: 'pinned' | 'muted'; label: string }) {
  return (
    <span title={label}>
      <Icon name={icon} size={14} />
      <span className="unseen">{label}</span>
    </span>
  )
}

/** Conversations in their order. */
export function ConversationList({ conversations, me, open }: { conversations: Conversation[]; me: number; open: string | undefined }) {
  // Only the open room changes its draft, and shows it itself.
  const drafts = draftsOf(me)
  return (
    <ul className={css.list}>
      {conversations.map((one) => (
        <Entry key={one.room_id} of={one} tag="li">
          <Conversed one={one} me={me} open={one.room_id === open} draft={drafts.get(one.room_id)} />
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
