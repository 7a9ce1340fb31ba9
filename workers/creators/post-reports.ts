import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { htmlText } from '../listings/richtext.schema.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type AuditEntry, runWithAudit } from '../shared/audit-log.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { requireAdmin } from './admin.ts'
import { creators } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'
import {
  decidePostReportsRequest,
  type PostReportKind,
  type PostReportPage,
  postReportsQuery,
  reportCommentRequest,
  reportPostRequest,
} from './post-reports.schema.ts'
import { isReadable, isShown } from './post-rows.ts'
import { postComments, postReports, posts } from './post-tables.ts'
import { readReports } from './read-post-reports.ts'

/** Longest copy of a reported text (characters). */
const MAX_COPY = 4000

/** For each kind of thing: its table, and its actions in the audit log. */
const THINGS = {
  post: { table: posts, hide: 'postHidden', restore: 'postRestored' },
  comment: { table: postComments, hide: 'commentHidden', restore: 'commentRestored' },
} as const satisfies Record<PostReportKind, object>

/** The reported thing: its author, its text, and when that was last changed (UTC seconds; null if never). */
interface Reported {
  kind: PostReportKind
  id: string
  authorId: number
  content: string
  editedAt: number | null
}

/** Stores a report, once per member, and again once a post was changed after the decision. */
async function addReport(
  db: Database,
  me: number,
  { kind, id, authorId, content, editedAt }: Reported,
  about: { reason: string; text: string },
) {
  if (authorId === me) throw new ApiError('forbidden')
  const report = { ...about, content: content.slice(0, MAX_COPY).toWellFormed(), createdAt: now() }
  const [added] = await db
    .insert(postReports)
    .values({ kind, thingId: id, reporterId: me, ...report })
    .onConflictDoUpdate({
      target: [postReports.kind, postReports.thingId, postReports.reporterId],
      set: { ...report, decidedAt: null },
      setWhere: sql`${postReports.decidedAt} <= ${editedAt}`,
    })
    .returning({ id: postReports.id })
  if (!added) throw new ApiError('reported_already')
}

/** Reports of posts and comments, and what admins of the Platform contract decide about them. */
export const postReportRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  /** Reports a post that the caller can read. Copies its text as it is now, because its owner may change it. */
  .post('/reportPost', requireUser, valid('json', reportPostRequest), async (c) => {
    const { pid, ...about } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const [post] = await db
      .select({ authorId: posts.userId, content: posts.content, link: posts.link, editedAt: posts.editedAt })
      .from(posts)
      .innerJoin(creators, eq(creators.userId, posts.userId))
      .where(and(eq(posts.id, pid), isShown(me), isReadable(me)))
    if (!post) throw new ApiError('post_not_found')
    const content = [htmlText(post.content), post.link].filter(Boolean).join('\n')
    await addReport(db, me, { kind: 'post', id: pid, ...post, content }, about)
    return c.json({ status: 'success' as const })
  })

  /** Reports a comment of a post that the caller can read. */
  .post('/reportComment', requireUser, valid('json', reportCommentRequest), async (c) => {
    const { id, ...about } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const [comment] = await db
      .select({ authorId: postComments.userId, content: postComments.text })
      .from(postComments)
      .innerJoin(posts, eq(posts.seq, postComments.post))
      .innerJoin(creators, eq(creators.userId, posts.userId))
      .where(and(eq(postComments.id, id), isNull(postComments.hiddenAt), isShown(me), isReadable(me)))
    if (!comment) throw new ApiError('comment_not_found')
    await addReport(db, me, { kind: 'comment', id, ...comment, editedAt: null }, about)
    return c.json({ status: 'success' as const })
  })

  /** Lists the posts and comments with open reports, or those that are hidden, for admins. */
  .get('/getPostReports', requireUser, valid('query', postReportsQuery), requireAdmin, async (c) => {
    const { list, cursor } = c.req.valid('query')
    return c.json((await readReports(database(c.env), list, cursor)) satisfies PostReportPage)
  })

  /** Hides a reported thing or leaves it, and closes its open reports; or shows a hidden thing again. For admins. */
  .post('/decidePostReports', requireUser, valid('json', decidePostReportsRequest), requireAdmin, async (c) => {
    const { kind, id, action } = c.req.valid('json')
    const { table, hide, restore } = THINGS[kind]
    const db = database(c.env)
    const [thing] = await db.select({ authorId: table.userId }).from(table).where(eq(table.id, id))
    if (thing?.authorId === c.var.user.id && action !== 'hide') throw new ApiError('forbidden')
    const at = now()
    const isOpen = and(eq(postReports.kind, kind), eq(postReports.thingId, id), isNull(postReports.decidedAt))
    const condition: SQL =
      action === 'restore'
        ? sql`exists (select 1 from ${table} where id = ${id} and hidden_at is not null)`
        : sql`exists (select 1 from ${postReports} where ${isOpen})`
    const entry: AuditEntry = {
      at,
      actor: c.var.adminWallet,
      action: ({ hide, restore, dismiss: 'postReportsDismissed' } as const)[action],
      subject: id,
      key: opaqueId(),
      details: { kind },
      condition,
    }
    const isDecided = await runWithAudit(db, [entry], async ([append]) => {
      const [appended] = await db.batch([
        db.run(append!),
        db
          .update(table)
          .set({ hiddenAt: action === 'restore' ? null : at })
          .where(and(eq(table.id, id), sql`${action} <> 'dismiss'`, sql`(hidden_at is null) = ${action === 'hide' ? 1 : 0}`, condition)),
        db
          .update(postReports)
          .set({ decidedAt: at, content: null })
          .where(and(isOpen, sql`${action} <> 'restore'`)),
      ])
      return appended.rowsAffected > 0
    })
    if (!isDecided) throw new ApiError('report_not_found')
    return c.json({ status: 'success' as const })
  })
