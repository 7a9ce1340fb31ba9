import { bigrams, foldText, isCommonWord, splitRuns, stemOf } from './words.schema.ts'

/** Marks the index term of a stem, so that it differs from the same word in the text. A token character of the index. */
export const STEM = '~'

/** The index terms of a text, separated by spaces: words, their stems if these differ, and pairs of Chinese, Japanese or Korean characters. */
export const terms = (text: string): string =>
  splitRuns(foldText(text))
    .flatMap(({ text: run, cjk }) => {
      if (cjk) return bigrams(run)
      if (isCommonWord(run)) return []
      const stem = stemOf(run)
      return stem === run ? [run] : [run, STEM + stem]
    })
    .join(' ')

/** The properties of a listing that the index can filter by. */
export interface IndexedProperties {
  listType: string
  category: string
  subCategory: string
  lang: string
  local: boolean
  country: string | null
  cityId: number | null
  /** Of a job. */
  contract?: string | undefined
}

/** An index term for a property of a listing, for example `categorydesign`. It lets the index filter without reading the listings. */
export const propertyTerm = (name: string, value: string | number): string =>
  `${name}${String(value)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')}`

/** The property terms of a listing, separated by spaces. */
export const propertyTerms = ({ listType, category, subCategory, lang, local, country, cityId, contract }: IndexedProperties): string =>
  [
    propertyTerm('type', listType),
    propertyTerm('category', category),
    subCategory && propertyTerm('sub', `${category}${subCategory}`),
    propertyTerm('lang', lang),
    local ? 'local' : 'online',
    country && propertyTerm('country', country),
    cityId && propertyTerm('city', cityId),
    contract && propertyTerm('contract', contract),
  ]
    .filter(Boolean)
    .join(' ')
