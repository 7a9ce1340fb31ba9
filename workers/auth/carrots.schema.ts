import { object, optional, pipe, regex, string, transform } from 'valibot'

/** Carrots somebody may claim once in a UTC day. */
export const DAILY_CARROTS = 10

const DAY = 86_400

/** The UTC day of a second, as the ledger writes it: `2026-11-21`. */
export const utcDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/** The first second of the next UTC day. */
export const nextUtcDay = (seconds: number): number => (Math.floor(seconds / DAY) + 1) * DAY

/** What getCarrots answers, and claimCarrots after the claim. */
export interface Carrots {
  /** The balance. */
  carrots: number
  /** What can be claimed now: 10, or 0 until `nextAt`. */
  claimable: number
  /** When the next UTC day begins, UTC seconds. */
  nextAt: number
}

/** A line of the ledger, as its owner sees it. */
export interface CarrotEntry {
  id: number
  amount: number
  reason: string
  /** UTC seconds. */
  at: number
}

/** Query of getCarrotHistory; `before` is the `next` of the page before. */
export const carrotHistoryQuery = object({ before: optional(pipe(string(), regex(/^[1-9]\d{0,15}$/, 'id'), transform(Number))) })
