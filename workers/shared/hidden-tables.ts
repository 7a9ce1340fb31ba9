import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { index, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { profiles } from './tables.ts'

/**
 * Members whose profile the team has hidden after a report, or has shown again. Only the creators area writes them; every area reads with
 * them what others see of a profile.
 */
export const hiddenProfiles = sqliteTable(
  'hidden_profiles',
  {
    userId: integer('user_id').primaryKey(),
    /** Since when it is hidden, UTC seconds; null after it was shown again. */
    hiddenAt: integer('hidden_at'),
    /** When it was hidden or shown again, while its member still has to be notified and the search index to be updated; null otherwise. */
    unnotifiedAt: integer('unnotified_at'),
  },
  (t) => [
    index('profiles_hidden').on(t.hiddenAt, t.userId).where(sql`hidden_at is not null`),
    index('profiles_unnotified').on(t.unnotifiedAt).where(sql`unnotified_at is not null`),
  ],
)

/** SQL condition: the profile of the member is hidden. `userId` is a column of another table. */
export const isProfileHidden = (userId: SQLWrapper): SQL<number> =>
  sql<number>`${userId} in (select user_id from hidden_profiles where hidden_at is not null)`

// What others see of a profile. For queries that join profiles. The name stays, because it tells people whom they deal with.

export const shownTitle = sql<string>`iif(${isProfileHidden(profiles.userId)}, '', ${profiles.title})`
export const shownDescription = sql<string>`iif(${isProfileHidden(profiles.userId)}, '', ${profiles.description})`
/** The media id of the picture. */
export const shownImage = (table: Record<'userId' | 'image', SQLWrapper> = profiles) =>
  sql<string | null>`iif(${isProfileHidden(table.userId)}, null, ${table.image})`
