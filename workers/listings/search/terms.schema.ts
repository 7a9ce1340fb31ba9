import type { ListType } from '../list-types.schema.ts'
import { bigrams, foldText, isCommonWord, isKana, splitRuns, stemOf } from './words.schema.ts'

/**
 * What a term begins with: the type of the listing, and where it has the word. So each type and place has its own list in the index, and a
 * search reads none that nearly every listing is in. `~` is a token character of the index and part of no word.
 */
export interface Marks {
  property: string
  title: string
  /** Of the card, and of the names of category, place and owner. */
  card: string
  beginning: string
  body: string
}

const marksWith = (letter: string): Marks => ({
  property: `${letter}0~`,
  title: `${letter}1~`,
  card: `${letter}2~`,
  beginning: `${letter}3~`,
  body: `${letter}4~`,
})
export const MARKS = {
  services: marksWith('s'),
  jobs: marksWith('j'),
  events: marksWith('e'),
  people: marksWith('p'),
} as const satisfies Record<ListType | 'people', Marks>

/** Lengths (letters) of the beginnings of words that are indexed. */
export const BEGINNINGS = { from: 2, to: 10 } as const

/**
 * The index terms of a text, separated by spaces: the stem of every word, the pairs of Chinese, Japanese or Korean characters in their order,
 * and each of these characters, except kana.
 */
export function terms(text: string, mark: string): string {
  const found = new Set<string>()
  const pairs: string[] = []
  for (const { text: run, cjk } of splitRuns(foldText(text))) {
    if (cjk) {
      pairs.push(...bigrams(run))
      for (const letter of run) if (!isKana(letter)) found.add(letter)
    } else if (!isCommonWord(run)) found.add(stemOf(run))
  }
  return [...pairs, ...found].map((term) => mark + term).join(' ')
}

/** The beginnings of the words of a text as index terms, for a search whose last word is still being typed. */
export function beginnings(text: string, mark: string): string {
  const found = new Set<string>()
  for (const { text: word, cjk } of splitRuns(foldText(text))) {
    if (cjk || isCommonWord(word)) continue
    const letters = [...word]
    for (let length: number = BEGINNINGS.from; length < Math.min(letters.length, BEGINNINGS.to + 1); length++)
      found.add(mark + letters.slice(0, length).join(''))
  }
  return [...found].join(' ')
}

/** The properties of a listing that the index can filter by. */
export interface IndexedProperties {
  listType: ListType
  category: string
  subCategory: string
  lang: string
  local: boolean
  country: string | null
  cityId: number | null
  /** Micro-USD. */
  priceUsd: number
  /** Of a job. */
  contract?: string | undefined
}

/** A property of a listing as a word, for example `categorydesign`. As an index term, it lets the index filter without reading the listings. */
export const propertyOf = (name: string, value: string | number = ''): string =>
  `${name}${String(value)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')}`

/** Prices (USD) that the index knows: every listing has a term for each of these that its price reaches or does not exceed. */
const PRICE_STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
const MICRO = 1_000_000

/** The properties that every listing with a price in a range (micro-USD) has. Others may have them too, so the price is still to be checked. */
export function priceProperties(min: number | undefined, max: number | undefined): string[] {
  const from = min === undefined ? undefined : PRICE_STEPS.findLast((step) => step * MICRO <= min)
  const upTo = max === undefined ? undefined : PRICE_STEPS.find((step) => step * MICRO >= max)
  return [from && propertyOf('from', from), upTo && propertyOf('upto', upTo)].filter((term) => typeof term === 'string')
}

/** The property of every listing, to find all of a type. */
export const EVERY = 'every'

/** The property terms of a listing, separated by spaces. */
export const propertyTerms = ({
  listType,
  category,
  subCategory,
  lang,
  local,
  country,
  cityId,
  priceUsd,
  contract,
}: IndexedProperties): string =>
  [
    EVERY,
    propertyOf('category', category),
    subCategory && propertyOf('sub', `${category}${subCategory}`),
    propertyOf('lang', lang),
    propertyOf(local ? 'local' : 'online'),
    country && propertyOf('country', country),
    cityId && propertyOf('city', cityId),
    contract && propertyOf('contract', contract),
    ...PRICE_STEPS.flatMap((step) => [
      priceUsd >= step * MICRO && propertyOf('from', step),
      priceUsd <= step * MICRO && propertyOf('upto', step),
    ]),
  ]
    .filter((property) => typeof property === 'string' && property !== '')
    .map((property) => MARKS[listType].property + property)
    .join(' ')
