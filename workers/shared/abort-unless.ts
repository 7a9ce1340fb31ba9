import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL for the value of a NOT NULL column: `value` if the condition holds, otherwise NULL, which the column rejects, so that the whole batch
 * is aborted. A check before the batch would miss a change that happens in between.
 */
export const abortUnless = <T extends string | number>(condition: SQL, value: T | SQL<T>): SQL<T> =>
  sql<T>`case when ${condition} then ${value} end`
