import { and, asc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { picturesOf } from '../listings/richtext.schema.ts'
import { abortUnless } from '../shared/abort-unless.ts'
import { type Database, isAccountDeleted } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { type Idempotency, requireSameRequest } from '../shared/idempotency.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { PLAYED_TYPES } from '../uploads/media.schema.ts'
import { media } from '../uploads/tables.ts'
import { creators } from './creator-tables.ts'
import type { LinkPreview } from './link-previews.schema.ts'
import { readKeptPreview } from './link-previews.ts'
import { requireOwnPost } from './post-rows.ts'
import { POSITIONS, postMedia, posts } from './post-tables.ts'
import { POST_LIMITS, type PostRequest, type SavedPost } from './posts.schema.ts'
import { hasName, requireOwnPage } from './read-folio.ts'
import { ownsPage } from './save-folio.ts'

/** A request to save a post. Only one for a new post has a key. */
interface Save {
  request: PostRequest
  idempotency: Idempotency | null
}

/** The post that is saved, as it is stored before. */
type StoredPost = typeof posts.$inferSelect | undefined

/** The preview of the link: the newest one that is kept, otherwise the one that the post has of the same link. */
async function previewOf(db: Database, userId: number, link: string, stored: StoredPost): Promise<string | null> {
  if (!link) return null
  const kept = await readKeptPreview(db, userId, link)
  if (kept) return JSON.stringify(kept)
  return stored?.link === link ? stored.preview : null
}

/** The files of a post with their positions, as JSON of pairs. A file that is used twice keeps its first position. */
function filesOf({ media: ids, content }: PostRequest, preview: string | null): string {
  const { images, favicons } = preview ? (JSON.parse(preview) as LinkPreview) : { images: [], favicons: [] }
  const lists = [
    { ids, first: 0 },
    { ids: picturesOf(content), first: POSITIONS.text },
    { ids: [...images, ...favicons].map(({ id }) => id), first: POSITIONS.preview },
  ]
  const files = new Map<string, number>()
  for (const list of lists) for (const [i, id] of list.ids.entries()) if (!files.has(id)) files.set(id, list.first + i)
  return JSON.stringify([...files])
}

const isOwnFile = (userId: number, ids: string[]) =>
  and(sql`${media.id} in (select value from json_each(${JSON.stringify(ids)}))`, eq(media.userId, userId), isNotNull(media.readyAt))
const isPicture = sql`${media.kind} = 'image'`
const isPlayed = inArray(media.contentType, [...PLAYED_TYPES])

/** SQL condition: all files are finished files of the user. Those in the text are pictures, and at most one below it is a video. */
function hasFiles(userId: number, request: PostRequest) {
  const inText = picturesOf(request.content)
  const below = isOwnFile(userId, request.media)
  return sql`(select count(*) from ${media} where ${isOwnFile(userId, inText)} and ${isPicture}) = ${inText.length}
    and (select count(*) from ${media} where ${below} and (${isPicture} or ${isPlayed})) = ${request.media.length}
    and (select count(*) from ${media} where ${below} and ${media.kind} = 'video') <= 1`
}

/** SQL condition: the user may have one more draft besides this post. */
const hasRoomForDraft = (userId: number, pid: string) =>
  sql`(select count(*) from ${posts} where ${and(eq(posts.userId, userId), eq(posts.draft, true))} and ${posts.id} <> ${pid}) < ${POST_LIMITS.drafts}`

/** SQL condition: the post was created by a request of the user with this key. */
const hasKey = (userId: number, { idempotency }: Save) =>
  sql`${posts.userId} = ${userId} and ${posts.idempotencyKey} = ${idempotency?.key ?? null}`

/**
 * Finds why a post was not saved. Returns the save if it is this one: its first answer was lost. Throws `error` if there is no reason for
 * the member.
 */
async function explainRefusal(db: Database, userId: number, pid: string, save: Save, error: unknown): Promise<SavedPost> {
  const { request, idempotency } = save
  const [[creator], [created], [post], below, [has]] = await db.batch([
    db.select().from(creators).where(hasName(request.name)),
    db.select().from(posts).where(hasKey(userId, save)),
    db.select().from(posts).where(eq(posts.id, pid)),
    db
      .select({ id: postMedia.mediaId })
      .from(postMedia)
      .innerJoin(posts, eq(posts.seq, postMedia.post))
      .where(and(eq(posts.id, pid), lt(postMedia.position, POSITIONS.text)))
      .orderBy(asc(postMedia.position)),
    db.all<{ files: number; room: number }>(sql`select ${hasFiles(userId, request)} as files, ${hasRoomForDraft(userId, pid)} as room`),
  ])
  requireOwnPage(creator, userId)
  if (created && idempotency) {
    requireSameRequest(created.idempotencyHash, idempotency, { pid: created.id, version: created.version })
    return toSaved(created)
  }
  if (request.pid !== null) await requireOwnPost(db, pid, userId)
  if (post && post.version !== request.version) {
    const isSame = post.content === request.content && post.link === request.link && post.draft === request.draft
    const hasSameFiles = below.map(({ id }) => id).join() === request.media.join()
    if (isSame && hasSameFiles && post.version === request.version + 1) return toSaved(post)
    throw new ApiError('post_changed', { pid, version: post.version })
  }
  if (!has!.files) throw new ApiError('media_not_yours')
  if (request.draft && !has!.room) throw new ApiError('draft_limit')
  throw error
}

const toSaved = ({ id, version, publishedAt, createdAt, editedAt }: NonNullable<StoredPost>): SavedPost => ({
  pid: id,
  version,
  created: publishedAt ?? createdAt,
  edited: editedAt,
})

/**
 * Saves a new post, or a change of one. One batch checks everything, because the post, the creator or a file may change at the same time.
 * A published post that is saved as a draft is no longer shown; it keeps the time at which it was first published. For a repeated
 * idempotency key, returns the post that was created before; throws `idempotency_key_reused` with its pid and version if the body differs.
 */
export async function savePost(db: Database, userId: number, save: Save): Promise<SavedPost> {
  const { request, idempotency } = save
  const at = now()
  const { content: text, link, draft } = request
  const pid = request.pid ?? opaqueId()
  const [stored] =
    request.pid === null
      ? []
      : await db
          .select()
          .from(posts)
          .where(and(eq(posts.id, pid), eq(posts.userId, userId)))
  const preview = await previewOf(db, userId, link, stored)
  const isCurrent =
    request.pid === null
      ? sql`not exists (select 1 from ${posts} where ${hasKey(userId, save)})`
      : sql`exists (select 1 from ${posts} where ${and(eq(posts.id, pid), eq(posts.userId, userId), eq(posts.version, request.version))})`
  const canSave = sql`${ownsPage(userId, request.name)} and ${isCurrent} and ${hasFiles(userId, request)}
    and (${draft ? 0 : 1} or ${hasRoomForDraft(userId, pid)})`
  const content = { version: request.version + 1, draft, content: text, link, preview }
  const publishedAt = draft ? null : at
  const { key = null, fingerprint = null } = idempotency ?? {}
  const created = { createdAt: at, publishedAt, idempotencyKey: key, idempotencyHash: fingerprint }
  const seq = sql`(select ${posts.seq} from ${posts} where ${posts.id} = ${pid})`
  try {
    const [[saved]] = await db.batch([
      db
        .insert(posts)
        .values({ ...{ id: pid, userId: abortUnless(canSave, userId) }, ...content, ...created })
        .onConflictDoUpdate({
          target: posts.id,
          set: {
            ...content,
            ...(draft && { pinned: false }),
            publishedAt: sql`coalesce(${posts.publishedAt}, ${publishedAt})`,
            // A draft that is published has not been changed since.
            editedAt: sql`iif(${posts.publishedAt} is null and ${publishedAt} is not null, null, ${at})`,
          },
        })
        .returning(),
      db.delete(postMedia).where(sql`${postMedia.post} = ${seq}`),
      db.run(sql`insert into ${postMedia} (post, media_id, position) select ${seq}, m.id, f.value ->> 1
        from json_each(${filesOf(request, preview)}) f join ${media} m on m.id = f.value ->> 0
        where m.user_id = ${userId} and m.ready_at is not null`),
    ])
    return toSaved(saved!)
  } catch (error) {
    if (isAccountDeleted(error)) throw error
    return explainRefusal(db, userId, pid, save, error)
  }
}
