import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { isBlockedBy } from '../chat/tables.ts'
import { htmlText } from '../listings/richtext.schema.ts'
import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { shownImage, shownTitle } from '../shared/hidden-tables.ts'
import { convertRows, readTime } from '../shared/rows.ts'
import { profileCountry, profiles } from '../shared/tables.ts'
import type { Media } from '../uploads/media.schema.ts'
import { creators } from './creator-tables.ts'
import { cutText, DERIVED_DESCRIPTION, DERIVED_TITLE } from './cut-text.ts'
import type { LinkPreview } from './link-previews.schema.ts'
import { POSITIONS, posts } from './post-tables.ts'
import type { Post } from './posts.schema.ts'
import { requireOwnPage } from './read-folio.ts'

/** SQL: JSON of all files of a post: of its text, of its preview and below its text. */
export const files = sql<string>`(
  select json_group_array(json_object('position', f.position, 'media', json_object('id', m.id, 'kind', m.kind, 'width', m.width,
    'height', m.height, 'placeholder', m.placeholder, 'poster', m.poster)) order by f.position)
  from post_media f join media m on m.id = f.media_id where f.post = ${posts.seq} and m.ready_at is not null)`

/** The columns of a post, for a query that joins creators and profiles. `viewer` is the viewer's user id, 0 for a guest. */
const postColumns = (viewer: number) => ({
  id: posts.id,
  seq: posts.seq,
  publishedAt: posts.publishedAt,
  createdAt: posts.createdAt,
  editedAt: posts.editedAt,
  hiddenAt: posts.hiddenAt,
  version: posts.version,
  draft: posts.draft,
  pinned: posts.pinned,
  content: posts.content,
  link: posts.link,
  preview: posts.preview,
  likes: posts.likes,
  comments: posts.comments,
  files,
  liked: sql<number>`exists (select 1 from post_likes l where l.post = ${posts.seq} and l.user_id = ${viewer})`,
  userId: creators.userId,
  creatorName: creators.name,
  name: sql<string>`coalesce(${profiles.name}, ${creators.name})`,
  ownerTitle: sql<string>`coalesce(${shownTitle}, '')`,
  image: shownImage(),
  country: profileCountry,
})

/**
 * SQL condition: the viewer may read posts of this creator. The team has not removed the creator, and the viewer has not blocked them.
 */
export const isReadable = (viewer: number) => sql`${creators.removedAt} is null and not ${isBlockedBy(viewer, creators.userId)}`

/** SQL condition: the viewer sees this post in lists. Its owner also sees it while an admin hides it. */
export const isShown = (viewer: number) => sql`${posts.draft} = 0 and (${posts.hiddenAt} is null or ${posts.userId} = ${viewer})`

/** SQL condition: the viewer sees the page of this post, which its owner also sees while it is a draft. */
export const isVisible = (viewer: number) => sql`(${isShown(viewer)} or ${posts.userId} = ${viewer})`

/** Throws why a member cannot change a post, unless it is theirs. A post that they may not see is not found. */
export async function requireOwnPost(db: Database, pid: string, userId: number): Promise<void> {
  const isReadableOrOwn = sql`(${isReadable(userId)} or ${posts.userId} = ${userId})`
  const [row] = await db
    .select({ creator: creators })
    .from(posts)
    .innerJoin(creators, eq(creators.userId, posts.userId))
    .where(and(eq(posts.id, pid), isVisible(userId), isReadableOrOwn))
  if (!row) throw new ApiError('post_not_found')
  requireOwnPage(row.creator, userId)
}

/** Selects posts with their creators. */
export const selectPosts = (db: Database, viewer: number, condition: SQL | undefined) =>
  db
    .select(postColumns(viewer))
    .from(posts)
    .innerJoin(creators, eq(creators.userId, posts.userId))
    .leftJoin(profiles, eq(profiles.userId, posts.userId))
    .where(and(isReadable(viewer), condition))

type PostRow = Awaited<ReturnType<typeof selectPosts>>[number]

/** Removes the pictures that are not stored any more from a preview. */
function withPictures(preview: LinkPreview, stored: Set<string>): LinkPreview {
  const isStored = ({ id }: Media) => stored.has(id)
  return { ...preview, images: preview.images.filter(isStored), favicons: preview.favicons.filter(isStored) }
}

/** The title and the description of a post: from its text, otherwise from the preview, otherwise from the address of its link. */
function deriveTexts(content: string, link: string, preview: LinkPreview | null): Pick<Post, 'title' | 'description'> {
  const text = htmlText(content)
  const first =
    text
      .split('\n')
      .find((line) => line.trim())
      ?.trim() ?? ''
  const whole = text.replace(/\s+/g, ' ')
  return {
    title: cutText(first || preview?.title || (link ? new URL(link).hostname : ''), DERIVED_TITLE),
    description: cutText(whole || preview?.description || '', DERIVED_DESCRIPTION),
  }
}

/** A stored file with its position, see POSITIONS. */
export type PlacedFile = { position: number; media: Media }

/** Parses the stored files of a post, and its preview with the pictures that are still stored. Throws if one is damaged. */
export function parseFiles(row: { files: string; preview: string | null }): { all: PlacedFile[]; preview: LinkPreview | null } {
  const all = JSON.parse(row.files) as PlacedFile[]
  const stored = row.preview === null ? null : (JSON.parse(row.preview) as LinkPreview)
  return { all, preview: stored && withPictures(stored, new Set(all.map(({ media }) => media.id))) }
}

/** Converts a row to a post. Throws if the row is damaged. */
function toPost(row: PostRow): Post {
  const { all, preview } = parseFiles(row)
  return {
    pid: row.id,
    creatorName: row.creatorName,
    owner: { userId: row.userId, name: row.name, title: row.ownerTitle, image: row.image, country: row.country },
    content: row.content,
    ...deriveTexts(row.content, row.link, preview),
    link: row.link,
    preview,
    media: all.filter(({ position }) => position < POSITIONS.text).map(({ media }) => media),
    draft: row.draft,
    pinned: row.pinned,
    hidden: row.hiddenAt !== null,
    created: readTime(row.publishedAt ?? row.createdAt),
    edited: row.editedAt === null ? null : readTime(row.editedAt),
    version: row.version,
    likes: row.likes,
    liked: row.liked === 1,
    comments: row.comments,
  }
}

const hasPost = (row: { seq: number | null }): row is PostRow => row.seq !== null

/** Converts rows to posts. A damaged one is left out, and a row without a post. */
export const toPosts = (rows: { seq: number | null }[]): Post[] => convertRows('post', rows.filter(hasPost), toPost)

/**
 * Selects a page of a creator's published posts, pinned ones first, in one statement. A creator without posts has one row, whose columns of
 * posts are null; a name that no creator has, or a removed creator, has no row.
 */
export const selectPage = (db: Database, hasThisName: SQL, viewer: number, { limit, offset }: { limit: number; offset: number }) =>
  db
    .select(postColumns(viewer))
    .from(creators)
    .leftJoin(profiles, eq(profiles.userId, creators.userId))
    .leftJoin(
      posts,
      sql`${posts.seq} in (select p.seq from posts p where p.user_id = ${creators.userId} and p.draft = 0
        and (p.hidden_at is null or p.user_id = ${viewer}) and not ${isBlockedBy(viewer, creators.userId)}
        order by p.pinned desc, p.published_at desc, p.seq desc limit ${limit} offset ${offset})`,
    )
    .where(and(hasThisName, isNull(creators.removedAt)))
    .orderBy(desc(posts.pinned), desc(posts.publishedAt), desc(posts.seq))
