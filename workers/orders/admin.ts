import { and, eq } from 'drizzle-orm'
import { createMiddleware } from 'hono/factory'
import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import type { AreaVariables, Viewer } from '../shared/area-variables.ts'
import { deployment } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { rpc } from '../shared/rpc.ts'
import { accounts } from '../shared/tables.ts'
import type { OrdersEnv } from './env.ts'

interface AdminVariables {
  user: Viewer
  /** The wallet that signed in. */
  adminWallet: Hex
}

/**
 * Whether the wallet is linked to the member and is an admin of the OrderBook now. A session that unlinks its own wallet does not end, so the
 * link is checked, too. Throws `chain_unavailable`.
 */
export async function isAdmin(env: OrdersEnv, userId: number, wallet: Hex): Promise<boolean> {
  const [linked] = await database(env)
    .select({ address: accounts.address })
    .from(accounts)
    .where(and(eq(accounts.address, wallet), eq(accounts.userId, userId)))
  if (!linked) return false
  const request = { abi: orderBookAbi, functionName: 'hasAdmin', args: [wallet] } as const
  const to = deployment(env).orderBook
  const [data] = await rpc<[Hex]>(env, ['eth_call', { to, data: encodeFunctionData(request) }, 'latest'])
  return decodeFunctionResult({ ...request, data })
}

/**
 * Sets `c.var.adminWallet` if the session was signed in with a wallet that is an admin, see {@link isAdmin}. The contract is asked on every
 * call, so that a removed admin loses access at once. Must follow `requireUser`; throws `forbidden`, or `chain_unavailable`.
 */
export const requireAdmin = createMiddleware<{ Bindings: OrdersEnv; Variables: AreaVariables & AdminVariables }>(async (c, next) => {
  const wallet = c.var.user.account as Hex | null
  if (!wallet || !(await isAdmin(c.env, c.var.user.id, wallet))) throw new ApiError('forbidden')
  c.set('adminWallet', wallet)
  await next()
})
