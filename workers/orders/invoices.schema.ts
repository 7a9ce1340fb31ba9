import { type InferOutput, object, optional, picklist, pipe, regex, string, toNumber } from 'valibot'
import { opaqueId } from '../shared/ids.schema.ts'
import type { Rate } from './orders.schema.ts'

/** Query of getInvoice. */
export const invoiceQuery = object({ orderId: opaqueId })

/** Query of getInvoices. */
export const invoicesQuery = object({
  /** The viewer's role in the invoices. */
  role: picklist(['seller', 'buyer']),
  /** The year of the payout, in UTC. */
  year: pipe(string(), regex(/^20\d\d$/, 'year'), toNumber()),
  /** The `next` of the previous page: `[paidOutAt].[seller].[number]`. */
  cursor: optional(pipe(string(), regex(/^\d{1,12}\.\d{1,15}\.\d{1,9}$/, 'cursor'))),
})
export type InvoicesQuery = InferOutput<typeof invoicesQuery>

/** Invoices on a page of getInvoices. */
export const INVOICES_PAGE = 100

/** How an order was paid out, by the event before the payout. Without one of these events, the buyer released the payment. */
export const PAID_OUT_BY = {
  ClaimDelivered: 'timeout',
  AcceptDispute: 'agreement',
  ResolveDispute: 'decision',
  SettleStaleDispute: 'settlement',
} as const
export type PaidOutBy = 'release' | (typeof PAID_OUT_BY)[keyof typeof PAID_OUT_BY]

interface InvoiceParty {
  id: number
  /** The name when the invoice was issued; may be empty. */
  name: string
  wallet: `0x${string}`
}

/** What an invoice says besides its number, times and payout. Stored when it is issued, and never changed. */
export interface InvoiceDocument {
  seller: InvoiceParty
  buyer: InvoiceParty
  title: string
  /** The plan, or the job of a bid. */
  plan: string
  /** Hours bought of an hourly plan, else null. */
  hours: number | null
  /** Start and end of the event whose place was bought (UTC seconds); null for a service. */
  event: { start: number; end: number } | null
  chainId: number
  contract: `0x${string}`
  /** The contract's number of the order, decimal text. */
  orderNumber: string
  token: `0x${string}`
  /** What was paid into escrow (the token's smallest units, decimal text). */
  price: string
  /** The quoted price (micro-USD). */
  priceUsd: number
  /** What one ETH cost in the quote; null for stablecoins. */
  rate: Pick<Rate, 'priceUsd' | 'at'> | null
  /** When the order was paid (UTC seconds). */
  paidAt: number
  paymentHash: `0x${string}`
  payoutHash: `0x${string}`
  paidOutBy: PaidOutBy
}

/** An invoice as one of its parties sees it. */
export interface Invoice extends InvoiceDocument {
  /** The opaque id of the order. */
  order: string
  /** Unique on the whole site: the seller's id and the running number, `217-0003`. */
  number: string
  /** Whether its payout is no longer on the chain, after a deep reorg. */
  isVoid: boolean
  paidOutAt: number
  issuedAt: number
  /** The refund to the buyer (the token's smallest units, decimal text). */
  refund: string
  /** The price without the refund: what the buyer paid the seller. */
  total: string
  /** The platform fee that the seller paid, and what they received; null for the buyer, whom the fee does not concern. */
  sellerPart: { fee: string; received: string } | null
}

/** A page of a year's invoices in one role, oldest first. */
export interface InvoicePage {
  invoices: Invoice[]
  /** The payout of the viewer's first invoice in this role (UTC seconds); null without one. */
  since: number | null
  next: string | null
}

/** The number of an invoice. Padded, so that a seller's numbers sort as text. */
export const invoiceNumber = (sellerId: number, number: number): string => `${sellerId}-${String(number).padStart(4, '0')}`

/** The first second of a year and of the next one (UTC seconds). */
export const yearRange = (year: number): { from: number; to: number } => ({
  from: Date.UTC(year, 0) / 1000,
  to: Date.UTC(year + 1, 0) / 1000,
})

const CENT = 10_000n
/** A part of the price in micro-USD, rounded to a cent; the whole price stays as it was quoted. */
function usdOfPart({ price, priceUsd }: Pick<Invoice, 'price' | 'priceUsd'>, part: string): number {
  if (part === price) return priceUsd
  const whole = BigInt(price) * CENT
  return Number(((BigInt(priceUsd) * BigInt(part) * 2n + whole) / (whole * 2n)) * CENT)
}

/** The amounts of an invoice at the quoted price (micro-USD). The parts add up: price = refund + total, total = fee + received. */
export function usdAmounts(invoice: Pick<Invoice, 'price' | 'priceUsd' | 'total' | 'sellerPart'>) {
  const total = usdOfPart(invoice, invoice.total)
  const fee = invoice.sellerPart && usdOfPart(invoice, invoice.sellerPart.fee)
  return { price: invoice.priceUsd, refund: invoice.priceUsd - total, total, fee, received: fee === null ? null : total - fee }
}

/** Sums of one token (its smallest units) or of US dollars (micro-USD). `fee` and `received` are null for a buyer. */
export interface StatementSum {
  count: number
  price: bigint
  refund: bigint
  total: bigint
  fee: bigint | null
  received: bigint | null
}

const EMPTY: StatementSum = { count: 0, price: 0n, refund: 0n, total: 0n, fee: null, received: null }
const plus = (sum: bigint | null, value: string | number | null | undefined) => (value == null ? sum : (sum ?? 0n) + BigInt(value))
const add = (
  sum: StatementSum,
  part: {
    price: string | number
    refund: string | number
    total: string | number
    fee?: string | number | null
    received?: string | number | null
  },
): StatementSum => ({
  count: sum.count + 1,
  price: sum.price + BigInt(part.price),
  refund: sum.refund + BigInt(part.refund),
  total: sum.total + BigInt(part.total),
  fee: plus(sum.fee, part.fee),
  received: plus(sum.received, part.received),
})

/** The sums of a statement: by token, in the order of their first invoice, and in US dollars. Void invoices do not count. */
export function sumInvoices(invoices: readonly Invoice[]): { tokens: [token: Invoice['token'], sum: StatementSum][]; usd: StatementSum } {
  const tokens = new Map<Invoice['token'], StatementSum>()
  let usd = EMPTY
  for (const invoice of invoices) {
    if (invoice.isVoid) continue
    tokens.set(invoice.token, add(tokens.get(invoice.token) ?? EMPTY, { ...invoice, ...invoice.sellerPart }))
    usd = add(usd, usdAmounts(invoice))
  }
  return { tokens: [...tokens], usd }
}
