import { eq, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../shared/testing.ts'
import { apply } from './apply.ts'
import { getOrder, reportOk, requestQuote } from './order-calls.testing.ts'
import { orders } from './tables.ts'
import { createUser, db, deployed, pay, publish } from './testing.ts'
import { chainEvents } from './work-tables.ts'

let seller: TestUser
let buyer: TestUser
let serviceId: number
beforeAll(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  serviceId = await publish(seller)
})

const quote = () => requestQuote(serviceId, buyer)
const add = async (hash: Hex) => (await reportOk(hash, buyer)).orderId
const termsOf = async (id: string) => {
  const { terms, plan, title } = await getOrder(id, seller)
  return [terms, plan, title]
}
const QUOTED = ['ok', 'Studio', 'Logo and identity']
const UNQUOTED = ['unknown', '', 'Logo and identity']

/** Removes an order from the stored chain, as a reorg does: another block with the same number does not contain it. */
async function removeByReorg(id: string): Promise<void> {
  const [event] = await db.select().from(chainEvents).where(eq(chainEvents.id, id))
  const [number, hash] = [event!.blockNumber, `0x${'ab'.repeat(32)}`]
  const contract = { chainId: deployed.chainId, orderBook: deployed.orderBook }
  await db.run(sql`delete from cursors where chain_id = ${contract.chainId} and contract = ${contract.orderBook}`)
  expect(await apply(db, contract, [], { after: null, from: number, to: number, hash })).toBe('applied')
  await db.run(sql`delete from cursors where chain_id = ${contract.chainId} and contract = ${contract.orderBook}`)
}

describe('a second order from one quote', () => {
  it('counts as an order without a quote; the first keeps it', async () => {
    const terms = await quote()
    const first = await add(await pay(buyer.address, terms))
    const second = await add(await pay(buyer.address, terms))
    expect([await termsOf(first), await termsOf(second)]).toEqual([QUOTED, UNQUOTED])
  })

  it('counts the same if it is reported before the first one', async () => {
    const terms = await quote()
    const [one, two] = [await pay(buyer.address, terms), await pay(buyer.address, terms)]
    const second = await add(two)
    expect(await termsOf(second)).toEqual(QUOTED)
    const first = await add(one)
    expect([await termsOf(first), await termsOf(second)]).toEqual([QUOTED, UNQUOTED])
    const [row] = await db.select().from(orders).where(eq(orders.id, second))
    expect(row!.terms).toBe('{"title":"Logo and identity"}')
  })

  it('gets the quote if a reorg removes the first, and loses it when the first is back', async () => {
    const terms = await quote()
    const [one, two] = [await pay(buyer.address, terms), await pay(buyer.address, terms)]
    const [first, second] = [await add(one), await add(two)]
    await removeByReorg(first)
    expect(await termsOf(second)).toEqual(QUOTED)
    expect(await add(one)).toBe(first)
    expect([await termsOf(first), await termsOf(second)]).toEqual([QUOTED, UNQUOTED])
  })

  it('has no quote even if the first order differs from the quote', async () => {
    const terms = await quote()
    const first = await add(await pay(buyer.address, { ...terms, delivery: 6 }))
    const second = await add(await pay(buyer.address, terms))
    expect([(await termsOf(first))[0], (await termsOf(second))[0]]).toEqual(['unequal', 'unknown'])
  })

  it('gets the quote if the orders before it are of another buyer or for another seller', async () => {
    const terms = await quote()
    const [thief, accomplice] = [await createUser('Copy Cat'), await createUser('Other Seller')]
    await reportOk(await pay(thief.address, terms), thief)
    await add(await pay(buyer.address, { ...terms, seller: accomplice.address }))
    expect(await termsOf(await add(await pay(buyer.address, terms)))).toEqual(QUOTED)
  })
})
