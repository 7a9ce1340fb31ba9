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
import { addWords } from './corrections.ts'
import { beginnings, MARKS, propertyTerms, terms } from './terms.schema.ts'

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
  /** Micro-USD. */
  priceUsd: number
}

/** The version of the terms. A listing that was indexed with an older version is indexed again by the cron. */
export const TERMS_VERSION = 2

/** SQL that removes a listing from the search index. */
export const removeFromIndex = (id: SQL | number): SQL => sql`delete from search_terms where rowid = ${id}`

const COUNTRY_NAMES = new Map(LOCALE_CODES.map((code) => [code, new Intl.DisplayNames(code, { type: 'region' })]))

/** Names of places that were read before. A search reads the same ones again and again. */
const placeNames = new Map<string, (string | undefined)[]>()
const MAX_PLACES = 2000

/** Names of a country and a city in all languages of the interface. */
function namesOfPlace(country: string | null, city: string | null): (string | undefined)[] {
  if (!country || !city) return []
  const key = country + city
  const known = placeNames.get(key)
  if (known) return known
  const inAll = JSON.parse(city) as City
  const names = LOCALE_CODES.flatMap((code) => [inAll[code], COUNTRY_NAMES.get(code)!.of(country)])
  if (placeNames.size >= MAX_PLACES) placeNames.clear()
  placeNames.set(key, names)
  return names
}

/** The names of category, subcategory and place of a listing in all languages, and that of its owner. */
export const listingLabels = (labels: (Label | null)[], name: string, country: string | null, city: string | null): string =>
  [...labels.flatMap((label) => (label ? Object.values(label) : [])), name, ...namesOfPlace(country, city)].filter(Boolean).join('\n')

/** The index terms of a listing. The body is the text of the page, except the `location` of an event, which may be hidden. */
function listingTerms(name: string, listing: IndexedListing): string {
  const labels = labelsOf(name, listing)
  const plans = Object.entries(JSON.parse(listing.options) as Record<string, ServiceOption>)
  const { sponsors = [], jobType } = JSON.parse(listing.details) as Partial<StoredEvent & JobTerms>
  const body = [
    htmlText(listing.description),
    ...plans.flatMap(([title, plan]) => [title, plan.description, ...plan.features]),
    ...sponsors.map((sponsor) => sponsor.name),
  ].join('\n')
  const listType = listing.listType as ListType
  const marks = MARKS[listType]
  return [
    propertyTerms({ ...listing, listType, contract: jobType }),
    terms(listing.title, marks.title),
    terms(`${listing.descriptionPreview}\n${labels}`, marks.card),
    beginnings(`${listing.title}\n${labels}`, marks.beginning),
    terms(body, marks.body),
  ].join(' ')
}

const labelsOf = (name: string, { listType, category, subCategory, country, city }: IndexedListing): string =>
  listingLabels(
    [categoryLabel(listType as ListType, category), subCategoryLabel(listType as ListType, category, subCategory)],
    name,
    country,
    city,
  )

/**
 * SQL that adds a listing to the search index if it is published when the statements run. Run it in the batch that writes the row, after
 * `removeFromIndex`. The words of its title and card can then be proposed for words with a mistake.
 */
export function addToIndex(id: SQL | number, name: string, listing: IndexedListing): SQL[] {
  const isPublished = sql`id = ${id} and enabled and deleted_at is null`
  return [
    sql`insert into search_terms (rowid, terms) select id, ${listingTerms(name, listing)} from listings where ${isPublished}`,
    addWords(
      `${listing.title}\n${listing.descriptionPreview}\n${labelsOf('', listing)}`,
      sql`exists (select 1 from listings where ${isPublished})`,
    ),
  ]
}
