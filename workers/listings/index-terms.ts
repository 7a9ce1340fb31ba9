import { type SQL, sql } from 'drizzle-orm'
import { htmlText } from './richtext.schema.ts'
import { kindTerm, terms } from './search.schema.ts'
import type { ServiceOption } from './services.schema.ts'
import { FREELANCE } from './taxonomy.schema.ts'

/** The part of a listing that is searched. `options` is the stored JSON. */
export interface Indexed {
  listType: string
  category: string
  title: string
  descriptionPreview: string
  description: string
  options: string
}

/** Takes a listing out of the index. */
export const unindexed = (id: SQL | number): SQL => sql`delete from listings_fts where rowid = ${id}`

/**
 * Puts a listing into the index, if it is on offer by the time this runs; goes into the batch that writes the row, after
 * `unindexed`. `head` is what a card says, in both languages for the category; `body` the rest of its page.
 */
export function indexed(id: SQL | number, name: string, listing: Indexed): SQL {
  const category = FREELANCE.find((one) => one.id === listing.category)
  const head = [listing.title, listing.descriptionPreview, category?.en, category?.ja, name].join('\n')
  const plans = Object.entries(JSON.parse(listing.options) as Record<string, ServiceOption>)
  const body = [htmlText(listing.description), ...plans.flatMap(([title, plan]) => [title, plan.description, ...plan.features])].join('\n')
  const kind = `${kindTerm('type', listing.listType)} ${kindTerm('category', listing.category)}`
  return sql`insert into listings_fts (rowid, kind, head, body)
    select id, ${kind}, ${terms(head)}, ${terms(body)} from listings where id = ${id} and enabled and deleted_at is null`
}
