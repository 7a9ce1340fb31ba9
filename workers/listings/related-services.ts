import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { convertRows } from '../shared/rows.ts'
import { profiles } from '../shared/tables.ts'
import { cardColumns, toCard } from './cards.ts'
import type { Related } from './listings.schema.ts'
import type { ServiceCard } from './services.schema.ts'
import { listings } from './tables.ts'

/** Related services shown per group. */
const RELATED_PER_GROUP = 4
/** How many of the newest services of a category are searched for the same subcategory. Only categories have an index. */
const MAX_CATEGORY_ROWS = 200

/** Finds related services in one statement that reads a bounded number of rows. An unpublished service has no related services. */
export async function findRelated(db: Database, id: number): Promise<Related> {
  const isPublished = sql`list_type = 'services' and enabled = 1 and deleted_at is null`
  const related = sql`with me as materialized (select id, user_id, category, sub_category from listings where id = ${id} and ${isPublished}),
    mine as (select id, 0 as part, 0 as rank from listings
      where user_id = (select user_id from me) and id <> ${id} and ${isPublished} order by id desc limit ${RELATED_PER_GROUP}),
    near as (select id, user_id, sub_category from listings
      where category = (select category from me) and ${isPublished} order by id desc limit ${MAX_CATEGORY_ROWS})
    select * from mine union all
    select * from (select near.id, 1 as part, near.sub_category <> me.sub_category as rank from near, me
      where near.user_id <> me.user_id order by rank, near.id desc limit ${RELATED_PER_GROUP})`
  const rows = await db
    .select({ ...cardColumns, part: sql<number>`related.part` })
    .from(listings)
    .innerJoin(sql`(${related}) as related`, sql`related.id = ${listings.id}`)
    .innerJoin(profiles, eq(profiles.userId, listings.userId))
    .orderBy(sql`related.part`, sql`related.rank`, desc(listings.id))
  const cardsOfPart = (wanted: number) =>
    convertRows(
      'listing',
      rows.filter(({ part }) => part === wanted),
      ({ part: _, ...row }) => toCard(row) as ServiceCard,
    )
  return { seller: cardsOfPart(0), related: cardsOfPart(1) }
}
