import { queryOptions } from '@tanstack/react-query'
import { orders } from '../lib/api.ts'
import { firstKeys } from '../lib/first-keys.ts'

/** The public figures of the marketplace, counted every hour. */
export const figuresQuery = queryOptions({
  queryKey: firstKeys.figures,
  queryFn: async ({ signal }) => (await orders.getFigures.$get({}, { init: { signal } })).json(),
  staleTime: 3_600_000,
})
