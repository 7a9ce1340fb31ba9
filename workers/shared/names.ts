import { sql } from 'drizzle-orm'

/**
 * SQL condition: no other member has this name, in upper or lower case, as username, as a creator or in an open application. These names
 * are one namespace, because people take them for the name of one person. A check before a change would miss what happens in between, so
 * the condition belongs into the statement that saves the name. Plain SQL, because a worker has no table definitions of other areas.
 */
export const isNameFree = (name: string | null, userId: number) => sql<number>`not exists (
  select 1 from users n where lower(n.username) = lower(${name}) and n.id <> ${userId}
  union all select 1 from creators n where lower(n.name) = lower(${name}) and n.user_id <> ${userId}
  union all select 1 from creator_applications n
    where lower(n.name) = lower(${name}) and n.state in ('sent', 'asked') and n.user_id <> ${userId})`
