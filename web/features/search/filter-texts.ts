import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CategoryCount } from '../../../workers/listings/categories.schema.ts'
import { CURRENCIES, type Currency, type Period } from '../../../workers/listings/money.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { formatUsd } from '../../lib/format.ts'
import { locale, localName } from '../../lib/i18n.ts'
import { languageName } from '../../lib/language-name.ts'
import type { ListType } from '../../lib/paths.ts'
import { countryName } from '../../lib/place-name.ts'
import { categoriesQuery } from '../../queries/categories.ts'
import { cityQuery } from '../../queries/cities.ts'
import { profileQuery } from '../../queries/profile.ts'
import { DEFAULT_PAY, type Field, type Kind, type SearchFilter } from './search-filter.ts'

/** The names of the kinds of results. */
export function useKindNames(): Record<Kind, string> {
  const { t } = useLingui()
  return { all: t`All`, services: t`Services`, jobs: t`Jobs`, events: t`Events`, people: t`People` }
}

/** Returns a function that names a period of days: `Within 7 days`. */
export function useWithin(): (days: string) => string {
  const { t } = useLingui()
  return (days) => t`${plural(Number(days), { one: 'Within # day', other: 'Within # days' })}`
}

/** The periods of a salary. */
export function usePeriods(): Record<Period, string> {
  const { t } = useLingui()
  return { hour: t`per hour`, day: t`per day`, week: t`per week`, month: t`per month`, year: t`per year`, project: t`in total` }
}

const salaryText = (amount: string, currency: string) =>
  new Intl.NumberFormat(locale(), { style: 'currency', currency, maximumFractionDigits: 0 }).format(Number(amount))

/** Returns a function that says in a few words what a field of the filter demands: `Up to $300`, `Japanese`. */
export function useFilterTexts(filter: SearchFilter): (field: Field) => string {
  const { t } = useLingui()
  const within = useWithin()
  const periods = usePeriods()
  const { kind, country = '', city = '', userId = '' } = filter
  const { data } = useQuery({ ...categoriesQuery(kind as ListType, filter.category), enabled: filter.category !== undefined })
  const { data: foundCity } = useQuery({ ...cityQuery(country, city), enabled: city !== '' })
  const { data: member } = useQuery({ ...profileQuery(Number(userId)), enabled: userId !== '' })
  return (field) => {
    const value = filter[field] ?? ''
    const nameIn = (list: readonly CategoryCount[] | null | undefined) => {
      const found = list?.find(({ id }) => id === value)
      return found ? localName(found) : value
    }
    const usd = () => formatUsd(Number(value) * 1_000_000)
    const day = () => formatDate(new Date(`${value}T00:00:00`).getTime() / 1000)
    const texts: Record<Field, () => string> = {
      category: () => nameIn(data?.categories),
      sub: () => nameIn(data?.subs),
      where: () => (value === 'online' ? t`Online` : t({ message: 'Local', context: 'of any listing' })),
      country: () => countryName(value),
      city: () => (foundCity ? localName(foundCity) : t`City`),
      min: () => {
        const price = usd()
        return t`${price} or more`
      },
      max: () => {
        const price = usd()
        return t`${price} or less`
      },
      days: () => {
        const time = within(value)
        return t`Delivery: ${time}`
      },
      rating: () => {
        const stars = value
        return t`${stars} stars or more`
      },
      lang: () => languageName(value),
      within: () => {
        const time = within(value)
        return t`Posted: ${time}`
      },
      contract: () => (value === 'FULLTIME' ? t`Full-time` : t`Contract`),
      salary: () => {
        const { currency = DEFAULT_PAY.currency, period = DEFAULT_PAY.period } = filter
        const salary = salaryText(value, currency)
        const time = periods[period as Period]
        return t`Salary: ${salary} ${time}`
      },
      currency: () => value,
      period: () => periods[value as Period],
      from: () => {
        const date = day()
        return t`From ${date}`
      },
      to: () => {
        const date = day()
        return t`Until ${date}`
      },
      view: () => value,
      sort: () => value,
      userId: () => {
        const name = member?.profile?.name ?? t`one member`
        return t`Only ${name}`
      },
    }
    return texts[field]()
  }
}

/** The currencies of salaries, as options of a select. */
export const CURRENCY_OPTIONS = (Object.keys(CURRENCIES) as Currency[]).map((code) => [code, code] as const)
