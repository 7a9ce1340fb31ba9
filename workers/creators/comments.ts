import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { isBlockedBy } from '../chat/tables.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { shownImage, shownTitle } from '../shared/hidden-tables.ts'
import { idempotencyOf, requireSameRequest } from '../shared/idempotency.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { convertRows, readTime } from '../shared/rows.ts'
import { requireUser } from '../shared/session.ts'
import { profileCountry, profiles, shownName, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { creators } from './creator-tables.ts'
import { deleteComments } from './delete-posts.ts'
import type { CreatorsEnv } from './env.ts'
import { notifyOwner } from './notify-owner.ts'
import { isReadable, isShown } from './post-rows.ts'
import { postComments, postLikes, posts } from './post-tables.ts'
import {
  type CommentAnswer,
  type CommentPage,
  commentRequest,
  commentsQuery,
  deleteCommentRequest,
  likePostRequest,
  POST_LIMITS,
  type PostComment,
  type PostLikes,
} from './posts.schema.ts'

/** SQL: the row of a published post that the viewer may read; no row otherwise. */
const readablePost = (pid: string, viewer: number) => sql`select ${posts.seq} from ${posts}
  join ${creators} on ${creators.userId} = ${posts.userId}
  where ${posts.id} = ${pid} and ${isShown(viewer)} and ${isReadable(viewer)}`

/** SQL: like {@link readablePost}, if its owner has not blocked the member. */
const answerablePost = (pid: string, me: number) => sql`${readablePost(pid, me)} and not exists (
  select 1 from blocks b where b.blocker_id = ${posts.userId} and b.blocked_id = ${me})`

/** Throws why a member may not comment or like a post. */
async function explainRefusal(db: Database, pid: string, me: number): Promise<never> {
  const readable = await db.all(readablePost(pid, me))
  throw new ApiError(readable.length ? 'forbidden' : 'post_not_found')
}

const selectComments = (db: Database, viewer: number, condition: SQL | undefined) =>
  db
    .select({
      seq: postComments.seq,
      id: postComments.id,
      text: postComments.text,
      createdAt: postComments.createdAt,
      hiddenAt: postComments.hiddenAt,
      userId: postComments.userId,
      name: shownName,
      title: sql<string>`coalesce(${shownTitle}, '')`,
      image: shownImage(),
      country: profileCountry,
      ownerId: posts.userId,
      idempotencyHash: postComments.idempotencyHash,
    })
    .from(postComments)
    .innerJoin(posts, eq(posts.seq, postComments.post))
    .innerJoin(users, eq(users.id, postComments.userId))
    .leftJoin(profiles, eq(profiles.userId, postComments.userId))
    .where(
      and(
        condition,
        sql`(${postComments.hiddenAt} is null or ${postComments.userId} = ${viewer})`,
        sql`not ${isBlockedBy(viewer, postComments.userId)}`,
      ),
    )

type CommentRow = Awaited<ReturnType<typeof selectComments>>[number]

const toComment =
  (viewer: number) =>
  (row: CommentRow): PostComment => ({
    id: row.id,
    author: { userId: row.userId, name: row.name, title: row.title, image: row.image, country: row.country },
    text: row.text,
    created: readTime(row.createdAt),
    mine: row.userId === viewer,
    removable: viewer !== 0 && (row.userId === viewer || row.ownerId === viewer),
    hidden: row.hiddenAt !== null,
  })

/** Likes and comments of posts. */
export const commentRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  /** Likes a post, or no longer. Doing it again changes nothing. */
  .post('/likePost', requireUser, valid('json', likePostRequest), async (c) => {
    const { pid, liked } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const change = liked
      ? sql`insert into ${postLikes} (post, user_id, at) select seq, ${me}, ${now()} from (${answerablePost(pid, me)}) where true
          on conflict do nothing`
      : sql`delete from ${postLikes} where user_id = ${me} and post = (${readablePost(pid, me)})`
    const [, [post]] = await db.batch([
      db.run(change),
      db
        .select({
          likes: posts.likes,
          isLiked: sql<number>`exists (select 1 from post_likes l where l.post = posts.seq and l.user_id = ${me})`,
        })
        .from(posts)
        .where(sql`seq = (${readablePost(pid, me)})`),
    ])
    if (!post || (post.isLiked === 1) !== liked) return explainRefusal(db, pid, me)
    return c.json({ likes: post.likes, liked } satisfies PostLikes)
  })

  /** Lists the comments of a post, newest first, without those of people whom the viewer has blocked. */
  .get('/getComments', valid('query', commentsQuery), async (c) => {
    const { pid, before } = c.req.valid('query')
    const viewer = c.var.viewer?.id ?? 0
    const db = database(c.env)
    const ofPost = sql`${postComments.post} = (${readablePost(pid, viewer)})`
    const [readable, rows] = await db.batch([
      db.all(readablePost(pid, viewer)),
      selectComments(db, viewer, and(ofPost, before ? lt(postComments.seq, Number(before)) : undefined))
        .orderBy(desc(postComments.seq))
        .limit(POST_LIMITS.comments + 1),
    ])
    if (!readable.length) throw new ApiError('post_not_found')
    const page = rows.slice(0, POST_LIMITS.comments)
    const answer: CommentPage = {
      comments: convertRows('comment', page, toComment(viewer)),
      next: rows[POST_LIMITS.comments] ? String(page.at(-1)!.seq) : null,
    }
    return c.json(answer)
  })

  /** Adds a comment of the caller, who needs a name, to a published post. A request with the same idempotency key adds no second one. */
  .post('/addComment', requireUser, valid('json', commentRequest), async (c) => {
    const request = c.req.valid('json')
    const { pid, text } = request
    const me = c.var.user.id
    const db = database(c.env)
    const id = opaqueId()
    const idempotency = await idempotencyOf(c, 'addComment', request)
    const { key = null, fingerprint = null } = idempotency ?? {}
    const hasName = sql`exists (select 1 from users u left join profiles p on p.user_id = u.id
      where u.id = ${me} and coalesce(p.name, u.username, '') <> '')`
    const [, [row]] = await db.batch([
      db.run(sql`insert into ${postComments} (id, post, user_id, text, created_at, idempotency_key, idempotency_hash)
        select ${id}, seq, ${me}, ${text}, ${now()}, ${key}, ${fingerprint} from (${answerablePost(pid, me)}) where ${hasName}
        on conflict do nothing`),
      selectComments(db, me, or(eq(postComments.id, id), and(eq(postComments.userId, me), eq(postComments.idempotencyKey, key ?? '')))),
    ])
    if (!row) {
      const [named] = await db.all<{ named: number }>(sql`select ${hasName} as named`)
      if (!named!.named) throw new ApiError('username_required')
      return explainRefusal(db, pid, me)
    }
    if (row.id !== id) requireSameRequest(row.idempotencyHash, idempotency!, { id: row.id })
    else if (row.ownerId !== me) c.executionCtx.waitUntil(notifyOwner(c.env, { pid, ownerId: row.ownerId, at: row.createdAt }))
    return c.json({ comment: toComment(me)(row) } satisfies CommentAnswer)
  })

  /** Deletes a comment of the caller, or of another member on a post of the caller, who must not be removed as a creator, with its reports. */
  .post('/deleteComment', requireUser, valid('json', deleteCommentRequest), async (c) => {
    const { id } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const isRemovable = sql`${postComments.id} = ${id} and (${postComments.userId} = ${me}
      or exists (select 1 from posts p join creators c on c.user_id = p.user_id and c.removed_at is null
        where p.seq = ${postComments.post} and p.user_id = ${me}))`
    const [, deleted] = await db.batch(deleteComments(db, isRemovable))
    if (!deleted.rowsAffected) {
      const [row] = await selectComments(db, me, eq(postComments.id, id))
      throw new ApiError(row ? 'forbidden' : 'comment_not_found')
    }
    return c.json({ status: 'success' as const })
  })
