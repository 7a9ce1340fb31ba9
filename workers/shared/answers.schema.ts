import { description, type GenericSchema, integer, literal, nullable, number, pipe, regex, strictObject, string } from 'valibot'

/** Parts of the schemas of answers. Each takes its documentation; the documentation of a number names its unit. */

export const text = (about: string) => pipe(string(), description(about))
/** A whole number without a unit of its own: an id, a count, days. The documentation names the unit. */
export const whole = (about: string) => pipe(number(), integer(), description(about))
/** A time in UTC seconds. */
export const time = (about: string) => pipe(number(), integer(), description(`${about}, in UTC seconds.`))
/** A price in micro-USD: 5,000,000 is five dollars. */
export const microUsd = (about: string) => pipe(number(), integer(), description(`${about}, in micro-USD (1,000,000 is one dollar).`))
/** An amount of a token. It is text because it can exceed the numbers that JavaScript represents exactly. */
export const amount = (about: string) =>
  pipe(string(), regex(/^\d+$/), description(`${about}, in the token's smallest unit, as decimal text.`))
/** A share in basis points: 100 is one percent. */
export const basisPoints = (about: string) => pipe(number(), description(`${about}, in basis points (100 is one percent).`))
/** An opaque id of 22 characters: of an order, a room, a file. */
export const opaqueId = (about: string) => pipe(string(), regex(/^[\w-]{22}$/), description(about))

const hex = (pattern: RegExp, about: string) =>
  pipe(string(), regex(pattern), description(about)) as unknown as GenericSchema<`0x${string}`>
export const address = (about: string) => hex(/^0x[0-9a-fA-F]{40}$/, about)
/** 32 bytes: a transaction hash, the reference of a quote. */
export const bytes32 = (about: string) => hex(/^0x[0-9a-fA-F]{64}$/, about)

export const nextCursor = nullable(text('The `cursor` of the next page; null on the last page.'))

/** A country as JSON text, as the edge or a profile gives it. */
export const countryJson = text('JSON text: `{"country":"JP"}` (ISO 3166), or `{}` if unknown.')

/** The answer of calls that return nothing else. */
export const success = strictObject({ status: literal('success') })
