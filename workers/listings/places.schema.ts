/** Places of paid events: how long a place is kept without payment, and when its order is due. Times are UTC seconds. */

const DAY = 86_400

/** How much time an admitted applicant is given for the payment (seconds). */
export const PAY_WITHIN = 2 * DAY

/** Maximum number of days until a paid event ends. The contract allows no more days for the delivery of an order. */
export const MAX_PAID_DAYS = 365

/** How much time must be left before the deadline when a payment is started (seconds). */
export const MIN_PAY_TIME = 60

/** The delivery days of an order for a place: the days from now until the end of the event, rounded up. */
export const daysUntilEnd = (end: number, now: number): number => Math.min(MAX_PAID_DAYS, Math.max(1, Math.ceil((end - now) / DAY)))
