import { type InferOutput, integer, maxLength, maxValue, minLength, minValue, number, object, optional, pipe, regex, string } from 'valibot'
import type { PaymentToken } from '../../contracts/addresses.ts'
import { numericId } from '../shared/numbers.schema.ts'
import type { Media } from '../uploads/media.schema.ts'

/** On-chain statuses by number. */
export const STATUS = ['proposed', 'accepted', 'cancelled', 'rejected', 'delivered', 'completed', 'disputed'] as const
export type Status = (typeof STATUS)[number]

export const TABS = ['open', 'requests', 'disputes', 'completed'] as const
export type Tab = (typeof TABS)[number]

export type Role = 'buyer' | 'seller'

/**
 * What can be done to an order: the contract's function, its event, and the status it leads to, null where the order stays in its
 * own. All but `resolve` take the order's number and, where FIGURES has them, a refund.
 */
export const VERBS = {
  accept: { call: 'acceptOrder', event: 'AcceptOrder', to: 'accepted' },
  reject: { call: 'rejectOrder', event: 'RejectOrder', to: 'rejected' },
  cancel: { call: 'cancelOrder', event: 'CancelOrder', to: 'cancelled' },
  deliver: { call: 'deliverOrder', event: 'DeliverOrder', to: 'delivered' },
  complete: { call: 'completeOrder', event: 'CompleteOrder', to: 'completed' },
  /** Completing in the buyer's stead, once the buyer has not answered. */
  release: { call: 'claimDelivered', event: 'CompleteOrder', to: 'completed' },
  /** The buyer asks for a part of the price back, or all of it. */
  dispute: { call: 'disputeOrder', event: 'DisputeOrder', to: 'disputed' },
  /** The buyer asks for less. */
  lower: { call: 'updateDispute', event: 'UpdateDispute', to: null },
  /** The seller offers a refund smaller than what is asked for, or raises the offer. */
  counter: { call: 'counterDispute', event: 'CounterDispute', to: null },
  /** The buyer takes what the seller offers, which is nothing before he does: an update to that very figure settles. */
  agree: { call: 'updateDispute', event: 'AcceptDispute', to: 'completed' },
  /** The seller grants what the buyer asks for. */
  concede: { call: 'acceptDispute', event: 'AcceptDispute', to: 'completed' },
  /** Ending a dispute that its parties left open, by its clock. */
  settle: { call: 'settleStaleDispute', event: 'SettleStaleDispute', to: 'completed' },
  /** An arbitrator's decision; its refund is in the token's smallest units. */
  resolve: { call: 'resolveDispute', event: 'ResolveDispute', to: 'completed' },
} as const satisfies Record<string, { call: string; event: string; to: Status | null }>
export type Verb = keyof typeof VERBS
/** What a party of the order may come to do; deciding a dispute is an admin's. */
export type PartyVerb = Exclude<Verb, 'resolve'>

const DAY = 86_400
/** How long after the last day of delivery the seller may still deliver before the buyer may cancel (seconds). */
export const LATE_GRACE = 2 * DAY
/** How long the buyer has to answer a delivery before anybody may release the payment (seconds). */
export const RELEASE_AFTER = 14 * DAY
/** How long a dispute lasts unanswered, or after the seller's first answer, before anybody may settle it (seconds). */
export const SETTLE_AFTER = 60 * DAY
/** How long the seller has to answer a dispute before an admin may decide it without an answer (seconds). */
export const ANSWER_WITHIN = 3 * DAY
/** Platform and arbitration fee together never exceed this share of the seller's part (basis points). */
export const MAX_FEE_BPS = 2000

/** What the clocks and figures of an order hang on. */
export type Clock = Pick<Order, 'statusAt' | 'delivery' | 'dispute'>

/** The UTC seconds in which a move is open, the first and the last; always where they are left out. */
interface Span {
  from?: (order: Clock) => number
  to?: (order: Clock) => number
}
/** The second a deadline names still belongs to the party it protects. */
const SPANS = {
  always: {},
  late: { from: (order) => order.statusAt + order.delivery * DAY + LATE_GRACE + 1 },
  unanswered: { from: (order) => order.statusAt + RELEASE_AFTER + 1 },
  stale: { from: ({ dispute }) => dispute!.settleableAfter + 1 },
  /** A first answer is due before the dispute can be settled without one; whoever answered may always offer more. */
  answering: { to: ({ dispute }) => (dispute!.counterAmount === null ? dispute!.settleableAfter : Number.POSITIVE_INFINITY) },
  /** Once the seller has answered or had the time for it; and once anybody may settle it, a dispute is out of the admins' hands. */
  deciding: {
    from: ({ dispute }) => (dispute!.counterAmount === null ? dispute!.disputeTimestamp + ANSWER_WITHIN + 1 : 0),
    to: ({ dispute }) => dispute!.settleableAfter,
  },
} satisfies Record<string, Span>
type Moves<V extends Verb> = Partial<Record<V, keyof typeof SPANS>>

/** The refunds a move can name, in basis points of the price, from and to; from above to where there is none. */
const FIGURES: Partial<Record<Verb, (dispute: Dispute) => readonly [from: number, to: number]>> = {
  dispute: () => [1, 10_000],
  lower: ({ amount, counterAmount }) => [(counterAmount ?? 0) + 1, amount - 1],
  counter: ({ amount, counterAmount }) => [(counterAmount ?? -1) + 1, amount - 1],
  agree: ({ counterAmount }) => [counterAmount ?? 0, counterAmount ?? 0],
  concede: ({ amount }) => [amount, amount],
}

interface State {
  tab: Tab
  buyer: Moves<PartyVerb>
  seller: Moves<PartyVerb>
  /** What even somebody who is no party may do. */
  stranger: Moves<PartyVerb>
  admin: Moves<Verb>
  /** What is waited for: the delivery, the buyer's answer to it, or that the two agree. */
  waits?: { for: 'delivery' | 'answer' | 'agreement'; until: (order: Clock) => number }
}

/** The state machine of an order. orders.schema.node.test.ts holds it equal to the contract, move by move. */
export const MACHINE: Record<Status, State> = {
  proposed: { tab: 'requests', buyer: { cancel: 'always' }, seller: { accept: 'always', reject: 'always' }, stranger: {}, admin: {} },
  accepted: {
    tab: 'open',
    buyer: { cancel: 'late' },
    seller: { deliver: 'always', reject: 'always' },
    stranger: {},
    admin: {},
    waits: { for: 'delivery', until: (order) => order.statusAt + order.delivery * DAY },
  },
  delivered: {
    tab: 'open',
    buyer: { complete: 'always', dispute: 'always', release: 'unanswered' },
    seller: { release: 'unanswered' },
    stranger: { release: 'unanswered' },
    admin: { release: 'unanswered' },
    waits: { for: 'answer', until: (order) => order.statusAt + RELEASE_AFTER },
  },
  disputed: {
    tab: 'disputes',
    buyer: { agree: 'always', lower: 'always', settle: 'stale' },
    seller: { concede: 'always', counter: 'answering', settle: 'stale' },
    stranger: { settle: 'stale' },
    admin: { resolve: 'deciding', settle: 'stale' },
    waits: { for: 'agreement', until: (order) => order.dispute!.settleableAfter },
  },
  cancelled: { tab: 'completed', buyer: {}, seller: {}, stranger: {}, admin: {} },
  rejected: { tab: 'completed', buyer: {}, seller: {}, stranger: {}, admin: {} },
  completed: { tab: 'completed', buyer: {}, seller: {}, stranger: {}, admin: {} },
}

/** Numbers of the statuses in which nothing is left to be done. */
export const ENDED: number[] = STATUS.flatMap((status, i) => (MACHINE[status].tab === 'completed' ? [i] : []))

export const statusOf = (order: Pick<Order, 'status_'>): Status => STATUS[order.status_] ?? 'proposed'

/** The refunds a move that is in the table for an order may name (basis points, both ends included). Null where it names none, or none is left. */
export function figuresOf({ dispute }: Pick<Order, 'dispute'>, verb: Verb): readonly [from: number, to: number] | null {
  const figures = FIGURES[verb]?.(dispute!)
  return figures && figures[0] <= figures[1] ? figures : null
}

/** What an admin may decide on, from what the seller offers to what the buyer asks for (the token's smallest units, both ends included). */
export const decisionOf = (
  { amount, counterAmount }: Pick<Dispute, 'amount' | 'counterAmount'>,
  price: bigint,
): readonly [bigint, bigint] => [refundOf(price, counterAmount ?? 0), refundOf(price, amount)]

/** What somebody may do to an order, now or later: open from `opensAt` (0: at once) to `closesAt` (Infinity: for good), UTC seconds. */
export function movesOf<Who extends Role | 'stranger' | 'admin'>(
  order: Clock & Pick<Order, 'status_'>,
  who: Who,
): { verb: Who extends 'admin' ? Verb : PartyVerb; opensAt: number; closesAt: number }[] {
  const moves = Object.entries(MACHINE[statusOf(order)][who]) as [Who extends 'admin' ? Verb : PartyVerb, keyof typeof SPANS][]
  return moves
    .filter(([verb]) => !FIGURES[verb] || figuresOf(order, verb))
    .map(([verb, name]) => {
      const { from, to }: Span = SPANS[name]
      return { verb, opensAt: from?.(order) ?? 0, closesAt: to?.(order) ?? Number.POSITIVE_INFINITY }
    })
}

/** Which tab is opened first: what asks for an answer goes before the rest. */
export function firstTab(orders: Pick<Order, 'status_'>[]): Tab {
  const has = (status: Status) => orders.some((order) => statusOf(order) === status)
  return has('proposed') ? 'requests' : has('disputed') ? 'disputes' : 'open'
}

/** The most hours one order of an hourly plan may cover. */
export const MAX_HOURS = 1000

const address = pipe(string(), regex(/^0x[0-9a-fA-F]{40}$/))

/**
 * Body of quoteOrder. With `applicationId`, an accepted bid to one's own job, the bid's price and days count and no plan does.
 * `hours` counts only for hourly plans. `token` is an address; zero is ETH. `account` is the wallet that will pay.
 */
export const quoteRequest = object({
  serviceId: numericId,
  /** As long as a plan's name may be: an emoji is four of these. */
  plan: optional(pipe(string(), minLength(1), maxLength(160))),
  applicationId: optional(pipe(string(), regex(/^[\w-]{22}$/))),
  token: address,
  account: address,
  hours: optional(pipe(number(), integer(), minValue(1), maxValue(MAX_HOURS)), 1),
})
export type QuoteRequest = InferOutput<typeof quoteRequest>

/** Body of addOrder: any transaction with the OrderBook. Whatever else a client says about it is not believed, so not read. */
export const addOrderRequest = object({
  transactionHash: pipe(string(), regex(/^0x[0-9a-fA-F]{64}$/)),
  chainId: numericId,
})

const opaqueId = pipe(string(), regex(/^[\w-]{22}$/))
/** Query of getOrder. */
export const orderQuery = object({ id: opaqueId })
/** Query of getDispute. */
export const disputeQuery = object({ orderId: opaqueId })

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
  /** The platform's fee and, should an admin decide a dispute, the arbitrator's beside it. The contract refuses the order when either has risen. */
  feeBps: number
  arbitrationFeeBps: number
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

/** Decimals people are asked to read: 18 of them would hide what is paid. */
const SHOWN_DECIMALS = 7

/**
 * What a plan costs in a token, in its smallest units: micro-USD, at a dollar for a stablecoin, else at `rate`, rounded up to
 * seven decimals, which is a tenth of a cent at most.
 */
export function amountIn({ decimals }: Pick<PaymentToken, 'decimals'>, priceUsd: number, rate: Rate | null): bigint {
  const step = 10n ** BigInt(Math.max(decimals - SHOWN_DECIMALS, 0))
  const perWhole = BigInt(rate ? rate.priceUsd : 1_000_000) * step
  return ((BigInt(priceUsd) * 10n ** BigInt(decimals) + perWhole - 1n) / perWhole) * step
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

/** A dispute over a delivered order. Refunds are shares of the price in basis points (the percentage times 100). */
export interface Dispute {
  /** What the buyer asks for, 1 to 10000; it only ever falls. */
  amount: number
  /** What the seller offers instead, 0 to 9999; it only ever rises, up to `amount`. Null before the first offer. */
  counterAmount: number | null
  /** When it was opened, UTC seconds. */
  disputeTimestamp: number
  /** When the seller first offered something, UTC seconds. */
  counterTimestamp: number | null
  /** The last UTC second before anybody may settle it; the refund is then `settleAmount`: what is asked for, or the middle of both. */
  settleableAfter: number
  /** In basis points, and maybe half a one. */
  settleAmount: number
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
  /** The title of the plan, or of the job a bid was for. */
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
  /** What an arbitrator's decision would cost beside the platform fee, of the seller's part; fixed at purchase. */
  arbitrationFeeBps: number
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
  /** The dispute, also after it has ended; null where there was none. */
  dispute: Dispute | null
  /** Where the deposit went; the three add up to the price. Null while it is held. */
  outcome: { toBuyer: string; toSeller: string; toTreasury: string } | null
  /** What happened on chain, oldest first; `name` is the event's, `amount` the refund it names (basis points). */
  history: { name: string; at: number; block: number; transactionHash: string; amount?: number }[]
}

export const role = (order: Pick<Order, 'buyer_id' | 'seller_id'>, userId: number): Role | null =>
  order.buyer_id === userId ? 'buyer' : order.seller_id === userId ? 'seller' : null

/** A share of a price as the contract counts it, rounded down. `bps` may be half a basis point. */
export const refundOf = (price: bigint, bps: number): bigint => (price * BigInt(bps * 2)) / 20_000n

/**
 * Who gets what of a price of which `refund` goes back to the buyer: the fee is taken of the rest, rounded down as in the contract.
 * The three parts add up to the price. Amounts in the token's smallest units.
 */
export function split(price: bigint, feeBps: number, refund = 0n): { refund: bigint; fee: bigint; sellerGets: bigint } {
  const part = price - refund
  const fee = (part * BigInt(feeBps)) / 10_000n
  return { refund, fee, sellerGets: part - fee }
}
