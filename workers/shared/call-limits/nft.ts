import type { Limits } from '../limit-table.ts'

/** The limits of the calls of this area. So far it has none that writes or costs more than rows read by an index. */
export const CALL_LIMITS: Limits = {}
