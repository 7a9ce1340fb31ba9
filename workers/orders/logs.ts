import { createHash } from 'node:crypto'
import { type AbiEvent, decodeAbiParameters, getAddress, toEventSelector } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import type { RawLog } from '../shared/rpc.ts'
import { STATUS_AFTER } from './event-order.schema.ts'

/** An order event, as stored in `chain_events`. `transactionHash` and `ordinal` identify the log in receipts and in block ranges alike. */
export interface OrderEvent {
  id: string
  transactionHash: string
  ordinal: number
  orderId: string
  blockNumber: number
  blockHash: string
  logIndex: number
  timestamp: number
  name: string
  status: number | null
  args: Record<string, unknown>
}

/** A log of our contract that is not in its ABI, or whose data do not fit. */
export interface UnknownLog
  extends Pick<OrderEvent, 'transactionHash' | 'ordinal' | 'blockNumber' | 'blockHash' | 'logIndex' | 'timestamp'> {
  topics: string[]
  /** Hex, cut off after `MAX_UNKNOWN_DATA` characters. */
  data: string
}
const MAX_UNKNOWN_DATA = 10_000

/** The first 128 bits of the SHA-256 of a text. Web Crypto does it asynchronously, which takes ten times as long. */
const opaqueHash = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')

const withBigintsAsText = (args: object) =>
  Object.fromEntries(Object.entries(args).map(([key, value]) => [key, typeof value === 'bigint' ? String(value) : value]))

/**
 * Decodes a contract's logs, in chain order: the events of orders, and the logs that it cannot decode. Ignores the logs of other contracts
 * and events that concern no order. `logs` must hold all logs of the contract in each transaction, in any order: an event's ordinal is its
 * position among them, so its key is the same from a receipt and from a block range. `timestamps` maps block numbers to UTC seconds; throws
 * if one is missing.
 */
export function decodeLogs(
  chainId: number,
  contract: string,
  logs: RawLog[],
  timestamps: ReadonlyMap<number, number>,
): { events: OrderEvent[]; unknown: UnknownLog[] } {
  const [address, checksummed] = [contract.toLowerCase(), getAddress(contract)]
  const contractLogs = logs
    .filter((log) => log.address.toLowerCase() === address && !log.removed)
    .map((log) => ({ ...log, block: Number(log.blockNumber), index: Number(log.logIndex) }))
    .sort((a, b) => a.block - b.block || a.index - b.index)
  const logCounts = new Map<string, number>()
  const events: OrderEvent[] = []
  const unknown: UnknownLog[] = []
  for (const log of contractLogs) {
    const ordinal = logCounts.get(log.transactionHash) ?? 0
    logCounts.set(log.transactionHash, ordinal + 1)
    const event = decode(log)
    const ofOrder = event && orderEventOf(event)
    if (event && !ofOrder) continue
    const timestamp = timestamps.get(log.block)
    if (timestamp === undefined) throw new Error(`no timestamp for block ${log.block}`)
    const { transactionHash, blockHash } = log
    const position = { transactionHash, ordinal, blockNumber: log.block, blockHash, logIndex: log.index, timestamp }
    if (!ofOrder) {
      unknown.push({ ...position, topics: log.topics, data: log.data.slice(0, MAX_UNKNOWN_DATA) })
      continue
    }
    const { orderId, name, args } = ofOrder
    events.push({
      ...position,
      id: opaqueHash(`${chainId} ${checksummed} ${transactionHash} ${ordinal}`),
      orderId: String(orderId),
      name,
      status: STATUS_AFTER[name] ?? null,
      args: withBigintsAsText(args),
    })
  }
  return { events, unknown }
}

/** The contract's events by their first topic, with the parameters in its topics and those in its data. */
const EVENTS = new Map(
  orderBookAbi
    .filter(({ type }) => type === 'event')
    .map((item) => {
      const { name, inputs } = item as AbiEvent
      const [inTopics, inData] = [inputs.filter(({ indexed }) => indexed), inputs.filter(({ indexed }) => !indexed)]
      return [toEventSelector(item as AbiEvent), { name, inTopics, inData }]
    }),
)

/** An event with the number of its order; null if it concerns no order. Owed calls the number `id`, as in the events of collections. */
function orderEventOf({ name, args: all }: NonNullable<ReturnType<typeof decode>>) {
  const { id, orderId = name === 'Owed' ? id : undefined, ...args } = all as { id?: bigint; orderId?: bigint }
  return orderId === undefined ? null : { orderId, name, args }
}

/**
 * Decodes one log; null for an event that is not in the ABI or does not fit it. All parameters in topics are values of 32 bytes. The
 * library's `decodeEventLog` hashes the signature of the event again for each log, which takes longer than the rest.
 */
function decode({ data, topics }: RawLog): { name: string; args: Record<string, unknown> } | null {
  const event = EVENTS.get(topics[0]!)
  if (!event) return null
  const { name, inTopics, inData } = event
  try {
    const values = inTopics.map((input, i) => decodeAbiParameters([input], topics[i + 1]!)[0])
    if (inData.length) values.push(...decodeAbiParameters(inData, data))
    return { name, args: Object.fromEntries([...inTopics, ...inData].map((input, i) => [input.name!, values[i]])) }
  } catch {
    return null
  }
}
