import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { type Order, STATE_MACHINE, statusOf } from '../../../workers/orders/orders.schema.ts'
import { useNow } from '../../lib/use-now.ts'
import { Chip } from '../../ui/Chip.tsx'
import { deadlineTone, type PassedDeadline, passedDeadline } from './deadlines.ts'

const HOUR = 3600
const DAY = 86_400

/** What is possible now that the deadline has passed. */
const PASSED_LABELS: Record<PassedDeadline, MessageDescriptor> = {
  late: msg`Delivery is late`,
  cancel: msg`Late: full refund possible`,
  release: msg`Anyone can release it now`,
  settle: msg`Anyone can settle it now`,
}

/**
 * The time left to deliver, review or agree: in days (rounded; the timeline shows the exact time), on the last day in hours, then what is
 * possible. For a place that the host has accepted, first the time until the event is over. Nothing if no step is due.
 */
export function Deadline({ order }: { order: Order }) {
  const { i18n } = useLingui()
  const now = useNow()
  const status = statusOf(order)
  const { waits } = STATE_MACHINE[status]
  if (!waits) return null
  if (status === 'accepted' && order.event && order.event.end > now) return <UntilEventEnd left={order.event.end - now} />
  const passed = passedDeadline(order, now)
  if (passed) {
    return (
      <Chip tone="rose" icon="clock">
        {i18n._(PASSED_LABELS[passed])}
      </Chip>
    )
  }
  const left = Math.max(waits.until(order) - now, 0)
  const inDays = left >= DAY
  const count = inDays ? Math.round(left / DAY) : Math.floor(left / HOUR)
  return (
    <Chip tone={deadlineTone(left)} icon="clock">
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
