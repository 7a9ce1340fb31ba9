import { eq, sql } from 'drizzle-orm'
import { zeroHash } from 'viem'
import type { Database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import type { TestUser } from '../shared/testing.ts'
import { invoices } from './invoice-tables.ts'
import type { InvoiceDocument } from './invoices.schema.ts'

/** Inserts the seller's next invoice. `overrides` replaces columns, `document` fields of the document. Returns the id of its order. */
export async function insertInvoice(
  db: Database,
  buyer: Pick<TestUser, 'id' | 'address'>,
  seller: Pick<TestUser, 'id' | 'address'>,
  { document = {}, ...overrides }: Partial<Omit<typeof invoices.$inferInsert, 'document'>> & { document?: Partial<InvoiceDocument> } = {},
): Promise<string> {
  const orderId = overrides.orderId ?? opaqueId()
  const stored: InvoiceDocument = {
    seller: { id: seller.id, name: 'Aiko Mori', wallet: seller.address },
    buyer: { id: buyer.id, name: 'Ben Carter', wallet: buyer.address },
    title: 'Logo and identity',
    plan: 'Studio',
    hours: null,
    event: null,
    chainId: 31337,
    contract: '0x00000000000000000000000000000000000000cc',
    orderNumber: '7',
    token: '0x0000000000000000000000000000000000000000',
    price: '240000000',
    priceUsd: 240_000_000,
    rate: null,
    paidAt: now() - 3600,
    paymentHash: zeroHash,
    payoutHash: zeroHash,
    paidOutBy: 'release',
    ...document,
  }
  const [last] = await db
    .select({ number: sql<number>`coalesce(max(${invoices.number}), 0)` })
    .from(invoices)
    .where(eq(invoices.sellerId, seller.id))
  await db.insert(invoices).values({
    sellerId: seller.id,
    number: last!.number + 1,
    buyerId: buyer.id,
    orderId,
    payout: opaqueId(),
    toBuyer: '0',
    toSeller: '216000000',
    toTreasury: '24000000',
    paidOutAt: now() - 60,
    issuedAt: now(),
    ...overrides,
    document: JSON.stringify(stored),
  })
  return orderId
}
