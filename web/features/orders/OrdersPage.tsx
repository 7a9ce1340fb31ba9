import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firstTab, type Order, role as roleOf, STATE_MACHINE, statusOf, TABS, type Tab } from '../../../workers/orders/orders.schema.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { ordersQuery } from '../../queries/orders.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { LoginFirst } from './LoginFirst.tsx'
import { OrderCard, OrderCardSkeleton } from './OrderCard.tsx'
import css from './OrdersPage.module.css'

/** `/orders/`: the viewer's orders as buyer and as seller. Opens with the requests or else the disputes, if there are any. */
export default function OrdersPage(_: PageProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  useTitle(t`Orders`)
  const { data, error, isFetching, refetch } = useQuery({ ...ordersQuery, enabled: Boolean(viewer) })
  if (viewer === null) return <LoginFirst />
  return (
    <div className={`wrap ${css.page}`}>
      <h1>
        <Trans>Orders</Trans>
      </h1>
      {viewer && data ? (
        <Lists orders={data} me={viewer.user_id} />
      ) : error ? (
        <ErrorState error={error} safe={<Trans>Your money is safe in escrow.</Trans>} onRetry={() => refetch()} busy={isFetching} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Lists({ orders, me }: { orders: Order[]; me: number }) {
  const { t } = useLingui()
  const [chosen, choose] = useState<Tab | null>(null)
  const tab = chosen ?? firstTab(orders)
  const inTab = (which: Tab) => orders.filter((order) => STATE_MACHINE[statusOf(order)].tab === which)
  const names: Record<Tab, string> = { open: t`Open`, requests: t`Requests`, disputes: t`Disputes`, completed: t`Completed` }
  const tabs = TABS.map((which) => {
    const count = inTab(which).length
    return [
      which,
      <span key={which} className={css.tab}>
        {names[which]}
        {count > 0 && <span className="num">{count}</span>}
      </span>,
    ] as const
  })
  const shown = inTab(tab)
  return (
    <Tabs label={t`Orders by state`} tabs={tabs} value={tab} onChange={choose}>
      {shown.length ? (
        <ul className={css.list}>
          {shown.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} role={roleOf(order, me) ?? 'buyer'} />
            </li>
          ))}
        </ul>
      ) : (
        <Empty tab={tab} />
      )}
    </Tabs>
  )
}

function Empty({ tab }: { tab: Tab }) {
  const { t } = useLingui()
  const texts: Record<Tab, [title: string, text: string]> = {
    open: [t`No open orders`, t`Orders in progress or waiting for the buyer’s check appear here.`],
    requests: [t`No order requests`, t`Orders waiting for the seller’s answer appear here.`],
    disputes: [t`No order disputes`, t`If work is not as agreed, you can open a dispute in the order.`],
    completed: [t`No completed orders`, t`Completed and refunded orders appear here.`],
  }
  const [title, text] = texts[tab]
  return (
    <EmptyState drawing="orders" title={title} text={text}>
      {tab !== 'disputes' && (
        <ButtonLink look="primary" href={paths.tab('services')}>
          <Trans>Find a service</Trans>
        </ButtonLink>
      )}
    </EmptyState>
  )
}

function Loading() {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Loading`}>
      <div className={css.waitingTabs}>
        {TABS.map((tab) => (
          <Skeleton key={tab} width="20%" height={18} />
        ))}
      </div>
      <div className={css.list}>
        <OrderCardSkeleton />
        <OrderCardSkeleton />
        <OrderCardSkeleton />
      </div>
    </div>
  )
}
