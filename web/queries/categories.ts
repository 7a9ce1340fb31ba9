import { queryOptions } from '@tanstack/react-query'
import type { Categories } from '../../workers/listings/categories.schema.ts'
import { listings } from '../lib/api.ts'
import { firstKeys } from '../lib/first-keys.ts'
import type { ListType } from '../lib/paths.ts'

/** The categories of a type, and the subcategories of `category`, with how many listings each has. The edge fills the cache under this key. */
export const categoriesQuery = (type: ListType, category?: string) =>
  queryOptions({
    queryKey: firstKeys.categoriesOf(type, category),
    queryFn: async ({ signal }): Promise<Categories> =>
      (await listings.getCategories.$get({ query: { listType: type, category } }, { init: { signal } })).json(),
    staleTime: 300_000,
    // The categories are those of the page before; only the subcategories are still unknown.
    placeholderData: (before, query) => (before && query?.queryKey[1] === type ? { ...before, subs: null } : undefined),
  })
