import {
  array,
  boolean,
  type InferOutput,
  integer,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  optional,
  pipe,
  regex,
  string,
} from 'valibot'
import type { PaymentToken } from '../../contracts/addresses.ts'
import { opaqueId } from '../shared/ids.schema.ts'
import { numericId, time, whole } from '../shared/numbers.schema.ts'
import { MAX_PRICE, MIN_PRICE } from '../shared/usd.schema.ts'
import type { Media } from '../uploads/media.schema.ts'
import { STATUS, type Status } from './statuses.schema.ts'

export { STATUS, type Status }

export type Role = 'buyer' | 'seller'

/**
 * The actions on an order: the contract's function, its event, and the resulting status (null: unchanged). Each takes the order's
 * number; `resolve` and the verbs in REFUND_RANGES also take a refund.
 */
export const VERBS = {
  accept: { call: 'acceptOrder', event: 'AcceptOrder', to: 'accepted' },
  reject: { call: 'rejectOrder', event: 'RejectOrder', to: 'rejected' },
  cancel: { call: 'cancelOrder', event: 'CancelOrder', to: 'cancelled' },
  deliver: { call: 'deliverOrder', event: 'DeliverOrder', to: 'delivered' },
  complete: { call: 'completeOrder', event: 'CompleteOrder', to: 'completed' },
  /** Completes the order for a buyer who has not answered in time. */
  release: { call: 'claimDelivered', event: 'CompleteOrder', to: 'completed' },
  /** The buyer asks for a partial or full refund. */
  dispute: { call: 'disputeOrder', event: 'DisputeOrder', to: 'disputed' },
  /** The buyer lowers the ask. */
  lower: { call: 'updateDispute', event: 'UpdateDispute', to: null },
  /** The seller offers a smaller refund than the ask, or raises the offer. */
  counter: { call: 'counterDispute', event: 'CounterDispute', to: null },
  /** The buyer lowers the ask to the seller's offer, or to 0 before the first offer (withdraws the dispute). Both end the dispute. */
  agree: { call: 'updateDispute', event: 'AcceptDispute', to: 'completed' },
  /** The seller accepts the buyer's ask. */
  concede: { call: 'acceptDispute', event: 'AcceptDispute', to: 'completed' },
  /** Ends a dispute whose deadline has passed. */
  settle: { call: 'settleStaleDispute', event: 'SettleStaleDispute', to: 'completed' },
  /** The arbitrator's decision. Its refund is in the token's smallest units. */
  resolve: { call: 'resolveDispute', event: 'ResolveDispute', to: 'completed' },
} as const satisfies Record<string, { call: string; event: string; to: Status | null }>
export type Verb = keyof typeof VERBS
/** Verbs of the parties; only an admin may resolve a dispute. */
export type PartyVerb = Exclude<Verb, 'resolve'>

const DAY = 86_400
/** How long after the delivery deadline the buyer must wait before cancelling (seconds). */
export const LATE_GRACE = 2 * DAY
/** How long the buyer has to respond to a delivery before anybody may release the payment (seconds). */
export const RELEASE_AFTER = 14 * DAY
/** How long after its start, or after the seller's first offer, a dispute stays open before anybody may settle it (seconds). */
export const SETTLE_AFTER = 60 * DAY
/** How long the seller has to answer a dispute before an admin may resolve it without an answer (seconds). */
export const ANSWER_WITHIN = 3 * DAY
/** Highest sum of platform and arbitration fee, as a share of the seller's part (basis points). */
export const MAX_FEE_BPS = 2000

/** The fields of an order that its deadlines and refund ranges depend on. */
export type OrderTiming = Pick<Order, 'statusAt' | 'delivery' | 'dispute'>

/** First and last UTC second in which a move is allowed. A missing bound means no limit. */
interface TimeWindow {
  from?: (order: OrderTiming) => number
  to?: (order: OrderTiming) => number
}
/** A deadline includes its last second, so a move that the deadline opens is allowed one second later: hence the `+ 1`. */
const TIME_WINDOWS = {
  always: {},
  late: { from: (order) => order.statusAt + order.delivery * DAY + LATE_GRACE + 1 },
  unanswered: { from: (order) => order.statusAt + RELEASE_AFTER + 1 },
  stale: { from: ({ dispute }) => dispute!.settleableAfter + 1 },
  /** The first offer must come before the dispute can be settled without one. Later offers have no deadline. */
  answering: { to: ({ dispute }) => (dispute!.counterAmount === null ? dispute!.settleableAfter : Number.POSITIVE_INFINITY) },
  /** An admin may decide after the seller's answer, or after the deadline for it, until anybody may settle the dispute. */
  deciding: {
    from: ({ dispute }) => (dispute!.counterAmount === null ? dispute!.disputeTimestamp + ANSWER_WITHIN + 1 : 0),
    to: ({ dispute }) => dispute!.settleableAfter,
  },
} satisfies Record<string, TimeWindow>
type Moves<V extends Verb> = Partial<Record<V, keyof typeof TIME_WINDOWS>>

/** The refund range of each verb that takes one, in basis points of the price, both ends included. Empty if `from` > `to`. */
const REFUND_RANGES: Partial<Record<Verb, (dispute: Dispute) => readonly [from: number, to: number]>> = {
  dispute: () => [1, 10_000],
  lower: ({ amount, counterAmount }) => [(counterAmount ?? 0) + 1, amount - 1],
  counter: ({ amount, counterAmount }) => [(counterAmount ?? -1) + 1, amount - 1],
  agree: ({ counterAmount }) => [counterAmount ?? 0, counterAmount ?? 0],
  concede: ({ amount }) => [amount, amount],
}

interface State {
  buyer: Moves<PartyVerb>
  seller: Moves<PartyVerb>
  /** What a user who is not a party may do. */
  stranger: Moves<PartyVerb>
  admin: Moves<Verb>
  /** What the order waits for: the delivery, the buyer's answer to it, or an agreement; and the deadline (UTC seconds). */
  waits?: { for: 'delivery' | 'answer' | 'agreement'; until: (order: OrderTiming) => number }
}

/** The state machine of an order. orders.schema.node.test.ts compares each move with the contract. */
export const STATE_MACHINE: Record<Status, State> = {
  proposed: { buyer: { cancel: 'always' }, seller: { accept: 'always', reject: 'always' }, stranger: {}, admin: {} },
  accepted: {
    buyer: { cancel: 'late' },
    seller: { deliver: 'always', reject: 'always' },
    stranger: {},
    admin: {},
    waits: { for: 'delivery', until: (order) => order.statusAt + order.delivery * DAY },
  },
  delivered: {
    buyer: { complete: 'always', dispute: 'always', release: 'unanswered' },
    seller: { release: 'unanswered' },
    stranger: { release: 'unanswered' },
    admin: { release: 'unanswered' },
    waits: { for: 'answer', until: (order) => order.statusAt + RELEASE_AFTER },
  },
  disputed: {
    buyer: { agree: 'always', lower: 'always', settle: 'stale' },
    seller: { concede: 'always', counter: 'answering', settle: 'stale' },
    stranger: { settle: 'stale' },
    admin: { resolve: 'deciding', settle: 'stale' },
    waits: { for: 'agreement', until: (order) => order.dispute!.settleableAfter },
  },
  cancelled: { buyer: {}, seller: {}, stranger: {}, admin: {} },
  rejected: { buyer: {}, seller: {}, stranger: {}, admin: {} },
  completed: { buyer: {}, seller: {}, stranger: {}, admin: {} },
}

export const statusOf = (order: Pick<Order, 'status_'>): Status => STATUS[order.status_] ?? 'proposed'

/** What must be true of an order, besides its status, for it to be a party's turn. */
export type TurnCondition = 'always' | 'eventOver' | 'noChangesRequested' | 'changesRequested' | 'sellerActedLast' | 'buyerActedLast'

/**
 * Whose turn it is: the statuses in which an order waits for a party, and under which condition. The pages of orders show it, and the
 * number of waiting orders counts by it.
 */
export const TURNS: Record<Role, Partial<Record<Status, TurnCondition>>> = {
  buyer: { delivered: 'noChangesRequested', disputed: 'sellerActedLast' },
  // The host of an event delivers once it is over.
  seller: { proposed: 'always', accepted: 'eventOver', delivered: 'changesRequested', disputed: 'buyerActedLast' },
}

type TurnState = Pick<Order, 'status_' | 'event' | 'changesRequested' | 'history'>

/** In a dispute, the seller acts by an offer, and the buyer by asking for a refund. */
const hasSellerActedLast = ({ history }: TurnState) => history.findLast(({ amount }) => amount !== undefined)?.name === 'CounterDispute'

const TURN_CONDITIONS: Record<TurnCondition, (order: TurnState, now: number) => boolean> = {
  always: () => true,
  eventOver: ({ event }, now) => (event?.end ?? 0) <= now,
  noChangesRequested: (order) => !order.changesRequested,
  changesRequested: (order) => order.changesRequested,
  sellerActedLast: hasSellerActedLast,
  buyerActedLast: (order) => !hasSellerActedLast(order),
}

/** Whether an order waits for this party at `now` (UTC seconds). */
export function isTurn(order: TurnState, role: Role, now: number): boolean {
  const condition = TURNS[role][statusOf(order)]
  return condition !== undefined && TURN_CONDITIONS[condition](order, now)
}

/** The refund range of a verb (basis points, both ends included). Null if the verb takes no refund or the range is empty. */
export function refundRange({ dispute }: Pick<Order, 'dispute'>, verb: Verb): readonly [from: number, to: number] | null {
  const range = REFUND_RANGES[verb]?.(dispute!)
  return range && range[0] <= range[1] ? range : null
}

/** The refund range of an admin's decision, from the seller's offer to the buyer's ask (token's smallest units, both ends included). */
export const decisionRange = (
  { amount, counterAmount }: Pick<Dispute, 'amount' | 'counterAmount'>,
  price: bigint,
): readonly [bigint, bigint] => [refundOf(price, counterAmount ?? 0), refundOf(price, amount)]

/** The moves of a role, allowed now or in the future: from `opensAt` (0: now) to `closesAt` (Infinity: no end), UTC seconds. */
export function getMoves<Who extends Role | 'stranger' | 'admin'>(
  order: OrderTiming & Pick<Order, 'status_'>,
  who: Who,
): { verb: Who extends 'admin' ? Verb : PartyVerb; opensAt: number; closesAt: number }[] {
  const moves = Object.entries(STATE_MACHINE[statusOf(order)][who]) as [Who extends 'admin' ? Verb : PartyVerb, keyof typeof TIME_WINDOWS][]
  return moves
    .filter(([verb]) => !REFUND_RANGES[verb] || refundRange(order, verb))
    .map(([verb, name]) => {
      const { from, to }: TimeWindow = TIME_WINDOWS[name]
      return { verb, opensAt: from?.(order) ?? 0, closesAt: to?.(order) ?? Number.POSITIVE_INFINITY }
    })
}

/** Counts of orders stop at this number. */
export const MAX_COUNT = 1000
/** Maximum characters of a search of orders. */
export const MAX_SEARCH = 80

/** Maximum number of hours in one order of an hourly plan. */
export const MAX_HOURS = 1000

const address = pipe(string(), regex(/^0x[0-9a-fA-F]{40}$/))

/**
 * The terms of a purchase as its page shows them. All are those of a plan. A bid has only title, price and delivery days. A place at an event
 * has its times instead of delivery days, and no revisions or features. The bounds of the texts are loose, in UTF-16 code units.
 */
const shownTerms = object({
  /** The title of the service or event. */
  title: pipe(string(), maxLength(480)),
  /** Micro-USD, per hour if hourly. */
  price: whole,
  hourly: optional(boolean(), false),
  /** Days. */
  delivery: optional(whole),
  revisions: optional(whole),
  description: optional(pipe(string(), maxLength(2400))),
  features: optional(pipe(array(pipe(string(), maxLength(320))), maxLength(12))),
  event: optional(object({ start: time, end: time })),
})
export type ShownTerms = InferOutput<typeof shownTerms>
/** The details of `terms_changed`: the current terms, only those that quoteOrder compares. */
export type ChangedTerms = { terms: Partial<ShownTerms> }

/** The fields of `current` that have another value in `shown`. */
export const differingTerms = (shown: ShownTerms, current: Partial<ShownTerms>): (keyof ShownTerms)[] =>
  (Object.keys(current) as (keyof ShownTerms)[]).filter((field) => JSON.stringify(shown[field]) !== JSON.stringify(current[field]))

/** Body of quoteOrder. */
export const quoteRequest = object({
  /** The service, or the event whose place is paid. */
  serviceId: numericId,
  /** A loose bound in UTF-16 code units; the name of a plan has at most 40 characters. */
  plan: optional(pipe(string(), minLength(1), maxLength(160))),
  /** An accepted bid to the buyer's own job, whose price and days then replace those of the plan; or the buyer's admission to an event. */
  applicationId: optional(opaqueId),
  /**
   * An offer in a room of two users, whose price, days and text then replace those of the plan. `edits` is the number of its changes that
   * the buyer has seen.
   */
  offer: optional(object({ roomId: opaqueId, messageId: opaqueId, edits: pipe(whole, minValue(0)) })),
  /** The terms that the buyer has seen. The call answers `terms_changed` if one of them is another by now. */
  shown: shownTerms,
  /** The zero address is ETH. */
  token: address,
  /** The wallet that will pay. */
  account: address,
  /** Applies only to hourly plans. */
  hours: optional(pipe(number(), integer(), minValue(1), maxValue(MAX_HOURS)), 1),
  /** What the buyer chooses to pay (micro-USD) instead of the price of the plan or bid. */
  customPrice: optional(pipe(number(), integer(), minValue(MIN_PRICE), maxValue(MAX_PRICE))),
})
export type QuoteRequest = InferOutput<typeof quoteRequest>

/** The details of `offer_changed`: the current terms of the offer, and the number of its changes. */
export type ChangedOffer = ChangedTerms & { edits: number }

/** Body of acceptCustomOrder: an order, and the offer that it pays for. */
export const acceptCustomOrderRequest = object({ orderId: opaqueId, roomId: opaqueId, messageId: opaqueId })

/** Query of getFees: a seller's wallet, or nothing for the default fees. */
export const feesQuery = object({ seller: optional(address) })
/** The fees of the next order, in basis points. */
export type Fees = Pick<Quote, 'feeBps' | 'arbitrationFeeBps'>

/** Body of addOrder: any OrderBook transaction. Other fields are ignored, because the server reads the chain instead. */
export const addOrderRequest = object({
  transactionHash: pipe(string(), regex(/^0x[0-9a-fA-F]{64}$/)),
  chainId: numericId,
})

/** Query of getOrder. */
export const orderQuery = object({ id: opaqueId })
/** Query of getDispute. */
export const disputeQuery = object({ orderId: opaqueId })

/** The fixed terms of a purchase. Amounts are in the token's smallest units, as decimal text. */
export interface Quote {
  /** bytes32, goes on chain. */
  ref: `0x${string}`
  chainId: number
  contract: `0x${string}`
  seller: `0x${string}`
  productId: number
  /** The title of the service or event. */
  title: string
  /** The name of the plan, or the title of the job that the bid was for; empty for a place or an offer. */
  plan: string
  delivery: number
  /** How many change requests are included; null for a bid, which says nothing about it. */
  revisions: number | null
  description: string
  features: string[]
  /** The start and end of the event whose place is bought (UTC seconds); null for a service. */
  event: { start: number; end: number } | null
  token: `0x${string}`
  amount: string
  /** Platform fee. The arbitration fee is added only if an admin resolves a dispute. The contract refuses the order if either has risen. */
  feeBps: number
  arbitrationFeeBps: number
  fee: string
  sellerGets: string
  /** The contract refuses the order after this time (UTC seconds). */
  validUntil: number
  /** The exchange rate used for ETH; null for stablecoins. */
  rate: Rate | null
}

/** The contracts of a deployment that owe a member a payment if they could not send it. */
export const OWING_CONTRACTS = ['orderBook', 'marketplace'] as const

/** A sum that a contract owes to a wallet because it could not be sent there. There is one for each contract, wallet and token. */
export interface OwedPayment {
  /** Which contract owes it. */
  by: (typeof OWING_CONTRACTS)[number]
  /** The address of the contract, whose `withdraw` pays it. */
  contract: `0x${string}`
  /** keccak-256 of the contract's runtime code. The web app compares it with the code that it reads through the wallet. */
  codeHash: `0x${string}`
  wallet: `0x${string}`
  token: `0x${string}`
  /** The token's smallest units, as decimal text; more than 0. */
  amount: string
}

/** What one ETH costs, from the price feeds. */
export interface Rate {
  /** Micro-USD. */
  priceUsd: number
  /** Yen, for display only; null while the feeds disagree about it. */
  priceJpy: number | null
  /** Whether `priceJpy` is `priceUsd` at {@link FIXED_JPY_PER_USD}, because no feed has a price in yen. */
  isJpyFixed: boolean
  /** When the feeds answered; of two answers, the time of the older one (UTC seconds). */
  at: number
}

/** Yen per dollar while no feed has a price in yen. */
export const FIXED_JPY_PER_USD = 149.42

/** Decimals of a shown amount; all 18 of ETH would be hard to read. */
const SHOWN_DECIMALS = 7

/**
 * Converts a price in micro-USD to the token's smallest units, at `rate` or, without one (stablecoin), at one dollar per token.
 * Rounds up to seven decimals, which adds at most a tenth of a cent.
 */
export function amountIn({ decimals }: Pick<PaymentToken, 'decimals'>, priceUsd: number, rate: Pick<Rate, 'priceUsd'> | null): bigint {
  const step = 10n ** BigInt(Math.max(decimals - SHOWN_DECIMALS, 0))
  const perWhole = BigInt(rate ? rate.priceUsd : 1_000_000) * step
  return ((BigInt(priceUsd) * 10n ** BigInt(decimals) + perWhole - 1n) / perWhole) * step
}

/** What the buyer was shown; stored with the quote. */
export interface Terms {
  title: string
  plan: string
  description: string
  features: string[]
  /** Hours bought of an hourly plan; null for a fixed price. */
  hours: number | null
  /** The price of the plan with its hours, or of the bid (micro-USD), if the buyer chose to pay another one; else null. */
  replacedPrice: number | null
  /** The id of the job whose accepted bid was bought; missing for a plan, and in quotes from before it was stored. */
  job?: number
  /**
   * The room and the message of the offer that was bought, and the number of its changes; missing for a plan, bid or place. `seq` is that of
   * the message; missing in quotes from before it was stored.
   */
  offer?: { roomId: string; messageId: string; edits: number; seq?: number }
  /** How many change requests the plan includes; missing for a bid or an offer, and in quotes from before there were change requests. */
  revisions?: number
  picture: Media | null
  seller: { name: string; image: string | null }
  buyer: { name: string; image: string | null }
  rate: Rate | null
  /** The start and end of the event whose place was bought (UTC seconds). */
  event?: { start: number; end: number }
}

/** A dispute over a delivered order. Refunds are shares of the price in basis points (the percentage times 100). */
export interface Dispute {
  /** The buyer's ask, 1 to 10000. It can only be lowered. */
  amount: number
  /** The seller's offer, 0 to 9999. It can only be raised, up to `amount`. Null before the first offer. */
  counterAmount: number | null
  /** When the dispute was opened, UTC seconds. */
  disputeTimestamp: number
  /** When the seller made the first offer, UTC seconds. */
  counterTimestamp: number | null
  /** The last UTC second before anybody may settle the dispute with a refund of `settleAmount`. */
  settleableAfter: number
  /** The ask, or with an offer the average of ask and offer, in basis points. May end in .5. */
  settleAmount: number
}

/** An order as its parties see it. Field names follow the product specification where it defines them. */
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
  /** The id of the buyer's job whose accepted bid was ordered; null for a plan or a place. */
  job: number | null
  /** Start and end of the event whose place was bought (UTC seconds); null for a service. */
  event: { start: number; end: number } | null
  /**
   * The room of the offer that was ordered, the `seq` of its message there (null in older orders), and what it says is included; null for a
   * plan, bid or place.
   */
  offer: { roomId: string; seq: number | null; text: string } | null
  /** Hours bought of an hourly plan, else null. */
  hours: number | null
  /** The price of the plan or bid (micro-USD) if the buyer chose to pay a custom amount instead; else null. */
  replacedPrice: number | null
  /** How many change requests the order includes. */
  revisions: number
  /** Whether the buyer has requested changes that the seller has not delivered yet. */
  changesRequested: boolean
  /** Media id; `picture` is the same image with its size and placeholder. */
  image: string | null
  picture: Media | null
  seller: `0x${string}`
  buyer: `0x${string}`
  /** Null to the buyer of an order without a matching quote until the seller has accepted it; the seller's name, picture and the room too. */
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
  /** Extra fee if an arbitrator decides, as a share of the seller's part; fixed at purchase. */
  arbitrationFeeBps: number
  status_: number
  /** When the current status began, UTC seconds. */
  statusAt: number
  date: number
  /** Days the seller has from accepting. */
  delivery: number
  chain_id: number
  contract: `0x${string}`
  /** Whether the payment matches the quote; `unknown` without a quote. */
  terms: 'ok' | 'unknown' | 'unequal'
  /** The dispute, also after it has ended; null if there was none. */
  dispute: Dispute | null
  /**
   * The arbitrator's decision: their wallet, the refund (the token's smallest units), and the reason; null if they gave none on this site.
   */
  decision: { by: `0x${string}`; refund: string; reason: string | null } | null
  /** How the deposit was split; the three parts add up to the price. Null while the contract holds it. */
  outcome: { toBuyer: string; toSeller: string; toTreasury: string } | null
  /** The parties whose part could not be sent to their wallet. They may have withdrawn it since: `getOwed` says what is owed now. */
  owedTo: Role[]
  /**
   * On-chain events, oldest first; `name` is the event name, `amount` its refund (basis points). Of the events UpdateDispute and
   * CounterDispute only the first 25 and the newest 25 each.
   */
  history: { name: string; at: number; block: number; transactionHash: string; amount?: number }[]
}

export const role = (order: Pick<Order, 'buyer_id' | 'seller_id'>, userId: number): Role | null =>
  order.buyer_id === userId ? 'buyer' : order.seller_id === userId ? 'seller' : null

/** A share of a price, rounded down like the contract does. `bps` may end in .5. */
export const refundOf = (price: bigint, bps: number): bigint => (price * BigInt(bps * 2)) / 20_000n

/**
 * Splits a price into refund, fee and the seller's part (in the token's smallest units), which add up to the price. The fee is a share of
 * what the refund leaves, rounded down like in the contract.
 */
export function split(price: bigint, feeBps: number, refund = 0n): { refund: bigint; fee: bigint; sellerGets: bigint } {
  const part = price - refund
  const fee = (part * BigInt(feeBps)) / 10_000n
  return { refund, fee, sellerGets: part - fee }
}
