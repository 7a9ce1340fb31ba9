import { locale } from './i18n.ts'

/** Numbers and money in the format of the page's language. In the format of the reader's region, `1.234` could mean another amount. */

const cache = new Map<string, Intl.NumberFormat | Intl.RelativeTimeFormat>()
/** A cached formatter for the page's language; `key` names its options. */
export function cachedFormat<T extends Intl.NumberFormat | Intl.RelativeTimeFormat>(key: string, make: (locale: string) => T): T {
  const id = `${locale()} ${key}`
  const found = (cache.get(id) as T | undefined) ?? make(locale())
  cache.set(id, found)
  return found
}

/** Formats micro-USD (millionths) as `$120` or `$12.50`, with more digits only if the amount has them. */
export function formatUsd(micro: number): string {
  const whole = micro % 1_000_000 === 0
  const format = cachedFormat(`usd${whole}`, (at) => {
    const digits = whole ? { maximumFractionDigits: 0 } : { minimumFractionDigits: 2, maximumFractionDigits: 6 }
    return new Intl.NumberFormat(at, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', ...digits })
  })
  return format.format(micro / 1_000_000)
}

export const formatNumber = (value: number, digits = 0): string =>
  cachedFormat(`n${digits}`, (at) => new Intl.NumberFormat(at, { minimumFractionDigits: digits, maximumFractionDigits: digits })).format(
    value,
  )
