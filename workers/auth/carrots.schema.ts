import { object, optional, pipe, regex, string, transform } from 'valibot'

/** Carrots that a member can claim once per UTC day. */
export const DAILY_CARROTS = 10

const DAY = 86_400

/** The UTC day of a time in seconds, as the ledger stores it: `2026-11-21`. */
export const utcDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/** The first second of the next UTC day. */
export const nextUtcDay = (seconds: number): number => (Math.floor(seconds / DAY) + 1) * DAY

/** Response of getCarrots, and of claimCarrots after the claim. */
export interface Carrots {
  /** The balance. */
  carrots: number
  /** The amount that can be claimed now: 10, or 0 until `nextAt`. */
  claimable: number
  /** Start of the next UTC day, in UTC seconds. */
  nextAt: number
}

/** One entry of the ledger, as shown to its owner. */
export interface CarrotEntry {
  id: number
  amount: number
  reason: string
  /** UTC seconds. */
  at: number
}

/** Query of getCarrotHistory. `before` is the `next` of the previous page. */
export const carrotHistoryQuery = object({ before: optional(pipe(string(), regex(/^[1-9]\d{0,15}$/, 'id'), transform(Number))) })
