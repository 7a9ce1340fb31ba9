import { queryOptions } from '@tanstack/react-query'
import type { Folio } from '../../workers/creators/folios.schema.ts'
import { ApiError } from '../lib/api-error.ts'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'

/** The page of a creator; null without such a creator. The edge fills the cache under this key. */
interface FoundFolio {
  folio: Folio | null
}

/** The page of a creator, by a name in any case. */
export const folioQuery = (name: string) =>
  queryOptions({
    queryKey: keys.folio(name),
    queryFn: async ({ signal }): Promise<FoundFolio> => {
      try {
        return await (await creators.getFolio.$get({ query: { name } }, { init: { signal } })).json()
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { folio: null }
        throw error
      }
    },
  })
