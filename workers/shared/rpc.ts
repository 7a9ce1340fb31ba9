import type { ChainEnv } from './env.ts'
import { ApiError } from './errors.ts'
import { fetchJson } from './external-http.ts'

type Hex = `0x${string}`

/** A log as eth_getLogs and transaction receipts return it. */
export interface RawLog {
  address: Hex
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hex
  transactionHash: Hex
  logIndex: Hex
  /** Only newer nodes send it. */
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

interface RpcResponse {
  id?: unknown
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

/** An error returned by the node: a revert, a rejected block range, a limit. */
class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

const MAX_RESPONSE_BYTES = 20_000_000

/** Sends a JSON-RPC body to the node unchanged. Throws `chain_unavailable` if there is no usable response. */
export async function forward<T>(env: Pick<ChainEnv, 'RPC_URL'>, body: unknown, maxBytes = MAX_RESPONSE_BYTES): Promise<T> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  try {
    return await fetchJson<T>(env.RPC_URL, init, maxBytes)
  } catch (error) {
    throw error instanceof ApiError ? new ApiError('chain_unavailable', error.details) : error
  }
}

/**
 * Sends several calls as one batch, so that one node answers all of them. Throws `chain_unavailable` if there is no usable response, and
 * RpcError if the node rejects the batch or one of the calls.
 */
export async function rpc<T extends readonly unknown[]>(
  env: Pick<ChainEnv, 'RPC_URL'>,
  ...calls: { [K in keyof T]: readonly [method: string, ...params: unknown[]] }
): Promise<T> {
  const body = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
  const responses = await forward<(RpcResponse | null)[] | RpcResponse | null>(env, body)
  // A node that rejects the whole batch responds with one object.
  if (!Array.isArray(responses)) throw responses?.error ? new RpcError(responses.error) : new ApiError('chain_unavailable')
  return body.map(({ id }) => {
    const response = responses.find((one) => one?.id === id)
    if (!response || (response.error === undefined && response.result === undefined)) throw new ApiError('chain_unavailable')
    if (response.error) throw new RpcError(response.error)
    return response.result
  }) as unknown as T
}

export const hexOf = (value: number): Hex => `0x${value.toString(16)}`
