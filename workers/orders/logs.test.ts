import { type AbiEvent, decodeEventLog, encodeAbiParameters, encodeEventTopics, type Hex, zeroHash } from 'viem'
import { describe, expect, it } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import type { RawLog } from '../shared/rpc.ts'
import { decodeLogs } from './logs.ts'

const CONTRACT = '0x0B0b0B0b0b0b0B0B0B0B0b0b0B0b0b0B0B0b0b0B'
const ACCOUNT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const EVENTS = orderBookAbi.filter(({ type }) => type === 'event') as unknown as AbiEvent[]
const OF_ORDERS = EVENTS.filter(({ name: event, inputs }) => event === 'Owed' || inputs.some(({ name }) => name === 'orderId'))

const sampleOf = (type: string, i: number) =>
  type === 'address' ? ACCOUNT : type === 'bool' ? true : type === 'bytes32' ? zeroHash : BigInt(i)

/** A log of this event, with a different value for each parameter. */
function logOf(event: AbiEvent): RawLog {
  const values = event.inputs.map(({ type }, i) => sampleOf(type, i + 5))
  const args = Object.fromEntries(event.inputs.flatMap(({ name, indexed }, i) => (indexed ? [[name, values[i]]] : [])))
  const inData = event.inputs.filter(({ indexed }) => !indexed)
  return {
    address: CONTRACT,
    topics: encodeEventTopics({ abi: [event], args } as never) as Hex[],
    data: encodeAbiParameters(
      inData,
      inData.map((input) => values[event.inputs.indexOf(input)]),
    ),
    blockNumber: '0x1',
    blockHash: zeroHash,
    transactionHash: zeroHash,
    logIndex: '0x0',
  }
}
const decode = (log: RawLog) => decodeLogs(8453, CONTRACT, [log], new Map([[1, 1_700_000_000]]))

describe('decoding', () => {
  it.each(OF_ORDERS.map((event) => [event.name, event] as const))(
    'of %s returns the same values as the library, in the same order',
    async (name, event) => {
      const log = logOf(event)
      const { args } = decodeEventLog({ abi: [event], data: log.data, topics: log.topics as [Hex, ...Hex[]] })
      const { id, orderId = id, ...others } = args as unknown as Record<string, unknown>
      const { events, unknown } = decode(log)
      expect(unknown).toEqual([])
      expect(events).toMatchObject([{ name, orderId: String(orderId) }])
      // The text is stored, and a replay compares it.
      const toText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
      expect(JSON.stringify(events[0]!.args)).toBe(JSON.stringify(others, toText))
    },
  )

  it('gives an event an id that never changes, from its chain, contract, transaction and position', () => {
    expect(decode(logOf(OF_ORDERS[0]!)).events[0]!.id).toBe('I2Ltfsz7lDX79iMg5XdFiw')
  })

  it('ignores the events of the contract that concern no order', () => {
    const others = EVENTS.filter((event) => !OF_ORDERS.includes(event))
    expect(others.length).toBeGreaterThan(5)
    for (const event of others) expect(decode(logOf(event))).toEqual({ events: [], unknown: [] })
  })

  it('reports a log with a missing topic or with too little data as unknown', () => {
    const log = logOf(OF_ORDERS.find(({ name }) => name === 'NewOrder')!)
    for (const broken of [
      { ...log, topics: log.topics.slice(0, -1) },
      { ...log, data: '0x' as const },
      { ...log, data: log.data.slice(0, -64) as Hex },
      { ...log, topics: [zeroHash] as Hex[] },
      { ...log, topics: [] },
    ])
      expect(decode(broken)).toMatchObject({ events: [], unknown: [{ topics: broken.topics }] })
  })
})
