import { platformAbi } from '../../contracts/abi/Platform.ts'
import { type AdminContract, requireAdminOf } from '../shared/admin.ts'

/** The contract whose admins decide about creators. */
export const PLATFORM: AdminContract = { name: 'platform', abi: platformAbi }

/** Refuses everybody but admins of the Platform contract, see `requireAdminOf`. */
export const requireAdmin = requireAdminOf(PLATFORM)
