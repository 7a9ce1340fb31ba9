import { expect, it, vi } from 'vitest'

vi.mock('../lib/page-data.ts', () => ({ config: () => ({ chainId: 31337 }) }))
vi.mock('../lib/api.ts', () => ({ ApiError: class extends Error {}, orders: {}, queryClient: {} }))
const { remember } = await import('./pending-transactions.ts')

it('does not fail if the browser cannot store the transaction, as the order is already paid', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(() => remember({ hash: `0x${'12'.repeat(32)}` })).not.toThrow()
})
