import { Trans } from '@lingui/react/macro'
import { Link } from 'wouter'
import type { Order } from '../../../workers/orders/orders.schema.ts'
import { formatRange } from '../../lib/dates.ts'
import { formatUsd } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { UserText } from '../../ui/UserText.tsx'
import css from './OrderTerms.module.css'

/**
 * The times of the event, or the plan with its hours, or the job of an accepted bid, or what an offer includes, with a link to its conversation.
 * Also says whether the amount is custom.
 */
export function OrderTerms({ order }: { order: Order }) {
  return (
    <>
      {order.event ? <p className="mute">{formatRange(order.event.start, order.event.end)}</p> : <Plan order={order} />}
      {order.replacedPrice !== null && <CustomAmount replaced={order.replacedPrice} />}
    </>
  )
}

function Plan({ order }: { order: Order }) {
  const { plan, hours } = order
  if (order.offer)
    return (
      <>
        <p className="mute">
          <Link href={paths.messenger(order.offer.roomId, order.offer.seq ?? undefined)}>
            <Trans>Custom offer</Trans>
          </Link>
        </p>
        {order.offer.text && (
          <p className={css.offer}>
            <UserText text={order.offer.text} />
          </p>
        )}
      </>
    )
  if (!plan) return null
  return (
    <p className="mute">
      {hours ? (
        <Trans>
          {plan}, {hours} h
        </Trans>
      ) : (
        <UserText text={plan} />
      )}
    </p>
  )
}

/** Says that the buyer paid a custom amount instead of the price `replaced` (micro-USD). */
function CustomAmount({ replaced }: { replaced: number }) {
  const price = formatUsd(replaced)
  return (
    <p className="mute">
      <Trans>Custom amount instead of {price}</Trans>
    </p>
  )
}
