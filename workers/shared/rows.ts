import { log, reasonOf } from './log.ts'

/**
 * What is made of the rows of a list. A row that nothing can be made of, older than today's checks or damaged, is left out and logged
 * as `row_unreadable`, so that it does not take the list down.
 */
export const readable = <Row extends { id: string | number }, Made>(kind: string, rows: Row[], make: (row: Row) => Made): Made[] =>
  rows.flatMap((row) => {
    try {
      return [make(row)]
    } catch (error) {
      log('error', 'row_unreadable', { kind, id: row.id, error: reasonOf(error) })
      return []
    }
  })
