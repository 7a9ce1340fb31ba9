import { eq } from 'drizzle-orm'
import { blocks } from '../chat/tables.ts'
import { now } from '../shared/ids.ts'
import { sanctions } from '../shared/sanction-tables.ts'
import type { TestUser } from '../shared/testing.ts'
import { creators } from './creator-tables.ts'
import type { CommentAnswer, CommentPage, PostAnswer, PostFeedPage, PostPage, SavedPost } from './posts.schema.ts'
import { ask, db, testEnv } from './testing.ts'

/** A valid new post; `overrides` replaces fields. */
export const postBody = (name: string, overrides: Record<string, unknown> = {}) => ({
  name,
  pid: null as string | null,
  version: 0,
  content: '<p>A fox in the snow.</p>',
  link: '',
  media: [] as string[],
  draft: false,
  ...overrides,
})

export const savePost = (user: TestUser | undefined, name: string, overrides: Record<string, unknown> = {}) =>
  ask('POST', 'addPost', user, postBody(name, overrides))
/** Saves a post with an idempotency key. */
export const savePostOnce = (user: TestUser, name: string, key: string, overrides: Record<string, unknown> = {}) =>
  ask('POST', 'addPost', user, postBody(name, overrides), testEnv, { 'idempotency-key': key })

async function succeeded<Answer>(call: Promise<Response>): Promise<Answer> {
  const response = await call
  if (response.status !== 200) throw new Error(`${response.url} answered ${response.status} ${await response.text()}`)
  return response.json()
}

/** Saves a post, which must succeed. */
export const savedPost = (user: TestUser, name: string, overrides: Record<string, unknown> = {}) =>
  succeeded<SavedPost>(savePost(user, name, overrides))

export const getPost = (name: string, pid: string, as?: TestUser) => ask('GET', `getPost?name=${encodeURIComponent(name)}&pid=${pid}`, as)
export const postOf = async (name: string, pid: string, as?: TestUser) => (await succeeded<PostAnswer>(getPost(name, pid, as))).post

export const getPosts = (name: string, as?: TestUser, offset = 0) =>
  ask('GET', `getPosts?name=${encodeURIComponent(name)}&offset=${offset}`, as)
export const postsOf = (name: string, as?: TestUser, offset = 0) => succeeded<PostPage>(getPosts(name, as, offset))

export const comment = (as: TestUser | undefined, pid: string, text = 'Lovely.') => ask('POST', 'addComment', as, { pid, text })
/** Comments on a post with an idempotency key. */
export const commentOnce = (as: TestUser, pid: string, key: string, text = 'Lovely.') =>
  ask('POST', 'addComment', as, { pid, text }, testEnv, { 'idempotency-key': key })
/** Comments on a post, which must succeed. */
export const commented = (as: TestUser, pid: string, text?: string) => succeeded<CommentAnswer>(comment(as, pid, text))
export const commentsOf = (pid: string, as?: TestUser, before?: string | null) =>
  succeeded<CommentPage>(ask('GET', `getComments?pid=${pid}${before ? `&before=${before}` : ''}`, as))

export const feedOf = (feed: 'news' | 'following', as?: TestUser, before?: string | null) =>
  succeeded<PostFeedPage>(ask('GET', `getPostFeed?feed=${feed}${before ? `&before=${before}` : ''}`, as))

export const block = (blocker: TestUser, blocked: TestUser) =>
  db.insert(blocks).values({ blockerId: blocker.id, blockedId: blocked.id, createdAt: now() })

export const suspend = (user: TestUser) => db.insert(sanctions).values({ userId: user.id, kind: 'suspension', reason: 'Spam', at: now() })

/** Marks a creator as removed by the team, or as restored. */
export const setRemoved = (user: TestUser, removedAt: number | null) =>
  db.update(creators).set({ removedAt }).where(eq(creators.userId, user.id))
