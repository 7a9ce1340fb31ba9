import { and, asc, desc, eq, inArray, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { Hono } from 'hono'
import { accounts, profiles, users } from '../auth/tables.ts'
import type { AreaVariables } from '../shared/area.ts'
import { deployment } from '../shared/chain.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { refundEvent, takeEvent } from '../shared/limits.ts'
import { readable } from '../shared/rows.ts'
import { hexOf, type RawBlock, type RawReceipt, rpc } from '../shared/rpc.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { apply, type Cursor, newestCursor } from './apply.ts'
import type { OrdersEnv } from './env.ts'
import { disputeOf, outcomeOf } from './history.ts'
import { type OrderEvent, orderEvents } from './logs.ts'
import { addOrderRequest, disputeQuery, ENDED, type Order, orderQuery, split, type Terms } from './orders.schema.ts'
import { ethPrice } from './price.ts'
import { settle } from './settle.ts'
import { chainEvents, orders } from './tables.ts'

/** Orders that have ended are listed up to this many. */
const ENDED_LISTED = 200
/** Orders that run and were agreed upon here: more than a person can have. */
const AGREED_LISTED = 1000
/** Orders that run and were not: anybody can make them by the thousand, at the price of dust, and they must not bury the others. */
const OTHERS_LISTED = 200

const sellerProfile = alias(profiles, 'seller_profile')
const buyerProfile = alias(profiles, 'buyer_profile')

const usernameOf = (id: unknown) => sql<string | null>`(select ${users.username} from ${users} where ${users.id} = ${id})`

/** Orders as people are shown them, with the names people go by now; what happened on chain comes along. */
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
  const historyOf = Map.groupBy(events, (event) => `${event.chainId} ${event.contract} ${event.orderId}`)

  const identified = rows.map((row) => ({ ...row, id: row.order.id }))
  return readable('order', identified, ({ order, seller, buyer, sellerUsername, buyerUsername }): Order => {
    const terms = JSON.parse(order.terms) as Partial<Terms>
    const { fee, sellerGets } = split(BigInt(order.price), order.feeBps)
    const happened = historyOf.get(`${order.chainId} ${order.contract} ${order.orderId}`) ?? []
    const history = happened.map((event) => ({ ...event, args: JSON.parse(event.args) as Record<string, unknown> }))
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
 * The order events of one transaction, read from the chain itself. Refuses what is pending, unknown, failed or not of our
 * OrderBook, and a node whose chain is not the one that was read up to `cursor`.
 */
async function readTransaction(env: OrdersEnv, hash: string, cursor: Cursor | null): Promise<OrderEvent[]> {
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
  // A receipt from a block that is not, or no longer, the chain's: it has yet to find its place.
  if (block?.hash !== receipt.blockHash || (cursor && read?.hash !== cursor.blockHash)) throw new ApiError('transaction_pending')
  const events = await orderEvents(chainId, orderBook, receipt.logs, new Map([[Number(block.number), Number(block.timestamp)]]))
  if (!events.length) throw new ApiError('transaction_foreign')
  return events
}

/** Which of these orders this person is a party of, by the wallets linked to them. `known` is false while no NewOrder was seen. */
async function concerns(db: Database, env: OrdersEnv, events: OrderEvent[], userId: number): Promise<{ known: boolean; mine: boolean }> {
  const { chainId, orderBook } = deployment(env)
  const numbers = [...new Set(events.map(({ orderId }) => orderId))]
  const [mine, opened] = await db.batch([
    db.select({ address: accounts.address }).from(accounts).where(eq(accounts.userId, userId)),
    db
      .select({ args: chainEvents.args })
      .from(chainEvents)
      .where(
        and(
          eq(chainEvents.chainId, chainId),
          eq(chainEvents.contract, orderBook),
          inArray(chainEvents.orderId, numbers),
          eq(chainEvents.name, 'NewOrder'),
        ),
      ),
  ])
  const stored = opened.map(({ args }) => JSON.parse(args) as Record<string, unknown>)
  const parties = [...events.filter(({ name }) => name === 'NewOrder').map(({ args }) => args), ...stored]
  const wallets = new Set<unknown>(mine.map(({ address }) => address))
  return { known: parties.length > 0, mine: parties.some(({ buyer, seller }) => wallets.has(buyer) || wallets.has(seller)) }
}

export const orderRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  /**
   * Tells the server of a transaction, so that nobody waits for the cron. Nothing of what the client says is believed: the
   * receipt is read here. Works for every OrderBook transaction of either party, any number of times.
   */
  .post('/addOrder', requireUser, valid('json', addOrderRequest), async (c) => {
    const { transactionHash, chainId } = c.req.valid('json')
    const db = database(c.env)
    const deployed = deployment(c.env)
    if (chainId !== deployed.chainId) throw new ApiError('transaction_foreign', { chainId: deployed.chainId })
    // Each reads the node, which is paid by the call; a hash that leads to an order of theirs is given back below.
    await takeEvent(c, 'transactionTold')
    const after = await newestCursor(db, deployed)
    const events = await readTransaction(c.env, transactionHash.toLowerCase(), after)
    const { known, mine } = await concerns(db, c.env, events, c.var.user.id)
    if (known && !mine) throw new ApiError('transaction_foreign')
    // Its order is not known yet, so neither are its parties; the cron brings both.
    if (!known) throw new ApiError('transaction_pending')
    // Where the cron came past meanwhile, what it found there is looked for below.
    await apply(db, deployed, events, { after })
    await settle(db, c.env)
    const [order] = await db
      .select({ id: orders.id, roomId: orders.roomId })
      .from(orders)
      .innerJoin(chainEvents, and(eq(chainEvents.chainId, orders.chainId), eq(chainEvents.contract, orders.contract)))
      .where(
        and(eq(chainEvents.orderId, orders.orderId), eq(chainEvents.transactionHash, events[0]!.transactionHash), isParty(c.var.user.id)),
      )
      .limit(1)
    if (!order) throw new ApiError('transaction_pending')
    await refundEvent(c, 'transactionTold')
    return c.json({ orderId: order.id, roomId: order.roomId })
  })
  .get('/getMyOrders', requireUser, async (c) => {
    const db = database(c.env)
    const me = c.var.user.id
    const running = and(isParty(me), notInArray(orders.status, ENDED))
    const [agreed, others, ended] = await Promise.all([
      readOrders(db, and(running, eq(orders.termsState, 'ok')), AGREED_LISTED),
      readOrders(db, and(running, ne(orders.termsState, 'ok')), OTHERS_LISTED),
      readOrders(db, and(isParty(me), inArray(orders.status, ENDED)), ENDED_LISTED),
    ])
    return c.json({ orders: [...[...agreed, ...others].sort((a, b) => b.date - a.date), ...ended] })
  })
  .get('/getOrder', requireUser, valid('query', orderQuery), async (c) => {
    const { id } = c.req.valid('query')
    const [order] = await readOrders(database(c.env), and(eq(orders.id, id), isParty(c.var.user.id)), 1)
    // Whoever is no party need not know that it exists.
    if (!order) throw new ApiError('order_not_found')
    return c.json(order)
  })
  /** The dispute of an order, also after it has ended; for its two parties. */
  .get('/getDispute', requireUser, valid('query', disputeQuery), async (c) => {
    const { orderId } = c.req.valid('query')
    const [order] = await readOrders(database(c.env), and(eq(orders.id, orderId), isParty(c.var.user.id)), 1)
    if (!order) throw new ApiError('order_not_found')
    if (!order.dispute) throw new ApiError('dispute_not_found')
    return c.json({ orderId, status: order.status_, arbitrationFeeBps: order.arbitrationFeeBps, ...order.dispute })
  })
  .get('/getPrice', async (c) => c.json({ symbol: 'ETH', ...(await ethPrice(database(c.env), c.env)) }))
