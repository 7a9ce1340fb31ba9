import { Plural, Trans } from '@lingui/react/macro'
import { type Order, STATE_MACHINE, statusOf } from '../../../workers/orders/orders.schema.ts'
import { useNow } from '../../lib/use-now.ts'
import { Chip } from '../../ui/Chip.tsx'

const HOUR = 3600
const DAY = 86_400

/**
 * The time left to deliver, review or agree: in days (rounded; the timeline shows the exact time), on the last day in hours, then
 * "Expired". For a place that the host has accepted, first the time until the event is over. Nothing if no step is due.
 */
export function Deadline({ order }: { order: Order }) {
  const now = useNow()
  const status = statusOf(order)
  const { waits } = STATE_MACHINE[status]
  if (!waits) return null
  if (status === 'accepted' && order.event && order.event.end > now) return <UntilEventEnd left={order.event.end - now} />
  const left = waits.until(order) - now
  if (left <= 0) {
    return (
      <Chip tone="rose" icon="clock">
        <Trans>Expired</Trans>
      </Chip>
    )
  }
  const inDays = left >= DAY
  const count = inDays ? Math.round(left / DAY) : Math.floor(left / HOUR)
  return (
    <Chip tone="amber" icon="clock">
      {waits.for === 'delivery' ? (
        inDays ? (
          <Plural value={count} one="# day to deliver" other="# days to deliver" />
        ) : (
          <Plural value={count} _0="Less than an hour to deliver" one="# hour to deliver" other="# hours to deliver" />
        )
      ) : waits.for === 'answer' && order.event ? (
        inDays ? (
          <Plural value={count} one="# day to release or dispute" other="# days to release or dispute" />
        ) : (
          <Plural
            value={count}
            _0="Less than an hour to release or dispute"
            one="# hour to release or dispute"
            other="# hours to release or dispute"
          />
        )
      ) : waits.for === 'answer' ? (
        inDays ? (
          <Plural value={count} one="# day to check the work" other="# days to check the work" />
        ) : (
          <Plural value={count} _0="Less than an hour to check the work" one="# hour to check the work" other="# hours to check the work" />
        )
      ) : inDays ? (
        <Plural value={count} one="# day to agree" other="# days to agree" />
      ) : (
        <Plural value={count} _0="Less than an hour to agree" one="# hour to agree" other="# hours to agree" />
      )}
    </Chip>
  )
}

/** How long it is until the event is over, after which the host can deliver (seconds). */
function UntilEventEnd({ left }: { left: number }) {
  const days = Math.round(left / DAY)
  const hours = Math.floor(left / HOUR)
  return (
    <Chip tone="sky" icon="clock">
      {left >= DAY ? (
        <Plural value={days} one="Event over in # day" other="Event over in # days" />
      ) : (
        <Plural value={hours} _0="Event over in less than an hour" one="Event over in # hour" other="Event over in # hours" />
      )}
    </Chip>
  )
}
