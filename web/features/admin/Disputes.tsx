import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { getMoves, type Order, role } from '../../../workers/orders/orders.schema.ts'
import { adminPaths } from '../../lib/admin-paths.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/dates.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { ListState } from '../../lib/ListState.tsx'
import { formatBps } from '../../lib/token-format.ts'
import { useNow } from '../../lib/use-now.ts'
import { disputesQuery } from '../../queries/arbitration.ts'
import { Chip } from '../../ui/Chip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { memberName } from '../../ui/member-name.ts'
import { UserText } from '../../ui/UserText.tsx'
import { AdminsOnly, Skeletons } from '../admin-pages/AdminFrame.tsx'
import { Deadline } from '../orders/Deadline.tsx'
import css from './Disputes.module.css'
import { formatAmount, tokenAt } from './refund.ts'

/** The open disputes, for admins of the OrderBook. */
export default function Disputes({ userId }: { userId: number }) {
  const query = useInfiniteQuery(disputesQuery)
  const orders = query.data?.pages.flatMap((page) => page.orders) ?? []
  if (query.error instanceof ApiError && query.error.status === 403) return <AdminsOnly contract="OrderBook" />
  return (
    <ListState
      queries={[query]}
      isEmpty={orders.length === 0}
      skeleton={<Skeletons height={132} />}
      empty={
        <EmptyState
          drawing="orders"
          title={<Trans>No open disputes</Trans>}
          text={<Trans>When a buyer asks for a refund, the dispute appears here.</Trans>}
        />
      }
    >
      <ul className={css.list}>
        {orders.map((order) => (
          <Entry key={order.id} of={order} tag="li">
            <Row order={order} isParty={role(order, userId) !== null} />
          </Entry>
        ))}
      </ul>
      <LoadMore query={query} />
    </ListState>
  )
}

/** A dispute in the list, as a link to it. */
function Row({ order, isParty }: { order: Order; isParty: boolean }) {
  const now = useNow()
  const dispute = order.dispute!
  const opensAt = getMoves(order, 'admin').find(({ verb }) => verb === 'resolve')?.opensAt ?? 0
  const opened = formatDate(dispute.disputeTimestamp, 'dayTime')
  const buyer = memberName(order.buyer_name, order.buyer)
  const seller = memberName(order.seller_name, order.seller)
  const ask = formatBps(dispute.amount)
  const offer = formatBps(dispute.counterAmount ?? 0)
  return (
    <li>
      <article className={css.row}>
        <p className={css.chips}>
          <Deadline order={order} />
          {isParty && (
            <Chip tone="amber" icon="warning">
              <Trans>You are the buyer or seller</Trans>
            </Chip>
          )}
          {order.terms !== 'ok' && (
            <Chip tone="amber" icon="warning">
              <Trans>No matching quote</Trans>
            </Chip>
          )}
          {dispute.counterAmount === null && (
            <Chip tone="sky" icon="clock">
              {now < opensAt ? <Trans>The seller may still answer</Trans> : <Trans>The seller has not answered</Trans>}
            </Chip>
          )}
        </p>
        <h2>
          <Link href={adminPaths.dispute(order.id)}>{order.title ? <UserText text={order.title} /> : <Trans>Order</Trans>}</Link>
        </h2>
        <p>
          {dispute.counterAmount === null ? (
            <Trans>
              <bdi>{buyer}</bdi> asks <bdi>{seller}</bdi> for {ask} back. There is no offer yet.
            </Trans>
          ) : (
            <Trans>
              <bdi>{buyer}</bdi> asks <bdi>{seller}</bdi> for {ask} back. The offer is {offer}.
            </Trans>
          )}
        </p>
        <p className={`small mute num ${css.facts}`}>
          <span>{formatAmount(BigInt(order.price), tokenAt(order.token))}</span>
          <span>
            <Trans>Open since {opened}</Trans>
          </span>
        </p>
      </article>
    </li>
  )
}
