import { type SQL, sql } from 'drizzle-orm'
import { LOCALE_CODES } from '../shared/locales.schema.ts'
import type { StoredEvent } from './cards.ts'
import type { City } from './cities.schema.ts'
import type { ListType } from './list-types.schema.ts'
import { htmlText } from './richtext.schema.ts'
import { kindTerm, terms } from './search.schema.ts'
import type { ServiceOption } from './services.schema.ts'
import { categoryLabel, subCategoryLabel } from './taxonomy.schema.ts'

/** The columns of a listing that go into the search index. */
export interface IndexedListing {
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

/** SQL that removes a listing from the search index. */
export const removeFromIndex = (id: SQL | number): SQL => sql`delete from listings_fts where rowid = ${id}`

/** Names of a country and a city in all languages of the interface. */
function placeNames(country: string | null, city: string | null): (string | undefined)[] {
  if (!country || !city) return []
  const names = JSON.parse(city) as City
  return LOCALE_CODES.flatMap((code) => [names[code], new Intl.DisplayNames(code, { type: 'region' }).of(country)])
}

/**
 * SQL that adds a listing to the search index if it is published when the statement runs. Run it in the batch that writes the row,
 * after `removeFromIndex`. `head` holds the texts of the card, with category, country and city in all languages; `body` holds the rest
 * of the page except the `location` of an event, which may be hidden.
 */
export function addToIndex(id: SQL | number, name: string, listing: IndexedListing): SQL {
  const listType = listing.listType as ListType
  const labels = [categoryLabel(listType, listing.category), subCategoryLabel(listType, listing.category, listing.subCategory)]
  const labelTexts = labels.flatMap((label) => (label ? Object.values(label) : []))
  const head = [listing.title, listing.descriptionPreview, ...labelTexts, name, ...placeNames(listing.country, listing.city)].join('\n')
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
