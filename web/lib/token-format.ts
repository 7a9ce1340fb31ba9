import { cachedFormat } from './format.ts'

/** Token amounts and fees in the format of the page's language. */

/** Converts a token's smallest units to decimal text without grouping: (1230000n, 6) -> `1.23`. */
export function decimalText(amount: bigint | string, decimals: number): string {
  const units = BigInt(amount)
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${part && `.${part}`}`
}

/**
 * Formats an amount in a token's smallest units without its symbol: `240.00`, `0.0412`. Never rounded, so that sums on screen add up.
 * It has at least `least` decimals; stablecoins have two or more.
 */
export function formatTokenNumber(amount: bigint | string, decimals: number, least = 0): string {
  const fewest = Math.max(least, decimals === 6 ? 2 : 0)
  const format = cachedFormat(`token${decimals} ${fewest}`, (at) => {
    return new Intl.NumberFormat(at, { minimumFractionDigits: fewest, maximumFractionDigits: Math.min(decimals, 20) })
  })
  return format.format(decimalText(amount, decimals) as Intl.StringNumericLiteral)
}

/** Formats an amount as {@link formatTokenNumber} does, with its symbol after a no-break space: `240.00 USDC`. */
export const formatToken = (amount: bigint | string, decimals: number, symbol: string, least?: number): string =>
  `${formatTokenNumber(amount, decimals, least)}\u00a0${symbol}`

/** Formats basis points as a percentage: 1000 -> `10%`. */
export const formatBps = (bps: number): string =>
  cachedFormat('bps', (at) => new Intl.NumberFormat(at, { style: 'percent', maximumFractionDigits: 3 })).format(bps / 10_000)
