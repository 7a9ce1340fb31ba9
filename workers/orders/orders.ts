import { and, asc, desc, eq, inArray, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { deployment } from '../shared/chain.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { refundEvent, takeEvent } from '../shared/limits.ts'
import { convertRows } from '../shared/rows.ts'
import { hexOf, type RawBlock, type RawReceipt, rpc } from '../shared/rpc.ts'
import { requireUser } from '../shared/session.ts'
import { accounts, profiles, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { apply, type Cursor, newestCursor } from './apply.ts'
import type { OrdersEnv } from './env.ts'
import { disputeOf, outcomeOf } from './history.ts'
import { decodeLogs, type OrderEvent, type UnknownLog } from './logs.ts'
import { addOrderRequest, disputeQuery, FINAL_STATUSES, type Order, orderQuery, split, type Terms } from './orders.schema.ts'
import { openRoomsAndNotify } from './outbox.ts'
import { ethPrice } from './price.ts'
import { chainEvents, orders } from './tables.ts'

/** Maximum number of ended orders in a list. */
const MAX_ENDED = 200
/** Maximum number of open orders with a matching quote in a list; more than any user has. */
const MAX_QUOTED = 1000
/** Maximum number of open orders without a matching quote in a list. Anybody can create thousands of them at almost no cost. */
const MAX_UNQUOTED = 200

const sellerProfile = alias(profiles, 'seller_profile')
const buyerProfile = alias(profiles, 'buyer_profile')

const usernameOf = (id: unknown) => sql<string | null>`(select ${users.username} from ${users} where ${users.id} = ${id})`

/** Reads orders with their on-chain history and the current names of their parties. */
async function readOrders(db: Database, where: SQL | undefined, limit: number): Promise<Order[]> {
  const rows = await db
    .select({
      order: orders,
      seller: { name: sellerProfile.name, image: sellerProfile.image },
      buyer: { name: buyerProfile.name, image: buyerProfile.image },
      sellerUsername: usernameOf(orders.sellerId),
      buyerUsername: usernameOf(orders.buyerId),
    })
    .from(orders)
    .leftJoin(sellerProfile, eq(sellerProfile.userId, orders.sellerId))
    .leftJoin(buyerProfile, eq(buyerProfile.userId, orders.buyerId))
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
  if (!rows.length) return []
  const keys = JSON.stringify(rows.map(({ order }) => [order.chainId, order.contract, order.orderId]))
  const events = await db
    .select()
    .from(chainEvents)
    .where(
      sql`(${chainEvents.chainId}, ${chainEvents.contract}, ${chainEvents.orderId}) in
        (select value ->> 0, value ->> 1, value ->> 2 from json_each(${keys}))`,
    )
    .orderBy(asc(chainEvents.blockNumber), asc(chainEvents.logIndex))
  const eventsByOrder = Map.groupBy(events, (event) => `${event.chainId} ${event.contract} ${event.orderId}`)

  const identified = rows.map((row) => ({ ...row, id: row.order.id }))
  return convertRows('order', identified, ({ order, seller, buyer, sellerUsername, buyerUsername }): Order => {
    const terms = JSON.parse(order.terms) as Partial<Terms>
    const { fee, sellerGets } = split(BigInt(order.price), order.feeBps)
    const eventRows = eventsByOrder.get(`${order.chainId} ${order.contract} ${order.orderId}`) ?? []
    const history = eventRows.map((event) => ({ ...event, args: JSON.parse(event.args) as Record<string, unknown> }))
    return {
      id: order.id,
      order_id: order.orderId,
      room: order.roomId,
      service_id: order.serviceId,
      title: terms.title ?? '',
      plan: terms.plan ?? '',
      hours: terms.hours ?? null,
      image: terms.picture?.id ?? null,
      picture: terms.picture ?? null,
      seller: order.seller as Order['seller'],
      buyer: order.buyer as Order['buyer'],
      seller_id: order.sellerId,
      buyer_id: order.buyerId,
      seller_name: seller?.name ?? sellerUsername ?? terms.seller?.name ?? '',
      buyer_name: buyer?.name ?? buyerUsername ?? terms.buyer?.name ?? '',
      seller_image: seller ? seller.image : (terms.seller?.image ?? null),
      buyer_image: buyer ? buyer.image : (terms.buyer?.image ?? null),
      token: order.token as Order['token'],
      price: order.price,
      feeBps: order.feeBps,
      fee: String(fee),
      sellerGets: String(sellerGets),
      arbitrationFeeBps: Number(history.find(({ name }) => name === 'NewOrder')?.args.arbitrationFeeBps ?? 0),
      status_: order.status,
      statusAt: order.statusAt,
      date: order.createdAt,
      delivery: order.delivery,
      chain_id: order.chainId,
      contract: order.contract as Order['contract'],
      terms: order.termsState as Order['terms'],
      dispute: disputeOf(history),
      outcome: outcomeOf(history),
      history: history.map(({ name, timestamp, blockNumber, transactionHash, args: { amount } }) => ({
        name,
        at: timestamp,
        block: blockNumber,
        transactionHash,
        ...(amount !== undefined && { amount: Number(amount) }),
      })),
    }
  })
}

const isParty = (userId: number) => or(eq(orders.buyerId, userId), eq(orders.sellerId, userId))

/**
 * Reads the order events of one transaction from the chain. Throws if the transaction is pending, unknown, failed or not for our
 * OrderBook, or if the node's chain does not contain the cursor's block.
 */
async function readTransaction(
  env: OrdersEnv,
  hash: string,
  cursor: Cursor | null,
): Promise<{ events: OrderEvent[]; unknown: UnknownLog[] }> {
  const { chainId, orderBook } = deployment(env)
  const [receipt, transaction] = await rpc<[RawReceipt | null, object | null]>(
    env,
    ['eth_getTransactionReceipt', hash],
    ['eth_getTransactionByHash', hash],
  )
  if (!receipt) throw new ApiError(transaction ? 'transaction_pending' : 'transaction_not_found')
  if (receipt.status !== '0x1') throw new ApiError('transaction_failed')
  const [block, read] = await rpc<[RawBlock | null, RawBlock | null]>(
    env,
    ['eth_getBlockByNumber', receipt.blockNumber, false],
    ['eth_getBlockByNumber', hexOf(cursor?.blockNumber ?? 0), false],
  )
  // The block of the receipt or of the cursor is not in the node's chain, as during a reorg or on a lagging node: retry later.
  if (block?.hash !== receipt.blockHash || (cursor && read?.hash !== cursor.blockHash)) throw new ApiError('transaction_pending')
  const decoded = await decodeLogs(chainId, orderBook, receipt.logs, new Map([[Number(block.number), Number(block.timestamp)]]))
  if (!decoded.events.length) throw new ApiError('transaction_foreign')
  return decoded
}

/** Checks if a wallet of the user is a party of these orders. `isKnown` is false while the NewOrder event of the orders is missing. */
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
  return { isKnown: parties.length > 0, isOwn: parties.some(({ buyer, seller }) => wallets.has(buyer) || wallets.has(seller)) }
}

export const orderRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  /**
   * Reports an OrderBook transaction of either party, so that they need not wait for the cron. The server trusts only the hash and reads
   * the receipt itself. Safe to repeat.
   */
  .post('/addOrder', requireUser, valid('json', addOrderRequest), async (c) => {
    const { transactionHash, chainId } = c.req.valid('json')
    const db = database(c.env)
    const deployed = deployment(c.env)
    if (chainId !== deployed.chainId) throw new ApiError('transaction_foreign', { chainId: deployed.chainId })
    // Each call reads from the node, which charges per call. The call is not counted if the hash leads to an order of the user; see below.
    await takeEvent(c, 'transactionReport')
    const after = await newestCursor(db, deployed)
    const { events, unknown } = await readTransaction(c.env, transactionHash.toLowerCase(), after)
    const { isKnown, isOwn } = await checkParty(db, c.env, events, c.var.user.id)
    if (isKnown && !isOwn) throw new ApiError('transaction_foreign')
    // The order and its parties are unknown until the cron reads its NewOrder event.
    if (!isKnown) throw new ApiError('transaction_pending')
    // If the cron passed this block in the meantime, `apply` changes nothing and the query below finds what the cron stored.
    await apply(db, deployed, events, { after }, unknown)
    await openRoomsAndNotify(db, c.env)
    const [order] = await db
      .select({ id: orders.id, roomId: orders.roomId })
      .from(orders)
      .innerJoin(chainEvents, and(eq(chainEvents.chainId, orders.chainId), eq(chainEvents.contract, orders.contract)))
      .where(
        and(eq(chainEvents.orderId, orders.orderId), eq(chainEvents.transactionHash, events[0]!.transactionHash), isParty(c.var.user.id)),
      )
      .limit(1)
    if (!order) throw new ApiError('transaction_pending')
    await refundEvent(c, 'transactionReport')
    return c.json({ orderId: order.id, roomId: order.roomId })
  })
  .get('/getMyOrders', requireUser, async (c) => {
    const db = database(c.env)
    const me = c.var.user.id
    const running = and(isParty(me), notInArray(orders.status, FINAL_STATUSES))
    const [quoted, unquoted, ended] = await Promise.all([
      readOrders(db, and(running, eq(orders.termsState, 'ok')), MAX_QUOTED),
      readOrders(db, and(running, ne(orders.termsState, 'ok')), MAX_UNQUOTED),
      readOrders(db, and(isParty(me), inArray(orders.status, FINAL_STATUSES)), MAX_ENDED),
    ])
    return c.json({ orders: [...[...quoted, ...unquoted].sort((a, b) => b.date - a.date), ...ended] })
  })
  .get('/getOrder', requireUser, valid('query', orderQuery), async (c) => {
    const { id } = c.req.valid('query')
    const [order] = await readOrders(database(c.env), and(eq(orders.id, id), isParty(c.var.user.id)), 1)
    // A user who is not a party must not learn that the order exists.
    if (!order) throw new ApiError('order_not_found')
    return c.json(order)
  })
  /** Returns the dispute of an order, also after it has ended. Only for the two parties. */
  .get('/getDispute', requireUser, valid('query', disputeQuery), async (c) => {
    const { orderId } = c.req.valid('query')
    const [order] = await readOrders(database(c.env), and(eq(orders.id, orderId), isParty(c.var.user.id)), 1)
    if (!order) throw new ApiError('order_not_found')
    if (!order.dispute) throw new ApiError('dispute_not_found')
    return c.json({ orderId, status: order.status_, arbitrationFeeBps: order.arbitrationFeeBps, ...order.dispute })
  })
  .get('/getPrice', async (c) => c.json({ symbol: 'ETH', ...(await ethPrice(database(c.env), c.env)) }))
