import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MemberStanding, SuspendedMemberPage } from '../../workers/creators/sanctions.schema.ts'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'

/** The warnings and suspensions of a member, for admins of the Platform contract. */
export const memberStandingQuery = (userId: number) =>
  queryOptions({
    queryKey: keys.memberStanding(userId),
    queryFn: async ({ signal }): Promise<MemberStanding> =>
      (await creators.getMemberStanding.$get({ query: { userId: String(userId) } }, { init: { signal } })).json(),
    // Several reports may be about the same member.
    staleTime: 60_000,
    retry: false,
  })

/** The suspended members, the last suspended first, for admins of the Platform contract. */
export const suspendedMembersQuery = infiniteQueryOptions({
  queryKey: keys.suspendedMembers,
  queryFn: async ({ pageParam, signal }): Promise<SuspendedMemberPage> =>
    (await creators.getSuspendedMembers.$get({ query: { cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
  retry: false,
})

/** A decision about a member. `days`: null until an admin ends the suspension. */
export type Sanction = { reason: string } & ({ action: 'warn' | 'end' } | { action: 'suspend'; days: number | null })

/** Warns or suspends a member, or ends a suspension. */
export function useSanction(userId: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (sanction: Sanction) => {
      const json = { userId, reason: sanction.reason }
      if (sanction.action === 'suspend') await creators.suspendMember.$post({ json: { ...json, days: sanction.days } })
      else if (sanction.action === 'warn') await creators.warnMember.$post({ json })
      else await creators.endSuspension.$post({ json })
    },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: keys.memberStanding(userId) }),
        cache.invalidateQueries({ queryKey: keys.suspendedMembers }),
        cache.invalidateQueries({ queryKey: keys.panel }),
      ]),
  })
}
