import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { InferOutput } from 'valibot'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type AuditEntry, isRecorded, runWithAudit, wasRecorded } from '../shared/audit-log.ts'
import { type Database, database } from '../shared/db.ts'
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
  type ReportedThing,
  type ReportKind,
  type ReportList,
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
 * For each kind of thing: who wrote it, when its text was last changed, whether everybody sees it, the column that hides it, and the
 * actions in the audit log.
 */
const THINGS = {
  review: {
    author: reviews.authorId,
    editedAt: reviews.editedAt,
    isShown: eq(reviews.visible, true),
    hiddenAt: 'hiddenAt',
    hide: 'reviewHidden',
    restore: 'reviewRestored',
  },
  answer: {
    author: reviews.subjectId,
    editedAt: reviews.answerEditedAt,
    isShown: and(eq(reviews.visible, true), isNotNull(reviews.answer), isNull(reviews.answerHiddenAt)),
    hiddenAt: 'answerHiddenAt',
    hide: 'answerHidden',
    restore: 'answerRestored',
  },
} as const satisfies Record<ReportKind, object>

/** SQL: the version of a review or answer. It changes with every change of the text. */
const versionOf = (kind: ReportKind) =>
  kind === 'review' ? sql<number>`coalesce(${reviews.editedAt}, 0)` : sql<number>`coalesce(${reviews.answerEditedAt}, 0)`

/** A thing of a page: its open reports as JSON, and the cursor of the page after it. */
interface Listed {
  id: string
  kind: ReportKind
  count: number
  reports: string
  cursor: string
}

const jsonOfReports = sql`json_group_array(json_object('reason', r.reason, 'text', r.text, 'at', r.created_at,
  'content', iif(json_valid(r.content), json(r.content), null))
  order by r.id)`

/** SQL: the things with open reports, the oldest report first. */
const openThings = (cursor: string | undefined): SQL => sql`
  select r.thing_id as id, r.kind, count(*) as count, ${jsonOfReports} as reports, cast(min(r.id) as text) as cursor
  from reports r where r.decided_at is null and r.kind in ('review', 'answer') group by r.kind, r.thing_id
  having min(r.id) > ${Number(cursor?.split('.')[0] ?? 0)} order by min(r.id) limit ${PAGE + 1}`

/** SQL: the hidden things, the last hidden first. */
function hiddenThings(cursor: string | undefined): SQL {
  const [at = 2 ** 40, id = '', kind = ''] = cursor?.split('.') ?? []
  const isOpen = sql`r.kind = t.kind and r.thing_id = t.id and r.decided_at is null`
  return sql`
    select t.id, t.kind, (select count(*) from reports r where ${isOpen}) as count,
      (select ${jsonOfReports} from reports r where ${isOpen}) as reports, t.at || '.' || t.id || '.' || t.kind as cursor
    from (select 'review' as kind, id, hidden_at as at from reviews where hidden_at is not null
      union all select 'answer', id, answer_hidden_at from reviews where answer_hidden_at is not null and answer is not null) t
    where (t.at, t.id, t.kind) < (${Number(at)}, ${id}, ${kind}) order by t.at desc, t.id desc, t.kind desc limit ${PAGE + 1}`
}

/** Reads a page of reported or hidden things for admins, who also see hidden answers. */
async function readReports(db: Database, list: ReportList, cursor: string | undefined): Promise<ReportPage> {
  const rows = await db.all<Listed>(list === 'open' ? openThings(cursor) : hiddenThings(cursor))
  const page = rows.slice(0, PAGE)
  const ids = page.map(({ id }) => id)
  const found = ids.length ? await selectReviews(db, inArray(reviews.id, ids)) : []
  return {
    things: convertRows('report', page, ({ kind, id, count, reports: json }): ReportedThing => {
      const row = found.find((one) => one.id === id)
      const [hiddenAt, version] = kind === 'review' ? [row?.hiddenAt, row?.editedAt] : [row?.answerHiddenAt, row?.answerEditedAt]
      return {
        ...{ kind, id, count, reports: (JSON.parse(json) as ReportedThing['reports']).slice(0, SHOWN_REPORTS) },
        author_id: !row ? null : kind === 'answer' ? row.subjectId : row.isDeleted ? null : row.authorId,
        review: row ? { ...toReview(row, row.subjectId), order_id: null } : null,
        ...{ hidden: hiddenAt != null, version: version ?? 0 },
      }
    }),
    next: rows[PAGE] ? page.at(-1)!.cursor : null,
  }
}

type Decision = InferOutput<typeof decideReportsRequest>

/** Hides a thing or leaves it, and closes its open reports, or shows a hidden one again. Returns whether it did. */
async function decide(db: Database, admin: string, { kind, id, action, version }: Decision): Promise<boolean> {
  const thing = THINGS[kind]
  const at = now()
  const isOpen = and(eq(reports.kind, kind), eq(reports.thingId, id), isNull(reports.decidedAt))
  const hasOpen = sql`exists (select 1 from ${reports} where ${isOpen})`
  const isAsSeen = sql`exists (select 1 from ${reviews} where ${reviews.id} = ${id} and ${versionOf(kind)} = ${version})`
  const isHidden = sql`exists (select 1 from ${reviews} where ${reviews.id} = ${id} and ${isNotNull(reviews[thing.hiddenAt])})`
  // A review that can no longer be read has no version, so its reports can always be dismissed.
  const isGone = sql`not exists (select 1 from ${reviews} where ${reviews.id} = ${id})`
  const condition = {
    // What was shown again by mistake is hidden without another report, as the admin has seen it.
    hide: sql`not ${isHidden} and (${hasOpen} or (${wasRecorded(thing.restore, id)} and ${isAsSeen}))`,
    dismiss: sql`${hasOpen} and (${isAsSeen} or ${isGone})`,
    restore: sql`${isHidden} and ${isAsSeen}`,
  }[action]
  const entry: AuditEntry = {
    at,
    actor: admin,
    action: action === 'dismiss' ? 'reportsDismissed' : thing[action],
    subject: id,
    key: opaqueId(),
    details: { kind },
    condition,
  }
  return runWithAudit(db, [entry], async ([append]) => {
    const [appended] = await db.batch([
      db.run(append!),
      db
        .update(reviews)
        .set({ [thing.hiddenAt]: action === 'hide' ? at : null })
        .where(and(eq(reviews.id, id), sql`${action} <> 'dismiss'`, isRecorded(entry))),
      db.run(updateVisibility(sql`id = ${id}`, at)),
      db
        .update(reports)
        .set({ decidedAt: at })
        .where(and(isOpen, sql`${action} <> 'restore'`, isRecorded(entry))),
    ])
    return appended.rowsAffected > 0
  })
}

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
  /** Lists the things with open reports, or those that are hidden, for admins. */
  .get('/getReports', requireUser, valid('query', reportsQuery), requireAdmin, async (c) => {
    const { list, cursor } = c.req.valid('query')
    return c.json(await readReports(database(c.env), list, cursor))
  })
  /** Hides a reported thing or leaves it, and closes its open reports; or shows a hidden thing again. For admins. */
  .post('/decideReports', requireUser, valid('json', decideReportsRequest), requireAdmin, async (c) => {
    const decision = c.req.valid('json')
    const { kind, id, action } = decision
    const db = database(c.env)
    const read = async () =>
      (
        await db
          .select({ author: THINGS[kind].author, reviewer: reviews.authorId, reviewed: reviews.subjectId, version: versionOf(kind) })
          .from(reviews)
          .where(eq(reviews.id, id))
      )[0]
    const before = await read()
    const me = c.var.user.id
    // Nobody decides about a review between themselves and somebody else, but authors may hide their own text.
    const isParty = before?.reviewer === me || before?.reviewed === me
    if (isParty && !(action === 'hide' && before.author === me)) throw new ApiError('forbidden')
    if (await decide(db, c.var.adminWallet, decision)) return c.json({ status: 'success' as const })
    const thing = await read()
    throw new ApiError(thing && thing.version !== decision.version ? 'conflict' : 'report_not_found')
  })
