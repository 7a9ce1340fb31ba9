import { type InferOutput, integer, maxLength, maxValue, minLength, minValue, number, object, optional, pipe, regex, string } from 'valibot'
import type { Media } from '../uploads/media.schema.ts'

/** On-chain statuses by number. */
export const STATUS = ['proposed', 'accepted', 'cancelled', 'rejected', 'delivered', 'completed', 'disputed'] as const
export type Status = (typeof STATUS)[number]

export const TABS = ['open', 'requests', 'disputes', 'completed'] as const
export type Tab = (typeof TABS)[number]

export type Role = 'buyer' | 'seller'

/** What can be done to an order: the contract's function, its event, and the status it leads to. */
export const VERBS = {
  accept: { call: 'acceptOrder', event: 'AcceptOrder', to: 'accepted' },
  reject: { call: 'rejectOrder', event: 'RejectOrder', to: 'rejected' },
  cancel: { call: 'cancelOrder', event: 'CancelOrder', to: 'cancelled' },
  deliver: { call: 'deliverOrder', event: 'DeliverOrder', to: 'delivered' },
  complete: { call: 'completeOrder', event: 'CompleteOrder', to: 'completed' },
  /** Completing in the buyer's stead, once the buyer has not answered. */
  release: { call: 'claimDelivered', event: 'CompleteOrder', to: 'completed' },
} as const satisfies Record<string, { call: string; event: string; to: Status }>
export type Verb = keyof typeof VERBS

const DAY = 86_400
/** How long after the last day of delivery the seller may still deliver before the buyer may cancel (seconds). */
export const LATE_GRACE = 2 * DAY
/** How long the buyer has to answer a delivery before anybody may release the payment (seconds). */
export const RELEASE_AFTER = 14 * DAY

type Clock = Pick<Order, 'statusAt' | 'delivery'>

/** From which UTC second on a move is open. The second a deadline names still belongs to the party it protects. */
const OPENS = {
  always: () => 0,
  late: (order: Clock) => order.statusAt + order.delivery * DAY + LATE_GRACE + 1,
  unanswered: (order: Clock) => order.statusAt + RELEASE_AFTER + 1,
}
type Moves = Partial<Record<Verb, keyof typeof OPENS>>

interface State {
  tab: Tab
  buyer: Moves
  seller: Moves
  /** What even somebody who is no party may do. */
  stranger: Moves
  /** What is waited for: the delivery, or the buyer's answer to it. */
  waits?: { for: 'delivery' | 'answer'; until: (order: Clock) => number }
}

/** The state machine of an order. orders.schema.node.test.ts holds it equal to the contract, move by move. */
export const MACHINE: Record<Status, State> = {
  proposed: { tab: 'requests', buyer: { cancel: 'always' }, seller: { accept: 'always', reject: 'always' }, stranger: {} },
  accepted: {
    tab: 'open',
    buyer: { cancel: 'late' },
    seller: { deliver: 'always', reject: 'always' },
    stranger: {},
    waits: { for: 'delivery', until: (order) => order.statusAt + order.delivery * DAY },
  },
  delivered: {
    tab: 'open',
    buyer: { complete: 'always', release: 'unanswered' },
    seller: { release: 'unanswered' },
    stranger: { release: 'unanswered' },
    waits: { for: 'answer', until: (order) => order.statusAt + RELEASE_AFTER },
  },
  disputed: { tab: 'disputes', buyer: {}, seller: {}, stranger: {} },
  cancelled: { tab: 'completed', buyer: {}, seller: {}, stranger: {} },
  rejected: { tab: 'completed', buyer: {}, seller: {}, stranger: {} },
  completed: { tab: 'completed', buyer: {}, seller: {}, stranger: {} },
}

/** Numbers of the statuses in which nothing is left to be done. */
export const ENDED: number[] = STATUS.flatMap((status, i) => (MACHINE[status].tab === 'completed' ? [i] : []))

export const statusOf = (order: Pick<Order, 'status_'>): Status => STATUS[order.status_] ?? 'proposed'

/** What somebody may do to an order, now or later: `opensAt` is the UTC second it begins, 0 for at once. */
export function movesOf(order: Clock & Pick<Order, 'status_'>, role: Role | 'stranger'): { verb: Verb; opensAt: number }[] {
  const moves = Object.entries(MACHINE[statusOf(order)][role]) as [Verb, keyof typeof OPENS][]
  return moves.map(([verb, opens]) => ({ verb, opensAt: OPENS[opens](order) }))
}

/** Which tab is opened first: what asks for an answer goes before the rest. */
export function firstTab(orders: Pick<Order, 'status_'>[]): Tab {
  const has = (status: Status) => orders.some((order) => statusOf(order) === status)
  return has('proposed') ? 'requests' : has('disputed') ? 'disputes' : 'open'
}

/** The most hours one order of an hourly plan may cover. */
export const MAX_HOURS = 1000

const address = pipe(string(), regex(/^0x[0-9a-fA-F]{40}$/))

/** Body of quoteOrder. `hours` counts only for hourly plans. `token` is an address; zero is ETH. `account` is the wallet that will pay. */
export const quoteRequest = object({
  serviceId: pipe(number(), integer(), minValue(1)),
  plan: pipe(string(), minLength(1), maxLength(60)),
  token: address,
  account: address,
  hours: optional(pipe(number(), integer(), minValue(1), maxValue(MAX_HOURS)), 1),
})
export type QuoteRequest = InferOutput<typeof quoteRequest>

/** Body of addOrder: any transaction with the OrderBook. Whatever else a client says about it is not believed, so not read. */
export const addOrderRequest = object({
  transactionHash: pipe(string(), regex(/^0x[0-9a-fA-F]{64}$/)),
  chainId: pipe(number(), integer(), minValue(1)),
})

/** Query of getOrder. */
export const orderQuery = object({ id: pipe(string(), regex(/^[\w-]{22}$/)) })

/** Terms fixed for a purchase. Amounts are the token's smallest units, decimal text. */
export interface Quote {
  /** bytes32, goes on chain. */
  ref: `0x${string}`
  chainId: number
  contract: `0x${string}`
  seller: `0x${string}`
  productId: number
  delivery: number
  token: `0x${string}`
  amount: string
  feeBps: number
  fee: string
  sellerGets: string
  /** UTC seconds after which the contract refuses it. */
  validUntil: number
  /** Micro-USD per whole token when a rate was used (ETH), with the feed's time. */
  rate: Rate | null
}

/** Micro-USD for one whole coin, and when the feed said so (UTC seconds). */
export interface Rate {
  priceUsd: number
  at: number
}

/** What the buyer was shown, kept with the quote. */
export interface Terms {
  title: string
  plan: string
  description: string
  features: string[]
  /** Hours bought of an hourly plan; null for a fixed price. */
  hours: number | null
  picture: Media | null
  seller: { name: string; image: string | null }
  buyer: { name: string; image: string | null }
  rate: Rate | null
}

/** What a person is shown of an order. Names are the spec's where it names them. */
export interface Order {
  /** Opaque id, for URLs and calls. */
  id: string
  /** The contract's counter, decimal text. */
  order_id: string
  room: string | null
  service_id: number
  title: string
  plan: string
  /** Hours bought of an hourly plan, else null. */
  hours: number | null
  /** A media id; `picture` is the same with what is needed to draw it. */
  image: string | null
  picture: Media | null
  seller: `0x${string}`
  buyer: `0x${string}`
  seller_id: number | null
  buyer_id: number | null
  seller_name: string
  buyer_name: string
  seller_image: string | null
  buyer_image: string | null
  token: `0x${string}`
  /** The token's smallest units, decimal text. */
  price: string
  feeBps: number
  fee: string
  sellerGets: string
  status_: number
  /** When the current status began, UTC seconds. */
  statusAt: number
  date: number
  /** Days the seller has from accepting. */
  delivery: number
  chain_id: number
  contract: `0x${string}`
  /** Whether what was paid is what was quoted: `unknown` without a quote, `unequal` when it differs. */
  terms: 'ok' | 'unknown' | 'unequal'
  /** What happened on chain, oldest first; `name` is the event's. */
  history: { name: string; at: number; block: number; transactionHash: string }[]
}

export const role = (order: Pick<Order, 'buyer_id' | 'seller_id'>, userId: number): Role | null =>
  order.buyer_id === userId ? 'buyer' : order.seller_id === userId ? 'seller' : null

/** The fee is rounded down, as in the contract; both parts add up to the price. Amounts in the token's smallest units. */
export function split(price: bigint, feeBps: number): { fee: bigint; sellerGets: bigint } {
  const fee = (price * BigInt(feeBps)) / 10_000n
  return { fee, sellerGets: price - fee }
}
