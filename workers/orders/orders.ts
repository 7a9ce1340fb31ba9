import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { deployment } from '../shared/chain.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import type { Cursor } from '../shared/event-store.ts'
import { type Counting, countMore, refundEvent, takeEvent } from '../shared/limits.ts'
import { hexOf, type RawBlock, type RawReceipt, rpc } from '../shared/rpc.ts'
import { requireUser } from '../shared/session.ts'
import { accounts } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { isSellerHidden } from './agreed.ts'
import { apply, newestCursor } from './apply.ts'
import type { OrdersEnv } from './env.ts'
import { countWaiting, findOrders } from './find-orders.ts'
import { decodeLogs, type OrderEvent, type UnknownLog } from './logs.ts'
import { ordersQuery } from './order-list.schema.ts'
import { selectOrders, toOrders } from './order-rows.ts'
import { addOrderRequest, disputeQuery, type Order, orderQuery } from './orders.schema.ts'
import { finishChange } from './outbox.ts'
import { ethPrice } from './price.ts'
import { orders } from './tables.ts'
import { chainEvents } from './work-tables.ts'

const isParty = (userId: number) => or(eq(orders.buyerId, userId), eq(orders.sellerId, userId))
const isArbitrator = (userId: number) =>
  sql`(${chainEvents.name} = 'ResolveDispute' and ${chainEvents.args} ->> '$.by' in (select address from accounts where user_id = ${userId}))`

/** Reads an order of the user. To anybody else it must not show that the order exists. */
async function readOrder(db: Database, id: string, userId: number): Promise<Order> {
  const listed = sql`select id, 0 as position, null as head from orders where id = ${id} and ${isParty(userId)}`
  const [order] = toOrders(await selectOrders(db, listed, userId))
  if (!order) throw new ApiError('order_not_found')
  return order
}

/**
 * Reads the order events of one transaction from the chain. Throws if the transaction is pending, unknown, failed or not for our
 * OrderBook, or if the node's chain does not contain the cursor's block. Each of the two to four reads counts against the limit of the call.
 */
async function readTransaction(
  c: Counting & { env: OrdersEnv },
  hash: string,
  cursor: Cursor | null,
): Promise<{ events: OrderEvent[]; unknown: UnknownLog[] }> {
  const { chainId, orderBook } = deployment(c.env)
  await countMore(c, 1)
  const [receipt, transaction] = await rpc<[RawReceipt | null, object | null]>(
    c.env,
    ['eth_getTransactionReceipt', hash],
    ['eth_getTransactionByHash', hash],
  )
  if (!receipt) throw new ApiError(transaction ? 'transaction_pending' : 'transaction_not_found')
  if (receipt.status !== '0x1') throw new ApiError('transaction_failed')
  await countMore(c, 2)
  const [block, read] = await rpc<[RawBlock | null, RawBlock | null]>(
    c.env,
    ['eth_getBlockByNumber', receipt.blockNumber, false],
    ['eth_getBlockByNumber', hexOf(cursor?.blockNumber ?? 0), false],
  )
  // The block of the receipt or of the cursor is not in the node's chain, as during a reorg or on a lagging node: retry later.
  if (block?.hash !== receipt.blockHash || (cursor && read?.hash !== cursor.blockHash)) throw new ApiError('transaction_pending')
  const decoded = decodeLogs(chainId, orderBook, receipt.logs, new Map([[Number(block.number), Number(block.timestamp)]]))
  if (!decoded.events.length) throw new ApiError('transaction_foreign')
  return decoded
}

/**
 * Checks if a wallet of the user is a party of these orders, or has decided a dispute about one (`isOwn`). `isKnown` is false while the
 * NewOrder event of the orders is missing.
 */
async function checkParty(
  db: Database,
  env: OrdersEnv,
  events: OrderEvent[],
  userId: number,
): Promise<{ isKnown: boolean; isOwn: boolean }> {
  const { chainId, orderBook } = deployment(env)
  const orderIds = [...new Set(events.map(({ orderId }) => orderId))]
  const [linked, opened] = await db.batch([
    db.select({ address: accounts.address }).from(accounts).where(eq(accounts.userId, userId)),
    db
      .select({ args: chainEvents.args })
      .from(chainEvents)
      .where(
        and(
          eq(chainEvents.chainId, chainId),
          eq(chainEvents.contract, orderBook),
          inArray(chainEvents.orderId, orderIds),
          eq(chainEvents.name, 'NewOrder'),
        ),
      ),
  ])
  const stored = opened.map(({ args }) => JSON.parse(args) as Record<string, unknown>)
  const parties = [...events.filter(({ name }) => name === 'NewOrder').map(({ args }) => args), ...stored]
  const wallets = new Set<unknown>(linked.map(({ address }) => address))
  const isOfParty = parties.some(({ buyer, seller }) => wallets.has(buyer) || wallets.has(seller))
  return {
    isKnown: parties.length > 0,
    isOwn: isOfParty || events.some(({ name, args }) => name === 'ResolveDispute' && wallets.has(args.by)),
  }
}

/** Whether the cron has read the block of these events of one transaction and has stored them: storing them again changes nothing. */
async function areStored(db: Database, env: OrdersEnv, events: OrderEvent[], cursor: Cursor | null): Promise<boolean> {
  if (!cursor || events.some(({ blockNumber }) => blockNumber > cursor.blockNumber)) return false
  const { chainId, orderBook } = deployment(env)
  const stored = await db
    .select({ id: chainEvents.id, blockHash: chainEvents.blockHash })
    .from(chainEvents)
    .where(
      and(
        eq(chainEvents.chainId, chainId),
        eq(chainEvents.contract, orderBook),
        eq(chainEvents.transactionHash, events[0]!.transactionHash),
      ),
    )
  return events.every((event) => stored.some(({ id, blockHash }) => id === event.id && blockHash === event.blockHash))
}

export const orderRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  /**
   * Reports an OrderBook transaction of either party, or the decision of an arbitrator, so that they need not wait for the cron. The server
   * trusts only the hash and reads the receipt itself. Safe to repeat.
   */
  .post('/addOrder', requireUser, valid('json', addOrderRequest), async (c) => {
    const { transactionHash, chainId } = c.req.valid('json')
    const db = database(c.env)
    const deployed = deployment(c.env)
    if (chainId !== deployed.chainId) throw new ApiError('transaction_foreign', { chainId: deployed.chainId })
    // Each call reads from the node, which charges per call. The call is not counted if it stores something of the user; see below.
    await takeEvent(c, 'transactionReport')
    const after = await newestCursor(db, deployed)
    const { events, unknown } = await readTransaction(c, transactionHash.toLowerCase(), after)
    const { isKnown, isOwn } = await checkParty(db, c.env, events, c.var.user.id)
    if (isKnown && !isOwn) throw new ApiError('transaction_foreign')
    // The order and its parties are unknown until the cron reads its NewOrder event.
    if (!isKnown) throw new ApiError('transaction_pending')
    const isRepeated = await areStored(db, c.env, events, after)
    // If the cron passed this block in the meantime, `apply` changes nothing and the query below finds what the cron stored.
    if (!isRepeated) await apply(db, deployed, events, { after }, unknown)
    await finishChange(c, db)
    const me = c.var.user.id
    const [order] = await db
      .select({
        id: orders.id,
        roomId: sql<string | null>`iif(${isParty(me)} and not ${isSellerHidden('orders', me)}, ${orders.roomId}, null)`,
      })
      .from(orders)
      .innerJoin(chainEvents, and(eq(chainEvents.chainId, orders.chainId), eq(chainEvents.contract, orders.contract)))
      .where(
        and(
          eq(chainEvents.orderId, orders.orderId),
          eq(chainEvents.transactionHash, events[0]!.transactionHash),
          or(isParty(me), isArbitrator(me)),
        ),
      )
      .limit(1)
    if (!order) throw new ApiError('transaction_pending')
    if (!isRepeated) await refundEvent(c, 'transactionReport')
    return c.json({ orderId: order.id, roomId: order.roomId })
  })
  .get('/getMyOrders', requireUser, valid('query', ordersQuery), async (c) =>
    c.json(await findOrders(database(c.env), c.var.user.id, c.req.valid('query'))),
  )
  .get('/getWaitingOrders', requireUser, async (c) => c.json(await countWaiting(database(c.env), c.var.user.id)))
  .get('/getOrder', requireUser, valid('query', orderQuery), async (c) =>
    c.json(await readOrder(database(c.env), c.req.valid('query').id, c.var.user.id)),
  )
  /** Returns the dispute of an order, also after it has ended. Only for the two parties. */
  .get('/getDispute', requireUser, valid('query', disputeQuery), async (c) => {
    const { orderId } = c.req.valid('query')
    const order = await readOrder(database(c.env), orderId, c.var.user.id)
    if (!order.dispute) throw new ApiError('dispute_not_found')
    return c.json({ orderId, status: order.status_, arbitrationFeeBps: order.arbitrationFeeBps, ...order.dispute })
  })
  .get('/getPrice', async (c) => c.json({ symbol: 'ETH', ...(await ethPrice(database(c.env))) }))
