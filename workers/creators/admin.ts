import { platformAbi } from '../../contracts/abi/Platform.ts'
import { requireAdminOf } from '../shared/admin.ts'

/** Refuses everybody but admins of the Platform contract, see `requireAdminOf`. */
export const requireAdmin = requireAdminOf({ name: 'platform', abi: platformAbi })
