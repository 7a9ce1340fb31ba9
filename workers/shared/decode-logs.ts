import { createHash } from 'node:crypto'
import { type AbiEvent, decodeAbiParameters, toEventSelector } from 'viem'
import type { RawLog } from './rpc.ts'

/** The events of a contract by their first topic, with the parameters in its topics and those in its data. */
export type ContractEvents = ReadonlyMap<string, { name: string; inTopics: AbiEvent['inputs']; inData: AbiEvent['inputs'] }>

/** Reads the events of an ABI. */
export const eventsOf = (abi: readonly { type: string }[]): ContractEvents =>
  new Map(
    abi
      .filter(({ type }) => type === 'event')
      .map((item) => {
        const { name, inputs } = item as AbiEvent
        const [inTopics, inData] = [inputs.filter(({ indexed }) => indexed), inputs.filter(({ indexed }) => !indexed)]
        return [toEventSelector(item as AbiEvent), { name, inTopics, inData }]
      }),
  )

/**
 * Decodes one log; null for an event that is not in the ABI or does not fit it. All parameters in topics are values of 32 bytes. The
 * library's `decodeEventLog` hashes the signature of the event again for each log, which takes longer than the rest.
 */
export function decodeLog(events: ContractEvents, { data, topics }: RawLog): { name: string; args: Record<string, unknown> } | null {
  const event = events.get(topics[0]!)
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

/** The parameters of an event for JSON: integers become decimal text. */
export function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toJson(member)]))
}

/** The id of an event: the first 128 bits of a SHA-256. Web Crypto does it asynchronously, which takes ten times as long. */
export const eventId = (chainId: number, contract: string, transactionHash: string, ordinal: number): string =>
  createHash('sha256').update(`${chainId} ${contract} ${transactionHash} ${ordinal}`).digest().subarray(0, 16).toString('base64url')

/** A log with its position among the logs of its contract in its transaction. */
export interface PlacedLog extends RawLog {
  block: number
  index: number
  ordinal: number
}

/**
 * The logs of these contracts (lower case) in the order of the chain. `logs` must have all logs of each of them in each transaction, in any
 * order, so that an ordinal is the same from a receipt and from a block range.
 */
export function placeLogs(logs: RawLog[], contracts: ReadonlySet<string>): PlacedLog[] {
  const counts = new Map<string, number>()
  return logs
    .filter((log) => contracts.has(log.address.toLowerCase()) && !log.removed)
    .map((log) => ({ ...log, block: Number(log.blockNumber), index: Number(log.logIndex) }))
    .sort((a, b) => a.block - b.block || a.index - b.index)
    .map((log) => {
      const key = `${log.transactionHash} ${log.address.toLowerCase()}`
      const ordinal = counts.get(key) ?? 0
      counts.set(key, ordinal + 1)
      return { ...log, ordinal }
    })
}
