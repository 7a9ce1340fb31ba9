import { useMutation } from '@tanstack/react-query'
import type { Profile, ProfileBody } from '../../workers/auth/profiles.schema.ts'
import { auth, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'
import { refreshViewer } from '../session/viewer.ts'
import { profileQuery } from './profile.ts'

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
