import { queryOptions } from '@tanstack/react-query'
import type { OpenOrders } from '../../workers/auth/my-data.schema.ts'
import type { SessionInfo } from '../../workers/auth/sessions.schema.ts'
import type { LinkedWallets } from '../../workers/auth/users.schema.ts'
import { auth } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The linked wallets, and what has changed about them. */
export const walletsQuery = queryOptions({
  queryKey: keys.wallets,
  queryFn: async ({ signal }): Promise<LinkedWallets> => (await auth.getAccounts.$get({}, { init: { signal } })).json(),
  staleTime: 0,
})

/** The sessions of one's account. */
export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: async ({ signal }): Promise<SessionInfo[]> => (await (await auth.getSessions.$get({}, { init: { signal } })).json()).sessions,
  staleTime: 0,
})

/** How many orders keep an account from being deleted. */
export const openOrdersQuery = queryOptions({
  queryKey: keys.openOrders,
  queryFn: async ({ signal }): Promise<OpenOrders> => (await auth.getOpenOrders.$get({}, { init: { signal } })).json(),
  staleTime: 0,
  gcTime: 0,
})
