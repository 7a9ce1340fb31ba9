import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { CarrotEntry, Carrots } from '../../workers/auth/carrots.schema.ts'
import { auth, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The viewer's carrots, and how many can be claimed now. */
export const carrotsQuery = queryOptions({
  queryKey: keys.carrots,
  queryFn: async ({ signal }): Promise<Carrots> => (await auth.getCarrots.$get({}, { init: { signal } })).json(),
  // New ones can be claimed from `nextAt` (midnight UTC).
  staleTime: ({ state }) => Math.max(0, (state.data?.nextAt ?? 0) * 1000 - Date.now()),
})

/** The ledger of the viewer's carrots, newest first. */
export const carrotHistoryQuery = infiniteQueryOptions({
  queryKey: keys.carrotHistory,
  queryFn: async ({ pageParam, signal }): Promise<{ entries: CarrotEntry[]; next: number | null }> =>
    (await auth.getCarrotHistory.$get({ query: { before: pageParam ?? undefined } }, { init: { signal } })).json(),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => (page.next === null ? null : String(page.next)),
})

/** Claims today's carrots; resolves with how many were claimed. */
async function claimCarrots(): Promise<number> {
  const { claimed, ...carrots } = await (await auth.claimCarrots.$post({})).json()
  queryClient.setQueryData(carrotsQuery.queryKey, carrots)
  await queryClient.invalidateQueries({ queryKey: carrotHistoryQuery.queryKey })
  return claimed
}

/** {@link claimCarrots} with its progress and error. */
export const useClaimCarrots = () => useMutation({ mutationFn: claimCarrots })
