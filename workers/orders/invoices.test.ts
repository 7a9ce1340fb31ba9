import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { opaqueId } from '../shared/ids.ts'
import { codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import { INVOICES_PAGE, type Invoice, type InvoicePage, type InvoicesQuery } from './invoices.schema.ts'
import { insertInvoice } from './invoices.testing.ts'
import { listInvoices } from './invoices.ts'
import { ask } from './order-calls.testing.ts'
import { orders } from './tables.ts'
import { db, deployed, insertOrder, testEnv } from './testing.ts'
import { chainEvents } from './work-tables.ts'

let buyer: TestUser
let seller: TestUser
let stranger: TestUser
beforeEach(async () => {
  ;[buyer, seller, stranger] = await Promise.all([signedIn(testEnv), signedIn(testEnv), signedIn(testEnv)])
})

const get = (orderId: string, as?: TestUser) => ask('GET', `getInvoice?orderId=${orderId}`, as)
const getOk = async (orderId: string, as: TestUser) => (await (await get(orderId, as)).json()) as Invoice
const list = async (query: Record<string, string>, as: TestUser) => {
  const answer = await ask('GET', `getInvoices?${new URLSearchParams({ role: 'seller', year: '2026', ...query })}`, as)
  expect(answer.status).toBe(200)
  return (await answer.json()) as InvoicePage
}
const utc = (text: string) => Date.parse(`${text}Z`) / 1000

/** Inserts an order that was paid out, its payout on the chain, and its invoice. */
async function payOut(overrides: Parameters<typeof insertInvoice>[3] = {}): Promise<string> {
  const orderId = await insertOrder(buyer, seller)
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const payout = opaqueId()
  await db.insert(chainEvents).values({
    ...{
      chainId: deployed.chainId,
      contract: deployed.orderBook,
      orderId: order!.orderId,
      id: payout,
      transactionHash: opaqueId(),
      ordinal: 0,
    },
    ...{ blockNumber: 1, blockHash: '0x', logIndex: 0, timestamp: 1, name: 'CompleteOrder', status: 5 },
    args: JSON.stringify({ toBuyer: '0', toSeller: '216000000', toTreasury: '24000000' }),
  })
  return insertInvoice(db, buyer, seller, { orderId, payout, ...overrides })
}

describe('an invoice is refused', () => {
  it('to guests, and to strangers exactly as if it did not exist', async () => {
    const orderId = await payOut()
    expect(await codeOf(await get(orderId))).toBe('unauthorized')
    expect(await codeOf(await ask('GET', 'getInvoices?role=seller&year=2026'))).toBe('unauthorized')
    const [foreign, missing] = [await get(orderId, stranger), await get(opaqueId(), stranger)]
    const shapeOf = async (answer: Response) => {
      const { error } = (await answer.json()) as { error: { code: string; requestId?: string } }
      return [answer.status, { ...error, requestId: '' }]
    }
    expect(await shapeOf(foreign)).toEqual(await shapeOf(missing))
    expect(await list({}, stranger)).toEqual({ invoices: [], since: null, next: null })
    expect(await list({ role: 'buyer' }, stranger)).toEqual({ invoices: [], since: null, next: null })
  })

  it('for an order that has none', async () => {
    expect(await codeOf(await get(await insertOrder(buyer, seller), buyer))).toBe('invoice_not_found')
  })

  it.each([
    { role: 'admin' },
    { year: '1999' },
    { year: '2100' },
    { year: '2026.5' },
    { year: "2026'" },
    { cursor: '1.2' },
    { cursor: '1.2.3.4' },
  ])('in a list with %o', async (query) => {
    const answer = await ask(
      'GET',
      `getInvoices?${new URLSearchParams({ role: 'seller', year: '2026', ...query } as Record<string, string>)}`,
      seller,
    )
    expect(await codeOf(answer)).toBe('invalid_body')
  })

  it('after 300 pages in a minute', async () => {
    await exhaustLimit(testEnv, { person: seller.id }, 'GET /api/orders/getInvoices')
    expect(await codeOf(await ask('GET', 'getInvoices?role=seller&year=2026', seller))).toBe('too_many_requests')
  })
})

describe('getInvoice', () => {
  it('answers the same document to both parties, and the fee to the seller only', async () => {
    const orderId = await payOut()
    const [sold, bought] = [await getOk(orderId, seller), await getOk(orderId, buyer)]
    expect(sold).toMatchObject({
      ...{
        order: orderId,
        number: `${seller.id}-0001`,
        isVoid: false,
        title: 'Logo and identity',
        price: '240000000',
        refund: '0',
        total: '240000000',
      },
      sellerPart: { fee: '24000000', received: '216000000' },
    })
    expect(bought).toEqual({ ...sold, sellerPart: null })
  })

  it('says that an invoice is void while the chain lacks its payout or has other amounts', async () => {
    const orderId = await payOut()
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
    const sellerPart = eq(chainEvents.orderId, order!.orderId)
    const setArgs = (args: string) => db.update(chainEvents).set({ args }).where(sellerPart)
    const [event] = await db.select().from(chainEvents).where(sellerPart)
    for (const changed of ['{"toBuyer":"0","toSeller":"1","toTreasury":"24000000"}', 'not JSON', '{}']) {
      await setArgs(changed)
      expect(await getOk(orderId, buyer)).toMatchObject({ isVoid: true, total: '240000000' })
    }
    await setArgs(event!.args)
    expect(await getOk(orderId, buyer)).toMatchObject({ isVoid: false })
    await db.delete(orders).where(eq(orders.id, orderId))
    expect(await getOk(orderId, buyer)).toMatchObject({ isVoid: true })
  })

  it('answers the valid one if a void one was replaced', async () => {
    const orderId = await payOut()
    await insertInvoice(db, buyer, seller, { orderId, issuedAt: 1_999_999_999 })
    expect(await getOk(orderId, seller)).toMatchObject({ number: `${seller.id}-0001`, isVoid: false })
  })
})

describe('getInvoices', () => {
  it('lists the invoices of one UTC year and role, oldest payout first', async () => {
    const years = ['2025-12-31T23:59:59', '2026-12-31T23:59:59', '2026-01-01T00:00:00', '2027-01-01T00:00:00']
    for (const at of years) await payOut({ paidOutAt: utc(at) })
    await insertInvoice(db, seller, buyer, { paidOutAt: utc('2026-05-05T00:00:00') })
    const sold = await list({}, seller)
    expect(sold.invoices.map(({ number, isVoid }) => [number, isVoid])).toEqual([
      [`${seller.id}-0003`, false],
      [`${seller.id}-0002`, false],
    ])
    expect(sold).toMatchObject({ since: utc(years[0]!), next: null })
    expect((await list({ role: 'buyer' }, buyer)).invoices).toEqual(sold.invoices.map((invoice) => ({ ...invoice, sellerPart: null })))
    expect((await list({}, buyer)).invoices).toMatchObject([{ number: `${buyer.id}-0001`, isVoid: true }])
    expect(await list({ year: '2024' }, seller)).toEqual({ invoices: [], since: utc(years[0]!), next: null })
  })

  it('lists each invoice once in pages, also those of one second', async () => {
    const other = await signedIn(testEnv)
    for (let i = 0; i < INVOICES_PAGE + 5; i++)
      await insertInvoice(db, buyer, i % 2 ? seller : other, { paidOutAt: utc('2026-03-01T00:00:00') + Math.floor(i / 50) })
    const first = await list({ role: 'buyer' }, buyer)
    expect(first.invoices).toHaveLength(INVOICES_PAGE)
    const second = await list({ role: 'buyer', cursor: first.next! }, buyer)
    expect([second.invoices.length, second.next]).toEqual([5, null])
    expect(new Set([...first.invoices, ...second.invoices].map(({ number }) => number)).size).toBe(INVOICES_PAGE + 5)
    expect((await list({ role: 'buyer', cursor: first.next! }, stranger)).invoices).toEqual([])
  })

  it('leaves out a damaged row', async () => {
    await payOut({ paidOutAt: utc('2026-03-01T00:00:00') })
    await db.run(sql`insert into invoices select seller_id, 2, buyer_id, order_id, 'x', to_buyer, to_seller, to_treasury, paid_out_at, issued_at,
      'not JSON' from invoices where seller_id = ${seller.id}`)
    expect((await list({}, seller)).invoices).toHaveLength(1)
  })

  it.each(['seller', 'buyer'] as const)('reads the invoices of a %s through an index', async (role) => {
    const statement = listInvoices(7, { role, year: 2026, cursor: '1790000000.3.4' } as InvoicesQuery)
    const plan = (await db.all<{ detail: string }>(sql`explain query plan ${statement}`)).map(({ detail }) => detail)
    const reads = plan.filter((line) => /^(SEARCH|SCAN) (invoices|orders|o|e|chain_events)\b/.test(line))
    expect(reads).toContain(`SEARCH invoices USING INDEX invoices_${role} (${role}_id=? AND paid_out_at>? AND paid_out_at<?)`)
    expect(reads.filter((line) => line.startsWith('SCAN'))).toEqual([])
  })

  it('makes two statements: one for the session and one for the invoices', async () => {
    await payOut()
    const statements: string[] = []
    const real = globalThis.fetch
    vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
      const request = new Request(input, init)
      for (const [, text] of (await request.clone().text()).matchAll(/"sql":"(\w+)/g)) statements.push(text!)
      return real(request)
    })
    await list({}, seller)
    vi.stubGlobal('fetch', real)
    expect(statements.filter((text) => text.toLowerCase() === 'select')).toHaveLength(2)
  })
})
