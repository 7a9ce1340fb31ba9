import { eq } from 'drizzle-orm'
import { encodeAbiParameters, encodeEventTopics, type Hex, keccak256, numberToHex, toHex } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import type { Cursor } from '../shared/event-store.ts'
import { opaqueId } from '../shared/ids.ts'
import type { RawLog } from '../shared/rpc.ts'
import { apply } from './apply.ts'
import { EVENT_ORDER } from './event-order.schema.ts'
import { indexing } from './indexing.ts'
import { decodeLogs } from './logs.ts'
import { orders } from './tables.ts'
import { db, deployed, testEnv } from './testing.ts'
import { cursors, unexpectedEvents } from './work-tables.ts'

/** Each test has its own contract, which emits events that the real one never would. */
let contract: Hex
let env = testEnv
let area: ReturnType<typeof indexing>
let block = 0
let after: Cursor | null

beforeEach(async () => {
  contract = numberToHex(BigInt(`0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`), { size: 20 })
  env = { ...testEnv, LOCAL_DEPLOYMENT: JSON.stringify({ ...deployed, orderBook: contract }) }
  area = indexing(env)
  block = 100
  after = null
})

const hashOf = (text: string) => keccak256(toHex(`${contract} ${text}`))
const BUYER = '0x00000000000000000000000000000000000000B1'
const SELLER = '0x00000000000000000000000000000000000000b2'
const newOrder = { buyer: BUYER, seller: SELLER, productId: 1n, price: 5_000_000n, token: deployed.tokens[0]!.address, delivery: 3n }
const terms = { ...newOrder, feeBps: 1000n, arbitrationFeeBps: 500n, ref: hashOf('ref'), validUntil: 4_000_000_000n }

/** A log of an order event; the values that the test does not give are plausible. */
function eventLog(eventName: string, args: Record<string, unknown> = {}): Pick<RawLog, 'topics' | 'data'> {
  const defaults = {
    orderId: 1n,
    // The Owed event calls the number of the order `id`.
    id: args.orderId ?? 1n,
    who: BUYER,
    ...terms,
    amount: 5000n,
    toBuyer: 0n,
    toSeller: 0n,
    toTreasury: 0n,
    paid: true,
    by: BUYER,
    refundAmount: 0n,
  }
  const all: Record<string, unknown> = { ...defaults, ...args }
  const topics = encodeEventTopics({ abi: orderBookAbi, eventName: eventName as never, args: all as never }) as Hex[]
  const event = orderBookAbi.filter((item) => item.type === 'event').find(({ name }) => name === eventName)!
  const plain = (event.inputs as readonly { name: string; indexed: boolean }[]).filter(({ indexed }) => !indexed)
  return { topics, data: encodeAbiParameters(plain as never, plain.map(({ name }) => all[name]) as never) }
}
const UNKNOWN = { topics: [hashOf('an event of a later version')], data: '0x1234' as Hex }

type Emitted = Pick<RawLog, 'topics' | 'data'>
/** The range of one new block with these logs, each in its own transaction. With another `fork`, the block has another hash. */
function rangeOf(emitted: Emitted[], { fork = '', at = ++block }: { fork?: string; at?: number } = {}) {
  const blockHash = hashOf(`block ${at} ${fork}`)
  const logs = emitted.map(
    (log, i): RawLog => ({
      ...log,
      address: contract,
      blockNumber: numberToHex(at),
      blockHash,
      transactionHash: hashOf(`${at} ${i} ${log.topics.join()} ${log.data}`),
      logIndex: numberToHex(i),
    }),
  )
  const timestamps: [number, number][] = [[at, 1_700_000_000 + at]]
  return { after, from: at, to: at, hash: blockHash, logs, timestamps, contracts: [contract] as string[] }
}
async function index(emitted: Emitted[], options: { fork?: string; at?: number } = {}): Promise<ReturnType<typeof rangeOf>> {
  const range = rangeOf(emitted, options)
  expect(await area.applyRange(range)).toBe('applied')
  after = { blockNumber: range.to, blockHash: range.hash }
  return range
}
const stored = async () =>
  (
    await db
      .select()
      .from(unexpectedEvents)
      .where(eq(unexpectedEvents.contract, contract))
      .orderBy(unexpectedEvents.blockNumber, unexpectedEvents.logIndex)
  ).map(({ reason, orderId, content }) => [reason, orderId, (JSON.parse(content) as { name?: string }).name ?? null])
const statusOf = async (orderId: string) =>
  (await db.select().from(orders).where(eq(orders.contract, contract))).find((order) => order.orderId === orderId)?.status

describe('unexpected events', () => {
  it('are not found in any possible sequence of events', async () => {
    // One sequence of events from NewOrder to each event, built from EVENT_ORDER.
    const ways = new Map<string, string[]>([['NewOrder', ['NewOrder']]])
    for (let found = true; found; ) {
      found = false
      for (const [before, event] of EVENT_ORDER)
        if (ways.has(before) && !ways.has(event)) found = !!ways.set(event, [...ways.get(before)!, event])
    }
    expect([...new Set(EVENT_ORDER.flat())].filter((name) => !ways.has(name))).toEqual([])
    const histories = EVENT_ORDER.map(([before, event]) => [...ways.get(before)!, event])
    await index(histories.flatMap((names, i) => names.map((name) => eventLog(name, { orderId: BigInt(i + 1) }))))
    expect(await stored()).toEqual([])
    expect((await db.select().from(orders).where(eq(orders.contract, contract))).length).toBe(histories.length)
  })

  it.each([
    ['a step that the status does not allow', ['NewOrder', 'DeliverOrder'], 'impossible_transition', 'DeliverOrder', 4],
    ['a step after the end', ['NewOrder', 'RejectOrder', 'AcceptOrder'], 'impossible_transition', 'AcceptOrder', 1],
    ['an offer without a dispute', ['NewOrder', 'AcceptOrder', 'CounterDispute'], 'impossible_transition', 'CounterDispute', 1],
    [
      'a second payout',
      ['NewOrder', 'AcceptOrder', 'DeliverOrder', 'CompleteOrder', 'CompleteOrder'],
      'impossible_transition',
      'CompleteOrder',
      5,
    ],
    ['a step of an order that was never placed', ['AcceptOrder'], 'unknown_order', 'AcceptOrder', undefined],
  ])('are stored for %s, and an existing order still applies the event', async (_, names, reason, name, status) => {
    await index(names.map((each) => eventLog(each)))
    expect(await stored()).toEqual([[reason, '1', name]])
    expect(await statusOf('1')).toBe(status)
  })

  it('are stored if an order number is used again with other parties', async () => {
    await index([eventLog('NewOrder'), eventLog('AcceptOrder')])
    await index([eventLog('NewOrder', { buyer: SELLER, seller: BUYER })])
    expect(await stored()).toEqual([['repeated_order', '1', 'NewOrder']])
  })

  it('include logs that cannot be decoded: an unknown event, or data that does not fit', async () => {
    await index([UNKNOWN, { ...eventLog('NewOrder'), data: '0x12' }, eventLog('NewOrder', { orderId: 2n })])
    expect(await stored()).toEqual([
      ['unknown_event', null, null],
      ['unknown_event', null, null],
    ])
    expect(await statusOf('2')).toBe(0)
    const [row] = await db.select().from(unexpectedEvents).where(eq(unexpectedEvents.contract, contract))
    expect(JSON.parse(row!.content)).toEqual(UNKNOWN)
  })

  it('do not include events that concern no order', async () => {
    await index([eventLog('PausedChanged', { paused: true })])
    expect(await stored()).toEqual([])
  })

  it('are stored once if their range is read again, and keep the first characters of long data', async () => {
    const long = { ...UNKNOWN, data: `0x${'ab'.repeat(50_000)}` as Hex }
    await index([long, eventLog('AcceptOrder')])
    const before = await stored()
    await area.rewind(null)
    after = null
    await index([long, eventLog('AcceptOrder')], { at: block })
    expect(await stored()).toEqual(before)
    const [row] = await db.select().from(unexpectedEvents).where(eq(unexpectedEvents.contract, contract))
    expect(row!.content.length).toBeLessThan(10_200)
  })

  it('are deleted if a reorg removes their block, and stored again if another block has them', async () => {
    await index([eventLog('NewOrder')])
    const kept = after
    await index([UNKNOWN, eventLog('DeliverOrder')])
    expect(await stored()).toHaveLength(2)
    await area.rewind(kept)
    after = kept
    await index([eventLog('AcceptOrder')], { at: block, fork: 'b' })
    expect(await stored()).toEqual([])
    expect(await statusOf('1')).toBe(1)
    await area.rewind(kept)
    after = kept
    await index([UNKNOWN, eventLog('DeliverOrder')], { at: block, fork: 'c' })
    expect(await stored()).toHaveLength(2)
  })

  it('disappear when a reorg changes the events before them', async () => {
    await index([eventLog('NewOrder')])
    const kept = after
    await index([])
    await index([eventLog('DeliverOrder')])
    expect(await stored()).toHaveLength(1)
    await area.rewind(kept)
    after = kept
    await index([eventLog('AcceptOrder')], { at: 102, fork: 'b' })
    expect(await stored()).toEqual([])
  })

  it('move with a transaction that a reorg puts into an earlier block', async () => {
    await index([])
    const first = after
    await index([])
    const range = rangeOf([UNKNOWN])
    await area.applyRange(range)
    await area.rewind(first)
    const earlier = { ...range, after: first, from: 102, to: 102, hash: hashOf('moved'), timestamps: [[102, 5]] as [number, number][] }
    earlier.logs = range.logs.map((log) => ({ ...log, blockNumber: numberToHex(102), blockHash: earlier.hash }))
    expect(await area.applyRange(earlier)).toBe('applied')
    const rows = await db.select().from(unexpectedEvents).where(eq(unexpectedEvents.contract, contract))
    expect(rows).toMatchObject([{ blockNumber: 102, transactionHash: range.logs[0]!.transactionHash }])
  })

  it('in a reported receipt are stored too, and a later read of the block changes nothing', async () => {
    await index([eventLog('NewOrder')])
    const range = rangeOf([UNKNOWN, eventLog('AcceptOrder')])
    const { events, unknown } = decodeLogs(deployed.chainId, contract, range.logs, new Map(range.timestamps))
    await apply(db, { ...deployed, orderBook: contract }, events, { after }, unknown)
    const before = await db.select().from(unexpectedEvents).where(eq(unexpectedEvents.contract, contract))
    expect(before).toMatchObject([{ reason: 'unknown_event' }])
    expect(await area.applyRange(range)).toBe('applied')
    expect(await db.select().from(unexpectedEvents).where(eq(unexpectedEvents.contract, contract))).toEqual(before)
  })

  it('of another contract are kept', async () => {
    await index([UNKNOWN])
    const other = numberToHex(1n, { size: 20 })
    await apply(db, { ...deployed, orderBook: other }, [], { after: null, from: 0, to: 500, hash: opaqueId() })
    expect(await stored()).toHaveLength(1)
    await db.delete(cursors).where(eq(cursors.contract, other))
  })
})
