import { Trans } from '@lingui/react/macro'
import { type Order, RELEASE_AFTER } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { useNow } from '../../lib/use-now.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './OrderPanel.module.css'
import { isDeliveredEarly } from './order-moves.ts'

/** Warns the buyer of a place whose host has marked it as delivered before the event is over. */
export function DeliveredEarly({ order }: { order: Order }) {
  const now = useNow()
  if (!isDeliveredEarly(order, now)) return null
  const releasedAt = order.statusAt + RELEASE_AFTER
  const day = formatDate(releasedAt, 'dayTime')
  return (
    <p className={css.flag} role="note">
      <Icon name="warning" />
      <span>
        {releasedAt < now ? (
          <Trans>
            The host marked this as delivered before the event. Anyone can release the payment to them now, before the event is over. Do not
            release it, and open a dispute now.
          </Trans>
        ) : releasedAt < order.event!.end ? (
          <Trans>
            The host marked this as delivered before the event. The payment may be released to them from {day}, before the event is over. Do
            not release it now, and open a dispute before then.
          </Trans>
        ) : (
          <Trans>
            The host marked this as delivered before the event. Release the payment only after you have attended. If the event does not take
            place, open a dispute before {day}: from then on, the payment may be released to the host.
          </Trans>
        )}
      </span>
    </p>
  )
}
