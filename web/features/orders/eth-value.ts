import type { Rate } from '../../../workers/orders/orders.schema.ts'
import type { Locale } from '../../../workers/shared/locales.schema.ts'
import { cachedFormat, formatUsd } from '../../lib/format.ts'
import { locale } from '../../lib/i18n.ts'

/** The languages in which amounts of ETH are also shown in yen. */
const YEN_LOCALES: readonly Locale[] = ['ja']
export const showsYen = (): boolean => YEN_LOCALES.includes(locale())

/** Formats an amount in yen: `¥480,000`. */
export const formatYen = (yen: number): string =>
  cachedFormat('jpy', (language) => new Intl.NumberFormat(language, { style: 'currency', currency: 'JPY' })).format(yen)

const WEI = 10n ** 18n
const CENT = 10_000n

const divideUp = (amount: bigint, by: bigint) => (amount + by - 1n) / by

/** The value of the last of the first `digits` digits of an amount. */
const lastDigit = (wei: bigint, digits: number) => 10n ** BigInt(Math.max(String(wei).length - digits, 0))

/** An amount in wei, rounded up to `digits` significant digits, so that it is never too little. */
export function roundUpEth(wei: bigint, digits = 2): bigint {
  const unit = lastDigit(wei, digits)
  return divideUp(wei, unit) * unit
}

/** An amount in wei, rounded down to `digits` significant digits, so that it never seems to be more. */
export function roundDownEth(wei: bigint, digits: number): bigint {
  const unit = lastDigit(wei, digits)
  return (wei / unit) * unit
}

/** What an amount of ETH (wei) is worth at `rate`, rounded up to a cent, or to a yen in a language that uses yen: `$0.36`. */
export function formatEthValue(wei: bigint, { priceUsd, priceJpy }: Pick<Rate, 'priceUsd' | 'priceJpy'>): string {
  if (showsYen() && priceJpy) return formatYen(Number(divideUp(wei * BigInt(priceJpy), WEI)))
  return formatUsd(Number(divideUp(wei * BigInt(priceUsd), WEI * CENT) * CENT))
}
