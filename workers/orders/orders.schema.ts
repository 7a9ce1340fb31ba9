import { type InferOutput, integer, maxLength, minLength, minValue, number, object, optional, pipe, regex, string } from 'valibot'

/** On-chain statuses by number. */
export const STATUS = ['proposed', 'accepted', 'cancelled', 'rejected', 'delivered', 'completed', 'disputed'] as const
export type Status = (typeof STATUS)[number]

const address = pipe(string(), regex(/^0x[0-9a-fA-F]{40}$/))

/** Body of quoteOrder. `hours` counts only for hourly plans. `token` is an address; zero is ETH. `account` is the wallet that will pay. */
export const quoteRequest = object({
  serviceId: pipe(number(), integer(), minValue(1)),
  plan: pipe(string(), minLength(1), maxLength(60)),
  token: address,
  account: address,
  hours: optional(pipe(number(), integer(), minValue(1)), 1),
})
export type QuoteRequest = InferOutput<typeof quoteRequest>

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
  rate: { priceUsd: number; at: number } | null
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
  image: string | null
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
  delivery: number
  chain_id: number
  contract: `0x${string}`
  terms: 'ok' | 'unknown' | 'unequal'
  /** What happened on chain, oldest first. */
  history: { name: string; at: number; block: number; transactionHash: string }[]
}

export const role = (order: Pick<Order, 'buyer_id' | 'seller_id'>, userId: number): 'buyer' | 'seller' | null =>
  order.buyer_id === userId ? 'buyer' : order.seller_id === userId ? 'seller' : null
