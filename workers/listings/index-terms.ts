import { type SQL, sql } from 'drizzle-orm'
import type { StoredEvent } from './cards.ts'
import type { City } from './cities.schema.ts'
import type { ListType } from './fields.schema.ts'
import { htmlText } from './richtext.schema.ts'
import { kindTerm, terms } from './search.schema.ts'
import type { ServiceOption } from './services.schema.ts'
import { categoryLabel, subCategoryLabel } from './taxonomy.schema.ts'

/** The part of a listing that is searched, as it is stored. */
export interface Indexed {
  listType: string
  category: string
  subCategory: string
  title: string
  descriptionPreview: string
  description: string
  options: string
  details: string
  country: string | null
  city: string | null
}

/** Takes a listing out of the index. */
export const unindexed = (id: SQL | number): SQL => sql`delete from listings_fts where rowid = ${id}`

/** What a place is called in our languages. */
function placeNames(country: string | null, city: string | null): (string | undefined)[] {
  if (!country || !city) return []
  const { en, ja } = JSON.parse(city) as City
  return [en, ja, ...['en', 'ja'].map((lang) => new Intl.DisplayNames(lang, { type: 'region' }).of(country))]
}

/**
 * Puts a listing into the index, if it is on offer by the time this runs; goes into the batch that writes the row, after
 * `unindexed`. `head` is what a card says, in both languages for category and place; `body` the rest of its page, but for the
 * location of an event, which may be hidden.
 */
export function indexed(id: SQL | number, name: string, listing: Indexed): SQL {
  const listType = listing.listType as ListType
  const labels = [categoryLabel(listType, listing.category), subCategoryLabel(listType, listing.category, listing.subCategory)]
  const named = labels.flatMap((label) => (label ? [label.en, label.ja] : []))
  const head = [listing.title, listing.descriptionPreview, ...named, name, ...placeNames(listing.country, listing.city)].join('\n')
  const plans = Object.entries(JSON.parse(listing.options) as Record<string, ServiceOption>)
  const { sponsors = [] } = JSON.parse(listing.details) as Partial<StoredEvent>
  const body = [
    htmlText(listing.description),
    ...plans.flatMap(([title, plan]) => [title, plan.description, ...plan.features]),
    ...sponsors.map((sponsor) => sponsor.name),
  ].join('\n')
  const kind = `${kindTerm('type', listing.listType)} ${kindTerm('category', listing.category)}`
  return sql`insert into listings_fts (rowid, kind, head, body)
    select id, ${kind}, ${terms(head)}, ${terms(body)} from listings where id = ${id} and enabled and deleted_at is null`
}
