import { type SQL, sql } from 'drizzle-orm'
import { MAX_PARTS, PART_SIZE } from './sitemap.schema.ts'

/** {@link PART_SIZE} as text in the statement: a bound number is a REAL, and the result of its division would be one. */
export const SIZE = sql.raw(String(PART_SIZE))

/**
 * SQL of the numbers of the parts that have ids, as `part`. `firstFrom` selects the first id that is not lower than another one. If an index
 * knows it, one entry is read for each part, however many ids there are.
 */
export function selectParts(firstFrom: (id: SQL) => SQL): SQL {
  const partFrom = (id: SQL) => sql`(${firstFrom(id)}) / ${SIZE}`
  return sql`with recursive parts(part) as (
      select ${partFrom(sql`0`)} union all
      select ${partFrom(sql`(part + 1) * ${SIZE}`)} from parts where part is not null limit ${MAX_PARTS + 1})
    select part from parts where part is not null`
}
