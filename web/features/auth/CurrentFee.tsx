import { Trans } from '@lingui/react/macro'
import { formatBps } from '../../lib/token-format.ts'
import { useFee } from '../../queries/fees.ts'

/** A sentence with the contract's default fee, once it is known. */
export function CurrentFee() {
  const { feeBps } = useFee()
  if (feeBps === null) return null
  const percent = formatBps(feeBps)
  // The space before it is part of the text, because Japanese has none there.
  return <Trans> At the moment the fee is normally {percent} of the price.</Trans>
}
