import { formatDate } from '../../lib/dates.ts'

const start = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate())

/** The number of midnights in the reader's time zone between a time (UTC seconds) and now: 0 today, 1 yesterday. */
export const daysAgo = (seconds: number, now = new Date()): number =>
  Math.round((start(now).getTime() - start(new Date(seconds * 1000)).getTime()) / 86_400_000)

/** The name of a day in a list; with the year only if it is not the current one. */
export function dayName(seconds: number, now = new Date()): string {
  return formatDate(seconds, new Date(seconds * 1000).getFullYear() === now.getFullYear() ? 'weekday' : 'day')
}
