import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { convertRows } from '../shared/rows.ts'
import { profiles } from '../shared/tables.ts'
import { indexPerson } from './search/people.ts'
import { addToIndex, removeFromIndex } from './search/search-index.ts'
import { listings } from './tables.ts'

/** Listings reindexed per batch. */
const BATCH = 100

/** Writes the user, and their published listings with the current name, into the search index again. */
export async function reindexUser(db: Database, userId: number): Promise<void> {
  await indexPerson(db, userId)
  for (let after = 0; ; ) {
    const [[profile], rows] = await db.batch([
      db.select({ name: profiles.name }).from(profiles).where(eq(profiles.userId, userId)),
      db
        .select()
        .from(listings)
        .where(and(eq(listings.userId, userId), eq(listings.enabled, true), isNull(listings.deletedAt), gt(listings.id, after)))
        .orderBy(asc(listings.id))
        .limit(BATCH),
    ])
    // A row with invalid JSON is left out of the index, and does not stop the others.
    const added = convertRows('listing', rows, (row) => addToIndex(row.id, profile?.name ?? '', row))
    const [first, ...rest] = [...rows.map(({ id }) => removeFromIndex(id)), ...added.flat()].map((statement) => db.run(statement))
    if (!first) return
    await db.batch([first, ...rest])
    after = rows.at(-1)!.id
  }
}
