import { queryOptions } from '@tanstack/react-query'
import type { hc } from 'hono/client'
import type { Folio } from '../../workers/creators/folios.schema.ts'
import type { CreatorsApi } from '../../workers/creators/index.ts'
import { client } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { keys } from '../lib/query-keys.ts'

/** Not in api.ts with the other clients, because that file is loaded with the first page. */
const creators = client<ReturnType<typeof hc<CreatorsApi>>>('/api/creators')

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
