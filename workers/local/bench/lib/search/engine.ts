import { listingLabels } from '../../../../listings/search/search-index.ts'
import { foldText, splitRuns } from '../../../../listings/search/words.schema.ts'
import { categoryLabel, subCategoryLabel } from '../../../../listings/taxonomy.schema.ts'
import { type GeneratedListing, generateListings, ownerName, PLACES } from './generated-listings.ts'

/** A search as a visitor sends it. */
export interface SearchRequest {
  text: string
  /** All types if undefined. */
  type?: 'services' | 'jobs' | 'events'
  category?: string
  /** ISO 3166 code. */
  country?: string
  /** GeoNames id. */
  city?: number
  /** Micro-USD. */
  maxPrice?: number
}

/** A listing as the other engines store it. */
export interface Document {
  id: number
  type: string
  lang: string
  category: string
  country: string | null
  city: number | null
  priceUsd: number
  title: string
  card: string
  /** Names of category, place and owner. */
  labels: string
  body: string
  name: string
  rating: number
  ratings: number
}

/** What a card shows. */
export type Hit = Pick<Document, 'id' | 'title' | 'card' | 'category' | 'lang' | 'country' | 'priceUsd' | 'name' | 'rating' | 'ratings'>

/**
 * The answer of a search: the first page, best first, how many listings were found, people of that name, and another text that may be
 * meant.
 */
export interface Page {
  hits: Hit[]
  total: number
  people: { id: number; name: string }[]
  proposal: string | null
}

/** With at most this number of hits, an engine that can correct words proposes another text, as Warren does. */
export const FEW = 3

/** The cards of a page. */
export const PAGE = 24

/** An engine that is compared with Warren's search. */
export interface Engine {
  search(request: SearchRequest): Promise<Page> | Page
}

/** The names of category and place that the index has for a listing. */
export function labelsOf({
  type,
  category,
  subCategory,
  place,
}: Pick<GeneratedListing, 'type' | 'category' | 'subCategory' | 'place'>): string {
  const [country = null, , en, ja] = place === null ? [] : PLACES[place]!
  const labels = [categoryLabel(type, category), subCategoryLabel(type, category, subCategory)]
  return listingLabels(labels, '', country, country && JSON.stringify({ cityId: 1, en, ja }))
}

/** The generated listings as documents, from the id `after` on. */
export function* generateDocuments(size: number, after = 0, upTo = size): Generator<Document> {
  const known = new Map<string, string>()
  for (const listing of generateListings(size)) {
    const { id, type, lang, category, subCategory, title, card, body, plans, place, owner, priceUsd, reviews } = listing
    if (id <= after || id > upTo) continue
    const [country = null, city = null] = place === null ? [] : PLACES[place]!
    const key = `${type} ${category} ${subCategory} ${place}`
    const labels = known.get(key) ?? labelsOf(listing)
    known.set(key, labels)
    const ratings = reviews[0] + reviews[1]
    yield {
      id,
      type,
      lang,
      category,
      country,
      city,
      priceUsd,
      title: title.join(''),
      card: card.join(''),
      labels: `${labels}\n${ownerName(owner)}`,
      body: [...body, ...plans].join('\n'),
      name: ownerName(owner),
      rating: ratings ? (4 * reviews[0] + 5 * reviews[1]) / ratings : 0,
      ratings,
    }
  }
}

/** The words of a text for the engines that do not split it themselves: English words, and runs of Chinese, Japanese or Korean characters. */
export const wordsOf = (text: string) => splitRuns(foldText(text.slice(0, 200))).slice(0, 12)
