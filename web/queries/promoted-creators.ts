import { queryOptions } from '@tanstack/react-query'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'

/** The creators on the home page, in the order of the day. The edge fills the cache under this key. */
export const promotedCreatorsQuery = queryOptions({
  queryKey: keys.promotedCreators,
  queryFn: async ({ signal }) => (await creators.getPromotedCreators.$get({}, { init: { signal } })).json(),
  staleTime: 3_600_000,
})
