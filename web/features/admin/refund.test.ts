import { expect, it } from 'vitest'
import { readRefund, type Unit } from './refund.ts'

const usdc = { symbol: 'USDC', decimals: 6 }
const eth = { symbol: 'ETH', decimals: 18 }

it.each<[string, Unit, bigint, typeof usdc, bigint | null]>([
  ['40', 'percent', 240_000_000n, usdc, 96_000_000n],
  ['33.33', 'percent', 240_000_000n, usdc, 79_992_000n],
  // Rounded down to the smallest unit, as in the contract.
  ['33.33', 'percent', 100n, usdc, 33n],
  ['0', 'percent', 240_000_000n, usdc, 0n],
  ['100', 'percent', 240_000_000n, usdc, 240_000_000n],
  ['100.01', 'percent', 240_000_000n, usdc, null],
  ['33.333', 'percent', 240_000_000n, usdc, null],
  [' 12.5 ', 'amount', 240_000_000n, usdc, 12_500_000n],
  ['0.000001', 'amount', 240_000_000n, usdc, 1n],
  ['0.0000001', 'amount', 240_000_000n, usdc, null],
  ['0.000000000000000001', 'amount', 10n ** 18n, eth, 1n],
  ['1,000', 'amount', 240_000_000n, usdc, null],
  ['12,5', 'percent', 240_000_000n, usdc, null],
  ['-1', 'amount', 240_000_000n, usdc, null],
  ['1e3', 'amount', 240_000_000n, usdc, null],
  ['.5', 'amount', 240_000_000n, usdc, null],
  ['１０', 'percent', 240_000_000n, usdc, null],
  ['', 'percent', 240_000_000n, usdc, null],
])('reads "%s" in the unit %s, at a price of %s, as the refund $4', (typed, unit, price, token, refund) => {
  expect(readRefund(typed, unit, price, token)).toBe(refund)
})
