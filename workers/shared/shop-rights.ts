import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL condition: the member is a creator whom an admin lets sell in the shop, and who has not been removed. A check before a change would
 * miss what happens in between, so the condition belongs into the statement that writes. Plain SQL, because a worker has no table
 * definitions of other areas.
 */
export const maySell = (userId: number | SQL) =>
  sql<number>`exists (select 1 from creators s where s.user_id = ${userId} and s.may_sell and s.removed_at is null)`
