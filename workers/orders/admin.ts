import type { Hex } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { isAdminOf, requireAdminOf } from '../shared/admin.ts'
import type { OrdersEnv } from './env.ts'

const ORDER_BOOK = { name: 'orderBook', abi: orderBookAbi } as const

/** Whether the wallet is linked to the member and is an admin of the OrderBook now, see `isAdminOf`. */
export const isAdmin = (env: OrdersEnv, userId: number, wallet: Hex): Promise<boolean> => isAdminOf(ORDER_BOOK, env, userId, wallet)

/** Refuses everybody but admins of the OrderBook, see `requireAdminOf`. */
export const requireAdmin = requireAdminOf(ORDER_BOOK)
