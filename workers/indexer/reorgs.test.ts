import { and, eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { act, createUser, db, deployed, node, pay } from '../orders/testing.ts'
import { chainEvents, cursors } from '../orders/work-tables.ts'
import { now } from '../shared/ids.ts'
import type { TestUser } from '../shared/testing.ts'
import worker, { poll } from './index.ts'
import { indexer, lastOrderBlock, mineBlocks, newestCursor, newestOrderId, ordersOf, readHead } from './testing.ts'

let seller: TestUser
let buyer: TestUser
beforeEach(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  await poll(indexer)
})
afterEach(() => vi.restoreAllMocks())

describe('a reorg', () => {
  it.each([1, 5, 64])('of %i blocks leaves only the orders of the new chain', async (depth) => {
    const other = await createUser('Other Buyer')
    await pay(buyer.address, { seller: seller.address })
    const remaining = await newestOrderId()
    await poll(indexer)
    // Everything from here on is in blocks that will be replaced. A run after every few blocks leaves cursors among them.
    await pay(buyer.address, { seller: seller.address, amount: '111000000' })
    for (let mined = 1; mined < depth; mined += 16) {
      await mineBlocks(Math.min(16, depth - mined))
      await poll(indexer)
    }
    await poll(indexer)
    expect(await ordersOf(buyer)).toHaveLength(2)

    const above = (await readHead()) - (await lastOrderBlock()) + 1
    await node('anvil_reorg', above, [])
    await pay(other.address, { seller: seller.address, amount: '222000000' })
    await poll(indexer)
    expect(await ordersOf(buyer)).toMatchObject([{ orderId: remaining, price: '240000000' }])
    // The id of the lost order now belongs to another order.
    expect(await ordersOf(other)).toMatchObject([{ orderId: String(Number(remaining) + 1), price: '222000000' }])
    expect((await newestCursor())!.blockNumber).toBe(await readHead())
  })

  it('that removes a step restores the previous status', async () => {
    await pay(buyer.address, { seller: seller.address })
    await poll(indexer)
    await act(seller.address, 'accept', await newestOrderId())
    await poll(indexer)
    expect(await ordersOf(buyer)).toMatchObject([{ status: 1 }])
    await node('anvil_reorg', 1, [])
    await mineBlocks(1)
    await poll(indexer)
    expect(await ordersOf(buyer)).toMatchObject([{ status: 0 }])
  })

  it('that removes an offer in a dispute restores the previous deadline', async () => {
    await pay(buyer.address, { seller: seller.address })
    const number = await newestOrderId()
    await act(seller.address, 'accept', number)
    await act(seller.address, 'deliver', number)
    await act(buyer.address, 'dispute', number, 5000)
    await poll(indexer)
    const [opened] = await ordersOf(buyer)
    await act(seller.address, 'counter', number, 2000)
    await poll(indexer)
    const [offered] = await ordersOf(buyer)
    expect(offered).toMatchObject({ status: 6, statusAt: opened!.statusAt })
    expect(offered!.events.split(' ')).toHaveLength(5)
    await node('anvil_reorg', 1, [])
    await mineBlocks(1)
    await poll(indexer)
    expect(await ordersOf(buyer)).toEqual([opened])
  })

  it('keeps id and room of an order whose transaction is mined again in another block', async () => {
    const hash = await pay(buyer.address, { seller: seller.address })
    await worker.scheduled({}, indexer)
    const [before] = await ordersOf(buyer)
    const raw = await node<Hex>('eth_getTransactionByHash', hash)
    expect(raw).toBeTruthy()
    // Stores the log as if it came from an earlier block that a reorg removed. The node reports it in a later block.
    const [event] = await db.select().from(chainEvents).where(eq(chainEvents.id, before!.id))
    await db
      .update(chainEvents)
      .set({ blockNumber: event!.blockNumber - 1, blockHash: `0x${'e'.repeat(64)}` })
      .where(eq(chainEvents.id, before!.id))
    await db.delete(cursors)
    await worker.scheduled({}, indexer)
    const [after] = await ordersOf(buyer)
    expect(after).toMatchObject({ id: before!.id, roomId: before!.roomId })
    expect(await db.select().from(chainEvents).where(eq(chainEvents.transactionHash, hash))).toMatchObject([
      { blockHash: event!.blockHash },
    ])
  })

  it('of unconfirmed blocks removes events that addOrder stored too early', async () => {
    const lost = { chainId: 31337, contract: deployed.orderBook, orderId: '999999', blockNumber: (await readHead()) + 1 }
    await db.insert(chainEvents).values({
      ...lost,
      id: 'x'.repeat(22),
      transactionHash: `0x${'9'.repeat(64)}`,
      ordinal: 0,
      blockHash: `0x${'8'.repeat(64)}`,
      logIndex: 0,
      timestamp: now(),
      name: 'AcceptOrder',
      status: 1,
      args: '{}',
    })
    await mineBlocks(2)
    await poll(indexer)
    expect(
      await db
        .select()
        .from(chainEvents)
        .where(and(eq(chainEvents.orderId, '999999'))),
    ).toEqual([])
  })
})
