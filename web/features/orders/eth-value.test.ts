import { describe, expect, it, vi } from 'vitest'

let language = 'en'
vi.mock('../../lib/i18n.ts', () => ({ locale: () => language }))
const { formatEthValue, roundDownEth, roundUpEth } = await import('./eth-value.ts')

describe('an amount of ETH', () => {
  it.each([
    [0n, 0n],
    [1n, 1n],
    [99n, 99n],
    [101n, 110n],
    [2_410_000_000_000n, 2_500_000_000_000n],
    [2_400_000_000_000n, 2_400_000_000_000n],
  ])('of %s wei is rounded up to %s', (wei, rounded) => expect(roundUpEth(wei)).toBe(rounded))

  it.each([
    [41_202_500_123_456_789n, 41_210_000_000_000_000n, 41_200_000_000_000_000n],
    [4_321_987_654_321n, 4_322_000_000_000n, 4_321_000_000_000n],
    [1000n, 1000n, 1000n],
    [999n, 999n, 999n],
    [0n, 0n, 0n],
  ])('of %s wei is shown as %s if it is needed, and as %s if somebody has it', (wei, needed, owned) => {
    expect(roundUpEth(wei, 4)).toBe(needed)
    expect(roundDownEth(wei, 4)).toBe(owned)
  })

  const rate = { priceUsd: 3_000_000_000, priceJpy: 450_000 }
  it.each([
    ['en', 1n, '$0.01'],
    ['en', 120_000_000_000_000n, '$0.36'],
    ['en', 120_000_000_000_001n, '$0.37'],
    ['ja', 1n, '¥1'],
    ['ja', 120_000_000_000_000n, '¥54'],
  ])('has its value in the currency of the language %s', (at, wei, text) => {
    language = at
    expect(formatEthValue(wei, rate).replace('￥', '¥')).toBe(text)
  })

  it('has its value in dollars in Japanese while no price in yen is known', () => {
    language = 'ja'
    expect(formatEthValue(10n ** 15n, { ...rate, priceJpy: null })).toBe('$3')
  })
})
