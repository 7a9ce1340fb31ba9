import {
  createTestClient,
  decodeErrorResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  publicActions,
  walletActions,
  zeroAddress,
} from 'viem'
import { anvil } from 'viem/chains'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { call } from '../../contracts/script/anvil.ts'
import { ADMIN, testChain } from '../local/chain/test-chain.ts'
import type { RawLog } from '../shared/rpc.ts'
import { callData } from './calldata.schema.ts'
import { EVENT_ORDER } from './event-order.schema.ts'
import { disputeOf, outcomeOf } from './history.ts'
import { decodeLogs, type OrderEvent } from './logs.ts'
import { notificationOfStep } from './order-notifications.schema.ts'
import {
  decisionRange,
  getMoves,
  refundOf,
  refundRange,
  STATE_MACHINE,
  STATUS,
  type Status,
  split,
  VERBS,
  type Verb,
} from './orders.schema.ts'
import { TAB_OF } from './statuses.schema.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const DELIVERY = 3
/** The price of each order in wei. It is odd, so that every share must be rounded. */
const PRICE = 1_000_003n
const people = {
  buyer: getAddress(`0x${'b1'.repeat(20)}`),
  seller: getAddress(`0x${'5e'.repeat(20)}`),
  stranger: getAddress(`0x${'77'.repeat(20)}`),
  admin: getAddress(ADMIN),
}
type Role = keyof typeof people
const ROLES = Object.keys(people) as Role[]

type Step = readonly [who: Role, verb: Verb, refund?: number | bigint]
const delivered: Step[] = [
  ['seller', 'accept'],
  ['seller', 'deliver'],
]
const disputed = (amount: number, ...then: Step[]): Step[] => [...delivered, ['buyer', 'dispute', amount], ...then]

/** The steps that bring a new order into each status and its variants. Steps are an hour apart. */
const SITUATIONS: Record<string, [Status, Step[]]> = {
  proposed: ['proposed', []],
  accepted: ['accepted', [['seller', 'accept']]],
  rejected: ['rejected', [['seller', 'reject']]],
  cancelled: ['cancelled', [['buyer', 'cancel']]],
  delivered: ['delivered', delivered],
  completed: ['completed', [...delivered, ['buyer', 'complete']]],
  'disputed, without an offer': ['disputed', disputed(5000)],
  'disputed, for a full refund': ['disputed', disputed(10_000)],
  'disputed, for the smallest refund': ['disputed', disputed(1)],
  'disputed, with a lowered ask': ['disputed', disputed(9000, ['buyer', 'lower', 7500])],
  'disputed, with an offer': ['disputed', disputed(5001, ['seller', 'counter', 2000])],
  'disputed, with an offer of 0': ['disputed', disputed(5000, ['seller', 'counter', 0])],
  'disputed, with a lowered ask and a second offer': [
    'disputed',
    disputed(8000, ['seller', 'counter', 100], ['buyer', 'lower', 4000], ['seller', 'counter', 1500]),
  ],
  'disputed, with an offer just below the ask': ['disputed', disputed(5000, ['seller', 'counter', 4999])],
  'completed because the seller accepted the ask': ['completed', disputed(3333, ['seller', 'concede', 3333])],
  'completed because the buyer accepted the offer': ['completed', disputed(5000, ['seller', 'counter', 1234], ['buyer', 'agree', 1234])],
  'completed because an admin decided': ['completed', disputed(5000, ['seller', 'counter', 0], ['admin', 'resolve', 400_007n])],
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
  for (const situation of Object.keys(SITUATIONS)) await createOrder(situation)
})

afterAll(() => stopChain())

/** Each test starts with all orders unchanged. */
let snapshot: Hex
beforeEach(async () => {
  snapshot = await client.snapshot()
})
afterEach(() => client.revert({ id: snapshot }))

/** Sends a transaction that must succeed, in a block at time `at`, by default an hour after the last block. */
async function send(from: Hex, data: Hex, { value = 0n, at = 0 } = {}) {
  const timestamp = at ? BigInt(at) : (await client.getBlock()).timestamp + BigInt(HOUR)
  await client.setNextBlockTimestamp({ timestamp })
  const hash = await client.sendTransaction({ account: from, to: orderBook, data, value, gas: 1_000_000n })
  const receipt = await client.waitForTransactionReceipt({ hash, checkReplacement: false })
  expect(receipt.status).toBe('success')
}

/** Builds an order from the contract's logs as the app does, newest event last. */
async function readFromLogs(orderId: bigint) {
  const logs = await call<RawLog[]>(url, 'eth_getLogs', [{ address: orderBook, fromBlock: '0x0', toBlock: 'latest' }])
  const timestamps = new Map(logs.map((log) => [Number(log.blockNumber), Number(log.blockTimestamp)]))
  const decoded = decodeLogs(31337, orderBook, logs, timestamps)
  expect(decoded.unknown).toEqual([])
  const events = decoded.events.filter((event) => event.orderId === String(orderId))
  const last = events.findLast(({ status }) => status !== null)!
  for (const [i, { name }] of events.entries()) {
    const before = events.slice(0, i).findLast(({ status }) => status !== null)
    if (before) expect(EVENT_ORDER).toContainEqual([before.name, name])
  }
  return {
    events,
    order: { status_: last.status!, statusAt: last.timestamp, delivery: DELIVERY, dispute: disputeOf(events), outcome: outcomeOf(events) },
  }
}

const readFromContract = (orderId: bigint) =>
  client.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'getOrder', args: [orderId] })

type LoggedOrder = Awaited<ReturnType<typeof readFromLogs>>['order']
const created = new Map<string, { orderId: bigint; order: LoggedOrder }>()

async function createOrder(situation: string): Promise<void> {
  const [status, steps] = SITUATIONS[situation]!
  const args = [people.seller, 7n, BigInt(DELIVERY), PRICE, zeroAddress] as const
  await send(people.buyer, encodeFunctionData({ abi: orderBookAbi, functionName: 'newOrder', args }), { value: PRICE })
  const orderId = await client.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'orderIdCounter' })
  for (const [who, verb, refund] of steps) await send(people[who], callData(verb, orderId, refund))
  const { order } = await readFromLogs(orderId)
  expect(STATUS[order.status_]).toBe(status)
  created.set(situation, { orderId, order })
}

/** Simulates calls in one batch. Returns null for each call that the contract allows, else the name of its error. */
async function simulateAll(calls: { from: Hex; data: Hex }[]): Promise<(string | null)[]> {
  const body = calls.map((call, id) => ({ jsonrpc: '2.0', id, method: 'eth_call', params: [{ ...call, to: orderBook }, 'latest'] }))
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const results = (await answer.json()) as { id: number; error?: { data: Hex } }[]
  const errors = new Map(
    results.map(({ id, error }) => [id, error ? decodeErrorResult({ abi: orderBookAbi, data: error.data }).errorName : null]),
  )
  return calls.map((_, id) => errors.get(id)!)
}

/**
 * The refunds to test for a verb: the edges where STATE_MACHINE and the contract might differ; `[undefined]` for verbs without a refund.
 */
function refundsToTry(order: LoggedOrder, verb: Verb): (number | bigint | undefined)[] {
  if (verb === 'resolve') {
    const [offered, asked] = order.dispute ? decisionRange(order.dispute, PRICE) : [0n, PRICE]
    return [...new Set([0n, offered - 1n, offered, asked, asked + 1n, PRICE])].filter((refund) => refund >= 0n)
  }
  if (!['dispute', 'lower', 'agree', 'counter', 'concede'].includes(verb)) return [undefined]
  const { amount, counterAmount } = order.dispute ?? { amount: 5000, counterAmount: null }
  const edges = [0, 1, amount - 1, amount, amount + 1, 9999, 10_000, 10_001]
  if (counterAmount !== null) edges.push(counterAmount - 1, counterAmount, counterAmount + 1)
  return [...new Set(edges)].filter((refund) => refund >= 0)
}

/** Checks if STATE_MACHINE allows a call. Two verbs may share one call; the call is allowed if either verb is. */
function isAllowedByMachine(order: LoggedOrder, who: Role, call: string, refund: number | bigint | undefined, at: number): boolean {
  return getMoves(order, who).some(({ verb, opensAt, closesAt }) => {
    if (VERBS[verb].call !== call || at < opensAt || at > closesAt) return false
    if (verb === 'resolve') {
      const [offered, asked] = decisionRange(order.dispute!, PRICE)
      return refund! >= offered && refund! <= asked
    }
    const range = refundRange(order, verb)
    return range === null || (refund! >= range[0] && refund! <= range[1])
  })
}

describe.each(Object.keys(SITUATIONS))('an order that is %s', (situation) => {
  it('allows each role the same calls in the contract as in STATE_MACHINE, before and after each deadline', async () => {
    const { orderId, order } = created.get(situation)!
    const now = Number((await client.getBlock()).timestamp) + 1
    const edges = ROLES.flatMap((who) => getMoves(order, who).flatMap(({ opensAt, closesAt }) => [opensAt - 1, opensAt, closesAt + 1]))
    // Also after years, in case the contract has a deadline that STATE_MACHINE lacks.
    const moments = [...new Set([now, now + 1000 * DAY, ...edges.filter((at) => at > now && at < Number.POSITIVE_INFINITY)])].sort(
      (a, b) => a - b,
    )
    const verbs = (Object.keys(VERBS) as Verb[]).filter((verb) => verb !== 'agree')
    for (const at of moments) {
      await client.setNextBlockTimestamp({ timestamp: BigInt(at) })
      await client.mine({ blocks: 1 })
      const tries = ROLES.flatMap((who) =>
        verbs.flatMap((verb) => refundsToTry(order, verb).map((refund) => ({ who, verb, refund, call: VERBS[verb].call }))),
      )
      const errors = await simulateAll(tries.map(({ who, verb, refund }) => ({ from: people[who], data: callData(verb, orderId, refund) })))
      const describeAllowed = (isAllowed: (i: number) => boolean) =>
        tries.flatMap(({ who, call, refund }, i) => (isAllowed(i) ? [`${who} ${call} ${refund ?? ''}`] : []))
      const byContract = describeAllowed((i) => errors[i] === null)
      const byMachine = describeAllowed((i) => isAllowedByMachine(order, tries[i]!.who, tries[i]!.call, tries[i]!.refund, at))
      expect({ at: at - order.statusAt, allowed: byContract }).toEqual({ at: at - order.statusAt, allowed: byMachine })
    }
  })
})

describe.each(Object.entries(SITUATIONS).filter(([, [status]]) => status === 'disputed'))('an order that is %s', (situation) => {
  it('has the same dispute in the app as in the contract', async () => {
    const { orderId, order } = created.get(situation)!
    const onChain = await client.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'getDispute', args: [orderId] })
    expect(order.dispute).toMatchObject({
      amount: Number(onChain.amount),
      counterAmount: onChain.countered ? Number(onChain.counterAmount) : null,
      disputeTimestamp: Number(onChain.disputeTimestamp),
      counterTimestamp: onChain.countered ? Number(onChain.counterTimestamp) : null,
      settleableAfter: Number(onChain.settleableAfter),
    })
    expect(order.statusAt).toBe(Number((await readFromContract(orderId)).deliveryTimestamp))
  })
})

/** Each verb in each situation where STATE_MACHINE lists it, with each role that may use it. */
const moves = Object.entries(SITUATIONS).flatMap(([situation, [status]]) =>
  (Object.keys(VERBS) as Verb[]).flatMap((verb) =>
    ROLES.filter((who) => verb in STATE_MACHINE[status][who]).map((who) => ({ situation, verb, who })),
  ),
)

it('STATE_MACHINE uses every verb, and every contract function that changes an order has a verb', () => {
  expect(new Set(moves.map(({ verb }) => verb))).toEqual(new Set(Object.keys(VERBS)))
  const changing = orderBookAbi.filter((item) => item.type === 'function' && item.stateMutability !== 'view')
  const ofOrders = changing.flatMap((item) => ('name' in item && item.inputs[0]?.name === 'orderId' ? [item.name] : []))
  expect(new Set(Object.values(VERBS).map(({ call }) => call))).toEqual(new Set(ofOrders))
})

/** Who is notified of the last transaction among these events of an order, once for each notification. */
function receiversOf(events: OrderEvent[]): string[] {
  const wallets = events[0]!.args as { buyer: string; seller: string }
  const ofLast = events.filter(({ transactionHash }) => transactionHash === events.at(-1)!.transactionHash)
  const transactionEvents = ofLast.map(({ name }) => name)
  return ofLast.flatMap((event) => notificationOfStep({ ...event, transactionEvents }, wallets)?.to ?? [])
}

it('a new order notifies the seller once', async () => {
  expect(receiversOf((await readFromLogs(created.get('proposed')!.orderId)).events)).toEqual(['seller'])
})

it.each(moves)(
  '$verb by the $who on an order that is $situation gives the expected status and split, and notifies each other party once',
  async (testCase) => {
    const { verb, who } = testCase
    const { orderId, order } = created.get(testCase.situation)!
    const move = getMoves(order, who).find((candidate) => candidate.verb === verb)
    // The refund range is empty; the test above has shown that the contract refuses every refund too.
    if (!move) return expect(refundRange(order, verb)).toBeNull()
    const refund = verb === 'resolve' ? decisionRange(order.dispute!, PRICE)[1] : refundRange(order, verb)?.[0]
    await send(people[who], callData(verb, orderId, refund), { at: move.opensAt })
    const { order: after, events } = await readFromLogs(orderId)
    const { event, to } = VERBS[verb]
    const onChain = await readFromContract(orderId)
    expect(STATUS[onChain.status]).toBe(to ?? STATUS[order.status_])
    expect(after).toMatchObject({ status_: onChain.status, statusAt: Number(onChain.deliveryTimestamp) })
    expect(events.slice(-2).map(({ name }: OrderEvent) => name)).toContain(event)
    expect(after.outcome).toEqual(expectedOutcome(verb, refund, order, onChain))
    expect(receiversOf(events).sort()).toEqual(['buyer', 'seller'].filter((party) => party !== who))
  },
)

function expectedOutcome(
  verb: Verb,
  argument: number | bigint | undefined,
  { dispute }: LoggedOrder,
  { feeBps, arbitrationFeeBps }: { feeBps: bigint; arbitrationFeeBps: bigint },
) {
  if (verb === 'cancel' || verb === 'reject') return { toBuyer: String(PRICE), toSeller: '0', toTreasury: '0' }
  if (VERBS[verb].to !== 'completed') return null
  const refund = verb === 'resolve' ? BigInt(argument!) : refundOf(PRICE, verb === 'settle' ? dispute!.settleAmount : Number(argument ?? 0))
  const { fee, sellerGets } = split(PRICE, Number(feeBps + (verb === 'resolve' ? arbitrationFeeBps : 0n)), refund)
  return { toBuyer: String(refund), toSeller: String(sellerGets), toTreasury: String(fee) }
}

describe('the order list', () => {
  it('shows each status in its tab', () => {
    const tabs = Object.fromEntries(STATUS.map((status) => [status, TAB_OF[status]]))
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

it('splits a price into refund, fee and rest that add up, with refund and fee rounded down', () => {
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
