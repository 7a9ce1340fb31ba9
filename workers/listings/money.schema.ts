/** Currencies of salaries, with their number of decimals (ISO 4217). */
export const CURRENCIES = {
  USD: 2,
  EUR: 2,
  GBP: 2,
  JPY: 0,
  CNY: 2,
  INR: 2,
  AUD: 2,
  CAD: 2,
  CHF: 2,
  HKD: 2,
  SGD: 2,
  KRW: 0,
  SEK: 2,
  SAR: 2,
  AED: 2,
  BRL: 2,
  UAH: 2,
} as const
export type Currency = keyof typeof CURRENCIES

/** The period that a salary is paid for. */
export const PERIODS = ['hour', 'day', 'week', 'month', 'year', 'project'] as const
export type Period = (typeof PERIODS)[number]

/** A salary: `amount` in the currency's smallest unit (cents, yen), per `period`. */
export interface Salary {
  amount: number
  currency: Currency
  period: Period
}

/** Maximum salary in units of its currency: more than any real salary, and a safe integer in the smallest unit. */
export const MAX_SALARY = 1_000_000_000

/**
 * Parses a typed decimal amount (`4,500.50`, `４５００`, `1,00,000`) to the currency's smallest unit; null if it is not a valid amount. A comma
 * that does not separate thousands, as in `7,50`, is refused, because many countries write decimals with a comma.
 */
export function parseMoney(text: string, currency: Currency): number | null {
  const decimals = CURRENCIES[currency]
  const [, units, part = ''] = /^(\d{1,12}|\d{1,3}(?:,\d{2,3}){0,3},\d{3})(?:\.(\d*))?$/.exec(text.normalize('NFKC').trim()) ?? []
  if (units === undefined || part.length > decimals) return null
  return Number(units.replaceAll(',', '')) * 10 ** decimals + Number(part.padEnd(decimals, '0'))
}

/** Formats an amount in the smallest unit for an input field: `450050` in USD gives `4500.50`. */
export function moneyText(amount: number, currency: Currency): string {
  const decimals = CURRENCIES[currency]
  if (!decimals) return String(amount)
  const text = String(amount).padStart(decimals + 1, '0')
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}
