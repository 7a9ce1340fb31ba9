import type { Post } from '../../workers/creators/posts.schema.ts'
import { queryClient } from '../lib/api.ts'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'
import { changeShownPost } from './shown-posts.ts'

// In a file of its own, because it is needed only after a press.

/** The last change of each post that is being sent. */
const sending = new Map<string, Promise<unknown>>()

const show = (pid: string, isLiked: boolean) =>
  changeShownPost(pid, (post): Post => ({ ...post, liked: isLiked, likes: post.likes + Number(isLiked) - Number(post.liked) }))

/**
 * Likes a post, or takes the like back. Button and count change at once, and are restored if the server refuses, whose error is thrown. Two
 * presses are sent one after the other, because the last one must win.
 */
export async function setLiked(pid: string, isLiked: boolean): Promise<void> {
  // An older answer that is still on its way would undo the change on screen.
  await queryClient.cancelQueries({ queryKey: keys.posts })
  show(pid, isLiked)
  const mine = (sending.get(pid) ?? Promise.resolve())
    .catch(() => {})
    .then(async () => (await creators.likePost.$post({ json: { pid, liked: isLiked } })).json())
  sending.set(pid, mine)
  try {
    const answer = await mine
    if (sending.get(pid) === mine) changeShownPost(pid, (post) => ({ ...post, ...answer }))
  } catch (error) {
    if (sending.get(pid) === mine) show(pid, !isLiked)
    throw error
  } finally {
    if (sending.get(pid) === mine) sending.delete(pid)
  }
}
