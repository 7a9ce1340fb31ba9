import { type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { convertRows } from '../shared/rows.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { OrdersEnv } from './env.ts'
import {
  INVOICES_PAGE,
  type Invoice,
  type InvoiceDocument,
  type InvoicePage,
  type InvoicesQuery,
  invoiceNumber,
  invoiceQuery,
  invoicesQuery,
  yearRange,
} from './invoices.schema.ts'
import { isCurrent } from './issue-invoices.ts'

interface InvoiceRow {
  id: string
  sellerId: number
  number: number
  orderId: string
  toBuyer: string
  toSeller: string
  toTreasury: string
  paidOutAt: number
  issuedAt: number
  document: string
  isCurrent: 0 | 1
}

/** The columns of `InvoiceRow`, of the invoice `i`. */
const columns = sql`i.seller_id || '-' || i.number as id, i.seller_id as sellerId, i.number, i.order_id as orderId, i.to_buyer as toBuyer,
  i.to_seller as toSeller, i.to_treasury as toTreasury, i.paid_out_at as paidOutAt, i.issued_at as issuedAt, i.document,
  ${isCurrent} as isCurrent`

function toInvoice(row: InvoiceRow, userId: number): Invoice {
  const { seller, ...document } = JSON.parse(row.document) as InvoiceDocument
  return {
    ...document,
    seller,
    order: row.orderId,
    number: invoiceNumber(row.sellerId, row.number),
    isVoid: !row.isCurrent,
    paidOutAt: row.paidOutAt,
    issuedAt: row.issuedAt,
    refund: row.toBuyer,
    total: String(BigInt(row.toSeller) + BigInt(row.toTreasury)),
    sellerPart: seller.id === userId ? { fee: row.toTreasury, received: row.toSeller } : null,
  }
}

/** A page of a year's invoices, and one more; `since` is in every row. Without invoices there is one row with only `since`. */
export function listInvoices(me: number, { role, year, cursor }: InvoicesQuery): SQL {
  const mine = role === 'seller' ? sql`seller_id = ${me}` : sql`buyer_id = ${me}`
  const { from, to } = yearRange(year)
  const [paidOutAt = 0, sellerId = 0, number = 0] = cursor?.split('.').map(Number) ?? []
  // SQLite uses the index for the first condition, but not for the one with three columns.
  return sql`select f.since, ${columns}
    from (select (select min(paid_out_at) from invoices where ${mine}) as since) f
    left join (
      select * from invoices where ${mine} and paid_out_at >= ${Math.max(from, paidOutAt)} and paid_out_at < ${to}
        and (paid_out_at, seller_id, number) > (${paidOutAt}, ${sellerId}, ${number})
      order by paid_out_at, seller_id, number limit ${INVOICES_PAGE + 1}
    ) i on true
    order by i.paid_out_at, i.seller_id, i.number`
}

export const invoiceRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  /** Answers the invoice of an order to its two parties. To anybody else it must not show that the order or the invoice exists. */
  .get('/getInvoice', requireUser, valid('query', invoiceQuery), async (c) => {
    const me = c.var.user.id
    const { orderId } = c.req.valid('query')
    // After a deep reorg an order may have another invoice for another payout.
    const rows = await database(c.env).all<InvoiceRow>(sql`select ${columns} from invoices i
      where i.order_id = ${orderId} and (i.seller_id = ${me} or i.buyer_id = ${me}) order by isCurrent desc, i.issued_at desc limit 1`)
    const [invoice] = convertRows('invoice', rows, (row) => toInvoice(row, me))
    if (!invoice) throw new ApiError('invoice_not_found')
    return c.json(invoice)
  })
  .get('/getInvoices', requireUser, valid('query', invoicesQuery), async (c) => {
    const me = c.var.user.id
    const rows = await database(c.env).all<InvoiceRow & { since: number | null }>(listInvoices(me, c.req.valid('query')))
    const found = rows.filter(({ number }) => number !== null)
    const page = found.slice(0, INVOICES_PAGE)
    const last = found.length > INVOICES_PAGE ? page.at(-1)! : null
    const answer: InvoicePage = {
      invoices: convertRows('invoice', page, (row) => toInvoice(row, me)),
      since: rows[0]?.since ?? null,
      next: last && `${last.paidOutAt}.${last.sellerId}.${last.number}`,
    }
    return c.json(answer)
  })
