import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type AuditEntry, runWithAudit } from '../shared/audit-log.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { convertRows } from '../shared/rows.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { requireAdmin } from './admin.ts'
import type { OrdersEnv } from './env.ts'
import {
  addReportRequest,
  decideReportsRequest,
  REPORT_KINDS,
  type ReportedThing,
  type ReportKind,
  type ReportPage,
  reportsQuery,
} from './reports.schema.ts'
import { selectReviews, toReview, updateVisibility } from './review-rows.ts'
import { reports, reviews } from './review-tables.ts'

/** Reported things on a page. */
const PAGE = 20
/** Reports shown for one thing. */
const SHOWN_REPORTS = 10

/**
 * For each kind of thing: who wrote it, when its text was last changed, whether everybody sees it, the column that hides it, and the action
 * in the audit log.
 */
const THINGS = {
  review: {
    author: reviews.authorId,
    editedAt: reviews.editedAt,
    isShown: eq(reviews.visible, true),
    hiddenAt: 'hiddenAt',
    hidden: 'reviewHidden',
  },
  answer: {
    author: reviews.subjectId,
    editedAt: reviews.answerEditedAt,
    isShown: and(eq(reviews.visible, true), isNotNull(reviews.answer), isNull(reviews.answerHiddenAt)),
    hiddenAt: 'answerHiddenAt',
    hidden: 'answerHidden',
  },
} as const satisfies Record<ReportKind, object>

export const reportRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  /** Reports a visible review or its answer, once per member, and again once the text was changed after the decision. */
  .post('/addReport', requireUser, valid('json', addReportRequest), async (c) => {
    const { kind, id, reason, text } = c.req.valid('json')
    const db = database(c.env)
    const me = c.var.user.id
    const { author, editedAt, isShown } = THINGS[kind]
    const [thing] = await db
      .select({ author })
      .from(reviews)
      .where(and(eq(reviews.id, id), isShown))
    if (!thing) throw new ApiError('review_not_found')
    if (thing.author === me) throw new ApiError('forbidden')
    // Stores the text as it is now, because its author may change it before an admin looks at the report.
    const [added] = await db.all(sql`
      insert into reports (kind, thing_id, reporter_id, reason, text, created_at, content)
      select ${kind}, ${reviews.id}, ${me}, ${reason}, ${text}, ${now()}, json_object('rating', ${reviews.rating}, 'review', ${reviews.text},
        'answer', iif(${reviews.answerHiddenAt} is null, ${reviews.answer}, null))
      from ${reviews} where ${reviews.id} = ${id} and ${isShown}
      on conflict (kind, thing_id, reporter_id) do update set reason = excluded.reason, text = excluded.text,
        created_at = excluded.created_at, content = excluded.content, decided_at = null
      where ${reports.decidedAt} <= (select ${editedAt} from ${reviews} where ${reviews.id} = ${id})
      returning id`)
    if (!added) throw new ApiError('reported_already')
    return c.json({ status: 'success' as const })
  })
  /** Lists the things with open reports, for admins. */
  .get('/getReports', requireUser, valid('query', reportsQuery), requireAdmin, async (c) => {
    const db = database(c.env)
    const { cursor } = c.req.valid('query')
    const first = sql<number>`min(${reports.id})`
    const rows = await db
      .select({
        id: reports.thingId,
        kind: sql<ReportedThing['kind']>`${reports.kind}`,
        first,
        count: sql<number>`count(*)`,
        reports: sql<string>`json_group_array(json_object('reason', ${reports.reason}, 'text', ${reports.text}, 'at', ${reports.createdAt},
          'content', json(${reports.content})) order by ${reports.id})`,
      })
      .from(reports)
      .where(and(isNull(reports.decidedAt), inArray(reports.kind, REPORT_KINDS)))
      .groupBy(reports.kind, reports.thingId)
      .having(sql`${first} > ${Number(cursor ?? 0)}`)
      .orderBy(first)
      .limit(PAGE + 1)
    const page = rows.slice(0, PAGE)
    const ids = page.map(({ id }) => id)
    const reported = ids.length ? await selectReviews(db, inArray(reviews.id, ids)) : []
    const answer: ReportPage = {
      things: convertRows('report', page, ({ id, kind, count, reports: json }) => {
        const review = reported.find((row) => row.id === id)
        const list = (JSON.parse(json) as ReportedThing['reports']).slice(0, SHOWN_REPORTS)
        return { kind, id, count, reports: list, review: review ? toReview(review) : null }
      }),
      next: rows[PAGE] ? String(page.at(-1)!.first) : null,
    }
    return c.json(answer)
  })
  /** Hides a reported thing or leaves it, and closes its open reports. For admins. */
  .post('/decideReports', requireUser, valid('json', decideReportsRequest), requireAdmin, async (c) => {
    const { kind, id, action } = c.req.valid('json')
    const { hiddenAt, hidden } = THINGS[kind]
    const db = database(c.env)
    const at = now()
    const isOpen = and(eq(reports.kind, kind), eq(reports.thingId, id), isNull(reports.decidedAt))
    const hasOpen = sql`exists (select 1 from ${reports} where ${isOpen})`
    const decision: AuditEntry = {
      at,
      actor: c.var.adminWallet,
      action: action === 'hide' ? hidden : 'reportsDismissed',
      subject: id,
      key: opaqueId(),
      details: { kind },
      condition: hasOpen,
    }
    const isDecided = await runWithAudit(db, [decision], async ([append]) => {
      const [appended] = await db.batch([
        db.run(append!),
        db
          .update(reviews)
          .set({ [hiddenAt]: at })
          .where(and(eq(reviews.id, id), sql`${action} = 'hide'`, isNull(reviews[hiddenAt]), hasOpen)),
        db.run(updateVisibility(sql`id = ${id}`, at)),
        db.update(reports).set({ decidedAt: at }).where(isOpen),
      ])
      return appended.rowsAffected > 0
    })
    if (!isDecided) throw new ApiError('report_not_found')
    return c.json({ status: 'success' as const })
  })
