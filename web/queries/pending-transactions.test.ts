import { expect, it, vi } from 'vitest'

vi.mock('../lib/page-data.ts', () => ({ config: () => ({ chainId: 31337 }) }))
vi.mock('../lib/api.ts', () => ({ ApiError: class extends Error {}, orders: {}, queryClient: {} }))
const { remember } = await import('./pending-transactions.ts')

it.each(['[null]', '{}', '[{"hash":5}]'])('remembers a transaction and a batch although the stored text is invalid: %s', (damaged) => {
  let stored = damaged
  vi.stubGlobal('localStorage', { getItem: () => stored, setItem: (_: string, text: string) => (stored = text) })
  remember({ hash: `0x${'12'.repeat(32)}` })
  expect(JSON.parse(stored)).toMatchObject([{ hash: `0x${'12'.repeat(32)}`, chainId: 31337 }])
  remember({ batch: 'the id of a batch', account: `0x${'34'.repeat(20)}` })
  expect(JSON.parse(stored)).toMatchObject([{ hash: `0x${'12'.repeat(32)}` }, { batch: 'the id of a batch' }])
})

it('does not fail if the browser cannot store the transaction, as the order is already paid', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(() => remember({ hash: `0x${'12'.repeat(32)}` })).not.toThrow()
})

it.each(['1e999', '1e300', '4000000000'])('forgets a transaction whose time is %s, which would be pending for years', (at) => {
  let stored = `[{"hash":"0x56","chainId":31337,"at":${at}},{"batch":"b","account":"0x78","chainId":31337,"at":${at}}]`
  vi.stubGlobal('localStorage', { getItem: () => stored, setItem: (_: string, text: string) => (stored = text) })
  remember({ hash: `0x${'12'.repeat(32)}` })
  expect(JSON.parse(stored)).toMatchObject([{ hash: `0x${'12'.repeat(32)}` }])
  expect(JSON.parse(stored)).toHaveLength(1)
})
