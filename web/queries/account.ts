import { queryOptions, useMutation } from '@tanstack/react-query'
import { DELETE_WORD, type OpenOrders } from '../../workers/auth/my-data.schema.ts'
import { auth } from '../lib/api.ts'
import { clearDrafts } from '../lib/drafts.ts'
import { forgetAllViewed } from '../lib/forget-viewed.ts'
import { clearOutgoing } from '../lib/outgoing-messages.ts'
import { keys } from '../lib/query-keys.ts'
import { refreshViewer } from '../session/viewer.ts'

/** The number of unfinished orders, which keep the viewer's account from being deleted. */
export const openOrdersQuery = queryOptions({
  queryKey: keys.openOrders,
  queryFn: async ({ signal }): Promise<OpenOrders> => (await auth.getOpenOrders.$get({}, { init: { signal } })).json(),
  staleTime: 0,
  gcTime: 0,
})

/** Accepts the terms and conditions. */
export const useAcceptTerms = () =>
  useMutation({
    mutationFn: async () => {
      await auth.enableAccount.$post()
      await refreshViewer()
    },
  })

/** Changes the viewer's username. */
export const useSetUsername = (onSuccess?: () => void) =>
  useMutation({
    mutationFn: async (name: string) => {
      await auth.setEmail.$post({ json: { name } })
      await refreshViewer()
    },
    onSuccess,
  })

/** Loads all data of the account, as one JSON file. */
export const useExportData = (onSuccess: (file: Blob) => void) =>
  useMutation({
    // The answer is a file, which the client's types do not describe.
    mutationFn: async () => ((await auth.exportMyData.$get()) as unknown as Response).blob(),
    onSuccess,
  })

/** Deletes the account permanently. */
export const useDeleteAccount = (onError: (error: Error) => void) =>
  useMutation({
    mutationFn: async () => {
      const answer = await (await auth.deleteAccount.$post({ json: { confirm: DELETE_WORD } })).json()
      clearDrafts()
      clearOutgoing()
      await forgetAllViewed()
      return answer
    },
    onError,
  })
