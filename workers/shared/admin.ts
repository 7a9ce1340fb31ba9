import { and, eq } from 'drizzle-orm'
import { createMiddleware } from 'hono/factory'
import { type Abi, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import type { AreaVariables, Viewer } from './area-variables.ts'
import { deployment } from './chain.ts'
import { database } from './db.ts'
import type { ChainEnv } from './env.ts'
import { ApiError } from './errors.ts'
import { rpc } from './rpc.ts'
import { accounts } from './tables.ts'

export interface AdminVariables {
  user: Viewer
  /** The wallet that signed in. */
  adminWallet: Hex
}

/** A contract with admins of its own. */
export interface AdminContract {
  name: 'orderBook' | 'platform'
  abi: Abi
}

/** Whether the wallet is linked to the member. A session that unlinks its own wallet does not end. */
export async function isLinked(env: ChainEnv, userId: number, wallet: Hex): Promise<boolean> {
  const [linked] = await database(env)
    .select({ address: accounts.address })
    .from(accounts)
    .where(and(eq(accounts.address, wallet), eq(accounts.userId, userId)))
  return linked !== undefined
}

/**
 * Whether the wallet is linked to the member and is an admin of the contract now. Throws `chain_unavailable`.
 */
export async function isAdminOf(contract: AdminContract, env: ChainEnv, userId: number, wallet: Hex): Promise<boolean> {
  if (!(await isLinked(env, userId, wallet))) return false
  const request = { abi: contract.abi, functionName: 'hasAdmin', args: [wallet] }
  const to = deployment(env)[contract.name]
  const [data] = await rpc<[Hex]>(env, ['eth_call', { to, data: encodeFunctionData(request) }, 'latest'])
  return decodeFunctionResult({ ...request, data }) === true
}

/**
 * Sets `c.var.adminWallet` if the session was signed in with a wallet that is an admin of the contract, see {@link isAdminOf}. The contract is
 * asked on every call, so that a removed admin loses access at once. Must follow `requireUser`; throws `forbidden`, or `chain_unavailable`.
 */
export const requireAdminOf = (contract: AdminContract) =>
  createMiddleware<{ Bindings: ChainEnv; Variables: AreaVariables & AdminVariables }>(async (c, next) => {
    const wallet = c.var.user.account as Hex | null
    if (!wallet || !(await isAdminOf(contract, c.env, c.var.user.id, wallet))) throw new ApiError('forbidden')
    c.set('adminWallet', wallet)
    await next()
  })
