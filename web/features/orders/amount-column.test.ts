import { i18n } from '@lingui/core'
import { beforeAll, expect, it, vi } from 'vitest'

const [USDC, ETH, OLD] = ['0xc1', '0x0', '0xff']
vi.mock('../../lib/find-token.ts', () => ({
  findToken: (address: string) =>
    ({ '0xc1': { symbol: 'USDC', decimals: 6 }, '0x0': { symbol: 'ETH', decimals: 18 } })[address as '0xc1' | '0x0'],
}))
const { tokenColumn, usdColumn } = await import('./amount-column.ts')
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

it('gives the amounts of a token as many decimals as the longest of the column has', () => {
  const amount = tokenColumn([
    [ETH, '80000000000000000'],
    [ETH, 26_600_000_000_000_000n],
    [USDC, '240000000'],
  ])
  expect([amount(ETH, '80000000000000000'), amount(ETH, '26600000000000000')]).toEqual(['0.0800\u00a0ETH', '0.0266\u00a0ETH'])
  expect([amount(USDC, '240000000'), amount(OLD, '5')]).toEqual(['240.00\u00a0USDC', '5 ?'])
})

it('has two decimals for dollars, and more in a whole column if one amount needs them', () => {
  const exact = usdColumn([112_000_000, 976_370_000])
  expect([exact(112_000_000), exact(976_370_000)]).toEqual(['$112.00', '$976.37'])
  const finer = usdColumn([112_000_000, 1n])
  expect([finer(112_000_000), finer(1n)]).toEqual(['$112.000000', '$0.000001'])
})
