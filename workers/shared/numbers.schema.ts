import { maxValue, minValue, number, pipe, safeInteger } from 'valibot'

/** A numeric id: of a user, a listing or a chain. */
export const numericId = pipe(number(), safeInteger('whole'), minValue(1, 'too_low'), maxValue(Number.MAX_SAFE_INTEGER, 'too_high'))

/** Limit for whole numbers in a request. Each field has its own bounds as well, in the rules of listings. */
const MAX_WHOLE = 1e15
export const whole = pipe(number(), safeInteger('whole'), minValue(-MAX_WHOLE, 'too_low'), maxValue(MAX_WHOLE, 'too_high'))

/** The years 0 to 9999 in UTC seconds: what every calendar can display. */
export const TIMES = { first: -62_167_219_200, last: 253_402_300_799 } as const
export const time = pipe(number(), safeInteger('whole'), minValue(TIMES.first, 'too_low'), maxValue(TIMES.last, 'too_high'))
