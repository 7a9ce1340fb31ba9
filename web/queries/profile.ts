import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FollowingPage, Profile, ProfileAnswer, ProfileBody } from '../../workers/auth/profiles.schema.ts'
import { auth, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'
import { refreshViewer } from '../session/viewer.ts'

/** A member's profile and number of followers. The edge fills the cache under this key. */
export const profileQuery = (userId: number) =>
  queryOptions({
    queryKey: keys.profile(userId),
    queryFn: async ({ signal }): Promise<ProfileAnswer> =>
      (await auth.getProfile.$get({ query: { userId: String(userId) } }, { init: { signal } })).json(),
  })

/** Saves the viewer's profile, then reloads what shows it. `added` says whether the profile is new. */
async function saveProfile(profile: ProfileBody): Promise<{ added: boolean; profile: Profile }> {
  const saved = await (await auth.addProfile.$post({ json: { profile } })).json()
  queryClient.setQueryData(profileQuery(saved.profile.user_id).queryKey, (old) => old && { ...old, profile: saved.profile })
  await Promise.all([refreshViewer(), queryClient.invalidateQueries({ queryKey: keys.listingCards })])
  return saved
}

/** {@link saveProfile} with its progress and error. */
export const useSaveProfile = (options: { onSuccess: (saved: { added: boolean }) => void; onError: (error: Error) => void }) =>
  useMutation({ mutationFn: saveProfile, ...options })

/** Follows or unfollows a member. Button and count change at once, and are restored if the server refuses. */
export function useFollow(userId: number) {
  const client = useQueryClient()
  const { queryKey } = profileQuery(userId)
  const set = (change: (old: ProfileAnswer) => Partial<ProfileAnswer>) =>
    client.setQueryData(queryKey, (old) => old && { ...old, ...change(old) })
  const setFollowed = (followed: boolean) =>
    set((old) => ({ followed, followers: old.followers + Number(followed) - Number(old.followed) }))
  return useMutation({
    mutationFn: async (follow: boolean) => (await auth[follow ? 'follow' : 'unfollow'].$post({ json: { userId } })).json(),
    onMutate: setFollowed,
    onSuccess: (answer) => set(() => answer),
    onError: (_error, follow) => setFollowed(!follow),
    onSettled: () => {
      client.invalidateQueries({ queryKey: keys.following })
      client.invalidateQueries({ queryKey: keys.listingCardsOf({ feed: 'following' }) })
    },
  })
}

/** The members that the viewer follows, and the viewer's number of followers. */
export const followingQuery = infiniteQueryOptions({
  queryKey: keys.following,
  queryFn: async ({ pageParam, signal }): Promise<FollowingPage> =>
    (await auth.getFollowing.$get({ query: { cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
})
