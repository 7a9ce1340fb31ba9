import { locale } from './i18n.ts'

/** Money, dates and times as people of the page's language write them. */

const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>()
function kept<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(key: string, make: (locale: string) => T): T {
  const id = `${locale()} ${key}`
  const found = (cache.get(id) as T | undefined) ?? make(locale())
  cache.set(id, found)
  return found
}

/** A token's smallest units as a decimal text without grouping: (1230000n, 6) -> `1.23`. */
export function decimalText(amount: bigint | string, decimals: number): string {
  const units = BigInt(amount)
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${part && `.${part}`}`
}

/**
 * `240.00 USDC`, `0.0412 ETH`: never rounded, so that sums add up on screen. Stablecoins keep two decimals at least.
 * `amount` is in the token's smallest units.
 */
export function formatToken(amount: bigint | string, decimals: number, symbol: string): string {
  const format = kept(`token${decimals}`, (at) => {
    const least = decimals === 6 ? 2 : 0
    return new Intl.NumberFormat(at, { minimumFractionDigits: least, maximumFractionDigits: Math.min(decimals, 20) })
  })
  return `${format.format(decimalText(amount, decimals) as Intl.StringNumericLiteral)} ${symbol}`
}

/** Micro-USD (millionths) as `$120` or `$12.50`; smaller parts than a cent show only when they are there. */
export function formatUsd(micro: number): string {
  const whole = micro % 1_000_000 === 0
  const format = kept(`usd${whole}`, (at) => {
    const digits = whole ? { maximumFractionDigits: 0 } : { minimumFractionDigits: 2, maximumFractionDigits: 6 }
    return new Intl.NumberFormat(at, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', ...digits })
  })
  return format.format(micro / 1_000_000)
}

/** Basis points as a percentage: 1000 -> `10%`. */
export const formatBps = (bps: number): string =>
  kept('bps', (at) => new Intl.NumberFormat(at, { style: 'percent', maximumFractionDigits: 2 })).format(bps / 10_000)

export const formatNumber = (value: number, digits = 0): string =>
  kept(`n${digits}`, (at) => new Intl.NumberFormat(at, { minimumFractionDigits: digits, maximumFractionDigits: digits })).format(value)

const DATES = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  dayTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  time: { hour: '2-digit', minute: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

/** UTC seconds in the reader's own time zone. */
export const formatDate = (seconds: number, shape: keyof typeof DATES = 'day'): string =>
  kept(shape, (at) => new Intl.DateTimeFormat(at, DATES[shape])).format(seconds * 1000)

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `3 hours ago`, `in 13 days`; `seconds` is UTC seconds. */
export function formatAgo(seconds: number, now = Date.now() / 1000): string {
  const format = kept('ago', (at) => new Intl.RelativeTimeFormat(at, { numeric: 'auto' }))
  const distance = seconds - now
  for (const [unit, size] of STEPS) if (Math.abs(distance) >= size) return format.format(Math.trunc(distance / size), unit)
  return format.format(0, 'second')
}
