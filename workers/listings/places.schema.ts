/** Places of paid events: how long one is kept without payment, and when its order is due. Times are UTC seconds. */

const DAY = 86_400

/** How long an admitted applicant has to pay. */
export const PAY_WITHIN = 2 * DAY

/** How far away the end of a paid event may be: the escrow holds a payment for at most this many days until the delivery is due. */
export const MAX_PAID_DAYS = 365

/** The shortest time before the deadline in which a payment can still be started. */
export const MIN_PAY_TIME = 60

/** The days from now until the event has ended, rounded up, as an order's delivery days. */
export const daysUntilEnd = (end: number, now: number): number => Math.min(MAX_PAID_DAYS, Math.max(1, Math.ceil((end - now) / DAY)))
