import { createMiddleware } from 'hono/factory'
import type { Hex } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { platformAbi } from '../../contracts/abi/Platform.ts'
import { type AdminContract, type AdminVariables, isAdminOf, requireAdminOf } from '../shared/admin.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import type { ChainEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'

/** The contract whose admins decide about creators. */
export const PLATFORM: AdminContract = { name: 'platform', abi: platformAbi }
const ORDER_BOOK: AdminContract = { name: 'orderBook', abi: orderBookAbi }

/** Our contracts that have admins. */
export const ADMIN_CONTRACTS = [PLATFORM, ORDER_BOOK] as const

/** Refuses everybody but admins of the Platform contract, see `requireAdminOf`. */
export const requireAdmin = requireAdminOf(PLATFORM)

/** Set by {@link requireAnyAdmin}. */
interface AnyAdminVariables extends AdminVariables {
  isPlatformAdmin: boolean
}

/** Refuses everybody but admins of the Platform or of the OrderBook contract, as `requireAdminOf` does. */
export const requireAnyAdmin = createMiddleware<{ Bindings: ChainEnv; Variables: AreaVariables & AnyAdminVariables }>(async (c, next) => {
  const wallet = c.var.user.account as Hex | null
  const isAdmin = async (contract: AdminContract) => wallet !== null && (await isAdminOf(contract, c.env, c.var.user.id, wallet))
  const [isPlatformAdmin = false, isOrderBookAdmin] = await Promise.all(ADMIN_CONTRACTS.map(isAdmin))
  if (!wallet || !(isPlatformAdmin || isOrderBookAdmin)) throw new ApiError('forbidden')
  c.set('adminWallet', wallet)
  c.set('isPlatformAdmin', isPlatformAdmin)
  await next()
})
