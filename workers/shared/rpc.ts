import { ApiError } from './errors.ts'
import { isOwnFault, type RpcEnv, type RpcRequest, type RpcResponse, sendBatch } from './rpc-endpoints.ts'

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
  transactions: Hex[]
}

export interface RawReceipt {
  status: Hex
  blockNumber: Hex
  blockHash: Hex
  logs: RawLog[]
}

/** An error returned by the node: a revert, a rejected block range, a limit. */
export class RpcError extends Error {
  readonly code: number
  constructor({ code, message }: { code: number; message: string }) {
    super(message)
    this.code = code
  }
}

/** The results of several calls, each of its own type. */
type Calls<T extends readonly unknown[]> = { [K in keyof T]: readonly [method: string, ...params: unknown[]] }

/**
 * Sends several calls as one batch, so that one endpoint answers all of them. Throws `chain_unavailable` if no endpoint gives a usable
 * answer, and RpcError if a call itself is refused, for example by a revert.
 */
export const rpc = <T extends readonly unknown[]>(env: RpcEnv, ...calls: Calls<T>): Promise<T> => rpcUnless<T>(env, () => null, ...calls)

/**
 * Like {@link rpc}, but `faultOf` looks at the results and may name a fault of the endpoint, such as a block that it lacks. Then the next
 * endpoint is asked. If none does better, the results with the fault are returned.
 */
export async function rpcUnless<T extends readonly unknown[]>(
  env: RpcEnv,
  faultOf: (results: T) => string | null,
  ...calls: Calls<T>
): Promise<T> {
  const requests = calls.map(([method, ...params]): RpcRequest => ({ method, params }))
  const resultsOf = (responses: RpcResponse[]) => responses.map(({ result }) => result) as unknown as T
  const responses = await sendBatch(env, requests, (answers) => (answers.some(({ error }) => error) ? null : faultOf(resultsOf(answers))))
  const refused = responses.find(({ error }) => error)
  if (refused && isOwnFault(refused.error!))
    throw new ApiError('chain_unavailable', { retryable: true, reason: `error ${refused.error!.code}` })
  if (refused) throw new RpcError(refused.error!)
  return resultsOf(responses)
}

export const hexOf = (value: number): Hex => `0x${value.toString(16)}`
