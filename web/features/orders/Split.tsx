import { Trans } from '@lingui/react/macro'
import { type Order, type Role, split } from '../../../workers/orders/orders.schema.ts'
import { formatBps } from '../../lib/token-format.ts'
import { partyNames } from './order-labels.ts'
import css from './Sums.module.css'
import { tokenAmount } from './token-amount.ts'

/** Who gets what if an arbitrator decides on `refund` (in the token's smallest units), with the arbitration fee. */
export function DecisionSplit({ order, refund }: { order: Order; refund: bigint }) {
  const { sellerGets, fee } = split(BigInt(order.price), order.feeBps + order.arbitrationFeeBps, refund)
  return <Lines order={order} toBuyer={refund} toSeller={sellerGets} toTreasury={fee} decided />
}

/** Who gets what if `refund` (in the token's smallest units) goes back to the buyer. */
export function Split({ order, role, refund }: { order: Order; role?: Role; refund: bigint }) {
  const { sellerGets, fee } = split(BigInt(order.price), order.feeBps, refund)
  return <Lines order={order} role={role} toBuyer={refund} toSeller={sellerGets} toTreasury={fee} />
}

/** Who got what of the deposit of an order that has ended. */
export function Outcome({ order, role, outcome }: { order: Order; role?: Role; outcome: NonNullable<Order['outcome']> }) {
  const decided = order.history.some(({ name }) => name === 'ResolveDispute')
  const [toBuyer, toSeller, toTreasury] = [outcome.toBuyer, outcome.toSeller, outcome.toTreasury].map(BigInt) as [bigint, bigint, bigint]
  return <Lines order={order} role={role} toBuyer={toBuyer} toSeller={toSeller} toTreasury={toTreasury} decided={decided} ended />
}

interface LinesProps {
  order: Order
  /** The viewer's role; an arbitrator has none. */
  role?: Role
  toBuyer: bigint
  toSeller: bigint
  toTreasury: bigint
  /** Whether an arbitrator decided, so that the arbitration fee is included. */
  decided?: boolean
  /** Whether the order has ended. Lines of zero are then left out. */
  ended?: boolean
}

/** The parts of a price, exact to the token's smallest unit, so that the lines add up to it. */
function Lines({ order, role, toBuyer, toSeller, toTreasury, decided, ended }: LinesProps) {
  const { buyer, seller } = partyNames(order)
  const percent = formatBps(order.feeBps + (decided ? order.arbitrationFeeBps : 0))
  const rest = toBuyer > 0n
  const shown = (amount: bigint) => amount > 0n || !ended
  return (
    <dl className={css.sums}>
      {shown(toBuyer) && (
        <>
          <dt>{role === 'buyer' ? <Trans>Refund to you</Trans> : <Trans>Refund to {buyer}</Trans>}</dt>
          <dd className="num">{tokenAmount(toBuyer, order.token)}</dd>
        </>
      )}
      {shown(toTreasury) && (
        <>
          <dt>
            {decided && rest ? (
              <Trans>Platform and arbitration fee ({percent} of the rest)</Trans>
            ) : decided ? (
              <Trans>Platform and arbitration fee ({percent})</Trans>
            ) : rest ? (
              <Trans>Platform fee ({percent} of the rest)</Trans>
            ) : (
              <Trans>Platform fee ({percent})</Trans>
            )}
          </dt>
          <dd className="num">{tokenAmount(toTreasury, order.token)}</dd>
        </>
      )}
      {shown(toSeller) && (
        <>
          <dt>{role === 'seller' ? <Trans>To you</Trans> : <Trans>To {seller}</Trans>}</dt>
          <dd className="num">{tokenAmount(toSeller, order.token)}</dd>
        </>
      )}
      <dt className={css.total}>
        <Trans>Price, paid into escrow</Trans>
      </dt>
      <dd className={`num ${css.total}`}>{tokenAmount(order.price, order.token)}</dd>
    </dl>
  )
}
