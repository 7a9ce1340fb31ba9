import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AuditLogPage, FoundToken, SellerFees } from '../../workers/creators/settings.schema.ts'
import type { AuditAction } from '../../workers/shared/audit-actions.schema.ts'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'

/** What admins of our contracts see of their settings. The server checks the wallet on every call. */

/** The fees of a seller. */
export const sellerFeesQuery = (address: string) =>
  queryOptions({
    queryKey: keys.contractSettingsOf(`fees ${address}`),
    queryFn: async ({ signal }): Promise<SellerFees> =>
      (await creators.getCustomFees.$get({ query: { address } }, { init: { signal } })).json(),
    staleTime: 0,
    retry: false,
  })

/** The state of any ERC-20 token on each contract. */
export const tokenSettingsQuery = (address: string) =>
  queryOptions({
    queryKey: keys.contractSettingsOf(`token ${address}`),
    queryFn: async ({ signal }): Promise<FoundToken> =>
      (await creators.getTokenSettings.$get({ query: { address } }, { init: { signal } })).json(),
    staleTime: 0,
    retry: false,
  })

/** The audit log, newest first; of one kind, or of all ('all'). */
export const auditLogQuery = (action: AuditAction | 'all') =>
  infiniteQueryOptions({
    queryKey: keys.auditLog(action),
    queryFn: async ({ pageParam, signal }): Promise<AuditLogPage> => {
      const query = { cursor: pageParam ?? undefined, ...(action !== 'all' && { action }) }
      return (await creators.getAuditLog.$get({ query }, { init: { signal } })).json()
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    retry: false,
  })
