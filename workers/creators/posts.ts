import { and, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { idempotencyOf } from '../shared/idempotency.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { creators } from './creator-tables.ts'
import { deletePosts } from './delete-posts.ts'
import type { CreatorsEnv } from './env.ts'
import { isVisible, requireOwnPost, selectPage, selectPosts, toPosts } from './post-rows.ts'
import { posts } from './post-tables.ts'
import {
  type DraftList,
  deletePostRequest,
  draftsQuery,
  POST_LIMITS,
  type PostAnswer,
  type PostPage,
  pinPostRequest,
  postQuery,
  postRequest,
  postsQuery,
} from './posts.schema.ts'
import { hasName, requireOwnPage } from './read-folio.ts'
import { savePost } from './save-post.ts'

/** SQL condition: the post is one of the user's, whom the team has not removed as a creator. */
const isOwn = (pid: string, userId: number) =>
  sql`${posts.id} = ${pid} and ${posts.userId} = ${userId}
    and exists (select 1 from ${creators} where ${creators.userId} = ${userId} and ${creators.removedAt} is null)`

/** Throws why a member cannot change a post. */
async function explainRefusal(db: Database, pid: string, userId: number): Promise<never> {
  await requireOwnPost(db, pid, userId)
  throw new ApiError('conflict')
}

/** The posts of creators. */
export const postRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  /** Saves a new post of the caller, or a change of one. */
  .post('/addPost', requireUser, valid('json', postRequest), async (c) => {
    const request = c.req.valid('json')
    // A change needs no key: its version says which one it is.
    const idempotency = request.pid === null ? await idempotencyOf(c, 'addPost', request) : null
    return c.json(await savePost(database(c.env), c.var.user.id, { request, idempotency }))
  })

  /** Lists the published posts of a creator for everybody, pinned ones first, then the newest. */
  .get('/getPosts', valid('query', postsQuery), async (c) => {
    const { name, offset } = c.req.valid('query')
    const viewer = c.var.viewer?.id ?? 0
    const rows = await selectPage(database(c.env), hasName(name), viewer, { limit: POST_LIMITS.page + 1, offset })
    const [first] = rows
    if (!first) throw new ApiError('creator_not_found')
    const end = offset + POST_LIMITS.page
    const answer: PostPage = {
      posts: toPosts(rows.slice(0, POST_LIMITS.page)),
      next: rows[POST_LIMITS.page] && end <= POST_LIMITS.offset ? end : null,
      canPost: first.userId === viewer,
    }
    return c.json(answer)
  })

  /** Returns a published post to everybody, and a draft or a hidden post to its owner. */
  .get('/getPost', valid('query', postQuery), async (c) => {
    const { name, pid } = c.req.valid('query')
    const viewer = c.var.viewer?.id ?? 0
    const [post] = toPosts(await selectPosts(database(c.env), viewer, and(eq(posts.id, pid), hasName(name), isVisible(viewer))))
    if (!post) throw new ApiError('post_not_found')
    return c.json({ post } satisfies PostAnswer)
  })

  /** Lists the drafts of the caller's own page, the last changed first. */
  .get('/getDrafts', requireUser, valid('query', draftsQuery), async (c) => {
    const me = c.var.user.id
    const db = database(c.env)
    const isDraft = and(eq(posts.userId, me), eq(posts.draft, true))
    const [[creator], rows] = await db.batch([
      db
        .select()
        .from(creators)
        .where(hasName(c.req.valid('query').name)),
      selectPosts(db, me, isDraft)
        .orderBy(sql`coalesce(${posts.editedAt}, ${posts.createdAt}) desc, ${posts.seq} desc`)
        .limit(POST_LIMITS.drafts),
    ])
    requireOwnPage(creator, me)
    return c.json({ posts: toPosts(rows) } satisfies DraftList)
  })

  /** Deletes a post of the caller with its likes, comments and reports. */
  .post('/deletePost', requireUser, valid('json', deletePostRequest), async (c) => {
    const { pid } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const [, , , , , deleted] = await db.batch(deletePosts(db, isOwn(pid, me)))
    if (!deleted.rowsAffected) await explainRefusal(db, pid, me)
    return c.json({ status: 'success' as const })
  })

  /** Pins a published post of the caller to the top of the page, or unpins it. Doing it again changes nothing. */
  .post('/pinPost', requireUser, valid('json', pinPostRequest), async (c) => {
    const { pid, pinned } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const others = sql`(select count(*) from ${posts} p where p.user_id = ${me} and p.draft = 0 and p.pinned = 1 and p.id <> ${pid})`
    const changed = await db
      .update(posts)
      .set({ pinned })
      .where(and(isOwn(pid, me), pinned ? sql`${posts.draft} = 0 and ${others} < ${POST_LIMITS.pinned}` : undefined))
    if (!changed.rowsAffected) {
      const [mine] = await db.select({ draft: posts.draft }).from(posts).where(isOwn(pid, me))
      if (mine && !mine.draft) throw new ApiError('post_pin_limit')
      await explainRefusal(db, pid, me)
    }
    return c.json({ status: 'success' as const })
  })
