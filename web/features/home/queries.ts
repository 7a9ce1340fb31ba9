import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ServicePage } from '../../../workers/listings/services.schema.ts'
import { listings } from '../../api.ts'
import type { ListType } from '../../paths.ts'

/** What a tab shows. Only what is set travels, and the edge fills the plain tab in advance under the same key. */
export interface CardFilter {
  type: ListType
  userId?: number
  /** Searched for. */
  text?: string
}

/** Newest listings of a tab, page by page. */
export const cardsQuery = (filter: CardFilter) =>
  infiniteQueryOptions({
    queryKey: ['listings', filter],
    queryFn: async ({ pageParam, signal }): Promise<ServicePage> => {
      const query = {
        type: filter.type.toUpperCase() as Uppercase<ListType>,
        ...(filter.userId && { userId: String(filter.userId) }),
        ...(filter.text && { text: filter.text }),
        ...(pageParam && { cursor: pageParam }),
      }
      return (await listings.query.$get({ query }, { init: { signal } })).json()
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
