import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { type Order, type Role, role as roleOf, statusOf } from '../../../workers/orders/orders.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { sendReasons } from '../../queries/dispute-reasons.ts'
import { useMarkThingRead } from '../../queries/notifications.ts'
import { orderQuery } from '../../queries/orders.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { MessageButton } from '../chat/MessageButton.tsx'
import { Room } from '../chat/Room.tsx'
import { LoginFirst } from './LoginFirst.tsx'
import css from './OrderPage.module.css'
import { OrderPanel } from './OrderPanel.tsx'
import { otherName } from './order-labels.ts'
import type { PaidState } from './use-purchase.ts'

/** `/orders/:id/:room?`: an order and its conversation, side by side; phones show one of them at a time. */
export default function OrderPage({ params }: PageProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const id = params.id!
  const { data: order, error, isFetching, refetch } = useQuery({ ...orderQuery(id), enabled: Boolean(viewer) })
  const [side, setSide] = useState<'order' | 'room'>('order')
  const isNew = (useHistoryState() as PaidState | null)?.paid === id
  useTitle(order ? order.title || t`Order` : t`Order`)

  useMarkThingRead('order', order?.id)

  // The dispute of an earlier request may have reached the chain only now.
  const isDisputed = Boolean(order?.history.some(({ name }) => name === 'DisputeOrder'))
  const userId = viewer?.user_id
  useEffect(() => {
    if (isDisputed && userId !== undefined) void sendReasons(userId)
  }, [isDisputed, userId])

  // After the login the page loads the order by itself.
  useEffect(() => {
    if (viewer === null) openDialog('login')
  }, [viewer])

  if (viewer === null) return <LoginFirst />
  if (!viewer || (!order && !error)) return <Loading />
  if (!order) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return <NoAccess />
    return (
      <ErrorState
        error={error}
        safe={<Trans>This error does not change your orders or payments.</Trans>}
        onRetry={() => refetch()}
        busy={isFetching}
      />
    )
  }
  const role = roleOf(order, viewer.user_id)
  if (!role) return <NoAccess />
  return (
    <Sides side={side}>
      <div className={css.switch}>
        <Segmented
          label={t`Show`}
          options={[
            ['order', t`Order`],
            ['room', t`Conversation`],
          ]}
          value={side}
          onChange={setSide}
        />
      </div>
      <div className={css.panel}>
        <OrderPanel order={order} role={role} isNew={isNew} onOpenRoom={() => setSide('room')} />
      </div>
      <div className={css.room}>
        {order.room ? (
          <Room roomId={order.room} />
        ) : (
          <div className={css.none}>
            <NoRoom order={order} role={role} />
          </div>
        )}
      </div>
    </Sides>
  )
}

/** The order beside its conversation. */
function Sides({ side, ...rest }: { side: 'order' | 'room' } & ComponentProps<'div'>) {
  return (
    <div className={css.page}>
      <div {...rest} className={css.sides} data-side={side} />
    </div>
  )
}

/**
 * Shown if the order has no quote and is not accepted, if the other wallet is not linked to an account, or while the room is being opened.
 */
function NoRoom({ order, role }: { order: Order; role: Role }) {
  if (order.terms !== 'ok' && !order.history.some(({ name }) => name === 'AcceptOrder')) return <NotAccepted order={order} role={role} />
  return (
    <EmptyState
      drawing="chat"
      title={<Trans>No conversation yet</Trans>}
      text={
        <Trans>
          The conversation opens automatically. If the other party’s wallet is not linked to an account yet, it opens when the wallet is
          linked.
        </Trans>
      }
    />
  )
}

/** Shown instead of the conversation of an order without a matching quote that the seller has not accepted. */
function NotAccepted({ order, role }: { order: Order; role: Role }) {
  const buyer = otherName(order, 'seller')
  return (
    <EmptyState
      drawing="chat"
      title={<Trans>No conversation yet</Trans>}
      text={
        statusOf(order) !== 'proposed' ? (
          <Trans>This order ended before the seller accepted it, so it has no conversation.</Trans>
        ) : role === 'buyer' ? (
          <Trans>
            The seller sees this order, but is not notified of it, because it has no matching quote from this site. The conversation opens
            when they accept it.
          </Trans>
        ) : (
          <Trans>
            The conversation opens when you accept the order. You are not notified of orders without a matching quote from this site.
          </Trans>
        )
      }
    >
      {role === 'seller' && order.buyer_id !== null && (
        <MessageButton userId={order.buyer_id}>
          <Trans>Message {buyer}</Trans>
        </MessageButton>
      )}
    </EmptyState>
  )
}

function NoAccess() {
  return (
    <EmptyState
      drawing="lost"
      title={<Trans>You don’t have access to this order</Trans>}
      text={
        <Trans>
          The order does not exist, or you are logged in to another account. An order paid a moment ago appears within a minute.
        </Trans>
      }
    >
      <ButtonLink look="primary" href={paths.orders()}>
        <Trans>See my orders</Trans>
      </ButtonLink>
    </EmptyState>
  )
}

function Loading() {
  const { t } = useLingui()
  return (
    <Sides side="order" role="status" aria-label={t`Loading`}>
      <div className={css.panel}>
        <div className={css.shape}>
          <Skeleton width={180} height={26} />
          <Skeleton width="90%" height={22} />
          <div className={css.head}>
            <Skeleton width={72} height={72} />
            <Skeleton width="80%" height={24} />
          </div>
          <Skeleton width="60%" />
          <Skeleton width="100%" height={190} />
          <Skeleton width="100%" height={44} />
        </div>
      </div>
      <div className={css.room}>
        <div className={css.shape}>
          <Icon name="chat" />
        </div>
      </div>
    </Sides>
  )
}
