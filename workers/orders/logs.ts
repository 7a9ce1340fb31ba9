import { type AbiEvent, decodeEventLog, getAddress, type Hex, toEventSelector } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { hash } from '../shared/ids.ts'
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

const opaqueHash = async (text: string) => Buffer.from((await hash(text)).slice(0, 32), 'hex').toString('base64url')

const withBigintsAsText = (args: object) =>
  Object.fromEntries(Object.entries(args).map(([key, value]) => [key, typeof value === 'bigint' ? String(value) : value]))

/**
 * Decodes a contract's logs, in chain order: the events of orders, and the logs that it cannot decode. Ignores the logs of other contracts
 * and events that concern no order. `logs` must hold all logs of the contract in each transaction, in any order: an event's ordinal is its
 * position among them, so its key is the same from a receipt and from a block range. `timestamps` maps block numbers to UTC seconds; throws
 * if one is missing.
 */
export async function decodeLogs(
  chainId: number,
  contract: string,
  logs: RawLog[],
  timestamps: ReadonlyMap<number, number>,
): Promise<{ events: OrderEvent[]; unknown: UnknownLog[] }> {
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
    if (event && !(event.args && 'orderId' in event.args)) continue
    const timestamp = timestamps.get(log.block)
    if (timestamp === undefined) throw new Error(`no timestamp for block ${log.block}`)
    const { transactionHash, blockHash } = log
    const position = { transactionHash, ordinal, blockNumber: log.block, blockHash, logIndex: log.index, timestamp }
    if (!event) {
      unknown.push({ ...position, topics: log.topics, data: log.data.slice(0, MAX_UNKNOWN_DATA) })
      continue
    }
    const { orderId, ...args } = event.args as { orderId: bigint }
    events.push({
      ...position,
      id: await opaqueHash(`${chainId} ${checksummed} ${transactionHash} ${ordinal}`),
      orderId: String(orderId),
      name: event.eventName!,
      status: STATUS_AFTER[event.eventName!] ?? null,
      args: withBigintsAsText(args),
    })
  }
  return { events, unknown }
}

/** The contract's events by their first topic. Without it the library hashes every event of the ABI for each log. */
const EVENTS = new Map<Hex, AbiEvent>(
  orderBookAbi.filter(({ type }) => type === 'event').map((event) => [toEventSelector(event as AbiEvent), event as AbiEvent]),
)

/** Decodes one log; null for an event that is not in the ABI or does not fit it. */
function decode({ data, topics }: RawLog) {
  const event = EVENTS.get(topics[0]!)
  if (!event) return null
  try {
    return decodeEventLog({ abi: [event], data, topics: topics as [Hex, ...Hex[]] })
  } catch {
    return null
  }
}
