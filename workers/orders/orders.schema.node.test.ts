import { createTestClient, decodeErrorResult, encodeFunctionData, getAddress, type Hex, http, publicActions, walletActions } from 'viem'
import { anvil } from 'viem/chains'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { call } from '../local/anvil.ts'
import { ADMIN, testChain } from '../local/test-chain.ts'
import type { RawLog } from '../shared/rpc.ts'
import { callData } from './calldata.schema.ts'
import { disputeOf, outcomeOf } from './history.ts'
import { type OrderEvent, orderEvents } from './logs.ts'
import {
  decisionOf,
  figuresOf,
  firstTab,
  MACHINE,
  movesOf,
  refundOf,
  STATUS,
  type Status,
  split,
  VERBS,
  type Verb,
} from './orders.schema.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const DELIVERY = 3
/** Of the native coin; odd, so that every share of it has to be rounded. */
const PRICE = 1_000_003n
const people = {
  buyer: getAddress(`0x${'b1'.repeat(20)}`),
  seller: getAddress(`0x${'5e'.repeat(20)}`),
  stranger: getAddress(`0x${'77'.repeat(20)}`),
  admin: getAddress(ADMIN),
}
type Who = keyof typeof people
const EVERYBODY = Object.keys(people) as Who[]

type Step = readonly [who: Who, verb: Verb, refund?: number | bigint]
const delivered: Step[] = [
  ['seller', 'accept'],
  ['seller', 'deliver'],
]
const disputed = (amount: number, ...then: Step[]): Step[] => [...delivered, ['buyer', 'dispute', amount], ...then]

/** How a new order comes into each status, and into what differs within it. Steps are an hour apart. */
const SITUATIONS: Record<string, [Status, Step[]]> = {
  proposed: ['proposed', []],
  accepted: ['accepted', [['seller', 'accept']]],
  rejected: ['rejected', [['seller', 'reject']]],
  cancelled: ['cancelled', [['buyer', 'cancel']]],
  delivered: ['delivered', delivered],
  completed: ['completed', [...delivered, ['buyer', 'complete']]],
  'disputed, without an answer': ['disputed', disputed(5000)],
  'disputed, for all of it': ['disputed', disputed(10_000)],
  'disputed, for next to nothing': ['disputed', disputed(1)],
  'disputed, for less than at first': ['disputed', disputed(9000, ['buyer', 'lower', 7500])],
  'disputed, with an offer': ['disputed', disputed(5001, ['seller', 'counter', 2000])],
  'disputed, with an offer of nothing': ['disputed', disputed(5000, ['seller', 'counter', 0])],
  'disputed, with a second offer after lowering': [
    'disputed',
    disputed(8000, ['seller', 'counter', 100], ['buyer', 'lower', 4000], ['seller', 'counter', 1500]),
  ],
  'disputed, an offer next to the figure': ['disputed', disputed(5000, ['seller', 'counter', 4999])],
  'settled by the seller': ['completed', disputed(3333, ['seller', 'concede', 3333])],
  'settled by the buyer': ['completed', disputed(5000, ['seller', 'counter', 1234], ['buyer', 'agree', 1234])],
  decided: ['completed', disputed(5000, ['seller', 'counter', 0], ['admin', 'resolve', 400_007n])],
}

let client: ReturnType<typeof connect>
let orderBook: Hex
let url: string
let stopChain = () => {}
const connect = () =>
  createTestClient({ mode: 'anvil', chain: anvil, transport: http(url), pollingInterval: 5, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)

beforeAll(async () => {
  const chain = await testChain()
  stopChain = chain.stop
  url = chain.url
  client = connect()
  orderBook = chain.deployment.orderBook
  for (const address of Object.values(people)) {
    await client.setBalance({ address, value: 10n ** 20n })
    await client.impersonateAccount({ address })
  }
  for (const situation of Object.keys(SITUATIONS)) await make(situation)
})

afterAll(() => stopChain())

/** Every test finds all the orders as they were made. */
let before: Hex
beforeEach(async () => {
  before = await client.snapshot()
})
afterEach(() => client.revert({ id: before }))

/** Sends what must succeed, in a block of the given time, an hour after the last one when left out. */
async function send(from: Hex, data: Hex, { value = 0n, at = 0 } = {}) {
  const timestamp = at ? BigInt(at) : (await client.getBlock()).timestamp + BigInt(HOUR)
  await client.setNextBlockTimestamp({ timestamp })
  const hash = await client.sendTransaction({ account: from, to: orderBook, data, value, gas: 1_000_000n })
  const receipt = await client.waitForTransactionReceipt({ hash, checkReplacement: false })
  expect(receipt.status).toBe('success')
}

/** An order as the app makes it out of the contract's logs, its newest event last. */
async function orderFrom(orderId: bigint) {
  const logs = await call<RawLog[]>(url, 'eth_getLogs', [{ address: orderBook, fromBlock: '0x0', toBlock: 'latest' }])
  const timestamps = new Map(logs.map((log) => [Number(log.blockNumber), Number(log.blockTimestamp)]))
  const events = (await orderEvents(31337, orderBook, logs, timestamps)).filter((event) => event.orderId === String(orderId))
  const last = events.findLast(({ status }) => status !== null)!
  return {
    events,
    order: { status_: last.status!, statusAt: last.timestamp, delivery: DELIVERY, dispute: disputeOf(events), outcome: outcomeOf(events) },
  }
}

const read = (orderId: bigint) => client.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'getOrder', args: [orderId] })

type Facts = Awaited<ReturnType<typeof orderFrom>>['order']
const made = new Map<string, { orderId: bigint; order: Facts }>()

async function make(situation: string): Promise<void> {
  const [status, steps] = SITUATIONS[situation]!
  const args = [people.seller, 7n, BigInt(DELIVERY), PRICE, '0x0000000000000000000000000000000000000000'] as const
  await send(people.buyer, encodeFunctionData({ abi: orderBookAbi, functionName: 'newOrder', args }), { value: PRICE })
  const orderId = await client.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'orderIdCounter' })
  for (const [who, verb, refund] of steps) await send(people[who], callData(verb, orderId, refund))
  const { order } = await orderFrom(orderId)
  expect(STATUS[order.status_]).toBe(status)
  made.set(situation, { orderId, order })
}

/** Tries calls without sending them, many at once: null where the contract allows it, else the name of its error. */
async function tryAll(calls: { from: Hex; data: Hex }[]): Promise<(string | null)[]> {
  const body = calls.map((call, id) => ({ jsonrpc: '2.0', id, method: 'eth_call', params: [{ ...call, to: orderBook }, 'latest'] }))
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const results = (await answer.json()) as { id: number; error?: { data: Hex } }[]
  const refusals = new Map(
    results.map(({ id, error }) => [id, error ? decodeErrorResult({ abi: orderBookAbi, data: error.data }).errorName : null]),
  )
  return calls.map((_, id) => refusals.get(id)!)
}

/** What is tried of a verb: the figures about which the table and the contract might differ, or nothing to be named. */
function figuresToTry(order: Facts, verb: Verb): (number | bigint | undefined)[] {
  if (verb === 'resolve') {
    const [offered, asked] = order.dispute ? decisionOf(order.dispute, PRICE) : [0n, PRICE]
    return [...new Set([0n, offered - 1n, offered, asked, asked + 1n, PRICE])].filter((figure) => figure >= 0n)
  }
  if (!['dispute', 'lower', 'agree', 'counter', 'concede'].includes(verb)) return [undefined]
  const { amount, counterAmount } = order.dispute ?? { amount: 5000, counterAmount: null }
  const about = [0, 1, amount - 1, amount, amount + 1, 9999, 10_000, 10_001]
  if (counterAmount !== null) about.push(counterAmount - 1, counterAmount, counterAmount + 1)
  return [...new Set(about)].filter((figure) => figure >= 0)
}

/** Whether the table says yes. Two verbs may be one call: it is allowed where either is. */
function inTable(order: Facts, who: Who, call: string, refund: number | bigint | undefined, at: number): boolean {
  return movesOf(order, who).some(({ verb, opensAt, closesAt }) => {
    if (VERBS[verb].call !== call || at < opensAt || at > closesAt) return false
    if (verb === 'resolve') {
      const [offered, asked] = decisionOf(order.dispute!, PRICE)
      return refund! >= offered && refund! <= asked
    }
    const figures = figuresOf(order, verb)
    return figures === null || (refund! >= figures[0] && refund! <= figures[1])
  })
}

describe.each(Object.keys(SITUATIONS))('an order that is %s', (situation) => {
  it('lets everybody do in the contract just what the table says, at every moment that matters', async () => {
    const { orderId, order } = made.get(situation)!
    const now = Number((await client.getBlock()).timestamp) + 1
    const edges = EVERYBODY.flatMap((who) => movesOf(order, who).flatMap(({ opensAt, closesAt }) => [opensAt - 1, opensAt, closesAt + 1]))
    // And in years, should the contract know a deadline the table does not.
    const moments = [...new Set([now, now + 1000 * DAY, ...edges.filter((at) => at > now && at < Number.POSITIVE_INFINITY)])].sort(
      (a, b) => a - b,
    )
    const verbs = (Object.keys(VERBS) as Verb[]).filter((verb) => verb !== 'agree')
    for (const at of moments) {
      await client.setNextBlockTimestamp({ timestamp: BigInt(at) })
      await client.mine({ blocks: 1 })
      const tries = EVERYBODY.flatMap((who) =>
        verbs.flatMap((verb) => figuresToTry(order, verb).map((refund) => ({ who, verb, refund, call: VERBS[verb].call }))),
      )
      const refusals = await tryAll(tries.map(({ who, verb, refund }) => ({ from: people[who], data: callData(verb, orderId, refund) })))
      const told = (allowed: (i: number) => boolean) =>
        tries.flatMap(({ who, call, refund }, i) => (allowed(i) ? [`${who} ${call} ${refund ?? ''}`] : []))
      const ofContract = told((i) => refusals[i] === null)
      const ofTable = told((i) => inTable(order, tries[i]!.who, tries[i]!.call, tries[i]!.refund, at))
      expect({ at: at - order.statusAt, allowed: ofContract }).toEqual({ at: at - order.statusAt, allowed: ofTable })
    }
  })
})

describe.each(Object.entries(SITUATIONS).filter(([, [status]]) => status === 'disputed'))('of an order that is %s', (situation) => {
  it('the app knows what the contract knows', async () => {
    const { orderId, order } = made.get(situation)!
    const known = await client.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'getDispute', args: [orderId] })
    expect(order.dispute).toMatchObject({
      amount: Number(known.amount),
      counterAmount: known.countered ? Number(known.counterAmount) : null,
      disputeTimestamp: Number(known.disputeTimestamp),
      counterTimestamp: known.countered ? Number(known.counterTimestamp) : null,
      settleableAfter: Number(known.settleableAfter),
    })
    expect(order.statusAt).toBe(Number((await read(orderId)).deliveryTimestamp))
  })
})

/** Every verb of the table, in every situation it has there, by one who may. */
const deeds = Object.entries(SITUATIONS).flatMap(([situation, [status]]) =>
  (Object.keys(VERBS) as Verb[]).flatMap((verb) => {
    const who = EVERYBODY.find((one) => verb in MACHINE[status][one])
    return who ? [{ situation, verb, who }] : []
  }),
)

it('every verb has its place in the table, and every function of the contract that changes an order is a verb', () => {
  expect(new Set(deeds.map(({ verb }) => verb))).toEqual(new Set(Object.keys(VERBS)))
  const changing = orderBookAbi.filter((item) => item.type === 'function' && item.stateMutability !== 'view')
  const ofOrders = changing.flatMap((item) => ('name' in item && item.inputs[0]?.name === 'orderId' ? [item.name] : []))
  expect(new Set(Object.values(VERBS).map(({ call }) => call))).toEqual(new Set(ofOrders))
})

it.each(deeds)('$verb leads an order that is $situation where the table says, and splits the deposit as the app does', async (deed) => {
  const { verb, who } = deed
  const { orderId, order } = made.get(deed.situation)!
  const move = movesOf(order, who).find((one) => one.verb === verb)
  // Nothing is left to be named, and the test above has shown that the contract thinks so too.
  if (!move) return expect(figuresOf(order, verb)).toBeNull()
  const figure = verb === 'resolve' ? decisionOf(order.dispute!, PRICE)[1] : figuresOf(order, verb)?.[0]
  await send(people[who], callData(verb, orderId, figure), { at: move.opensAt })
  const { order: after, events } = await orderFrom(orderId)
  const { event, to } = VERBS[verb]
  const onChain = await read(orderId)
  expect(STATUS[onChain.status]).toBe(to ?? STATUS[order.status_])
  expect(after).toMatchObject({ status_: onChain.status, statusAt: Number(onChain.deliveryTimestamp) })
  expect(events.slice(-2).map(({ name }: OrderEvent) => name)).toContain(event)
  expect(after.outcome).toEqual(expectedOutcome(verb, figure, order, onChain))
})

function expectedOutcome(
  verb: Verb,
  figure: number | bigint | undefined,
  { dispute }: Facts,
  { feeBps, arbitrationFeeBps }: { feeBps: bigint; arbitrationFeeBps: bigint },
) {
  if (verb === 'cancel' || verb === 'reject') return { toBuyer: String(PRICE), toSeller: '0', toTreasury: '0' }
  if (VERBS[verb].to !== 'completed') return null
  const refund = verb === 'resolve' ? BigInt(figure!) : refundOf(PRICE, verb === 'settle' ? dispute!.settleAmount : Number(figure ?? 0))
  const { fee, sellerGets } = split(PRICE, Number(feeBps + (verb === 'resolve' ? arbitrationFeeBps : 0n)), refund)
  return { toBuyer: String(refund), toSeller: String(sellerGets), toTreasury: String(fee) }
}

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

it('refund, fee and rest add up to the price, both rounded down as in the contract', () => {
  for (const [price, bps, refundBps] of [
    [1n, 1000, 0],
    [9n, 1000, 5000],
    [240_000_001n, 1000, 3333],
    [10n ** 20n + 7n, 333, 10_000],
    [5n, 0, 0.5],
  ] as const) {
    const { refund, fee, sellerGets } = split(price, bps, refundOf(price, refundBps))
    expect(refund + fee + sellerGets).toBe(price)
    expect(refund).toBe((price * BigInt(refundBps * 2)) / 20_000n)
    expect(fee).toBe(((price - refund) * BigInt(bps)) / 10_000n)
  }
})
