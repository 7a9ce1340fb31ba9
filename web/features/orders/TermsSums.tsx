import { Trans } from '@lingui/react/macro'
import { type Quote, split } from '../../../workers/orders/orders.schema.ts'
import { formatBps } from '../../lib/token-format.ts'
import { useFee } from '../../queries/fees.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './PurchaseDialog.module.css'
import { Sums, Total } from './Sums.tsx'
import type { useTerms } from './use-terms.ts'
import { WalletProblem } from './WalletProblem.tsx'

/**
 * The sums of the quote or estimate, their error, or placeholders while they load; no sums while the entered amount cannot be used. An
 * estimate has the fee of the account `seller`.
 */
export function TermsSums({ terms, seller }: { terms: ReturnType<typeof useTerms>; seller?: string | undefined }) {
  const { account, token, quote, estimate, custom } = terms
  const isPlace = terms.facts.event !== null
  if (custom.fault) return <div className={css.waiting} />
  if (account === null && estimate.amount !== null)
    return <EstimateSums amount={estimate.amount} token={token} seller={seller} isPlace={isPlace} />
  const { error, refetch } = account === null ? estimate : quote
  if (error) {
    return (
      <>
        <WalletProblem error={error} onReady={refetch} />
        <Button onClick={() => refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </>
    )
  }
  if (quote.data) {
    return (
      <div className={terms.terms ? undefined : css.stale}>
        <Sums {...quote.data} price={quote.data.amount} fixed="quoted" isPlace={isPlace} />
      </div>
    )
  }
  return <Waiting />
}

const Waiting = () => (
  <div className={css.waiting} aria-hidden="true">
    <Skeleton width="100%" />
    <Skeleton width="100%" />
    <Skeleton width="100%" />
  </div>
)

/** The sums of an estimate. Without a known fee, only what the buyer pays. */
function EstimateSums({ amount, seller, ...rest }: { amount: bigint; token: string; seller: string | undefined; isPlace: boolean }) {
  const { feeBps, isError } = useFee(seller)
  if (feeBps === null) return isError ? <Total price={String(amount)} token={rest.token} /> : <Waiting />
  const { fee, sellerGets } = split(amount, feeBps)
  return <Sums price={String(amount)} fee={String(fee)} sellerGets={String(sellerGets)} feeBps={feeBps} fixed="later" {...rest} />
}

/** The fees that differ between two quotes. */
export function RaisedFees({ before, now }: { before: Quote; now: Quote }) {
  const [old, fresh] = [formatBps(before.feeBps), formatBps(now.feeBps)]
  const [oldArbitration, freshArbitration] = [formatBps(before.arbitrationFeeBps), formatBps(now.arbitrationFeeBps)]
  const platform = old !== fresh && (
    <Trans>
      The platform fee was {old} and is {fresh} now.
    </Trans>
  )
  const arbitration = oldArbitration !== freshArbitration && (
    <Trans>
      The arbitration fee, due only if an arbitrator decides a dispute, was {oldArbitration} and is {freshArbitration} now.
    </Trans>
  )
  return (
    <p className={css.note} role="status">
      <Icon name="info" />
      <span>
        {platform && arbitration ? (
          <Trans>
            {platform} {arbitration}
          </Trans>
        ) : (
          platform || arbitration
        )}
      </span>
    </p>
  )
}
