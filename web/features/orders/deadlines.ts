import { getMoves, type Order, type OrderTiming, STATE_MACHINE, statusOf } from '../../../workers/orders/orders.schema.ts'

const DAY = 86_400

/** The colour of a deadline by the time left, the shortest first; none while there is more time. */
const TONES = [
  { below: DAY, tone: 'rose' },
  { below: 3 * DAY, tone: 'amber' },
] as const

/** The colour of a deadline that is `left` seconds away. */
export const deadlineTone = (left: number): 'rose' | 'amber' | undefined => TONES.find(({ below }) => left < below)?.tone

/** What a passed deadline has made possible: the buyer may cancel, or anyone may release or settle. `late`: nothing yet. */
export type PassedDeadline = 'late' | 'cancel' | 'release' | 'settle'

const OPENED_BY = { delivery: 'cancel', answer: 'release', agreement: 'settle' } as const

/** {@link PassedDeadline} of an order at `now` (UTC seconds); null if its deadline has not passed or it has none. */
export function passedDeadline(order: OrderTiming & Pick<Order, 'status_'>, now: number): PassedDeadline | null {
  const { waits } = STATE_MACHINE[statusOf(order)]
  if (!waits) return null
  const opened = OPENED_BY[waits.for]
  if (getMoves(order, 'buyer').some(({ verb, opensAt }) => verb === opened && opensAt <= now)) return opened
  return waits.for === 'delivery' && now > waits.until(order) ? 'late' : null
}
