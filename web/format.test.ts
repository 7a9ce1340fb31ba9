import { expect, test, vi } from 'vitest'

let language = 'en'
vi.mock('./i18n.ts', () => ({ locale: () => language }))
const { decimalText, formatBps, formatToken } = await import('./format.ts')
const { formatUsd } = await import('./numbers.ts')

test('tokens are shown to their last digit, so that sums add up', () => {
  expect(formatToken('240000000', 6, 'USDC')).toBe('240.00 USDC')
  expect(formatToken(216_000_001n, 6, 'USDC')).toBe('216.000001 USDC')
  expect(formatToken('1204500000', 6, 'USDT')).toBe('1,204.50 USDT')
  expect(formatToken('41200000000000000', 18, 'ETH')).toBe('0.0412 ETH')
  expect(formatToken('1', 18, 'ETH')).toBe('0.000000000000000001 ETH')
  expect(formatToken('123456789012345678901234567', 18, 'ETH')).toBe('123,456,789.012345678901234567 ETH')
})

test('decimal text', () => {
  expect(decimalText('0', 6)).toBe('0')
  expect(decimalText(-1_500_000n, 6)).toBe('-1.5')
  expect(decimalText('7', 0)).toBe('7')
})

test('dollars show cents only when there are any', () => {
  expect(formatUsd(120_000_000)).toBe('$120')
  expect(formatUsd(12_500_000)).toBe('$12.50')
  expect(formatUsd(12_345_678)).toBe('$12.345678')
  expect(formatUsd(1_234_000_000)).toBe('$1,234')
  language = 'ja'
  expect(formatUsd(120_000_000)).toBe('$120')
  language = 'en'
})

test('shares', () => {
  expect(formatBps(1000)).toBe('10%')
  expect(formatBps(1250)).toBe('12.5%')
})
