import { type SQL, sql } from 'drizzle-orm'
import { LOCALE_CODES } from '../../shared/locales.schema.ts'
import type { StoredEvent } from '../cards.ts'
import type { City } from '../cities.schema.ts'
import type { JobTerms } from '../jobs.schema.ts'
import type { ListType } from '../list-types.schema.ts'
import { htmlText } from '../richtext.schema.ts'
import type { ServiceOption } from '../services.schema.ts'
import type { Label } from '../taxonomy/category.schema.ts'
import { categoryLabel, subCategoryLabel } from '../taxonomy.schema.ts'
import { propertyTerms, terms } from './terms.schema.ts'

/** The columns of a listing that go into the search index. */
export interface IndexedListing {
  listType: string
  category: string
  subCategory: string
  lang: string
  title: string
  descriptionPreview: string
  description: string
  options: string
  details: string
  local: boolean
  country: string | null
  city: string | null
  cityId: number | null
}

/** The version of the terms. A listing that was indexed with an older version is indexed again by the cron. */
export const TERMS_VERSION = 1

/** SQL that removes a listing from the search index. */
export const removeFromIndex = (id: SQL | number): SQL => sql`delete from listing_terms where rowid = ${id}`

/** Names of a country and a city in all languages of the interface. */
function placeNames(country: string | null, city: string | null): (string | undefined)[] {
  if (!country || !city) return []
  const names = JSON.parse(city) as City
  return LOCALE_CODES.flatMap((code) => [names[code], new Intl.DisplayNames(code, { type: 'region' }).of(country)])
}

/** The names of category, subcategory and place of a listing in all languages, and that of its owner. */
export const listingLabels = (labels: (Label | null)[], name: string, country: string | null, city: string | null): string =>
  [...labels.flatMap((label) => (label ? Object.values(label) : [])), name, ...placeNames(country, city)].filter(Boolean).join('\n')

/**
 * SQL that adds a listing to the search index if it is published when the statement runs. Run it in the batch that writes the row, after
 * `removeFromIndex`. The body holds the text of the page, except the `location` of an event, which may be hidden.
 */
export function addToIndex(id: SQL | number, name: string, listing: IndexedListing): SQL {
  const listType = listing.listType as ListType
  const labels = [categoryLabel(listType, listing.category), subCategoryLabel(listType, listing.category, listing.subCategory)]
  const plans = Object.entries(JSON.parse(listing.options) as Record<string, ServiceOption>)
  const { sponsors = [], jobType } = JSON.parse(listing.details) as Partial<StoredEvent & JobTerms>
  const body = [
    htmlText(listing.description),
    ...plans.flatMap(([title, plan]) => [title, plan.description, ...plan.features]),
    ...sponsors.map((sponsor) => sponsor.name),
  ].join('\n')
  const columns = [
    propertyTerms({ ...listing, contract: jobType }),
    terms(listing.title),
    terms(listing.descriptionPreview),
    terms(listingLabels(labels, name, listing.country, listing.city)),
    terms(body),
  ]
  return sql`insert into listing_terms (rowid, properties, title, card, labels, body)
    select id, ${sql.join(
      columns.map((column) => sql`${column}`),
      sql`, `,
    )} from listings where id = ${id} and enabled and deleted_at is null`
}
