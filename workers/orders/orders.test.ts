import { eq, isNull, like } from 'drizzle-orm'
import { encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { roomMembers, rooms } from '../chat/tables.ts'
import { listings } from '../listings/tables.ts'
import { now } from '../shared/ids.ts'
import { users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { type Added, ask, getOrder, newestOrderId, report, reportOk, requestQuote } from './order-calls.testing.ts'
import type { Order } from './orders.schema.ts'
import { linkOrdersToUsers } from './outbox.ts'
import { orders } from './tables.ts'
import { act, createUser, db, deployed, node, OWNER, pay, publish, testEnv, transact } from './testing.ts'
import { chainEvents } from './work-tables.ts'

let seller: TestUser
let buyer: TestUser
let serviceId: number
beforeAll(async () => {
  // A run opens only 20 rooms, so no orders of other test files may wait for theirs.
  await db.update(orders).set({ roomId: orders.id }).where(isNull(orders.roomId))
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  serviceId = await publish(seller)
})

const addOk = (hash: Hex, as = buyer) => reportOk(hash, as)
const quote = (as = buyer, overrides: object = {}) => requestQuote(serviceId, as, overrides)
const order = (id: string, as = buyer) => getOrder(id, as)
const buy = async () => addOk(await pay(buyer.address, await quote()))

describe('an order', () => {
  it('combines the payment with the quote, and opens one room for both parties', async () => {
    const terms = await quote()
    const { orderId, roomId } = await addOk(await pay(buyer.address, terms))
    expect(await order(orderId)).toMatchObject({
      id: orderId,
      room: roomId,
      service_id: serviceId,
      title: 'Logo and identity',
      plan: 'Studio',
      seller: seller.address,
      buyer: buyer.address,
      seller_id: seller.id,
      buyer_id: buyer.id,
      seller_name: 'Aiko Mori',
      buyer_name: 'Ben Carter',
      price: '240000000',
      fee: '24000000',
      sellerGets: '216000000',
      status_: 0,
      delivery: 7,
      terms: 'ok',
      history: [{ name: 'NewOrder' }],
    })
    const members = await db.select({ userId: roomMembers.userId }).from(roomMembers).where(eq(roomMembers.roomId, roomId))
    expect(members.map(({ userId }) => userId).sort()).toEqual([seller.id, buyer.id].sort())
    expect(await db.select({ title: rooms.title }).from(rooms).where(eq(rooms.id, roomId))).toEqual([{ title: 'Logo and identity' }])
  })

  it('is stored once if its transaction is reported several times, by either party', async () => {
    const hash = await pay(buyer.address, await quote())
    const answers = await Promise.all([addOk(hash), addOk(hash), addOk(hash, seller), addOk(hash.toUpperCase().replace('X', 'x') as Hex)])
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const events = await db.select().from(chainEvents).where(eq(chainEvents.transactionHash, hash))
    expect(events).toHaveLength(1)
  })

  it('uses nothing from the client except the hash', async () => {
    const hash = await pay(buyer.address, await quote())
    const answer = await report(hash, buyer, { orderId: 7, order: '{"price":"1"}', contract: zeroAddress })
    expect(await order(((await answer.json()) as Added).orderId)).toMatchObject({ price: '240000000', terms: 'ok' })
  })

  it('follows each step that either party reports', async () => {
    const { orderId } = await buy()
    const { order_id } = await order(orderId)
    for (const [who, verb, status] of [
      [seller, 'accept', 1],
      [seller, 'deliver', 4],
      [buyer, 'complete', 5],
    ] as const) {
      expect((await addOk(await act(who.address, verb, order_id), who)).orderId).toBe(orderId)
      expect(await order(orderId, seller)).toMatchObject({ status_: status })
    }
    expect((await order(orderId)).history.map(({ name }) => name)).toEqual(['NewOrder', 'AcceptOrder', 'DeliverOrder', 'CompleteOrder'])
  })

  it('has the status of the last block, also when steps are reported in reverse order', async () => {
    const paid = await pay(buyer.address, await quote())
    const number = await newestOrderId()
    const accepted = await act(seller.address, 'accept', number)
    const delivered = await act(seller.address, 'deliver', number)
    const { orderId } = await addOk(paid)
    await addOk(delivered, seller)
    expect(await order(orderId)).toMatchObject({ status_: 4 })
    await addOk(accepted, seller)
    expect(await order(orderId)).toMatchObject({ status_: 4, history: [{}, { name: 'AcceptOrder' }, { name: 'DeliverOrder' }] })
  })

  it('is flagged as unequal if it differs from the quote, and is still shown to the seller', async () => {
    const payChanged = async (changes: object) => {
      const { orderId } = await addOk(await pay(buyer.address, { ...(await quote()), ...changes }))
      return order(orderId, seller)
    }
    expect(await payChanged({ amount: '239000000' })).toMatchObject({ terms: 'unequal', price: '239000000', title: 'Logo and identity' })
    expect(await payChanged({ delivery: 6 })).toMatchObject({ terms: 'unequal', delivery: 6 })
    // The buyer chooses the validUntil sent to the contract, so an expired quote could be paid at its old rate or price.
    expect(await payChanged({ validUntil: 4_000_000_000 })).toMatchObject({ terms: 'unequal' })
    expect(await payChanged({ productId: 4242 })).toMatchObject({ terms: 'unequal', service_id: 4242 })
    expect(await payChanged({ token: zeroAddress, amount: '1000' })).toMatchObject({ terms: 'unequal', token: zeroAddress })
  })

  it('matches the quote if a fee fell before the payment, and is flagged if the buyer allowed a higher fee', async () => {
    const special = await createUser('Lower Fee')
    const ownServiceId = await publish(special)
    const setFee = (feeBps: bigint) =>
      transact(
        OWNER,
        deployed.orderBook,
        encodeFunctionData({ abi: orderBookAbi, functionName: 'setCustomFee', args: [special.address, feeBps] }),
      )
    const payAfterFeeChange = async (changes: object = {}) => {
      const terms = await quote(buyer, { serviceId: ownServiceId })
      await setFee('feeBps' in changes ? 1200n : 800n)
      const { orderId } = await addOk(await pay(buyer.address, { ...terms, ...changes }))
      await setFee(1000n)
      return order(orderId, special)
    }
    expect(await payAfterFeeChange()).toMatchObject({ terms: 'ok', feeBps: 800 })
    expect(await payAfterFeeChange({ feeBps: 2000 })).toMatchObject({ terms: 'unequal', feeBps: 1200 })
  })

  it('shows nothing of a quote to a buyer who copied its ref', async () => {
    const terms = await quote()
    const thief = await createUser('Copy Cat')
    const accomplice = await createUser('Other Seller')
    const { orderId } = await addOk(await pay(thief.address, { ...terms, seller: accomplice.address }), thief)
    const seen = await order(orderId, thief)
    expect(seen).toMatchObject({ terms: 'unequal', title: '', plan: '', buyer_name: 'Copy Cat', seller_id: null })
    // The real buyer can still pay.
    expect(await order((await addOk(await pay(buyer.address, terms))).orderId)).toMatchObject({ terms: 'ok' })
  })

  it('without a quote has unknown terms and the title of the listing', async () => {
    const { orderId } = await addOk(await pay(buyer.address, { seller: seller.address, productId: serviceId }))
    expect(await order(orderId, seller)).toMatchObject({ terms: 'unknown', title: 'Logo and identity', plan: '' })
  })

  it('without a quote has no title if the listing is disabled or deleted', async () => {
    for (const state of [{ enabled: false }, { enabled: false, deletedAt: now() }]) {
      const productId = await publish(seller, { title: 'Not for strangers', ...state })
      await addOk(await pay(buyer.address, { seller: seller.address, productId }))
      const { orderId, roomId } = await addOk(await act(seller.address, 'accept', await newestOrderId()), seller)
      const [room] = await db.select({ title: rooms.title }).from(rooms).where(eq(rooms.id, roomId))
      expect([(await order(orderId)).title, room!.title]).toEqual(['', ''])
    }
  })

  it('without a quote keeps its title when the listing changes', async () => {
    const productId = await publish(seller, { title: 'As it was seen' })
    const { orderId } = await addOk(await pay(buyer.address, { seller: seller.address, productId }))
    await db.update(listings).set({ title: 'Written while hidden', enabled: false }).where(eq(listings.id, productId))
    await addOk(await act(seller.address, 'accept', await newestOrderId()), seller)
    expect(await order(orderId)).toMatchObject({ title: 'As it was seen', status_: 1 })
  })

  it('stays in the list when 600 newer orders have no quote', async () => {
    const { orderId } = await buy()
    const first = await db.select().from(orders).where(eq(orders.id, orderId))
    const dust = Array.from({ length: 600 }, (_, i) => {
      const id = `dust${String(i).padStart(18, '0')}`
      return { ...first[0]!, id, orderId: String(1e9 + i), roomId: id, termsState: 'unknown', createdAt: now() + 1000, price: '1' }
    })
    for (let i = 0; i < dust.length; i += 50) await db.insert(orders).values(dust.slice(i, i + 50))
    const seen = (await (await ask('GET', 'getMyOrders', seller)).json()) as { orders: Order[] }
    expect(seen.orders.map(({ id }) => id)).toContain(orderId)
    expect(seen.orders.length).toBeLessThan(500)
    await db.delete(orders).where(like(orders.id, 'dust%'))
  })

  it('is visible only to its parties', async () => {
    const { orderId } = await buy()
    const stranger = await createUser('Passer-by')
    expect(await codeOf(await ask('GET', `getOrder?id=${orderId}`, stranger))).toBe('order_not_found')
    expect(await (await ask('GET', 'getMyOrders', stranger)).json()).toEqual({ orders: [], tab: null, counts: null, next: null })
    const mine = (await (await ask('GET', 'getMyOrders', seller)).json()) as { orders: Order[] }
    expect(mine.orders.map(({ id }) => id)).toContain(orderId)
    expect(await codeOf(await ask('GET', 'getOrder?id=short', buyer))).toBe('invalid_body')
  })

  it('shows the current username of a buyer without a profile, and the username at purchase once the account is deleted', async () => {
    const unnamed = await createUser('')
    const setUsername = (username: string | null) => db.update(users).set({ username }).where(eq(users.id, unnamed.id))
    await setUsername(`early_${unnamed.id}`)
    const terms = await quote(unnamed)
    const { orderId } = await addOk(await pay(unnamed.address, terms), unnamed)
    await setUsername(`late_${unnamed.id}`)
    expect(await order(orderId, seller)).toMatchObject({ terms: 'ok', buyer_name: `late_${unnamed.id}` })
    await setUsername(null)
    expect(await order(orderId, seller)).toMatchObject({ buyer_name: `early_${unnamed.id}` })
  })

  it('gets its seller account and its room when the seller’s wallet is linked after the purchase', async () => {
    const { address } = await createUser('Earlier')
    const walletless = await signedIn(testEnv, { wallet: false, name: 'Linked Later' })
    const wallet = `0x${'77'.repeat(20)}` as const
    const { orderId } = await addOk(await pay(buyer.address, { seller: wallet, productId: serviceId }))
    expect(await order(orderId)).toMatchObject({ seller_id: null, room: null })
    const { accounts } = await import('../shared/tables.ts')
    await db.insert(accounts).values({ address: wallet, userId: walletless.id, provider: 'test', linkedAt: 1 })
    await linkOrdersToUsers(db)
    await node('anvil_setBalance', wallet, '0xde0b6b3a7640000')
    await addOk(await act(wallet, 'accept', await newestOrderId()))
    const seen = await order(orderId)
    expect(seen.seller_id).toBe(walletless.id)
    expect(seen.room).toMatch(/^[\w-]{22}$/)
    expect(address).toMatch(/^0x/)
  })
})
