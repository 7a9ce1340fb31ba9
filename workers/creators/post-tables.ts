import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Posts of creators. Triggers keep `likes` and `comments` equal to the rows of the other tables. */
export const posts = sqliteTable(
  'posts',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    /** The `pid`. */
    id: text('id').notNull(),
    userId: integer('user_id').notNull(),
    version: integer('version').notNull(),
    draft: integer('draft', { mode: 'boolean' }).notNull(),
    pinned: integer('pinned', { mode: 'boolean' }).notNull().default(false),
    /** Sanitized HTML. */
    content: text('content').notNull(),
    /** '' without one. */
    link: text('link').notNull(),
    /** JSON of `LinkPreview`; null without one. */
    preview: text('preview'),
    /** UTC seconds. */
    createdAt: integer('created_at').notNull(),
    /** When it was first published; null if never. Posts are sorted by it. */
    publishedAt: integer('published_at'),
    /** When it was last changed since it was published, or since the draft was started; null if never. */
    editedAt: integer('edited_at'),
    /** When an admin hid it; null unless it is hidden. */
    hiddenAt: integer('hidden_at'),
    likes: integer('likes').notNull().default(0),
    /** Comments that are not hidden. */
    comments: integer('comments').notNull().default(0),
    /** The `Idempotency-Key` of the request that created it, and the fingerprint of that request; null without one. */
    idempotencyKey: text('idempotency_key'),
    idempotencyHash: text('idempotency_hash'),
  },
  (t) => [
    uniqueIndex('posts_id').on(t.id),
    uniqueIndex('posts_idempotency').on(t.userId, t.idempotencyKey).where(sql`idempotency_key is not null`),
    index('posts_of_page').on(t.userId, t.draft, t.pinned, t.publishedAt, t.seq),
    index('posts_of_creator').on(t.userId, t.publishedAt, t.seq).where(sql`draft = 0 and hidden_at is null`),
    index('posts_shown').on(t.publishedAt, t.seq).where(sql`draft = 0 and hidden_at is null`),
    index('posts_hidden').on(t.hiddenAt, t.id).where(sql`hidden_at is not null`),
  ],
)

/** First positions of the pictures in the text of a post, and of those of its link preview. Smaller ones are the files below the text. */
export const POSITIONS = { text: 1000, preview: 2000 } as const

/** The files of each post, so that they are read with it and not deleted. */
export const postMedia = sqliteTable(
  'post_media',
  {
    post: integer('post').notNull(),
    mediaId: text('media_id').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.post, t.mediaId] }), index('post_media_file').on(t.mediaId)],
)

/** Who likes which post. */
export const postLikes = sqliteTable(
  'post_likes',
  {
    post: integer('post').notNull(),
    userId: integer('user_id').notNull(),
    /** UTC seconds. */
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.post, t.userId] }), index('post_likes_user').on(t.userId, t.post)],
)

/** Comments of posts. */
export const postComments = sqliteTable(
  'post_comments',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    post: integer('post').notNull(),
    userId: integer('user_id').notNull(),
    text: text('text').notNull(),
    /** UTC seconds. */
    createdAt: integer('created_at').notNull(),
    /** When an admin hid it; null unless it is hidden. */
    hiddenAt: integer('hidden_at'),
    /** The `Idempotency-Key` of the request that created it, and the fingerprint of that request; null without one. */
    idempotencyKey: text('idempotency_key'),
    idempotencyHash: text('idempotency_hash'),
  },
  (t) => [
    uniqueIndex('post_comments_id').on(t.id),
    uniqueIndex('post_comments_idempotency').on(t.userId, t.idempotencyKey).where(sql`idempotency_key is not null`),
    index('post_comments_post').on(t.post, t.seq),
    index('post_comments_user').on(t.userId, t.seq),
    index('post_comments_hidden').on(t.hiddenAt, t.id).where(sql`hidden_at is not null`),
  ],
)

/**
 * Reports of posts, comments, listings, members and pages, at most one per member and thing. A decision of an admin closes all reports of a
 * thing.
 */
export const postReports = sqliteTable(
  'post_reports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** post | comment | listing | person | page: the page of a creator */
    kind: text('kind').notNull(),
    /** The `pid` of the post, or the id of the comment, the listing, the member, or the member whose page it is. */
    thingId: text('thing_id').notNull(),
    reporterId: integer('reporter_id').notNull(),
    reason: text('reason').notNull(),
    text: text('text').notNull(),
    /** What was reported, as plain text; null once the report is closed. */
    content: text('content'),
    /** UTC seconds. */
    createdAt: integer('created_at').notNull(),
    /** UTC seconds; null while the report is open. */
    decidedAt: integer('decided_at'),
  },
  (t) => [
    uniqueIndex('post_reports_thing').on(t.kind, t.thingId, t.reporterId),
    index('post_reports_open').on(t.createdAt, t.thingId).where(sql`decided_at is null`),
    index('post_reports_reporter').on(t.reporterId, t.id),
  ],
)
