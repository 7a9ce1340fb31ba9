import { formatDate } from '../../lib/dates.ts'

const start = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate())

/** How many midnights of the reader's own time zone lie between a moment (UTC seconds) and now: 0 today, 1 yesterday. */
export const daysAgo = (seconds: number, now = new Date()): number =>
  Math.round((start(now).getTime() - start(new Date(seconds * 1000)).getTime()) / 86_400_000)

/** A day as a list calls it; the year only where it is another one. */
export function dayName(seconds: number, now = new Date()): string {
  return formatDate(seconds, new Date(seconds * 1000).getFullYear() === now.getFullYear() ? 'weekday' : 'day')
}
