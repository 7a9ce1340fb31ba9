import { and, asc, eq, gt, inArray, max, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { type Cursor, rewind } from '../shared/event-store.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { profiles, users } from '../shared/tables.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import { apply, orderEvents } from './apply.ts'
import { STATUS_AFTER } from './event-order.schema.ts'
import { invoices, pendingInvoices } from './invoice-tables.ts'
import type { InvoiceDocument } from './invoices.schema.ts'
import { issueInvoices } from './issue-invoices.ts'
import type { OrderEvent } from './logs.ts'
import { orders, quotes } from './tables.ts'
import { db, deployed, testEnv, usdc } from './testing.ts'

/** Each test has its own contract, whose blocks it makes up. */
let chain: { chainId: number; orderBook: `0x${string}` }
let cursor: Cursor | null
let buyer: TestUser
let seller: TestUser
beforeEach(async () => {
  chain = { chainId: deployed.chainId, orderBook: `0x${opaqueId()}` }
  cursor = null
  buyer = await signedIn(testEnv, { name: 'Ben Carter' })
  seller = await signedIn(testEnv, { name: '田中 花子' })
})
type Step = Omit<OrderEvent, 'blockNumber' | 'blockHash' | 'logIndex' | 'timestamp'>
const PRICE = 240_000_000
const payout = (toBuyer: number) => {
  const toTreasury = Math.floor((PRICE - toBuyer) / 10)
  return { toBuyer: String(toBuyer), toSeller: String(PRICE - toBuyer - toTreasury), toTreasury: String(toTreasury), paid: true }
}
const step = (name: string, orderId: string, args: object = {}, transactionHash = opaqueId(), ordinal = 0): Step => ({
  id: `${transactionHash}${ordinal}`,
  ...{ transactionHash, ordinal, orderId, name, status: STATUS_AFTER[name] ?? null, args: args as Record<string, unknown> },
})
const complete = (orderId: string, refund = 0) => step('CompleteOrder', orderId, payout(refund))

/** The payment of an order: by a new quote, unless `quoted` is false. `terms` are those of the quote. */
async function payment(orderId: string, { quoted = true, as = seller, terms = {} as object } = {}): Promise<Step> {
  const ref = `0x${opaqueId()}`
  const shared = { buyer: buyer.address, seller: as.address, token: usdc, delivery: 7, feeBps: 1000, arbitrationFeeBps: 500 }
  if (quoted)
    await db.insert(quotes).values({
      ...shared,
      ref,
      chainId: chain.chainId,
      contract: chain.orderBook,
      serviceId: 1,
      buyerId: buyer.id,
      sellerId: as.id,
      amount: String(PRICE),
      priceUsd: PRICE,
      terms: JSON.stringify({ title: 'Logo', plan: 'Studio', hours: null, seller: { name: 'As quoted' }, rate: null, ...terms }),
      createdAt: now(),
      validUntil: 4_000_000_000,
    })
  return step('NewOrder', orderId, { ...shared, productId: '1', price: String(PRICE), ref, validUntil: '4000000000' })
}

/** The hashes of the chain's blocks, by their numbers. */
const hashes: string[] = []
const at = (steps: Step[], blockNumber: number, blockHash: string): OrderEvent[] =>
  steps.map((event, logIndex) => ({
    ...event,
    blockNumber,
    blockHash,
    logIndex,
    timestamp: 1_790_000_000 + blockNumber,
  }))

/** The indexer reads the next block with these events. */
async function read(steps: Step[]): Promise<void> {
  const block = (cursor?.blockNumber ?? 0) + 1
  hashes[block] = opaqueId()
  const range = { after: cursor, from: block, to: block, hash: hashes[block] }
  expect(await apply(db, chain, at(steps, block, range.hash), range)).toBe('applied')
  cursor = { blockNumber: block, blockHash: range.hash }
}
/** A party reports the events of the next block before it is final. */
const report = (steps: Step[]) => apply(db, chain, at(steps, (cursor?.blockNumber ?? 0) + 1, opaqueId()), { after: cursor })
/** Removes the newest blocks, as after a reorg. */
async function goBack(blocks: number): Promise<void> {
  const blockNumber = cursor!.blockNumber - blocks
  cursor = blockNumber ? { blockNumber, blockHash: hashes[blockNumber]! } : null
  await rewind(db, orderEvents(chain), cursor)
}
const issue = () => issueInvoices(database(testEnv))
const issuedBy = (...sellers: TestUser[]) =>
  db
    .select()
    .from(invoices)
    .where(
      inArray(
        invoices.sellerId,
        sellers.map(({ id }) => id),
      ),
    )
    .orderBy(asc(invoices.sellerId), asc(invoices.number))
const documentOf = async (as = seller) => JSON.parse((await issuedBy(as))[0]!.document) as InvoiceDocument

describe('an invoice is not issued', () => {
  it('before the block of the payout is final', async () => {
    await read([await payment('1')])
    const payouts = [complete('1')]
    await report(payouts)
    await issue()
    expect(await issuedBy(seller)).toEqual([])
    await read(payouts)
    await issue()
    expect(await issuedBy(seller)).toMatchObject([{ number: 1, toSeller: '216000000' }])
  })

  it('for a reported payout that a reorg removed before it was final', async () => {
    await read([await payment('1')])
    await report([complete('1')])
    await read([])
    await issue()
    expect(await issuedBy(seller)).toEqual([])
    await read([complete('1', 1000)])
    await issue()
    expect(await issuedBy(seller)).toMatchObject([{ number: 1, toBuyer: '1000' }])
  })

  it('for a full refund, a cancelled order, and an order without a quote', async () => {
    const [latest] = await db.select({ id: max(pendingInvoices.id) }).from(pendingInvoices)
    await read([await payment('1'), await payment('2'), await payment('3', { quoted: false })])
    await read([complete('1', PRICE), step('CancelOrder', '2', { toBuyer: String(PRICE), paid: true }), complete('3')])
    await issue()
    expect(await issuedBy(seller)).toEqual([])
    const added = gt(pendingInvoices.id, latest!.id ?? 0)
    expect(await db.select().from(pendingInvoices).where(added)).toEqual([])
  })

  it('twice: not for a payout that is read again, nor for a second payout, which the contract never makes', async () => {
    await read([await payment('1')])
    const payouts = [complete('1'), complete('1', 5)]
    await read(payouts)
    await issue()
    await goBack(1)
    await read(payouts)
    await issue()
    await read([complete('1', 6)])
    await issue()
    expect(await issuedBy(seller)).toMatchObject([{ number: 1, toBuyer: '0' }])
  })
})

it('a damaged order or event does not prevent the invoices of other orders', async () => {
  await read([await payment('1'), await payment('2'), await payment('3')])
  await read([complete('1'), complete('2'), complete('3')])
  const isOrder = (orderId: string) => and(eq(orders.contract, chain.orderBook), eq(orders.orderId, orderId))
  await db.update(orders).set({ terms: 'not JSON' }).where(isOrder('1'))
  await db.run(
    sql`update chain_events set args = 'not JSON' where contract = ${chain.orderBook} and order_id = '2' and name = 'CompleteOrder'`,
  )
  await issue()
  const [intact] = await db.select().from(orders).where(isOrder('3'))
  expect(await issuedBy(seller)).toMatchObject([{ number: 1, orderId: intact!.id }])
})

describe('an invoice', () => {
  it('is replaced by one with the next number if the order is paid out differently after a deep reorg', async () => {
    await read([await payment('1'), await payment('2')])
    await read([complete('1')])
    await issue()
    await goBack(1)
    await read([complete('2')])
    await read([complete('1', 1000)])
    await issue()
    const rows = await issuedBy(seller)
    expect(rows.map(({ number, toBuyer }) => [number, toBuyer])).toEqual([
      [1, '0'],
      [2, '0'],
      [3, '1000'],
    ])
    expect(rows[2]!.orderId).toBe(rows[0]!.orderId)
  })

  it('is issued for a payout that follows a reorg, before the block of the removed one is read again', async () => {
    await read([await payment('1'), await payment('2')])
    await read([complete('1')])
    await read([complete('2')])
    await issue()
    await goBack(2)
    await read([complete('2', 1000)])
    await issue()
    await read([])
    await issue()
    expect((await issuedBy(seller)).map(({ number, toBuyer }) => [number, toBuyer])).toEqual([
      [1, '0'],
      [2, '0'],
      [3, '1000'],
    ])
  })

  it('says what was quoted, paid and paid out, with the names of that time', async () => {
    const event = { start: 1_790_000_000, end: 1_790_003_600 }
    const rate = { priceUsd: 3_000_000_000, priceJpy: 450_000, isJpyFixed: false, at: 1_789_999_000 }
    const paid = await payment('1', { terms: { title: '名刺のデザイン', hours: 3, event, rate } })
    await read([paid])
    const hash = opaqueId()
    await read([step('AcceptDispute', '1', { amount: '2500' }, hash, 0), step('CompleteOrder', '1', payout(PRICE / 4), hash, 1)])
    await issue()
    await db.update(profiles).set({ name: 'Renamed' }).where(eq(profiles.userId, seller.id))
    const [row] = await issuedBy(seller)
    expect(row).toMatchObject({
      number: 1,
      buyerId: buyer.id,
      toBuyer: '60000000',
      toSeller: '162000000',
      toTreasury: '18000000',
      paidOutAt: 1_790_000_002,
    })
    expect(await documentOf()).toEqual({
      seller: { id: seller.id, name: '田中 花子', wallet: seller.address },
      buyer: { id: buyer.id, name: 'Ben Carter', wallet: buyer.address },
      ...{ title: '名刺のデザイン', plan: 'Studio', hours: 3, event, rate: { priceUsd: rate.priceUsd, at: rate.at } },
      ...{ chainId: chain.chainId, contract: chain.orderBook, orderNumber: '1', token: usdc, price: String(PRICE), priceUsd: PRICE },
      ...{ paidAt: 1_790_000_001, paymentHash: paid.transactionHash, payoutHash: hash, paidOutBy: 'agreement' },
    })
  })

  it('has the name in the quote if the account has been deleted since', async () => {
    await read([await payment('1')])
    await db.delete(profiles).where(eq(profiles.userId, seller.id))
    await db.update(users).set({ deletedAt: now() }).where(eq(users.id, seller.id))
    await read([complete('1')])
    await issue()
    expect(await documentOf()).toMatchObject({ seller: { name: 'As quoted' }, paidOutBy: 'release', rate: null, event: null })
  })

  it('cannot be changed, deleted or replaced, and no number can be left out or used again', async () => {
    await read([await payment('1')])
    await read([complete('1')])
    await issue()
    const [row] = await issuedBy(seller)
    const mine = and(eq(invoices.sellerId, seller.id), eq(invoices.number, 1))
    await expect(db.update(invoices).set({ document: '{}' }).where(mine)).rejects.toThrow()
    await expect(db.delete(invoices).where(mine)).rejects.toThrow()
    for (const fields of [{ number: 1, payout: 'other' }, { number: 3, payout: 'other' }, { number: 0, payout: 'other' }, { number: 2 }])
      await expect(db.insert(invoices).values({ ...row!, ...fields })).rejects.toThrow()
    await db.insert(invoices).values({ ...row!, number: 2, payout: 'other' })
    expect(await issuedBy(seller)).toHaveLength(2)
  })

  it('gets the next number if another run issues an invoice of the same seller just before', async () => {
    await read([await payment('1'), await payment('2')])
    await read([complete('1')])
    const race = raceBefore('insert into invoices', async () => {
      await read([complete('2')])
      await issueInvoices(db)
    })
    await issue()
    race.restore()
    await issue()
    expect(race.happened).toBe(true)
    expect((await issuedBy(seller)).map(({ number }) => number)).toEqual([1, 2])
  })
})

/** What happens in one step of the property test. */
type Action =
  | { do: 'payOut'; order: number; refund: number }
  | { do: 'report'; order: number }
  | { do: 'reorg'; depth: number }
  | { do: 'issue'; runs: number }

it('invoice numbers have no gaps, and each final payout has one valid invoice, after any payouts, reorgs and concurrent runs', async () => {
  const SELLERS = 2
  const ORDERS = 4
  const order = fc.integer({ min: 0, max: ORDERS - 1 })
  const action: fc.Arbitrary<Action> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('payOut' as const), order, refund: fc.constantFrom(0, 0, 1000, PRICE) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('report' as const), order }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('issue' as const), runs: fc.integer({ min: 1, max: 4 }) }) },
  )
  const run = async (actions: Action[]) => {
    chain = { chainId: deployed.chainId, orderBook: `0x${opaqueId()}` }
    cursor = null
    const sellers = await Promise.all(Array.from({ length: SELLERS }, () => signedIn(testEnv)))
    await read(await Promise.all(Array.from({ length: ORDERS }, (_, i) => payment(String(i), { as: sellers[i % SELLERS]! }))))
    /** The final blocks after the first one, each with the refunds of the orders that were paid out in it. */
    let blocks: Map<number, number>[] = []
    let highest = 1
    const isPaidOut = (i: number) => blocks.some((block) => block.has(i))
    for (const next of actions) {
      if (next.do === 'issue') await Promise.all(Array.from({ length: next.runs }, issue))
      else if (next.do === 'report')
        await report(isPaidOut(next.order) ? [step('Note', String(next.order))] : [complete(String(next.order), 7)])
      else if (next.do === 'reorg') {
        const depth = Math.min(next.depth, blocks.length)
        if (depth) await goBack(depth)
        blocks = blocks.slice(0, blocks.length - depth)
      } else {
        const pays = !isPaidOut(next.order)
        await read(pays ? [complete(String(next.order), next.refund)] : [])
        blocks.push(new Map(pays ? [[next.order, next.refund]] : []))
        highest = Math.max(highest, cursor!.blockNumber)
      }
    }
    // A reorg leaves the events of its blocks until blocks of the same numbers are read.
    while (cursor!.blockNumber <= highest) await read([])
    await Promise.all([issue(), issue()])

    const rows = await issuedBy(...sellers)
    for (const { id } of sellers) {
      const numbers = rows.filter(({ sellerId }) => sellerId === id).map(({ number }) => number)
      expect(numbers).toEqual(numbers.map((_, i) => i + 1))
    }
    const stored = await db.select().from(orders).where(eq(orders.contract, chain.orderBook))
    const paidOut = new Map(blocks.flatMap((block) => [...block]))
    for (const { id, orderId, events } of stored) {
      const valid = rows.filter((row) => row.orderId === id && events.split(' ').includes(row.payout))
      const refund = paidOut.get(Number(orderId))
      expect(valid.map(({ toBuyer }) => Number(toBuyer))).toEqual(refund === undefined || refund === PRICE ? [] : [refund])
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 20 }), run), { numRuns: 8 })
})
