import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { RoomMessage } from '../chat/messages.schema.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type AuditEntry, runWithAudit } from '../shared/audit-log.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import { convertRows } from '../shared/rows.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { requireAdmin } from './admin.ts'
import {
  type ConversationReason,
  type ConversationReportPage,
  closeConversationReportRequest,
  conversationReportRequest,
  conversationReportsQuery,
} from './conversation-reports.schema.ts'
import type { OrdersEnv } from './env.ts'
import { reports } from './review-tables.ts'

const KIND = 'conversation'
/** Reports on a page. */
const PAGE = 20

/** What `reports.content` has of such a report. */
interface Content {
  subjectId: number
  messages: RoomMessage[]
}

const isOpen = and(eq(reports.kind, KIND), isNull(reports.decidedAt))
const nameOf = (userId: unknown) =>
  sql<string>`coalesce((select coalesce(p.name, u.username) from users u left join profiles p on p.user_id = u.id where u.id = ${userId}), '')`

export const conversationReportRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  /**
   * Reports messages of a conversation of the caller. Copies these messages and no others, because their author may delete them before an admin
   * looks at the report.
   */
  .post('/addConversationReport', requireUser, valid('json', conversationReportRequest), async (c) => {
    const { roomId, messages: seqs, reason, text } = c.req.valid('json')
    const me = c.var.user.id
    const found = await c.env.CHAT.readReported({ roomId, userId: me, seqs }).catch((error: unknown) => {
      log('warn', 'room_unreadable', { error: describeError(error) })
      throw new ApiError('unavailable', { part: 'chat' })
    })
    if (!found) throw new ApiError('not_room_member')
    if (found.length !== seqs.length) throw new ApiError('message_unavailable')
    const subject = found.find(({ userId }) => userId !== me)
    if (!subject) throw new ApiError('forbidden')
    const content: Content = { subjectId: subject.userId, messages: found }
    const [added] = await database(c.env)
      .insert(reports)
      .values({
        kind: KIND,
        thingId: `${roomId}.${found[0]!.seq}`,
        reporterId: me,
        reason,
        text,
        createdAt: now(),
        content: JSON.stringify(content),
      })
      .onConflictDoNothing()
      .returning({ id: reports.id })
    if (!added) throw new ApiError('reported_already')
    return c.json({ status: 'success' as const })
  })
  /** Lists the open reports about messages, for admins. */
  .get('/getConversationReports', requireUser, valid('query', conversationReportsQuery), requireAdmin, async (c) => {
    const subjectId = sql<number>`${reports.content} ->> '$.subjectId'`
    const rows = await database(c.env)
      .select({
        id: reports.id,
        reason: sql<ConversationReason>`${reports.reason}`,
        text: reports.text,
        at: reports.createdAt,
        reporterId: reports.reporterId,
        reporterName: nameOf(reports.reporterId),
        subjectName: nameOf(subjectId),
        content: reports.content,
      })
      .from(reports)
      .where(and(isOpen, gt(reports.id, Number(c.req.valid('query').cursor ?? 0))))
      .orderBy(reports.id)
      .limit(PAGE + 1)
    const page: ConversationReportPage = {
      reports: convertRows('report', rows.slice(0, PAGE), ({ content, reporterId, reporterName, subjectName, ...report }) => {
        const { subjectId: id, messages } = JSON.parse(content!) as Content
        return { ...report, reporter: { id: reporterId, name: reporterName }, subject: { id, name: subjectName }, messages }
      }),
      next: rows[PAGE] ? String(rows[PAGE - 1]!.id) : null,
    }
    return c.json(page)
  })
  /** Closes a report about messages, and deletes the copies of them. For admins. */
  .post('/closeConversationReport', requireUser, valid('json', closeConversationReportRequest), requireAdmin, async (c) => {
    const { id } = c.req.valid('json')
    const db = database(c.env)
    const at = now()
    const isThis = and(isOpen, eq(reports.id, id))
    const decision: AuditEntry = {
      at,
      actor: c.var.adminWallet,
      action: 'conversationReportClosed',
      subject: String(id),
      key: opaqueId(),
      details: { kind: KIND },
      condition: sql`exists (select 1 from ${reports} where ${isThis})`,
    }
    const isClosed = await runWithAudit(db, [decision], async ([append]) => {
      const [appended] = await db.batch([db.run(append!), db.update(reports).set({ decidedAt: at, content: null }).where(isThis)])
      return appended.rowsAffected > 0
    })
    if (!isClosed) throw new ApiError('report_not_found')
    return c.json({ status: 'success' as const })
  })
