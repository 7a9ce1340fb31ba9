/** Currencies salaries are told in, and how many decimals each has (ISO 4217). */
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

/** What a salary is paid for. */
export const PERIODS = ['hour', 'day', 'week', 'month', 'year', 'project'] as const
export type Period = (typeof PERIODS)[number]

/** Pay: `amount` in the currency's smallest unit (cents, yen), for one `period`. */
export interface Salary {
  amount: number
  currency: Currency
  period: Period
}

/** A billion of a currency's units: above any salary, and exact with its decimals. */
export const MAX_SALARY = 1_000_000_000

/** A decimal amount as people write it (`4,500.50`, `４５００`) in the currency's smallest unit; null where it is no such amount. */
export function parseMoney(text: string, currency: Currency): number | null {
  const decimals = CURRENCIES[currency]
  const [, units, part = ''] = /^(\d{1,12})(?:\.(\d*))?$/.exec(text.normalize('NFKC').replaceAll(',', '').trim()) ?? []
  if (units === undefined || part.length > decimals) return null
  return Number(units) * 10 ** decimals + Number(part.padEnd(decimals, '0'))
}

/** The same the other way, for a field to begin with: `450050` in USD is `4500.50`. */
export function moneyText(amount: number, currency: Currency): string {
  const decimals = CURRENCIES[currency]
  if (!decimals) return String(amount)
  const text = String(amount).padStart(decimals + 1, '0')
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}
