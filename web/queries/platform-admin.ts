import { queryOptions } from '@tanstack/react-query'
import type { PlatformAdmin } from '../../workers/creators/creators.schema.ts'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'

/**
 * What the viewer needs as an admin of the Platform contract; null if their session is not of an admin's wallet. Asked once per visit, for
 * links and to load the code of pages: the server checks the wallet on every call.
 */
export const platformAdminQuery = (userId: number) =>
  queryOptions({
    queryKey: keys.platformAdmin(userId),
    queryFn: async ({ signal }): Promise<PlatformAdmin | null> =>
      (await (await creators.getPlatformAdmin.$get({}, { init: { signal } })).json()).admin,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
