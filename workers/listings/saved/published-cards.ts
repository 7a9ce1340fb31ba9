import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../../shared/db.ts'
import { convertRows } from '../../shared/rows.ts'
import { selectCards, toCard } from '../cards.ts'
import type { ListingCard } from '../listings.schema.ts'
import { listings } from '../tables.ts'

/** Condition: the listing is published. */
export const isPublished = and(eq(listings.enabled, true), isNull(listings.deletedAt))

/** Loads the published listings with these ids, by id. A damaged one is left out. */
export async function loadPublished(db: Database, ids: number[]): Promise<Map<number, ListingCard>> {
  const rows = ids.length ? await selectCards(db).where(and(inArray(listings.id, ids), isPublished)) : []
  return new Map(convertRows('listing', rows, (row) => toCard(row)).map((card) => [card.id, card]))
}
