import { decodeEventLog, getAddress } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { hash } from '../shared/ids.ts'
import type { RawLog } from '../shared/rpc.ts'
import { STATUS, VERBS } from './orders.schema.ts'

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

/** Event name -> number of the status it leads to. Events that do not change the status are absent, so they do not reset `statusAt`. */
const STATUS_AFTER: Record<string, number> = Object.fromEntries([
  ['NewOrder', 0],
  ...Object.values(VERBS).flatMap(({ event, to }) => (to ? [[event, STATUS.indexOf(to)]] : [])),
])

const opaqueHash = async (text: string) => Buffer.from((await hash(text)).slice(0, 32), 'hex').toString('base64url')

const withBigintsAsText = (args: object) =>
  Object.fromEntries(Object.entries(args).map(([key, value]) => [key, typeof value === 'bigint' ? String(value) : value]))

/**
 * Decodes the order events in a contract's logs, in chain order. `logs` must hold all logs of the contract in each transaction, in any
 * order: an event's ordinal is its position among them, so its key is the same from a receipt and from a block range. `timestamps` maps
 * block numbers to UTC seconds; throws if one is missing.
 */
export async function orderEvents(
  chainId: number,
  contract: string,
  logs: RawLog[],
  timestamps: ReadonlyMap<number, number>,
): Promise<OrderEvent[]> {
  const address = contract.toLowerCase()
  const contractLogs = logs
    .filter((log) => log.address.toLowerCase() === address && !log.removed)
    .map((log) => ({ ...log, block: Number(log.blockNumber), index: Number(log.logIndex) }))
    .sort((a, b) => a.block - b.block || a.index - b.index)
  const logCounts = new Map<string, number>()
  const events: OrderEvent[] = []
  for (const log of contractLogs) {
    const ordinal = logCounts.get(log.transactionHash) ?? 0
    logCounts.set(log.transactionHash, ordinal + 1)
    const event = decode(log)
    if (!event?.args || !('orderId' in event.args)) continue
    const timestamp = timestamps.get(log.block)
    if (timestamp === undefined) throw new Error(`no timestamp for block ${log.block}`)
    const { orderId, ...args } = event.args as { orderId: bigint }
    events.push({
      id: await opaqueHash(`${chainId} ${getAddress(contract)} ${log.transactionHash} ${ordinal}`),
      transactionHash: log.transactionHash,
      ordinal,
      orderId: String(orderId),
      blockNumber: log.block,
      blockHash: log.blockHash,
      logIndex: log.index,
      timestamp,
      name: event.eventName,
      status: STATUS_AFTER[event.eventName] ?? null,
      args: withBigintsAsText(args),
    })
  }
  return events
}

/** Decodes one log; null for an event that is not in the ABI, which a newer contract may emit. */
function decode(log: RawLog) {
  try {
    return decodeEventLog({ abi: orderBookAbi, data: log.data, topics: log.topics as [`0x${string}`, ...`0x${string}`[]] })
  } catch {
    return null
  }
}
