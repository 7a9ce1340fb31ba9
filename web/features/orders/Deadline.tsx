import { Plural, Trans } from '@lingui/react/macro'
import { type Order, STATE_MACHINE, statusOf } from '../../../workers/orders/orders.schema.ts'
import { useNow } from '../../lib/use-now.ts'
import { Chip } from '../../ui/Chip.tsx'

const HOUR = 3600
const DAY = 86_400

/**
 * The time left to deliver, review or agree: in days (rounded; the timeline shows the exact time), on the last day in hours, then
 * "Expired". Nothing if no step is due.
 */
export function Deadline({ order }: { order: Order }) {
  const now = useNow()
  const { waits } = STATE_MACHINE[statusOf(order)]
  if (!waits) return null
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
