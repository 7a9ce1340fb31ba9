import { describeError, log } from './log.ts'

/**
 * Converts the rows of a list. A row that cannot be converted (written before today's checks, or damaged) is left out and logged as
 * `row_unreadable`, so that one bad row does not break the whole list.
 */
export const convertRows = <Row extends { id: string | number }, Result>(
  kind: string,
  rows: Row[],
  convert: (row: Row) => Result,
): Result[] =>
  rows.flatMap((row) => {
    try {
      return [convert(row)]
    } catch (error) {
      log('error', 'row_unreadable', { kind, id: row.id, error: describeError(error) })
      return []
    }
  })

/** The last time that a Date can hold, in seconds. */
const LAST_TIME = 8.64e12

/** A stored time, UTC seconds. Throws if no Date can hold it, for {@link convertRows}. */
export function readTime(seconds: number): number {
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > LAST_TIME) throw new Error('damaged time')
  return seconds
}
