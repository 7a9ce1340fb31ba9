import { eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { auditLog } from '../shared/audit-tables.ts'
import type { Database } from '../shared/db.ts'
import { shownImage } from '../shared/hidden-tables.ts'
import { convertRows } from '../shared/rows.ts'
import { profiles, users } from '../shared/tables.ts'
import { isSellerHidden } from './agreed.ts'
import { DEFAULT_REVISIONS, type DeliveryStep } from './deliveries.schema.ts'
import { EVENT_ORDER, REPEATED_EVENTS } from './event-order.schema.ts'
import { decisionOf, disputeOf, outcomeOf } from './history.ts'
import { type Order, STATUS, split, type Terms } from './orders.schema.ts'
import { orders } from './tables.ts'
import { chainEvents } from './work-tables.ts'

const DELIVERED = STATUS.indexOf('delivered')

const sellerProfile = alias(profiles, 'seller_profile')
const buyerProfile = alias(profiles, 'buyer_profile')

const usernameOf = (id: unknown) => sql<string | null>`(select ${users.username} from ${users} where ${users.id} = ${id})`

/** The events that are shown and happen at most twice in an order; not Owed, because `getOwed` says what is owed now, see `owedTo`. */
const SINGLE = [...new Set(EVENT_ORDER.flat())].filter((name) => ![...REPEATED_EVENTS, 'Owed'].includes(name))
/** How many events of a repeated name are shown: this many of the first ones, and as many of the newest ones. */
export const MAX_REPEATED = 25

/** The row ids of events of the order, read from the index alone. */
const eventsWhere = (name: SQL) => sql`select rowid from chain_events indexed by chain_events_history
  where chain_id = ${orders.chainId} and contract = ${orders.contract} and order_id = ${orders.orderId} and ${name}`
const firstAndNewest = REPEATED_EVENTS.flatMap((name) =>
  [sql`block_number, log_index`, sql`block_number desc, log_index desc`].map(
    (order) => sql`select * from (${eventsWhere(sql`name = ${name}`)} order by ${order} limit ${MAX_REPEATED})`,
  ),
)

/**
 * The order's events in chain order, as JSON, without those in the middle of a dispute with many changes. `args` stays text, because SQLite
 * refuses all rows if it parses one that is damaged. `log` is what the audit log has about a decision.
 */
const history = sql<string>`(select json_group_array(json_object('name', ${chainEvents.name}, 'timestamp', ${chainEvents.timestamp},
    'block', ${chainEvents.blockNumber}, 'transactionHash', ${chainEvents.transactionHash}, 'args', ${chainEvents.args},
    'log', iif(${chainEvents.name} = 'ResolveDispute',
      (select ${auditLog.details} from ${auditLog} where ${auditLog.key} = ${chainEvents.id}), null))
    order by ${chainEvents.blockNumber}, ${chainEvents.logIndex})
  from ${chainEvents} where ${chainEvents}.rowid in (
    ${sql.join([eventsWhere(inArray(sql`name`, SINGLE)), ...firstAndNewest], sql` union all `)}))`

/** The arguments of the order's Owed events, a JSON list of JSON texts. There is at most one for each party. */
const owed = sql<string>`(select json_group_array(${chainEvents.args}) from ${chainEvents}
  where ${chainEvents}.rowid in (${eventsWhere(sql`name = 'Owed'`)}))`

// `events` is left out, because it has the id of every event of the order.
const { events: _, ...columns } = getTableColumns(orders)

interface StoredEvent {
  name: string
  timestamp: number
  block: number
  transactionHash: string
  args: string
  log: string | null
}

interface OrderRow {
  order: Omit<typeof orders.$inferSelect, 'events'>
  seller: { name: string | null; image: string | null } | null
  buyer: { name: string | null; image: string | null } | null
  sellerUsername: string | null
  buyerUsername: string | null
  history: string
  owed: string
  lastStep: DeliveryStep['kind'] | null
  /** 1 if the reader may not know the seller yet. */
  isSellerHidden: number
}

/** A row of a list. `head` is what the list says about all of its orders. A list without orders has one row, whose `order` is null. */
interface ListedRow extends Omit<OrderRow, 'order'> {
  order: OrderRow['order'] | null
  position: number | null
  head: string | null
}

/**
 * Reads orders with their on-chain history and the current names of their parties, in one statement, for a user. `listed` is a query with
 * the columns `id`, `position` (the highest comes first) and `head` of {@link ListedRow}.
 */
export const selectOrders = (db: Database, listed: SQL, userId: number): Promise<ListedRow[]> =>
  db
    .select({
      order: columns,
      seller: { name: sellerProfile.name, image: shownImage(sellerProfile) },
      buyer: { name: buyerProfile.name, image: shownImage(buyerProfile) },
      sellerUsername: usernameOf(orders.sellerId),
      buyerUsername: usernameOf(orders.buyerId),
      history,
      owed,
      lastStep: sql<
        DeliveryStep['kind'] | null
      >`(select kind from delivery_steps s where s.order_id = ${orders.id} order by s.number desc limit 1)`,
      isSellerHidden: sql<number>`${isSellerHidden('orders', userId)}`,
      position: sql<number | null>`listed.position`,
      head: sql<string | null>`listed.head`,
    })
    .from(sql`(${listed}) as listed`)
    .leftJoin(orders, eq(orders.id, sql`listed.id`))
    .leftJoin(sellerProfile, eq(sellerProfile.userId, orders.sellerId))
    .leftJoin(buyerProfile, eq(buyerProfile.userId, orders.buyerId))
    .orderBy(sql`listed.position desc, listed.id desc`)

/** What a reader who may not know the seller yet sees instead. */
const HIDDEN_SELLER = { room: null, seller_id: null, seller_name: '', seller_image: null }

function toOrder({ order, seller, buyer, sellerUsername, buyerUsername, history: events, lastStep, ...row }: OrderRow): Order {
  const stored = JSON.parse(order.terms) as Partial<Terms>
  // Without a quote, the title is that of a listing of the seller.
  const terms = row.isSellerHidden && !stored.seller ? {} : stored
  const { fee, sellerGets } = split(BigInt(order.price), order.feeBps)
  const parsed = (JSON.parse(events) as StoredEvent[]).map((event) => ({
    ...event,
    args: JSON.parse(event.args) as Record<string, unknown>,
    log: event.log === null ? null : (JSON.parse(event.log) as Record<string, unknown>),
  }))
  const owedWallets = (JSON.parse(row.owed) as string[]).map((args) => (JSON.parse(args) as { who?: unknown }).who)
  return {
    id: order.id,
    order_id: order.orderId,
    room: order.roomId,
    service_id: order.serviceId,
    title: terms.title ?? '',
    plan: terms.plan ?? '',
    job: terms.job ?? null,
    event: terms.event ?? null,
    offer: terms.offer ? { roomId: terms.offer.roomId, seq: terms.offer.seq ?? null, text: terms.description ?? '' } : null,
    hours: terms.hours ?? null,
    replacedPrice: terms.replacedPrice ?? null,
    revisions: terms.revisions ?? DEFAULT_REVISIONS,
    changesRequested: order.status === DELIVERED && lastStep === 'changes',
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
    arbitrationFeeBps: Number(parsed.find(({ name }) => name === 'NewOrder')?.args.arbitrationFeeBps ?? 0),
    status_: order.status,
    statusAt: order.statusAt,
    date: order.createdAt,
    delivery: order.delivery,
    chain_id: order.chainId,
    contract: order.contract as Order['contract'],
    terms: order.termsState as Order['terms'],
    dispute: disputeOf(parsed),
    decision: decisionOf(parsed),
    outcome: outcomeOf(parsed),
    owedTo: (['buyer', 'seller'] as const).filter((party) => owedWallets.includes(order[party])),
    history: parsed.map(({ name, timestamp, block, transactionHash, args: { amount } }) => ({
      name,
      at: timestamp,
      block,
      transactionHash,
      ...(amount !== undefined && { amount: Number(amount) }),
    })),
    ...(row.isSellerHidden && HIDDEN_SELLER),
  }
}

/** Converts the rows that have an order. */
export const toOrders = (rows: ListedRow[]): Order[] =>
  convertRows(
    'order',
    rows.flatMap(({ order, ...row }) => (order ? [{ ...row, order, id: order.id }] : [])),
    toOrder,
  )
