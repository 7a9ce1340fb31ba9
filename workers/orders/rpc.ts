import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { deployment } from '../shared/chain.ts'
import { ApiError } from '../shared/errors.ts'
import { countMore } from '../shared/limits.ts'
import { sendBatch } from '../shared/rpc-endpoints.ts'
import { valid } from '../shared/valid.ts'
import type { OrdersEnv } from './env.ts'
import { OWING_CONTRACTS } from './orders.schema.ts'
import { rpcRequest } from './rpc.schema.ts'

/** Maximum size of the node's response (bytes), which is held in memory: any caller could request many full blocks at once. */
const MAX_ANSWER_BYTES = 4_000_000

/** Methods that any caller may use through this proxy: reads only, nothing that sends, signs, traces or subscribes. */
const METHODS = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
])
/**
 * Methods that run code. They may run only the tokens and the contracts that can owe something, whose withdrawals are simulated, without
 * the state overrides of the third parameter.
 */
const CODE_METHODS = new Set(['eth_call', 'eth_estimateGas'])

/** Proxies chain reads of the browser to an endpoint of the chain: standard JSON-RPC, one request or a batch of up to twenty. */
export const rpcRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>().post(
  '/rpc',
  valid('json', rpcRequest),
  async (c) => {
    const body = c.req.valid('json')
    // The node provider charges per call, so each request of a batch counts against the limit.
    const requests = Array.isArray(body) ? body : [body]
    if (requests.length > 1) await countMore(c, requests.length - 1)
    const deployed = deployment(c.env)
    const allowed = [...OWING_CONTRACTS.map((name) => deployed[name]), ...deployed.tokens.map(({ address }) => address)]
    const allowedContracts = new Set(allowed.map((address) => address.toLowerCase()))
    for (const { method, params } of requests) {
      if (!METHODS.has(method)) throw new ApiError('rpc_method_refused', { method })
      if (!CODE_METHODS.has(method)) continue
      const [transaction] = params
      const to = typeof transaction === 'object' && transaction !== null && !Array.isArray(transaction) ? transaction.to : null
      if (params.length > 2 || typeof to !== 'string' || !allowedContracts.has(to.toLowerCase()))
        throw new ApiError('rpc_method_refused', { method })
    }
    const responses = await sendBatch(c.env, requests, () => null, MAX_ANSWER_BYTES)
    const answers = responses.map((response, i): object => ({ jsonrpc: '2.0', id: requests[i]!.id, ...response }))
    return c.json(Array.isArray(body) ? answers : answers[0]!)
  },
)
