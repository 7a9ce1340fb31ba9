import type { ProfileAnswer } from '../../workers/auth/profiles.schema.ts'
import { auth, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'
import { profileQuery } from './profile.ts'

/**
 * Follows or unfollows a member. Button and count change at once, and are restored if the server refuses, whose error is thrown. In a file of
 * its own, because it is needed only after a press.
 */
export async function setFollowed(userId: number, followed: boolean): Promise<void> {
  const { queryKey } = profileQuery(userId)
  const set = (change: (old: ProfileAnswer) => Partial<ProfileAnswer>) =>
    queryClient.setQueryData(queryKey, (old) => old && { ...old, ...change(old) })
  const show = (isFollowed: boolean) =>
    set((old) => ({ followed: isFollowed, followers: old.followers + Number(isFollowed) - Number(old.followed) }))
  show(followed)
  try {
    const answer = await (await auth[followed ? 'follow' : 'unfollow'].$post({ json: { userId } })).json()
    set(() => answer)
  } catch (error) {
    show(!followed)
    throw error
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.following })
    void queryClient.invalidateQueries({ queryKey: keys.listingCardsOf({ feed: 'following' }) })
    void queryClient.invalidateQueries({ queryKey: keys.postFeed('following') })
  }
}
