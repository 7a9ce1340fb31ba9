import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area.ts'
import { deployment } from '../shared/chain.ts'
import { ApiError } from '../shared/errors.ts'
import { countMore } from '../shared/limits.ts'
import { forward } from '../shared/rpc.ts'
import { valid } from '../shared/valid.ts'
import type { OrdersEnv } from './env.ts'
import { rpcRequest } from './rpc.schema.ts'

/** Whole blocks by the dozen, asked for by anybody, would fill the memory the worker has for all. */
const MAX_ANSWER_BYTES = 4_000_000

/** Reads of the chain that anybody may ask for through us; nothing that sends, signs, traces or subscribes. */
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
/** These run code: only ours and the tokens', and with none of it overridden by a third parameter. */
const RUNS_CODE = new Set(['eth_call', 'eth_estimateGas'])

/** Chain reads for the browser: JSON-RPC as wallets' libraries speak it, one request or up to twenty. */
export const rpcRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>().post(
  '/rpc',
  valid('json', rpcRequest),
  async (c) => {
    const body = c.req.valid('json')
    // Our node is paid by the call, whether they come in one request or in twenty.
    if (Array.isArray(body)) await countMore(c, body.length - 1)
    const { orderBook, tokens } = deployment(c.env)
    const ours = new Set([orderBook, ...tokens.map((token) => token.address)].map((address) => address.toLowerCase()))
    for (const { method, params } of Array.isArray(body) ? body : [body]) {
      if (!METHODS.has(method)) throw new ApiError('rpc_method_refused', { method })
      if (!RUNS_CODE.has(method)) continue
      const [about] = params
      const to = typeof about === 'object' && about !== null && !Array.isArray(about) ? about.to : null
      if (params.length > 2 || typeof to !== 'string' || !ours.has(to.toLowerCase())) throw new ApiError('rpc_method_refused', { method })
    }
    return c.json(await forward<object>(c.env, body, MAX_ANSWER_BYTES))
  },
)
