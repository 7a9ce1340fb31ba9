import { Trans } from '@lingui/react/macro'
import { afterFee } from '../../lib/fee.ts'
import { formatUsd } from '../../lib/format.ts'
import { formatBps } from '../../lib/token-format.ts'
import { useFee } from '../../queries/fees.ts'
import { useViewer } from '../../session/viewer.ts'

/** What the viewer receives as the seller of a price (micro-USD), once the fee is known. */
export function SellerReceives({ price }: { price: number }) {
  const { feeBps } = useFee(useViewer()?.accounts[0])
  if (feeBps === null) return <Trans>Our fee is taken from this price.</Trans>
  const fee = formatBps(feeBps)
  const receives = formatUsd(afterFee(price, feeBps))
  return (
    <Trans>
      You receive {receives} after the fee of {fee}.
    </Trans>
  )
}
