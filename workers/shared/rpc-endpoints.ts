import { type Circuit, CLOSED, isPermitted, onFailure, onStart, onSuccess } from './circuit-breaker.ts'
import type { ChainEnv } from './env.ts'
import { ApiError } from './errors.ts'
import { fetchText, type OutsideFailure } from './external-http.ts'
import { log } from './log.ts'

/** What a worker needs to read the chain. `RPC_URL` has one or more addresses, separated by commas, in order of preference. */
export type RpcEnv = Pick<ChainEnv, 'RPC_URL' | 'CHAIN_ID'>

export interface RpcRequest {
  method: string
  params: unknown[]
}

/** Either a result or an error. */
export interface RpcResponse {
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

/** The time for one batch, over all endpoints that are tried (ms). */
const BUDGET_MS = 8000
const MAX_RESPONSE_BYTES = 20_000_000
/** Path segments and query values of an address with at least this many characters are treated as keys. */
const MIN_KEY_LENGTH = 16

/** The circuits of this isolate, by address. */
const circuits = new Map<string, Circuit>()
const circuitOf = (url: string) => circuits.get(url) ?? CLOSED

/** HTTP statuses besides 3xx, 429 and 5xx that an endpoint sends because of its own state: a wrong or unpaid key, a path that is gone. */
const OWN_STATUSES = [401, 402, 403, 404, 405, 408]
/**
 * JSON-RPC codes with which an endpoint reports its own state: 429, and by EIP-1474 resource unavailable, method not supported, internal.
 */
const OWN_CODES = [429, -32002, -32004, -32601, -32603]
/** The code of an exceeded limit. It is also used for a range with too many blocks or logs, which concerns the request. */
const LIMIT_EXCEEDED = -32005
const REQUEST_MESSAGES = /range|results|logs|blocks/i
/** The code of a revert in nodes that tell it from other errors. */
const REVERTED = 3
/**
 * Messages with which an endpoint reports its own state under a general code such as -32000. The last three come from nodes that are behind
 * or have removed old state.
 */
const OWN_MESSAGES =
  /rate limit|too many requests|request limit|quota|capacity|api key|beyond current head|header not found|missing trie node/i

/** Whether another endpoint may answer better. Other errors concern the request itself, so every endpoint would send them. */
export function isOwnFault({ code, message }: NonNullable<RpcResponse['error']>): boolean {
  // The text of a revert is chosen by the contract, so it says nothing about the endpoint.
  if (code === REVERTED || /revert/i.test(message)) return false
  if (OWN_MESSAGES.test(message)) return true
  if (REQUEST_MESSAGES.test(message)) return false
  return code === LIMIT_EXCEEDED || OWN_CODES.includes(code)
}

/** The addresses in `RPC_URL`. */
export const endpointsOf = ({ RPC_URL }: Pick<RpcEnv, 'RPC_URL'>): string[] =>
  RPC_URL.split(',')
    .map((url) => url.trim())
    .filter(Boolean)

/** Removes an endpoint's host and keys from what it sends: some providers repeat them in their messages. */
function withoutAddress(text: string, address: string): string {
  const { host, pathname, searchParams, username, password } = new URL(address)
  const keys = [...pathname.split('/'), ...searchParams.values(), username, password].filter((part) => part.length >= MIN_KEY_LENGTH)
  return [...keys, host].reduce((clean, part) => clean.replaceAll(part, '…'), text)
}

/** What an endpoint sent. With a `fault` the next endpoint is asked, and the responses, if any, are used only if none does better. */
interface Outcome {
  fault: string | null
  responses?: RpcResponse[]
}

/**
 * Sends a batch to one endpoint. The batch begins with `eth_chainId`, so that an answer from another chain is never used. Throws
 * `chain_unavailable` if the request itself is at fault.
 */
async function ask(url: string, chainId: string, requests: RpcRequest[], timeoutMs: number, maxBytes: number): Promise<Outcome> {
  const batch = [{ method: 'eth_chainId', params: [] }, ...requests].map(({ method, params }, id) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  }))
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(batch) }
  let answer: (({ id?: unknown } & RpcResponse) | null)[] | RpcResponse | null
  try {
    answer = JSON.parse(withoutAddress(await fetchText(url, init, maxBytes, timeoutMs), url))
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: 'not JSON' }
    if (!(error instanceof ApiError)) throw error
    const { retryable, reason, status = 400 } = error.details as OutsideFailure
    if (retryable || status < 400 || OWN_STATUSES.includes(status)) return { fault: reason }
    throw new ApiError('chain_unavailable', { retryable, reason })
  }
  // An endpoint that refuses the whole batch responds with one object.
  if (!Array.isArray(answer)) return { fault: answer?.error ? `refuses the batch with ${answer.error.code}` : 'no batch' }
  const byId = new Map(answer.map((response) => [response?.id, response]))
  const [chain, ...responses] = batch.map(({ id }): RpcResponse => {
    const { error, result } = byId.get(id) ?? {}
    return error ? { error } : { result }
  })
  if (chain!.error) return { fault: `error ${chain!.error.code}` }
  if (typeof chain!.result !== 'string') return { fault: 'incomplete batch' }
  if (Number(chain!.result) !== Number(chainId)) return { fault: `is on chain ${Number(chain!.result)}, not ${chainId}` }
  if (responses.some(({ error, result }) => !error && result === undefined)) return { fault: 'incomplete batch' }
  const own = responses.find(({ error }) => error && isOwnFault(error))
  return { fault: own ? `error ${own.error!.code}` : null, responses }
}

/**
 * Sends a batch to the first endpoint whose circuit permits it, and to the next one if that has a fault, within `BUDGET_MS`. Endpoints with
 * an open circuit come last, because a faulty endpoint is better than none. `faultOf` may name a fault of complete responses. Returns one
 * response for each request, in their order. Throws `chain_unavailable` if no endpoint has a usable answer. Logs name an endpoint by its
 * position, because its address has a key.
 */
export async function sendBatch(
  env: RpcEnv,
  requests: RpcRequest[],
  faultOf: (responses: RpcResponse[]) => string | null,
  maxBytes = MAX_RESPONSE_BYTES,
): Promise<RpcResponse[]> {
  const started = Date.now()
  const endpoints = endpointsOf(env).map((url, position) => ({ url, position }))
  const permitted = endpoints.filter(({ url }) => isPermitted(circuitOf(url), started))
  const others = endpoints.filter((endpoint) => !permitted.includes(endpoint))
  const faults: string[] = []
  let faulty: RpcResponse[] | undefined

  for (const [i, { url, position }] of [...permitted, ...others].entries()) {
    const left = BUDGET_MS - (Date.now() - started)
    if (left <= 0) break
    circuits.set(url, onStart(circuitOf(url), Date.now()))
    // The time that is left is shared by this endpoint and the permitted ones after it. The other endpoints share what is left after them.
    const sharing = (i < permitted.length ? permitted.length : endpoints.length) - i
    const timeoutMs = Math.ceil(left / sharing)
    const outcome = await ask(url, env.CHAIN_ID, requests, timeoutMs, maxBytes).catch((error) => {
      // The endpoint works; the request is at fault.
      circuits.set(url, onSuccess())
      throw error
    })
    const { responses } = outcome
    const fault = outcome.fault ?? faultOf(responses!)
    if (fault === null) {
      circuits.set(url, onSuccess())
      return responses!
    }
    const after = onFailure(circuitOf(url), Date.now())
    circuits.set(url, after)
    log('warn', 'rpc_endpoint_failed', { endpoint: position, fault, circuit: after.state })
    faults.push(`endpoint ${position}: ${fault}`)
    faulty ??= responses
  }
  if (faulty) return faulty
  throw new ApiError('chain_unavailable', { retryable: true, reason: faults.join('; ') })
}
