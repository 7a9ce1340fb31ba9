import { maxValue, minValue, number, pipe, safeInteger } from 'valibot'

/** A number that names a person, a listing or a block chain. */
export const numericId = pipe(number(), safeInteger('whole'), minValue(1, 'too_low'), maxValue(Number.MAX_SAFE_INTEGER, 'too_high'))

/** Any whole number a call may hold; what it counts has bounds of its own, which are rules. */
const MOST = 1e15
export const whole = pipe(number(), safeInteger('whole'), minValue(-MOST, 'too_low'), maxValue(MOST, 'too_high'))

/** The years 0 to 9999 in UTC seconds: what every calendar can show. */
export const TIMES = { first: -62_167_219_200, last: 253_402_300_799 } as const
export const time = pipe(number(), safeInteger('whole'), minValue(TIMES.first, 'too_low'), maxValue(TIMES.last, 'too_high'))
