/** A key of the query cache. Only this file and `query-keys.ts` make keys, and the types of the query client refuse others (`api.ts`). */
export type Key = readonly unknown[] & { readonly '~source': 'query-keys' }

export const key = (...parts: unknown[]): Key => parts as readonly unknown[] as Key

/** The keys that the home page uses. They have a file of their own, because the first page loads them and must stay small. */
export const firstKeys = {
  user: key('user'),
  savedIds: key('savedIds'),
  figures: key('figures'),
  listingCards: key('listings'),
  listingCardsOf: (filter: object) => key('listings', filter),
  categoriesOf: (type: string, category?: string) => key('categories', type, category),
}
