import MiniSearch from 'minisearch'
import { bigrams, foldText, splitRuns } from '../../../../listings/search/words.schema.ts'
import { type Document, type Engine, type Hit, PAGE, type SearchRequest } from './engine.ts'

const tokenize = (text: string): string[] =>
  splitRuns(foldText(text)).flatMap(({ text: run, cjk }) => (cjk && [...run].length > 1 ? bigrams(run) : [run]))

const STORED = ['title', 'card', 'category', 'lang', 'country', 'priceUsd', 'name', 'rating', 'ratings', 'type', 'city'] as const

export interface MiniSearchEngine extends Engine {
  /** Adds documents until there are no more or the memory is full. Returns how many were added. */
  add(documents: Iterable<Document>, isFull: () => boolean): number
}

/**
 * MiniSearch with pairs of characters for Chinese, Japanese and Korean, prefixes of the last word, and words with a mistake if nothing else
 * is found.
 */
export function openMiniSearch(): MiniSearchEngine {
  const index = new MiniSearch<Document>({
    fields: ['title', 'card', 'labels', 'body'],
    storeFields: [...STORED],
    tokenize,
    processTerm: (term) => term,
  })
  const find = ({ text, type, category, country, city, maxPrice }: SearchRequest, isFuzzy: boolean) =>
    index.search(text.slice(0, 200), {
      boost: { title: 4, card: 2, labels: 2 },
      combineWith: 'AND',
      prefix: (_term, i, terms) => i === terms.length - 1,
      fuzzy: isFuzzy && 0.2,
      filter: (hit) =>
        (!type || hit.type === type) &&
        (!category || hit.category === category) &&
        (!country || hit.country === country) &&
        (!city || hit.city === city) &&
        (maxPrice === undefined || hit.priceUsd <= maxPrice),
    })
  return {
    search(request) {
      const exact = find(request, false)
      const found = exact.length ? exact : find(request, true)
      return { hits: found.slice(0, PAGE) as unknown as Hit[], total: found.length, people: [], proposal: null }
    },
    add(documents, isFull) {
      let count = 0
      for (const document of documents) {
        index.add(document)
        if (++count % 1000 === 0 && isFull()) break
      }
      return count
    },
  }
}
