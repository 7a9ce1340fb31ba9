import { queryOptions, useMutation } from '@tanstack/react-query'
import type { LinkedWallets } from '../../workers/auth/users.schema.ts'
import { auth, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'
import { refreshViewer } from '../session/viewer.ts'

/** The linked wallets, and notices about recently added and removed ones. */
export const walletsQuery = queryOptions({
  queryKey: keys.wallets,
  queryFn: async ({ signal }): Promise<LinkedWallets> => (await auth.getAccounts.$get({}, { init: { signal } })).json(),
  staleTime: 0,
})

/** Loads the viewer and the wallets again, after a wallet was linked or unlinked. */
export const refreshWallets = (): Promise<unknown> =>
  Promise.all([refreshViewer(), queryClient.invalidateQueries({ queryKey: keys.wallets })])

/** Unlinks a wallet by its address. */
export const useUnlinkWallet = (onSuccess: () => void) =>
  useMutation({
    mutationFn: async (account: string) => (await auth.removeAccount.$post({ json: { account } })).json(),
    onSuccess: async () => {
      await refreshWallets()
      onSuccess()
    },
  })

/** Removes a notice about an added or removed wallet, by its id. */
export const useDismissWalletChange = () =>
  useMutation({
    mutationFn: (id: number) => auth.dismissWalletChange.$post({ json: { id } }),
    onSuccess: (_, dismissed) => {
      queryClient.setQueryData(
        walletsQuery.queryKey,
        (before) => before && { ...before, changes: before.changes.filter(({ id }) => id !== dismissed) },
      )
    },
  })
