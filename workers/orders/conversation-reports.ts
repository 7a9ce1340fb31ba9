import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { RoomMessage } from '../chat/messages.schema.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type AuditEntry, isRecorded, runWithAudit } from '../shared/audit-log.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import { convertRows } from '../shared/rows.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { requireAdmin } from './admin.ts'
import {
  type ConversationDecision,
  type ConversationReason,
  type ConversationReportPage,
  conversationReportRequest,
  conversationReportsQuery,
  decideConversationReportRequest,
  type HiddenMessagesPage,
  MAX_ROOM_MEMBERS,
  type ReportedRoom,
} from './conversation-reports.schema.ts'
import type { OrdersEnv } from './env.ts'
import { hiddenMessages, roomsToRefresh } from './hidden-tables.ts'
import { reports } from './review-tables.ts'
import { STATUS } from './statuses.schema.ts'

const KIND = 'conversation'
/** Reports on a page. */
const PAGE = 20
/** Rooms that one run makes read which of their messages are hidden. */
const ROOMS_PER_RUN = 50

/** What `reports.content` has of such a report. */
interface Content {
  subjectId: number
  messages: RoomMessage[]
}

const isOpen = and(eq(reports.kind, KIND), isNull(reports.decidedAt))
const nameOf = (userId: unknown) =>
  sql<string>`coalesce((select coalesce(p.name, u.username) from users u left join profiles p on p.user_id = u.id where u.id = ${userId}), '')`

const isHiddenBy = (id: number) => and(eq(hiddenMessages.reportId, id), isNull(hiddenMessages.restoredAt))
const isRestoredOf = (id: number) => and(eq(hiddenMessages.reportId, id), isNotNull(hiddenMessages.restoredAt))

/** SQL: there is something to decide: the report is open, hides messages, or has hidden some that are shown again, maybe by mistake. */
function isDecidable({ id, action }: ConversationDecision): SQL {
  const hasOpen = sql`exists (select 1 from ${reports} where ${and(isOpen, eq(reports.id, id))})`
  return {
    hide: sql`(${hasOpen} or exists (select 1 from ${hiddenMessages} where ${isRestoredOf(id)}))`,
    dismiss: hasOpen,
    restore: sql`exists (select 1 from ${hiddenMessages} where ${isHiddenBy(id)})`,
  }[action]
}

/** Whether there is something to decide, and whether the member has reported it or is its subject: then somebody else decides. */
async function findParties(db: Database, decision: ConversationDecision, me: number): Promise<{ isFound: boolean; isParty: boolean }> {
  const [found] = await db.all<{ isFound: number; isParty: number }>(sql`select ${isDecidable(decision)} as isFound,
    exists (select 1 from ${reports} where ${eq(reports.kind, KIND)} and ${eq(reports.id, decision.id)}
        and (${reports.reporterId} = ${me} or ${reports.content} ->> '$.subjectId' = ${me}))
      or exists (select 1 from ${hiddenMessages} where ${hiddenMessages.reportId} = ${decision.id} and ${hiddenMessages.subjectId} = ${me})
      as isParty`)
  return { isFound: found!.isFound === 1, isParty: found!.isParty === 1 }
}

const AUDIT_ACTIONS = { hide: 'messagesHidden', dismiss: 'conversationReportClosed', restore: 'messagesRestored' } as const

/** SQL: the id of the room of the reports in a query of their table. */
const roomIdOfReport = sql<string>`substr(${reports.thingId}, 1, instr(${reports.thingId}, '.') - 1)`

/** SQL: JSON of `ReportedRoom` in a query of the reports. */
const roomOfReport = sql<string | null>`(
  select json_object('kind', iif(o.order_id is null, 'pair', 'order'),
    'members', json((select json_group_array(json_object('id', id, 'name', name) order by id) from (
      select u.id, coalesce(p.name, u.username, '') as name from room_members m join users u on u.id = m.user_id
      left join profiles p on p.user_id = u.id where m.room_id = o.id and u.deleted_at is null order by u.id limit ${MAX_ROOM_MEMBERS}))),
    'disputedOrderId', (select d.id from orders d where d.id = o.order_id and d.status = ${STATUS.indexOf('disputed')}))
  from rooms o where o.id = ${roomIdOfReport})`

/**
 * Hides the messages that the subject of a report has written and closes it, only closes it, or takes back that it hides them. The rooms
 * learn of it by the work list that is written in the same batch. Returns false, and changes nothing, if somebody else was faster.
 */
async function decide(db: Database, admin: string, decision: ConversationDecision): Promise<boolean> {
  const { id, action } = decision
  const at = now()
  const isThis = and(isOpen, eq(reports.id, id))
  const entry: AuditEntry = {
    at,
    actor: admin,
    action: AUDIT_ACTIONS[action],
    subject: String(id),
    key: opaqueId(),
    details: { kind: KIND },
    condition: isDecidable(decision),
  }
  const refresh = sql`insert into ${roomsToRefresh} (room_id, key) select distinct room_id, ${opaqueId()} from ${hiddenMessages}
    where ${hiddenMessages.reportId} = ${id} and ${isRecorded(entry)}
    on conflict (room_id) do update set key = excluded.key, tried_at = 0`
  const changes = {
    hide: [
      sql`insert into ${hiddenMessages} (room_id, seq, subject_id, report_id, hidden_at)
        select ${roomIdOfReport}, m.value ->> 'seq', ${reports.content} ->> '$.subjectId', ${reports.id}, ${at}
        from ${reports}, json_each(${reports.content}, '$.messages') m
        where ${isThis} and m.value ->> 'userId' = ${reports.content} ->> '$.subjectId'`,
      refresh,
      sql`update ${hiddenMessages} set restored_at = null, hidden_at = ${at} where ${isRestoredOf(id)}`,
    ],
    dismiss: [],
    restore: [refresh, sql`update ${hiddenMessages} set restored_at = ${at} where ${isHiddenBy(id)}`],
  }[action]
  return runWithAudit(db, [entry], async ([append]) => {
    const [appended] = await db.batch([
      db.run(append!),
      ...changes.map((change) => db.run(change)),
      db
        .update(reports)
        .set({ decidedAt: at, content: null, thingId: sql`${reports.thingId} || '.' || ${reports.id}` })
        .where(and(isThis, sql`${action} <> 'restore'`)),
    ])
    return appended.rowsAffected > 0
  })
}

/** Makes the rooms of the work list read which of their messages are hidden. Throws if one of them failed: the cron tries it again. */
export async function refreshRooms(db: Database, { CHAT: chat }: OrdersEnv): Promise<void> {
  const next = db
    .select({ roomId: roomsToRefresh.roomId })
    .from(roomsToRefresh)
    .orderBy(roomsToRefresh.triedAt, roomsToRefresh.roomId)
    .limit(ROOMS_PER_RUN)
  const rows = await db.update(roomsToRefresh).set({ triedAt: now() }).where(inArray(roomsToRefresh.roomId, next)).returning()
  if (!rows.length) return
  const isRefreshed = await chat.refreshHidden(rows.map(({ roomId }) => roomId))
  const done = rows.flatMap(({ roomId, key }, i) => (isRefreshed[i] ? [[roomId, key]] : []))
  // The key is another one if there was a decision in the meantime.
  await db.delete(roomsToRefresh).where(sql`(room_id, key) in (select value ->> 0, value ->> 1 from json_each(${JSON.stringify(done)}))`)
  if (done.length < rows.length) throw new Error(`${rows.length - done.length} rooms not refreshed`)
}

/** Reads a page of the hidden messages of reports before an id, the newest report first. */
async function readHidden(env: OrdersEnv, before: number): Promise<HiddenMessagesPage> {
  const { reportId, roomId, subjectId, seq, hiddenAt } = hiddenMessages
  const rows = await database(env)
    .select({
      id: reportId,
      at: sql<number>`min(${hiddenAt})`,
      roomId,
      subjectId,
      subjectName: nameOf(subjectId),
      seqs: sql<string>`json_group_array(${seq})`,
    })
    .from(hiddenMessages)
    .where(and(lt(reportId, before), isNull(hiddenMessages.restoredAt)))
    .groupBy(reportId)
    .orderBy(desc(reportId))
    .limit(PAGE + 1)
  const page = rows.slice(0, PAGE)
  const places = page.map((row) => ({ roomId: row.roomId, seqs: JSON.parse(row.seqs) as number[] }))
  const read = await env.CHAT.readHidden(places).catch((error: unknown) => {
    log('warn', 'rooms_unreadable', { error: describeError(error) })
    throw new ApiError('unavailable', { part: 'chat' })
  })
  return {
    hidden: page.map(({ id, at, subjectId: subject, subjectName: name }, i) => ({
      ...{ id, at, subject: { id: subject, name } },
      messages: read[i]!,
    })),
    next: rows[PAGE] ? String(page.at(-1)!.id) : null,
  }
}

export const conversationReportRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  /**
   * Reports messages of a conversation of the caller, unless a report of theirs about these is open. Copies these messages and no others,
   * because their author may delete them before an admin looks at the report.
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
        room: roomOfReport,
        content: reports.content,
      })
      .from(reports)
      .where(and(isOpen, gt(reports.id, Number(c.req.valid('query').cursor ?? 0))))
      .orderBy(reports.id)
      .limit(PAGE + 1)
    const page: ConversationReportPage = {
      reports: convertRows('report', rows.slice(0, PAGE), ({ content, room, reporterId, reporterName, subjectName, ...report }) => {
        const { subjectId: id, messages } = JSON.parse(content!) as Content
        const parties = { reporter: { id: reporterId, name: reporterName }, subject: { id, name: subjectName } }
        return { ...report, ...parties, room: room === null ? null : (JSON.parse(room) as ReportedRoom), messages }
      }),
      next: rows[PAGE] ? String(rows[PAGE - 1]!.id) : null,
    }
    return c.json(page)
  })
  /** Lists the hidden messages, for admins, with the texts that their rooms have now. */
  .get('/getHiddenMessages', requireUser, valid('query', conversationReportsQuery), requireAdmin, async (c) =>
    c.json(await readHidden(c.env, Number(c.req.valid('query').cursor ?? Number.MAX_SAFE_INTEGER))),
  )
  /**
   * Hides the reported messages or leaves them, and deletes the copies of them; or shows hidden ones again, or hides those again. For
   * admins.
   */
  .post('/decideConversationReport', requireUser, valid('json', decideConversationReportRequest), requireAdmin, async (c) => {
    const decision = c.req.valid('json')
    const db = database(c.env)
    const { isFound, isParty } = await findParties(db, decision, c.var.user.id)
    if (isParty) throw new ApiError('forbidden')
    if (!isFound || !(await decide(db, c.var.adminWallet, decision))) throw new ApiError('report_not_found')
    await refreshRooms(db, c.env).catch((error: unknown) => log('warn', 'rooms_not_refreshed', { error: describeError(error) }))
    return c.json({ status: 'success' as const })
  })
