import { queryOptions } from '@tanstack/react-query'
import type { Profile, ProfileFields } from '../../../workers/auth/users.schema.ts'
import { auth, queryClient } from '../../api.ts'
import { refreshViewer } from '../../shell/viewer.ts'

/** Somebody's profile; null for one's own before there is one. */
export const profileQuery = (userId: number) =>
  queryOptions({
    queryKey: ['profile', userId],
    queryFn: async (): Promise<Profile | null> =>
      (await (await auth.getProfile.$get({ query: { userId: String(userId) } })).json()).profile,
  })

/** Saves one's own profile; resolves with whether it is new. Cards and the bar show it at once. */
export async function saveProfile(profile: ProfileFields): Promise<{ added: boolean }> {
  const saved = await (await auth.addProfile.$post({ json: { profile } })).json()
  queryClient.setQueryData(profileQuery(saved.profile.user_id).queryKey, saved.profile)
  await Promise.all([refreshViewer(), queryClient.invalidateQueries({ queryKey: ['listings'] })])
  return saved
}
