import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '../../shared/db.ts'
import { convertRows } from '../../shared/rows.ts'
import { profiles, users } from '../../shared/tables.ts'
import { runBatch } from '../save-listing.ts'
import { indexProgress, listings } from '../tables.ts'
import { addPerson, removePerson, selectIndexed } from './people.ts'
import { addToIndex, removeFromIndex, TERMS_VERSION } from './search-index.ts'

/** Listings or people indexed in one run of the cron. */
const PER_RUN = 100

type Kind = 'listings' | 'people'
/** An id, and the statements that index it. */
type Indexed = [id: number, statements: BatchItem<'sqlite'>[]]

/** Reads the next listings or people after an id, at most `PER_RUN`. */
const NEXT: Record<Kind, (db: Database, after: number) => Promise<Indexed[]>> = {
  listings: async (db, after) => {
    const rows = await db
      .select({ listing: listings, name: profiles.name })
      .from(listings)
      .innerJoin(profiles, eq(profiles.userId, listings.userId))
      .where(and(gt(listings.id, after), eq(listings.enabled, true), isNull(listings.deletedAt)))
      .orderBy(asc(listings.id))
      .limit(PER_RUN)
    return rows.map(({ listing, name }) => {
      // A row with invalid JSON is left out of the index, and does not stop the others.
      const added = convertRows('listing', [listing], (row) => addToIndex(row.id, name, row))
      return [listing.id, [removeFromIndex(listing.id), ...added.flat()].map((statement) => db.run(statement))]
    })
  },
  people: async (db, after) => {
    const rows = await selectIndexed(db)
      .where(and(gt(users.id, after), isNull(users.deletedAt)))
      .orderBy(asc(users.id))
      .limit(PER_RUN)
    return rows.map(({ id, ...person }) => [id, [db.run(removePerson(id)), db.run(addPerson(id, person))]])
  },
}

/**
 * Indexes some listings and people that were stored before the terms had their present form. What is stored later is indexed when it is
 * written. Safe to repeat.
 */
export async function indexOlder(db: Database): Promise<void> {
  const progress = await db.select().from(indexProgress)
  for (const kind of Object.keys(NEXT) as Kind[]) {
    const row = progress.find((one) => one.kind === kind && one.version === TERMS_VERSION)
    if (row?.done) continue
    const next = await NEXT[kind](db, row?.lastId ?? 0)
    const reached = { version: TERMS_VERSION, lastId: next.at(-1)?.[0] ?? row?.lastId ?? 0, done: next.length < PER_RUN }
    await runBatch(db, [
      ...next.flatMap(([, statements]) => statements),
      db
        .insert(indexProgress)
        .values({ kind, ...reached })
        .onConflictDoUpdate({ target: indexProgress.kind, set: reached }),
    ])
  }
}
