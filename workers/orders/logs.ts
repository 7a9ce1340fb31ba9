import { decodeEventLog, getAddress } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { hash } from '../shared/ids.ts'
import type { RawLog } from '../shared/rpc.ts'
import { STATUS, VERBS } from './orders.schema.ts'

/** An event of an order as `chain_events` keeps it; `key` fields say which log it is, wherever the log turns up. */
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

/** Event -> the status it leads to. Those that leave the order in its own are not here, so that they start no clock anew. */
const STATUS_AFTER: Record<string, number> = Object.fromEntries([
  ['NewOrder', 0],
  ...Object.values(VERBS).flatMap(({ event, to }) => (to ? [[event, STATUS.indexOf(to)]] : [])),
])

const opaque = async (text: string) => Buffer.from((await hash(text)).slice(0, 32), 'hex').toString('base64url')

const plain = (args: object) =>
  Object.fromEntries(Object.entries(args).map(([key, value]) => [key, typeof value === 'bigint' ? String(value) : value]))

/**
 * The order events among a contract's logs, in the chain's order. Every log of the contract in the transactions concerned
 * must be among `logs`, in any order: an event's ordinal is its place among them, so that it has the same key whether it
 * came by a receipt or by a range. `timestamps` by block number, in seconds. Logs of other contracts are passed over.
 */
export async function orderEvents(
  chainId: number,
  contract: string,
  logs: RawLog[],
  timestamps: ReadonlyMap<number, number>,
): Promise<OrderEvent[]> {
  const address = contract.toLowerCase()
  const ours = logs
    .filter((log) => log.address.toLowerCase() === address && !log.removed)
    .map((log) => ({ ...log, block: Number(log.blockNumber), index: Number(log.logIndex) }))
    .sort((a, b) => a.block - b.block || a.index - b.index)
  const seen = new Map<string, number>()
  const events: OrderEvent[] = []
  for (const log of ours) {
    const ordinal = seen.get(log.transactionHash) ?? 0
    seen.set(log.transactionHash, ordinal + 1)
    const event = decode(log)
    if (!event?.args || !('orderId' in event.args)) continue
    const timestamp = timestamps.get(log.block)
    if (timestamp === undefined) throw new Error(`no timestamp for block ${log.block}`)
    const { orderId, ...args } = event.args as { orderId: bigint }
    events.push({
      id: await opaque(`${chainId} ${getAddress(contract)} ${log.transactionHash} ${ordinal}`),
      transactionHash: log.transactionHash,
      ordinal,
      orderId: String(orderId),
      blockNumber: log.block,
      blockHash: log.blockHash,
      logIndex: log.index,
      timestamp,
      name: event.eventName,
      status: STATUS_AFTER[event.eventName] ?? null,
      args: plain(args),
    })
  }
  return events
}

/** Admin events carry no order, and a later contract may have events this code does not know: neither is an error. */
function decode(log: RawLog) {
  try {
    return decodeEventLog({ abi: orderBookAbi, data: log.data, topics: log.topics as [`0x${string}`, ...`0x${string}`[]] })
  } catch {
    return null
  }
}
