import { queryOptions } from '@tanstack/react-query'
import type { LinkedWallets } from '../../../workers/auth/users.schema.ts'
import { auth } from '../../lib/api.ts'

/** The linked wallets, and what has changed about them. */
export const walletsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async ({ signal }): Promise<LinkedWallets> => (await auth.getAccounts.$get({}, { init: { signal } })).json(),
  staleTime: 0,
})
