import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// Not in tables.ts, because other areas import that file, and the bundle of auth must stay small.

/**
 * Invoices of sellers to buyers, one per payout, see issue-invoices.ts. They are numbered for each seller from 1 without gaps: triggers
 * refuse changes, deletions, and rows that do not follow the seller's last one.
 */
export const invoices = sqliteTable(
  'invoices',
  {
    sellerId: integer('seller_id').notNull(),
    number: integer('number').notNull(),
    buyerId: integer('buyer_id').notNull(),
    /** The `id` of the order. */
    orderId: text('order_id').notNull(),
    /** The id of the event CompleteOrder. */
    payout: text('payout').notNull(),
    /** The parts of the price (the token's smallest units). */
    toBuyer: text('to_buyer').notNull(),
    toSeller: text('to_seller').notNull(),
    toTreasury: text('to_treasury').notNull(),
    /** When the escrow paid it out. */
    paidOutAt: integer('paid_out_at').notNull(),
    issuedAt: integer('issued_at').notNull(),
    /** JSON of `InvoiceDocument`: everything else that the invoice says, as it was when it was issued. */
    document: text('document').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sellerId, t.number] }),
    uniqueIndex('invoices_payout').on(t.orderId, t.payout, t.toSeller, t.toTreasury),
    index('invoices_seller').on(t.sellerId, t.paidOutAt, t.number),
    index('invoices_buyer').on(t.buyerId, t.paidOutAt, t.sellerId, t.number),
  ],
)

/** The events CompleteOrder for which the cron has not decided yet whether they get an invoice. `apply` adds them. */
export const pendingInvoices = sqliteTable('pending_invoices', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  eventId: text('event_id').notNull().unique(),
})
