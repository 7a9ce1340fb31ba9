import { Hono } from 'hono'
import { decodeFunctionResult, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { deployment } from '../shared/chain.ts'
import { countMore } from '../shared/limits.ts'
import { rpc } from '../shared/rpc.ts'
import { valid } from '../shared/valid.ts'
import type { OrdersEnv } from './env.ts'
import { type Fees, feesQuery, MAX_FEE_BPS } from './orders.schema.ts'

/** How long fees stay in memory (ms). They are only shown before a purchase; a quote reads them again. */
const CACHE_MS = 60_000
/** Maximum number of sellers whose fees are in memory. */
const MAX_CACHED = 1000
const cached = new Map<string, { fees: Fees; until: number }>()

/** The calls that read the fees of a seller's next order, for `rpc`. */
export const feeCalls = (orderBook: Hex, seller: Hex) =>
  [
    [
      'eth_call',
      { to: orderBook, data: encodeFunctionData({ abi: orderBookAbi, functionName: 'getCustomFees', args: [seller] }) },
      'latest',
    ],
    ['eth_call', { to: orderBook, data: encodeFunctionData({ abi: orderBookAbi, functionName: 'getDefaultFees' }) }, 'latest'],
  ] as const

/** The fees in the answers to {@link feeCalls}. Both together may not exceed MAX_FEE_BPS; the contract lowers the arbitration fee to fit. */
export function feesOf(custom: Hex, defaults: Hex): Fees {
  const feeBps = Number(decodeFunctionResult({ abi: orderBookAbi, functionName: 'getCustomFees', data: custom })[1])
  const [, arbitrationFeeBps] = decodeFunctionResult({ abi: orderBookAbi, functionName: 'getDefaultFees', data: defaults })
  return { feeBps, arbitrationFeeBps: Math.min(Number(arbitrationFeeBps), MAX_FEE_BPS - feeBps) }
}

/** The fees of the contract, for a seller or the default ones. */
export const feeRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>().get(
  '/getFees',
  valid('query', feesQuery),
  async (c) => {
    const seller = (c.req.valid('query').seller ?? zeroAddress) as Hex
    const key = seller.toLowerCase()
    const known = cached.get(key)
    if (known && known.until > Date.now()) return c.json(known.fees)
    const calls = feeCalls(deployment(c.env).orderBook, seller)
    // The node provider charges per call, so each read counts against the limit.
    await countMore(c, calls.length - 1)
    const [custom, defaults] = await rpc<[Hex, Hex]>(c.env, ...calls)
    const fees = feesOf(custom, defaults)
    if (cached.size >= MAX_CACHED) cached.clear()
    cached.set(key, { fees, until: Date.now() + CACHE_MS })
    return c.json(fees)
  },
)
