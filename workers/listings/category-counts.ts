import { eq, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import type { Categories, CategoryCount } from './categories.schema.ts'
import type { ListType } from './list-types.schema.ts'
import { runBatch } from './save-listing.ts'
import { categoryCounts } from './tables.ts'
import { categoriesOf } from './taxonomy.schema.ts'

/** The categories of a type in display order, and the subcategories of `category`, with how many published listings each has. */
export async function findCategories(db: Database, listType: ListType, category: string | undefined): Promise<Categories> {
  const rows = await db
    .select({ category: categoryCounts.category, subCategory: categoryCounts.subCategory, count: categoryCounts.count })
    .from(categoryCounts)
    .where(eq(categoryCounts.listType, listType))
  const totals = new Map<string, number>()
  for (const row of rows) totals.set(row.category, (totals.get(row.category) ?? 0) + row.count)
  const subCounts = new Map(rows.filter((row) => row.category === category).map((row) => [row.subCategory, row.count]))
  const categories = categoriesOf(listType)
  const subs = categories.find(({ id }) => id === category)?.subs
  return {
    categories: categories.map(({ id, subs: _, ...label }): CategoryCount => ({ id, ...label, count: totals.get(id) ?? 0 })),
    subs: subs ? Object.entries(subs).map(([id, label]) => ({ id, ...label, count: subCounts.get(id) ?? 0 })) : null,
  }
}

/**
 * Takes the events that have ended since the last run out of the counts. Safe to repeat: the time up to which it was done is written in the
 * same batch, and the triggers count no event that ended before it.
 */
export async function takeOutEndedEvents(db: Database): Promise<void> {
  const time = now()
  const ended = sql`from listings where enabled = 1 and ends_at > (select until from ended_events) and ends_at <= ${time} and deleted_at is null`
  const [found] = await db.all(sql`select 1 ${ended} limit 1`)
  if (!found) return
  await runBatch(db, [
    db.run(sql`update category_counts set count = count - ended.n
      from (select list_type, category, sub_category, count(*) as n ${ended} group by 1, 2, 3) as ended
      where category_counts.list_type = ended.list_type and category_counts.category = ended.category
        and category_counts.sub_category = ended.sub_category`),
    db.run(sql`update ended_events set until = ${time}`),
  ])
}
