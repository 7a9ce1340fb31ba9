import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Hex } from 'viem'
import type { Deployment } from '../../contracts/addresses.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import type { AuditEntry } from '../shared/audit-log.ts'
import { type Database, database } from '../shared/db.ts'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { type RawBlock, rpc } from '../shared/rpc.ts'
import { requireUser } from '../shared/session.ts'
import { accounts } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { isAdmin, requireAdmin } from './admin.ts'
import { type Arbitration, type DisputePage, decisionFault, decisionReasonRequest, disputesQuery } from './decisions.schema.ts'
import { selectSteps, toSteps } from './deliveries.ts'
import type { OrdersEnv } from './env.ts'
import { selectEvidence, toEvidence } from './evidence.ts'
import type { OrderEvent } from './logs.ts'
import { selectOrders, toOrders } from './order-rows.ts'
import { disputeQuery, STATUS, type Terms } from './orders.schema.ts'
import { decisionReasons } from './review-tables.ts'

/** Disputes on a page. */
const PAGE = 20
const DISPUTED = sql.raw(String(STATUS.indexOf('disputed')))
/** The longest open dispute has the highest position. Anybody can dispute orders of a cent without a quote, so those come last. */
const POSITION = sql`(status_at + (terms_state <> 'ok') * 100000000000) * -1`

/**
 * Reads a dispute for an arbitrator: an open one, or one that an arbitrator has decided. Throws `arbitrator_is_party` if the member, or a
 * wallet of theirs (the one that signed in, also if it was unlinked a moment ago), is the buyer or the seller.
 */
async function readDispute(
  db: Database,
  id: string,
  userId: number,
  adminWallet: string,
): Promise<Pick<Arbitration, 'order' | 'description' | 'features'>> {
  const [rows, linked] = await Promise.all([
    selectOrders(db, sql`select id, 0 as position, null as head from orders where id = ${id}`, userId),
    db.select({ address: accounts.address }).from(accounts).where(eq(accounts.userId, userId)),
  ])
  const [order] = toOrders(rows)
  if (!order) throw new ApiError('order_not_found')
  const wallets = [adminWallet, ...linked.map(({ address }) => address)]
  const isParty = (user: number | null, wallet: string) => user === userId || wallets.includes(wallet)
  if (isParty(order.buyer_id, order.buyer) || isParty(order.seller_id, order.seller)) throw new ApiError('arbitrator_is_party')
  if (!order.dispute) throw new ApiError('dispute_not_found')
  if (STATUS[order.status_] !== 'disputed' && !order.decision) throw new ApiError('dispute_closed')
  const { description = '', features = [] } = JSON.parse(rows[0]!.order!.terms) as Partial<Terms>
  return { order: { ...order, room: null }, description, features }
}

/**
 * Why a member may not download a private file as an arbitrator; null if they may. The file must be part of a delivery or of evidence in a
 * dispute that they may open now, and `wallet`, with which they signed in, must be an admin's.
 */
export async function refuseDownload(
  env: OrdersEnv,
  { userId, wallet, path }: { userId: number; wallet: string; path: string },
): Promise<Extract<ErrorCode, 'upload_not_found' | 'chain_unavailable'> | null> {
  const db = database(env)
  const [found] = await db.all<{ orderId: string }>(sql`select o.id as orderId from media m join delivery_files f on f.media_id = m.id
      join delivery_steps s on s.id = f.step_id join orders o on o.id = s.order_id where m.id = ${path} and m.user_id = o.seller_id
    union all select o.id from media m join evidence_files f on f.media_id = m.id
      join evidence e on e.id = f.evidence_id join orders o on o.id = e.order_id
      where m.id = ${path} and m.user_id = iif(e.party = 'buyer', o.buyer_id, o.seller_id)`)
  if (!found) return 'upload_not_found'
  try {
    await readDispute(db, found.orderId, userId, wallet)
    return (await isAdmin(env, userId, wallet as Hex)) ? null : 'upload_not_found'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.code === 'chain_unavailable' ? error.code : 'upload_not_found'
  }
}

/**
 * Calls for arbitrators. The decision itself is a transaction with the contract; the server only stores the reason and records the
 * decision.
 */
export const decisionRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  .get('/getDisputes', requireUser, valid('query', disputesQuery), requireAdmin, async (c) => {
    const { cursor } = c.req.valid('query')
    const [position, id] = cursor?.split('.') ?? []
    const after = cursor ? sql`(${POSITION}, id) < (${Number(position)}, ${id})` : sql`true`
    const rows = await selectOrders(
      database(c.env),
      sql`select id, ${POSITION} as position, null as head from orders where status = ${DISPUTED} and ${after}
        order by position desc, id desc limit ${PAGE + 1}`,
      c.var.user.id,
    )
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    const answer: DisputePage = {
      orders: toOrders(page).map((order) => ({ ...order, room: null })),
      next: rows[PAGE] ? `${last!.position}.${last!.order!.id}` : null,
    }
    return c.json(answer)
  })
  .get('/getArbitration', requireUser, valid('query', disputeQuery), requireAdmin, async (c) => {
    const db = database(c.env)
    const { orderId } = c.req.valid('query')
    const dispute = await readDispute(db, orderId, c.var.user.id, c.var.adminWallet)
    const [steps, evidence] = await db.batch([selectSteps(db, orderId), selectEvidence(db, orderId)])
    const answer: Arbitration = {
      ...dispute,
      deliveries: toSteps(steps),
      evidence: toEvidence(evidence),
      wallet: c.var.adminWallet,
    }
    return c.json(answer)
  })
  /** Stores the reason before the wallet sends the decision, so that every decision made on this site has one. */
  .post('/addDecisionReason', requireUser, valid('json', decisionReasonRequest), requireAdmin, async (c) => {
    const { orderId, refund, reason } = c.req.valid('json')
    const db = database(c.env)
    const { order } = await readDispute(db, orderId, c.var.user.id, c.var.adminWallet)
    const [block] = await rpc<[RawBlock]>(c.env, ['eth_getBlockByNumber', 'latest', false])
    const fault = decisionFault(order, BigInt(refund), Number(block.timestamp))
    if (fault) throw new ApiError(fault.code, fault.details)
    const createdAt = now()
    await db
      .insert(decisionReasons)
      .values({ orderId, wallet: c.var.adminWallet, refund, reason, createdAt })
      .onConflictDoUpdate({
        target: [decisionReasons.orderId, decisionReasons.wallet, decisionReasons.refund],
        set: { reason, createdAt },
      })
    return c.json({ status: 'success' as const })
  })

interface Decision {
  id: string
  orderId: string | null
  reason: string | null
}

/**
 * The entries of the audit log for the decisions among these events. A decision that was sent without this site has no reason. The reason
 * is looked up here, before the batch: it was stored before the transaction was sent.
 */
export async function decisionEntries(
  db: Database,
  { chainId, orderBook: contract }: Pick<Deployment, 'chainId' | 'orderBook'>,
  events: OrderEvent[],
  at: number,
): Promise<AuditEntry[]> {
  const decided = events.filter(({ name }) => name === 'ResolveDispute')
  if (!decided.length) return []
  const keys = decided.map(({ id, orderId, args }) => {
    const opened = events.findLast((event) => event.name === 'NewOrder' && event.orderId === orderId)
    return { id, number: orderId, opened: opened?.id ?? null, wallet: args.by, refund: args.refundAmount }
  })
  const rows = await db.all<Decision>(sql`with decisions as (
      select value ->> '$.id' as id, value ->> '$.wallet' as wallet, value ->> '$.refund' as refund, coalesce(value ->> '$.opened', (
        select e.id from chain_events e indexed by chain_events_order where e.chain_id = ${chainId} and e.contract = ${contract}
          and e.order_id = value ->> '$.number' and e.name = 'NewOrder' order by e.block_number desc, e.log_index desc limit 1
      )) as order_id from json_each(${JSON.stringify(keys)})
    )
    select d.id, d.order_id as orderId, r.reason from decisions d
    left join decision_reasons r on r.order_id = d.order_id and r.wallet = d.wallet and r.refund = d.refund`)
  const found = new Map(rows.map((row) => [row.id, row]))
  return decided.map(({ id, orderId: number, transactionHash, blockNumber, timestamp, args }) => ({
    at,
    actor: String(args.by),
    action: 'disputeDecided',
    subject: found.get(id)?.orderId ?? `${contract} ${number}`,
    key: id,
    details: {
      chainId,
      contract,
      number,
      refund: args.refundAmount,
      arbitrationFeeBps: args.arbitrationFeeBps,
      reason: found.get(id)?.reason ?? null,
      transactionHash,
      blockNumber,
      decidedAt: timestamp,
    },
  }))
}
