import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { OrderPage } from '../../../workers/orders/order-list.schema.ts'
import { MAX_COUNT, role as roleOf } from '../../../workers/orders/orders.schema.ts'
import { TABS, type Tab } from '../../../workers/orders/statuses.schema.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { formatNumber } from '../../lib/format.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { type OrderFilter, orderListQuery } from '../../queries/orders.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { LoginFirst } from './LoginFirst.tsx'
import { OrderCard, OrderCardSkeleton } from './OrderCard.tsx'
import { OrderFiles } from './OrderFiles.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import css from './OrdersPage.module.css'
import { OwedPayments } from './OwedPayments.tsx'
import { readFilter, writeFilter } from './order-filter.ts'

/**
 * `/orders/?tab=&role=&q=`: the viewer's orders as buyer and as seller. Without a tab it opens with the requests or else the disputes, if
 * there are any.
 */
export default function OrdersPage(_: PageProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  useTitle(t`Orders`)
  if (viewer === null) return <LoginFirst />
  return (
    <div className={`wrap ${css.page}`}>
      <h1>
        <Trans>Orders</Trans>
      </h1>
      {viewer && <OwedPayments />}
      {viewer ? <Lists me={viewer.user_id} /> : <Loading />}
    </div>
  )
}

function Lists({ me }: { me: number }) {
  const [, navigate] = useLocation()
  const filter = readFilter(useSearch())
  const query = useInfiniteQuery(orderListQuery(filter))
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const setFilter = (wanted: OrderFilter) => navigate(paths.orders() + writeFilter(wanted), { replace: true })
  const controls = (
    <div className={css.controls}>
      <OrderFilters filter={filter} onChange={setFilter} />
      <OrderFiles me={me} />
    </div>
  )
  const first = data?.pages[0]
  if (!first)
    return error ? (
      <>
        {controls}
        <ErrorState
          error={error}
          safe={<Trans>This error does not change your orders or payments.</Trans>}
          onRetry={() => refetch()}
          busy={isFetching}
        />
      </>
    ) : (
      <Loading />
    )
  const tab = filter.tab ?? first.tab ?? 'open'
  const orders = data.pages.flatMap((page) => page.orders)
  const isOtherTab = isPlaceholderData && tab !== first.tab
  const isFiltered = Boolean(filter.text || filter.role)
  // After a search or filter was cleared, the counts are still those of the filtered list until the new list is loaded.
  const isOwnCount = isOtherTab || !isPlaceholderData
  const isEmpty = !isFiltered && isOwnCount && first.counts !== null && Object.values(first.counts).every((count) => count === 0)
  const found = first.counts?.[tab] ?? orders.length
  return (
    <>
      {!isEmpty && controls}
      <OrderTabs counts={first.counts} tab={tab} onTab={(wanted) => setFilter({ ...filter, tab: wanted })}>
        {isOtherTab || (isPlaceholderData && !orders.length) ? (
          <CardSkeletons />
        ) : orders.length ? (
          <ul className={css.list} aria-busy={isPlaceholderData}>
            {orders.map((order) => (
              <li key={order.id}>
                <OrderCard order={order} role={roleOf(order, me) ?? 'buyer'} />
              </li>
            ))}
          </ul>
        ) : isFiltered ? (
          <NothingFound hasMore={query.hasNextPage} onClear={() => setFilter({ tab: filter.tab, text: '' })} />
        ) : (
          <Empty tab={tab} />
        )}
        {!isPlaceholderData && <LoadMore query={query} />}
        {filter.text && !isPlaceholderData && (
          <p className="unseen" role="status">
            <Plural value={found} _0="No orders found here" one="# order found" other="# orders found" />
          </p>
        )}
      </OrderTabs>
    </>
  )
}

/** The tabs with the numbers of their orders. A number that may be larger has a plus sign. */
function OrderTabs({
  counts,
  tab,
  onTab,
  children,
}: {
  counts: OrderPage['counts']
  tab: Tab
  onTab: (tab: Tab) => void
  children: ReactNode
}) {
  const { t } = useLingui()
  const names: Record<Tab, string> = { open: t`Open`, requests: t`Requests`, disputes: t`Disputes`, completed: t`Completed` }
  const tabs = TABS.map((which) => {
    const count = counts?.[which] ?? 0
    return [
      which,
      <span key={which} className={css.tab}>
        {names[which]}
        {count > 0 && <span className="num">{count < MAX_COUNT ? formatNumber(count) : `${formatNumber(MAX_COUNT - 1)}+`}</span>}
      </span>,
    ] as const
  })
  return (
    <Tabs label={t`Orders by status`} tabs={tabs} value={tab} onChange={onTab}>
      {children}
    </Tabs>
  )
}

function Empty({ tab }: { tab: Tab }) {
  const { t } = useLingui()
  const texts: Record<Tab, [title: string, text: string]> = {
    open: [t`No open orders`, t`Orders that are in progress or delivered appear here.`],
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

/** `hasMore`: the search has looked at the newest orders only, and "Show more" looks at older ones. */
function NothingFound({ hasMore, onClear }: { hasMore: boolean; onClear: () => void }) {
  return (
    <EmptyState
      drawing="search"
      title={<Trans>No orders found here</Trans>}
      text={
        hasMore ? (
          <Trans>Only your newest orders were searched. “Show more” searches older ones.</Trans>
        ) : (
          <Trans>Look in the other tabs, or show all orders.</Trans>
        )
      }
    >
      <Button onClick={onClear}>
        <Trans>Show all orders</Trans>
      </Button>
    </EmptyState>
  )
}

function CardSkeletons() {
  const { t } = useLingui()
  return (
    <div className={css.list} role="status" aria-label={t`Loading`}>
      <OrderCardSkeleton />
      <OrderCardSkeleton />
      <OrderCardSkeleton />
    </div>
  )
}

function Loading() {
  return (
    <>
      <div className={css.controls}>
        <Skeleton width="100%" height={48} />
        <Skeleton width={220} height={44} />
        <Skeleton width={72} height={44} />
      </div>
      <div className={css.waitingTabs}>
        {TABS.map((tab) => (
          <Skeleton key={tab} width="20%" height={18} />
        ))}
      </div>
      <CardSkeletons />
    </>
  )
}
