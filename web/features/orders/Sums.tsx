import { Trans } from '@lingui/react/macro'
import type { Order } from '../../../workers/orders/orders.schema.ts'
import { formatBps } from '../../lib/token-format.ts'
import css from './Sums.module.css'
import { tokenAmount } from './token-amount.ts'

interface SumsProps {
  price: string
  fee: string
  sellerGets: string
  feeBps: number
  token: string
  /** What fixes the fee: the purchase in the past, the quote on screen, or a later quote. */
  fixed: 'paid' | 'quoted' | 'later'
  /** Whether a place at an event is paid, so that the money goes to its host. */
  isPlace: boolean
}

/** Who gets what of a payment; the lines add up. Amounts are in the token's smallest units. */
export function Sums({ price, fee, sellerGets, feeBps, token, fixed, isPlace }: SumsProps) {
  const percent = formatBps(feeBps)
  return (
    <dl className={css.sums}>
      <dt>{isPlace ? <Trans>Host receives on release</Trans> : <Trans>Seller receives on release</Trans>}</dt>
      <dd className="num">{tokenAmount(sellerGets, token)}</dd>
      <dt>
        {fixed === 'paid' ? (
          <Trans>Platform fee, fixed at purchase ({percent})</Trans>
        ) : fixed === 'quoted' ? (
          <Trans>Platform fee, fixed now ({percent})</Trans>
        ) : (
          <Trans>Platform fee (about {percent})</Trans>
        )}
      </dt>
      <dd className="num">{tokenAmount(fee, token)}</dd>
      <dt className={css.total}>{fixed === 'paid' ? <Trans>Paid into escrow</Trans> : <Trans>You pay</Trans>}</dt>
      <dd className={`num ${css.total}`}>{tokenAmount(price, token)}</dd>
    </dl>
  )
}

/** What was paid for an order in dispute, and that it is not decided who gets it. */
export function UndecidedSums({ order: { price, token } }: { order: Pick<Order, 'price' | 'token'> }) {
  return (
    <>
      <dl className={css.sums}>
        <dt className={css.total}>
          <Trans>Paid into escrow</Trans>
        </dt>
        <dd className={`num ${css.total}`}>{tokenAmount(price, token)}</dd>
      </dl>
      <p className={css.undecided}>
        <Trans>The dispute is open, so it is not decided yet who gets how much of it.</Trans>
      </p>
    </>
  )
}

/** Only what the buyer pays, for when the fee could not be loaded. */
export function Total({ price, token }: Pick<SumsProps, 'price' | 'token'>) {
  return (
    <dl className={css.sums}>
      <dt className={css.total}>
        <Trans>You pay</Trans>
      </dt>
      <dd className={`num ${css.total}`}>{tokenAmount(price, token)}</dd>
    </dl>
  )
}
