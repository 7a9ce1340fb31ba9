import { inject } from 'vitest'

/** The world of this worker: files run side by side, and each has a world to itself while it runs. */
export const { url, rpcUrl } = inject('worlds')[Number(process.env.VITEST_POOL_ID) - 1]!
