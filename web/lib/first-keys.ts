/** A key of the query cache. Only this file and `query-keys.ts` make keys, and the types of the query client refuse others (`api.ts`). */
export type Key = readonly unknown[] & { readonly '~source': 'query-keys' }

export const key = (...parts: unknown[]): Key => parts as readonly unknown[] as Key

/** The keys that the home page and a listing's page use. They have a file of their own, because these pages must stay small. */
export const firstKeys = {
  user: key('user'),
  savedIds: key('savedIds'),
  figures: key('figures'),
  listingCards: key('listings'),
  listingCardsOf: (filter: object) => key('listings', filter),
  listing: (listType: string, id: number) => key('listing', listType, id),
  fees: (seller: string) => key('fees', seller),
  categoriesOf: (type: string, category?: string) => key('categories', type, category),
}
