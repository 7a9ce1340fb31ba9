import { inject } from 'vitest'

/** The world of this worker. Files run in parallel, each with its own world. */
export const { url, rpcUrl } = inject('worlds')[Number(process.env.VITEST_POOL_ID) - 1]!
