import type { ChainEnv } from './env.ts'
import { ApiError } from './errors.ts'
import { outsideJson } from './outside.ts'

type Hex = `0x${string}`

/** A log as eth_getLogs and receipts answer it. */
export interface RawLog {
  address: Hex
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hex
  transactionHash: Hex
  logIndex: Hex
  /** Newer nodes add it. */
  blockTimestamp?: Hex
  removed?: boolean
}

export interface RawBlock {
  number: Hex
  hash: Hex
  parentHash: Hex
  timestamp: Hex
}

export interface RawReceipt {
  status: Hex
  blockNumber: Hex
  blockHash: Hex
  logs: RawLog[]
}

interface RpcAnswer {
  id?: unknown
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

/** The chain answered, and refused: a revert, a range it does not like, a limit. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

const MAX_ANSWER_BYTES = 20_000_000

/** Passes a JSON-RPC body on as it is. Throws `chain_unavailable` when there is no usable answer. */
export async function forward<T>(env: Pick<ChainEnv, 'RPC_URL'>, body: unknown, maxBytes = MAX_ANSWER_BYTES): Promise<T> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  try {
    return await outsideJson<T>(env.RPC_URL, init, maxBytes)
  } catch (error) {
    throw error instanceof ApiError ? new ApiError('chain_unavailable', error.details) : error
  }
}

/**
 * Several calls in one request, which one node answers in their order. Throws `chain_unavailable` without an answer,
 * RpcError when the chain refuses one of them.
 */
export async function rpc<T extends readonly unknown[]>(
  env: Pick<ChainEnv, 'RPC_URL'>,
  ...calls: { [K in keyof T]: readonly [method: string, ...params: unknown[]] }
): Promise<T> {
  const body = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
  const answers = await forward<(RpcAnswer | null)[] | RpcAnswer | null>(env, body)
  // A node that refuses the batch as such answers with one object.
  if (!Array.isArray(answers)) throw answers?.error ? new RpcError(answers.error) : new ApiError('chain_unavailable')
  return body.map(({ id }) => {
    const answer = answers.find((one) => one?.id === id)
    if (!answer || (answer.error === undefined && answer.result === undefined)) throw new ApiError('chain_unavailable')
    if (answer.error) throw new RpcError(answer.error)
    return answer.result
  }) as unknown as T
}

export const hexOf = (value: number): Hex => `0x${value.toString(16)}`
