import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { FollowingPage, ProfileAnswer } from '../../workers/auth/profiles.schema.ts'
import { auth } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** A member's profile and number of followers. The edge fills the cache under this key. */
export const profileQuery = (userId: number) =>
  queryOptions({
    queryKey: keys.profile(userId),
    queryFn: async ({ signal }): Promise<ProfileAnswer> =>
      (await auth.getProfile.$get({ query: { userId: String(userId) } }, { init: { signal } })).json(),
  })

/** The members that the viewer follows, and the viewer's number of followers. */
export const followingQuery = infiniteQueryOptions({
  queryKey: keys.following,
  queryFn: async ({ pageParam, signal }): Promise<FollowingPage> =>
    (await auth.getFollowing.$get({ query: { cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
})
