import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { Notification } from '../../../workers/notifications/notifications.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { ListState } from '../../lib/ListState.tsx'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { notificationsQuery, unreadQuery, useMarkRead } from '../../queries/notifications.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import css from './NotificationsPage.module.css'
import { describeNotification } from './notification-texts.ts'

/** `/notifications/`: what has happened to the viewer's orders, places at events and reviews, newest first. */
export default function NotificationsPage(_: PageProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  useTitle(t`Notifications`)
  useEffect(() => {
    if (viewer === null) openDialog('login')
  }, [viewer])
  return (
    <div className={`wrap ${css.page}`}>
      {viewer ? (
        <Notifications key={viewer.user_id} />
      ) : viewer === null ? (
        <EmptyState
          heading="h1"
          drawing="mail"
          title={<Trans>Log in to see your notifications</Trans>}
          text={<Trans>News about your orders, places at events and reviews appears here.</Trans>}
        >
          <Button look="primary" onClick={() => openDialog('login')}>
            <Trans>Log in</Trans>
          </Button>
        </EmptyState>
      ) : (
        <Skeletons />
      )}
    </div>
  )
}

function Notifications() {
  const query = useInfiniteQuery(notificationsQuery)
  const unread = useQuery(unreadQuery).data ?? 0
  const mark = useMarkRead()
  const all = query.data?.pages.flatMap((page) => page.notifications) ?? []
  const newest = all[0]
  return (
    <>
      <div className={css.head}>
        <h1>
          <Trans>Notifications</Trans>
        </h1>
        {newest && unread > 0 && (
          <Button
            small
            busy={mark.isPending}
            onClick={() => mark.mutate({ upTo: newest.id }, { onError: (error) => toast(errorText(error), 'bad') })}
          >
            <Trans>Mark all as read</Trans>
          </Button>
        )}
      </div>
      <ListState
        queries={[query]}
        isEmpty={all.length === 0}
        skeleton={<Skeletons />}
        empty={
          <EmptyState
            drawing="mail"
            title={<Trans>No notifications yet</Trans>}
            text={<Trans>When something happens to one of your orders, you see it here.</Trans>}
          >
            <ButtonLink href={paths.orders()}>
              <Trans>See my orders</Trans>
            </ButtonLink>
          </EmptyState>
        }
      >
        <ul className={css.list}>
          {all.map((one) => (
            <li key={one.id}>
              <Entry of={one}>
                <Row notification={one} />
              </Entry>
            </li>
          ))}
        </ul>
        <LoadMore query={query} />
      </ListState>
    </>
  )
}

/** A notification as one link. Opening it marks it as read, also if the page it leads to cannot be shown any more. */
function Row({ notification }: { notification: Notification }) {
  const { t, i18n } = useLingui()
  const { mutate } = useMarkRead()
  const { id, at, read, params, thing } = notification
  const { text, icon, href } = describeNotification(notification)
  return (
    <Link href={href} className={css.row} data-read={read} onClick={() => read || mutate({ id })}>
      <span className={css.icon}>
        <Icon name={icon} />
      </span>
      <span className={css.text}>
        <b>{i18n._(text)}</b>
        {/* The sentence says all about a profile. An order without a quote may have no title. */}
        {thing.kind !== 'profile' && <bdi>{params.title || t`Order`}</bdi>}
        <time className="small mute num" dateTime={new Date(at * 1000).toISOString()}>
          {formatDate(at, 'dayTime')}
        </time>
      </span>
      {!read && (
        <span className={css.dot}>
          <span className="unseen">{t`Unread`}</span>
        </span>
      )}
    </Link>
  )
}

function Skeletons() {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Loading`} className={css.list}>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((i) => (
        <div key={i} className={css.row}>
          <Skeleton width={36} height={36} round />
          <span className={css.text}>
            <Skeleton width="72%" height={22} />
            <Skeleton width="44%" height={18} />
            <Skeleton width={92} height={14} />
          </span>
        </div>
      ))}
    </div>
  )
}
