import { createExecutionContext } from 'cloudflare:test'
import { inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { now, opaqueId } from '../shared/ids.ts'
import type { TestUser } from '../shared/testing.ts'
import { deleteOldQuotes } from './delete-quotes.ts'
import { OrdersRpc } from './index.ts'
import { quotes } from './tables.ts'
import { createUser, db, deployed, insertOrder, testEnv } from './testing.ts'

const DAY = 86_400

let seller: TestUser
let buyer: TestUser
beforeAll(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
})

/** Stores a quote that expired `age` seconds ago. Returns its ref. */
async function insertQuote(age: number): Promise<string> {
  const ref = `0x${opaqueId()}`
  const validUntil = now() - age
  const parties = { buyerId: buyer.id, sellerId: seller.id, buyer: buyer.address, seller: seller.address }
  const contract = { chainId: deployed.chainId, contract: deployed.orderBook, token: '0x', amount: '1', priceUsd: 5_000_000, feeBps: 0 }
  await db
    .insert(quotes)
    .values({ ref, ...contract, ...parties, serviceId: 1, delivery: 1, terms: '{}', createdAt: validUntil - 900, validUntil })
  return ref
}
const left = async (refs: string[]) =>
  (await db.select({ ref: quotes.ref }).from(quotes).where(inArray(quotes.ref, refs))).map(({ ref }) => ref).sort()

it('deletes quotes that expired a week ago, except those that an order names, with equal or other terms', async () => {
  const [old, paid, unequal, recent] = [
    await insertQuote(7 * DAY + 60),
    await insertQuote(8 * DAY),
    await insertQuote(8 * DAY),
    await insertQuote(7 * DAY - 60),
  ]
  await insertOrder(buyer, seller, { ref: paid })
  await insertOrder(buyer, seller, { ref: unequal, termsState: 'unequal', buyerId: null })
  await deleteOldQuotes(db, now())
  expect(await left([old, paid, unequal, recent])).toEqual([paid, unequal, recent].sort())
})

it('keeps the quotes whose payments the indexer may not have read yet', async () => {
  const refs = [await insertQuote(8 * DAY)]
  await deleteOldQuotes(db, now() - 2 * DAY)
  await deleteOldQuotes(db, 0)
  expect(await left(refs)).toEqual(refs)
  await deleteOldQuotes(db, now() + 5 * DAY)
  expect(await left(refs)).toEqual([])
})

it('finds old quotes by an index', async () => {
  const plan = await db.all<{ detail: string }>(
    sql`explain query plan select q.ref from quotes q where q.valid_until >= 1 and q.valid_until < 2
      and not exists (select 1 from orders o where o.ref = q.ref)`,
  )
  const details = plan.map(({ detail }) => detail).join()
  expect(details).toContain('quotes_valid')
  expect(details).toContain('orders_ref')
})

it('the cron deletes nothing before the indexer has read a block', async () => {
  const refs = [await insertQuote(8 * DAY)]
  await new OrdersRpc(createExecutionContext(), testEnv).tick()
  expect(await left(refs)).toEqual(refs)
})
