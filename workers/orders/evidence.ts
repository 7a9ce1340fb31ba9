import { and, asc, eq, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { abortUnless } from '../shared/abort-unless.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { idempotencyOf, requireSameRequest } from '../shared/idempotency.ts'
import { hash, now, opaqueId } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import { convertRows } from '../shared/rows.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { areUnused, filesJson, isFileError } from './attachments.ts'
import type { DeliveredFile } from './deliveries.schema.ts'
import { evidence } from './delivery-tables.ts'
import type { OrdersEnv } from './env.ts'
import {
  addEvidenceRequest,
  canonicalMessage,
  EVIDENCE_LIMITS,
  EVIDENCE_SECONDS,
  type Evidence,
  type EvidenceMessage,
  evidenceFault,
  evidenceQuery,
} from './evidence.schema.ts'
import { type Role, role as roleOf } from './orders.schema.ts'
import { finishChange } from './outbox.ts'
import { FINAL_STATUSES } from './statuses.schema.ts'
import { orders } from './tables.ts'

/** How much expired evidence one run of the cron deletes. */
const DELETED_PER_RUN = 100
/**
 * How long after the start of a dispute the buyer's first evidence is its reason (seconds). Their page sends it as soon as the dispute is
 * recorded.
 */
const REASON_SECONDS = 600

/**
 * SQL condition: the evidence `e` is the reason of the dispute of `o`. The notification about the dispute leads to it, so it has none of its
 * own. A reason that arrives later, for example because the browser was closed, has one.
 */
const isReason = sql`(e.party = 'buyer' and e.created_at < o.status_at + ${REASON_SECONDS}
  and not exists (select 1 from evidence earlier where earlier.order_id = e.order_id and earlier.party = 'buyer' and earlier.number < e.number))`

/** Selects what was submitted in an order, oldest first. */
export const selectEvidence = (db: Database, orderId: string) =>
  db
    .select({
      id: evidence.id,
      party: sql<Role>`${evidence.party}`,
      statement: evidence.statement,
      messages: evidence.messages,
      at: evidence.createdAt,
      files: filesJson('evidence_files', sql`f.evidence_id = evidence.id`),
    })
    .from(evidence)
    .where(eq(evidence.orderId, orderId))
    .orderBy(asc(evidence.number))

/** Converts the rows of {@link selectEvidence}. */
export const toEvidence = (rows: Awaited<ReturnType<typeof selectEvidence>>): Evidence[] =>
  convertRows('evidence', rows, (row) => ({
    ...row,
    messages: JSON.parse(row.messages) as EvidenceMessage[],
    files: JSON.parse(row.files) as DeliveredFile[],
  }))

interface PartyEvidence {
  role: Role
  order: { buyer_id: number | null; seller_id: number | null; status_: number }
  evidence: Evidence[]
}

/** Reads the evidence of an order for one of its parties. Throws `order_not_found` for others. */
async function readEvidence(db: Database, orderId: string, userId: number): Promise<PartyEvidence> {
  const [[order], rows] = await db.batch([
    db
      .select({ buyer_id: orders.buyerId, seller_id: orders.sellerId, status_: orders.status })
      .from(orders)
      .where(and(eq(orders.id, orderId), or(eq(orders.buyerId, userId), eq(orders.sellerId, userId)))),
    selectEvidence(db, orderId),
  ])
  const role = order && roleOf(order, userId)
  if (!role) throw new ApiError('order_not_found')
  return { role, order, evidence: toEvidence(rows) }
}

/**
 * Copies messages of the order's room, as the room has them now. Throws `message_unavailable` if one of them does not exist or was deleted,
 * and `unavailable` if the room cannot be read.
 */
async function copyMessages(env: OrdersEnv, orderId: string, order: PartyEvidence['order'], userId: number, seqs: number[]) {
  if (!seqs.length) return []
  const found = await env.CHAT.readMessages({ orderId, userId, seqs }).catch((error: unknown) => {
    log('warn', 'room_unreadable', { error: describeError(error) })
    throw new ApiError('unavailable', { part: 'chat' })
  })
  const copies = await Promise.all(
    found.map(async ({ seq, userId: authorId, at, text }): Promise<EvidenceMessage[]> => {
      const author = roleOf(order, authorId)
      if (!author) return []
      const message = { number: seq, author, at, text }
      return [{ ...message, hash: await hash(canonicalMessage(orderId, message)) }]
    }),
  )
  const messages = copies.flat()
  if (messages.length !== seqs.length) throw new ApiError('message_unavailable')
  return messages
}

export const evidenceRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  /** Stores evidence of a party while the order is disputed, and notifies the other party. No call changes or deletes it later. */
  .post('/addEvidence', requireUser, valid('json', addEvidenceRequest), async (c) => {
    const body = c.req.valid('json')
    const { orderId, statement, files } = body
    const db = database(c.env)
    const me = c.var.user.id
    const { role, order, evidence: before } = await readEvidence(db, orderId, me)
    const idempotency = await idempotencyOf(c, 'addEvidence', body)
    /** Whether this request was stored before. Throws if its key was used for a different request. */
    const isStored = async (): Promise<boolean> => {
      if (!idempotency) return false
      const [row] = await db
        .select({ hash: evidence.idempotencyHash })
        .from(evidence)
        .where(and(eq(evidence.orderId, orderId), eq(evidence.party, role), eq(evidence.idempotencyKey, idempotency.key)))
      if (row) requireSameRequest(row.hash, idempotency)
      return row !== undefined
    }
    if (await isStored()) return c.json({ evidence: before })
    const fault = evidenceFault(order, role, before)
    if (fault) throw new ApiError(fault)

    const messages = JSON.stringify(await copyMessages(c.env, orderId, order, me, body.messages))
    const [id, at, paths] = [opaqueId(), now(), JSON.stringify(files)]
    const { key = null, fingerprint = null } = idempotency ?? {}
    const partyId = sql.raw(`o.${role}_id`)
    const mine = sql`from evidence where order_id = o.id and party = ${role}`
    try {
      // The conditions repeat `evidenceFault`, because both parties and an arbitrator may act at the same time.
      await db.batch([
        db.run(sql`insert into evidence (id, order_id, number, party, statement, messages, created_at, idempotency_key, idempotency_hash)
          select ${id}, o.id, coalesce((select max(number) from evidence where order_id = o.id), 0) + 1, ${role},
            ${abortUnless(areUnused(paths, files.length, me), statement)}, ${messages}, ${at}, ${key}, ${fingerprint} from orders o
          where o.id = ${orderId} and ${partyId} = ${me} and o.status = 6 and (select count(*) ${mine}) < ${EVIDENCE_LIMITS.submissions}
            and not exists (select 1 ${mine} and idempotency_key = ${key})`),
        db.run(sql`insert into evidence_files (media_id, evidence_id, position)
          select f.value, e.id, f.key from json_each(${paths}) f join evidence e on e.id = ${id}`),
        db.run(sql`insert into outbox (order_id, user_ids, created_at) select o.id, json_array(o.buyer_id, o.seller_id), ${at}
          from evidence e join orders o on o.id = e.order_id where e.id = ${id}`),
        db.run(sql`insert into pending_notifications (source, source_id, unquoted) select 'evidence', e.id, o.terms_state <> 'ok'
          from evidence e join orders o on o.id = e.order_id where e.id = ${id} and not ${isReason}`),
      ])
    } catch (error) {
      throw isFileError(error) ? new ApiError('media_not_yours') : error
    }
    const after = await readEvidence(db, orderId, me)
    if (!after.evidence.some((one) => one.id === id) && !(await isStored()))
      throw new ApiError(evidenceFault(after.order, role, after.evidence) ?? 'evidence_closed')
    await finishChange(c, db)
    return c.json({ evidence: after.evidence })
  })
  .get('/getEvidence', requireUser, valid('query', evidenceQuery), async (c) => {
    const read = await readEvidence(database(c.env), c.req.valid('query').orderId, c.var.user.id)
    return c.json({ evidence: read.evidence })
  })

/** Selects the files of deleted evidence that the uploads area has deleted. */
export const selectDeletedFiles = sql`select f.media_id from evidence_files f where f.evidence_id = ''
  and not exists (select 1 from media m where m.id = f.media_id and m.discarded_at is null) limit ${DELETED_PER_RUN}`

/**
 * Deletes evidence whose order ended a year ago or is no longer on the chain; `at` is the time, UTC seconds. The uploads area then deletes
 * its files, and a later run the rows about them. Evidence is older than the end of its order, so the index on `created_at` leaves out the
 * newer rows.
 */
export async function deleteExpiredEvidence(db: Database, at: number): Promise<void> {
  const before = at - EVIDENCE_SECONDS
  const expired = sql`(select e.id from evidence e left join orders o on o.id = e.order_id
    where e.created_at < ${before} and (o.id is null or (o.status in ${FINAL_STATUSES} and o.status_at < ${before}))
    order by e.created_at, e.id limit ${DELETED_PER_RUN})`
  await db.batch([
    db.run(sql`update evidence_files set evidence_id = '' where evidence_id in ${expired}`),
    db.run(sql`delete from evidence where id in ${expired}`),
    db.run(sql`delete from evidence_files where media_id in (${selectDeletedFiles})`),
  ])
}
