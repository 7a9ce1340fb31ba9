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
