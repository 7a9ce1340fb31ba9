import { type InferOutput, object, optional, picklist, pipe, regex, string, toNumber } from 'valibot'
import { opaqueId, type Rate } from './orders.schema.ts'

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

/** How an order was paid out, by the event before the payout: the buyer's release, or the one named here. */
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
  /** What the seller paid for the platform and received; null for the buyer, whom the fee does not concern. */
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
