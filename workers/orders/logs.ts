import { getAddress } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { decodeLog, eventId, eventsOf, placeLogs, toJson } from '../shared/decode-logs.ts'
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

const EVENTS = eventsOf(orderBookAbi)

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
  const checksummed = getAddress(contract)
  const events: OrderEvent[] = []
  const unknown: UnknownLog[] = []
  for (const log of placeLogs(logs, new Set([contract.toLowerCase()]))) {
    const event = decodeLog(EVENTS, log)
    const ofOrder = event && orderEventOf(event)
    if (event && !ofOrder) continue
    const timestamp = timestamps.get(log.block)
    if (timestamp === undefined) throw new Error(`no timestamp for block ${log.block}`)
    const { transactionHash, blockHash, ordinal } = log
    const position = { transactionHash, ordinal, blockNumber: log.block, blockHash, logIndex: log.index, timestamp }
    if (!ofOrder) {
      unknown.push({ ...position, topics: log.topics, data: log.data.slice(0, MAX_UNKNOWN_DATA) })
      continue
    }
    const { orderId, name, args } = ofOrder
    events.push({
      ...position,
      id: eventId(chainId, checksummed, transactionHash, ordinal),
      orderId: String(orderId),
      name,
      status: STATUS_AFTER[name] ?? null,
      args: toJson(args) as OrderEvent['args'],
    })
  }
  return { events, unknown }
}

/** An event with the number of its order; null if it concerns no order. Owed calls the number `id`, as in the events of collections. */
function orderEventOf({ name, args: all }: NonNullable<ReturnType<typeof decodeLog>>) {
  const { id, orderId = name === 'Owed' ? id : undefined, ...args } = all as { id?: bigint; orderId?: bigint }
  return orderId === undefined ? null : { orderId, name, args }
}
