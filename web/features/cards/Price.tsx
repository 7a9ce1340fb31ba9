import { Trans } from '@lingui/react/macro'
import { formatUsd } from '../../lib/format.ts'

/** A price (micro-USD): `/ hour` is added for an hourly plan, and `from` for the cheapest of several plans. */
export function Price({ micro, hourly, from }: { micro: number; hourly?: boolean; from?: boolean }) {
  const price = formatUsd(micro)
  return (
    <span className="num">
      {hourly ? from ? <Trans>from {price} / hour</Trans> : <Trans>{price} / hour</Trans> : from ? <Trans>from {price}</Trans> : price}
    </span>
  )
}
