import type { Related } from '../../workers/listings/listings.schema.ts'
import { listings } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** More services of the same seller, and of others in the same category. */
export const relatedQuery = (id: number) => ({
  queryKey: keys.relatedListings(id),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Related> =>
    (await listings.related.$get({ query: { id: String(id) } }, { init: { signal } })).json(),
})
