import { describe, expect, it } from 'vitest'
import { refundOf, split } from '../../../workers/orders/orders.schema.ts'
import { roundParts } from './rounding.ts'

const parts = (price: bigint, feeBps: number, percent: number) => {
  const { refund, fee, sellerGets } = split(price, feeBps, refundOf(price, percent * 100))
  return [refund, sellerGets, fee] as const
}
const sum = (all: readonly bigint[]) => all.reduce((a, b) => a + b, 0n)

describe('rounded parts of a price', () => {
  it('are whole cents that add up to the price, each less than a cent from the exact amount', () => {
    for (const price of [30_500_000n, 240_000_000n, 5_010_000n, 99_990_000n])
      for (let percent = 0; percent <= 100; percent++) {
        const exact = parts(price, 1000, percent)
        const shown = roundParts(exact, 6)
        expect(sum(shown)).toBe(price)
        for (const [i, one] of shown.entries()) {
          expect(one % 10_000n).toBe(0n)
          const off = one - exact[i]!
          expect(off < 10_000n && off > -10_000n).toBe(true)
        }
      }
  })

  it('are rounded up where the remainder is largest: 10.065 in 10.065 + 18.3915 + 2.0435', () => {
    expect(roundParts(parts(30_500_000n, 1000, 33), 6)).toEqual([10_070_000n, 18_390_000n, 2_040_000n])
  })

  it('have as many decimals as a price with more than two', () => {
    const price = 12_345_678n
    const shown = roundParts(parts(price, 1000, 50), 6)
    expect(shown).toEqual(parts(price, 1000, 50))
    expect(roundParts(parts(30_505_000n, 1000, 33), 6).every((one) => one % 1000n === 0n)).toBe(true)
  })

  it('add up to a price in ETH, and zero stays zero', () => {
    const price = 74_123_400_000_000_000n
    const shown = roundParts(parts(price, 1000, 0), 18)
    expect([shown[0], sum(shown)]).toEqual([0n, price])
  })
})
