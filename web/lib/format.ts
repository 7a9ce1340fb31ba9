import { formatted } from './formatted.ts'
import { locale } from './i18n.ts'

/** Numbers and money in the format of the page's language. In the format of the reader's region, `1.234` could mean another amount. */

const cache = new Map<string, Intl.NumberFormat>()
/** A cached format of numbers for the page's language, made when it is first needed; `key` names its options. */
export function cachedFormat(key: string, make: (locale: string) => Intl.NumberFormat) {
  const id = `${locale()} ${key}`
  const made = () => {
    const format = cache.get(id) ?? make(locale())
    cache.set(id, format)
    return format
  }
  return {
    format: (value: number | Intl.StringNumericLiteral): string => formatted(`${id} ${value}`, () => made().format(value)),
  }
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
