import { createTestClient, encodeFunctionData, getAddress, type Hex, http, publicActions, walletActions } from 'viem'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { testChain } from '../local/test-chain.ts'
import { firstTab, MACHINE, movesOf, STATUS, type Status, split, VERBS, type Verb } from './orders.schema.ts'

const buyer = getAddress(`0x${'b1'.repeat(20)}`)
const seller = getAddress(`0x${'5e'.repeat(20)}`)
const stranger = getAddress(`0x${'77'.repeat(20)}`)
const people = { buyer, seller, stranger }
const DELIVERY = 3

/** How to bring a new order into each status. Disputed comes with disputes. */
const WAYS: Partial<Record<Status, [who: 'buyer' | 'seller', verb: Verb][]>> = {
  proposed: [],
  accepted: [['seller', 'accept']],
  rejected: [['seller', 'reject']],
  cancelled: [['buyer', 'cancel']],
  delivered: [
    ['seller', 'accept'],
    ['seller', 'deliver'],
  ],
  completed: [
    ['seller', 'accept'],
    ['seller', 'deliver'],
    ['buyer', 'complete'],
  ],
}

let client: ReturnType<typeof connect>
let orderBook: Hex
let stopChain = () => {}
const connect = (url: string) =>
  createTestClient({ mode: 'anvil', chain: anvil, transport: http(url), pollingInterval: 10, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)

beforeAll(async () => {
  const { url, deployment, stop } = await testChain()
  stopChain = stop
  client = connect(url)
  orderBook = deployment.orderBook
  for (const address of Object.values(people)) {
    await client.setBalance({ address, value: 10n ** 20n })
    await client.impersonateAccount({ address })
  }
})

afterAll(() => stopChain())

const data = (verb: Verb, orderId: bigint) => encodeFunctionData({ abi: orderBookAbi, functionName: VERBS[verb].call, args: [orderId] })

async function send(from: Hex, callData: Hex, value = 0n) {
  const hash = await client.sendTransaction({ account: from, to: orderBook, data: callData, value })
  const receipt = await client.waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
}

/** A new order brought into a status; 1 wei of the native coin. */
async function orderIn(status: Status) {
  const args = [seller, 7n, BigInt(DELIVERY), 1n, '0x0000000000000000000000000000000000000000'] as const
  await send(buyer, encodeFunctionData({ abi: orderBookAbi, functionName: 'newOrder', args }), 1n)
  const orderId = await client.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'orderIdCounter' })
  for (const [who, verb] of WAYS[status]!) await send(people[who], data(verb, orderId))
  const order = await client.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'getOrder', args: [orderId] })
  expect(STATUS[order.status]).toBe(status)
  return { orderId, clock: { status_: order.status, statusAt: Number(order.deliveryTimestamp), delivery: Number(order.delivery) } }
}

const allowed = (from: Hex, verb: Verb, orderId: bigint) =>
  client.call({ account: from, to: orderBook, data: data(verb, orderId) }).then(
    () => true,
    () => false,
  )

describe.each(Object.keys(WAYS) as Status[])('an order that is %s', (status) => {
  it('lets everybody do in the contract just what the table says, at every moment that matters', async () => {
    const { orderId, clock } = await orderIn(status)
    const openings = (['buyer', 'seller', 'stranger'] as const).flatMap((role) => movesOf(clock, role).map(({ opensAt }) => opensAt))
    const moments = [...new Set([clock.statusAt + 1, ...openings.filter(Boolean).flatMap((at) => [at - 1, at, at + 1])])].sort(
      (a, b) => a - b,
    )
    for (const at of moments) {
      const snapshot = await client.snapshot()
      await client.setNextBlockTimestamp({ timestamp: BigInt(at) })
      await client.mine({ blocks: 1 })
      for (const [role, address] of Object.entries(people) as ['buyer' | 'seller' | 'stranger', Hex][]) {
        const open = new Map(movesOf(clock, role).map((move) => [move.verb, move.opensAt <= at]))
        for (const verb of Object.keys(VERBS) as Verb[]) {
          const told = `${role} ${verb} at ${at - clock.statusAt} s`
          expect({ [told]: await allowed(address, verb, orderId) }).toEqual({ [told]: open.get(verb) ?? false })
        }
      }
      await client.revert({ id: snapshot })
    }
  })
})

it('every verb leads where the table says, with the event it names', async () => {
  for (const [verb, { event, to }] of Object.entries(VERBS) as [Verb, (typeof VERBS)[Verb]][]) {
    const snapshot = await client.snapshot()
    const from = (Object.keys(WAYS) as Status[]).find((status) => verb in { ...MACHINE[status].buyer, ...MACHINE[status].seller })!
    const { orderId, clock } = await orderIn(from)
    const who = verb in MACHINE[from].buyer ? 'buyer' : 'seller'
    const opensAt = movesOf(clock, who).find((move) => move.verb === verb)!.opensAt
    if (opensAt) await client.setNextBlockTimestamp({ timestamp: BigInt(opensAt) })
    await send(people[who], data(verb, orderId))
    const order = await client.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'getOrder', args: [orderId] })
    expect(STATUS[order.status]).toBe(to)
    const logs = await client.getContractEvents({ address: orderBook, abi: orderBookAbi, eventName: event })
    expect(logs).not.toHaveLength(0)
    await client.revert({ id: snapshot })
  }
})

describe('the list of orders', () => {
  const of = (...statuses: Status[]) => statuses.map((status) => ({ status_: STATUS.indexOf(status) }))
  it('opens where somebody waits for an answer', () => {
    expect(firstTab([])).toBe('open')
    expect(firstTab(of('completed', 'accepted'))).toBe('open')
    expect(firstTab(of('disputed', 'accepted'))).toBe('disputes')
    expect(firstTab(of('disputed', 'proposed'))).toBe('requests')
  })

  it('has every status in one tab', () => {
    const tabs = Object.fromEntries(STATUS.map((status) => [status, MACHINE[status].tab]))
    expect(tabs).toEqual({
      proposed: 'requests',
      accepted: 'open',
      delivered: 'open',
      disputed: 'disputes',
      cancelled: 'completed',
      rejected: 'completed',
      completed: 'completed',
    })
  })
})

it('fee and rest add up to the price, the fee rounded down as in the contract', () => {
  for (const [price, bps] of [
    [1n, 1000],
    [9n, 1000],
    [240_000_001n, 1000],
    [10n ** 20n + 7n, 333],
    [5n, 0],
  ] as const) {
    const { fee, sellerGets } = split(price, bps)
    expect(fee + sellerGets).toBe(price)
    expect(fee).toBe((price * BigInt(bps)) / 10_000n)
  }
})
