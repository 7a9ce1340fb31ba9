import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Period } from '../../../workers/listings/money.schema.ts'
import { Select, TextField } from '../../ui/Field.tsx'
import { CURRENCY_OPTIONS, usePeriods } from './filter-texts.ts'
import css from './SearchFilters.module.css'
import { type ChangeFilter, DEFAULT_PAY, FIELDS, type SearchFilter } from './search-filter.ts'

interface Props {
  filter: SearchFilter
  onChange: ChangeFilter
}

/** The amounts of the kind that is shown: prices of services and events, salaries of jobs. Leaving a field or Enter applies an amount. */
export function AmountFields({ filter, onChange }: Props) {
  const { kind } = filter
  return (
    <>
      {FIELDS[kind].includes('min') && <PriceFields filter={filter} onChange={onChange} />}
      {FIELDS[kind].includes('salary') && <SalaryFields filter={filter} onChange={onChange} />}
    </>
  )
}

const digits = (text: string, most: number) =>
  text
    .normalize('NFKC')
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, most)

/**
 * What is typed into fields of the filter; null drops it, once the filter has it. If the filter changes meanwhile, for example by the back
 * button, the fields show the filter.
 */
function useDraft<Values extends object>(applied: Values): [values: Values, setDraft: (values: Values | null) => void] {
  const of = JSON.stringify(applied)
  const [draft, setDraft] = useState<{ of: string; values: Values } | null>(null)
  return [draft?.of === of ? draft.values : applied, (values) => setDraft(values && { of, values })]
}

/** A form that Enter submits. It has no visible button, because leaving a field applies it too. */
function AmountForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      className={css.amounts}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <button type="submit" hidden />
    </form>
  )
}

/** The lowest and highest price in whole dollars. */
function PriceFields({ filter, onChange }: Props) {
  const [{ min, max }, set] = useDraft({ min: filter.min ?? '', max: filter.max ?? '' })
  const apply = () => {
    // Reversed prices are exchanged, because nothing could be found between them.
    const isReversed = min !== '' && max !== '' && Number(min) > Number(max)
    const [low, high] = isReversed ? [max, min] : [min, max]
    if (low === (filter.min ?? '') && high === (filter.max ?? '')) return
    set(null)
    onChange({ min: low || undefined, max: high || undefined })
  }
  const common = { inputMode: 'numeric', before: '$', onBlur: apply } as const
  return (
    <AmountForm onSubmit={apply}>
      <div className={css.pair}>
        <TextField
          {...common}
          label={<Trans>Price from</Trans>}
          value={min}
          onChange={(event) => set({ min: digits(event.target.value, 7), max })}
        />
        <TextField
          {...common}
          label={<Trans>Price to</Trans>}
          value={max}
          onChange={(event) => set({ min, max: digits(event.target.value, 7) })}
        />
      </div>
    </AmountForm>
  )
}

type Pay = Record<'salary' | 'currency' | 'period', string>
const payOf = ({ salary = '', currency, period }: SearchFilter) => ({ salary, ...(currency && { currency }), ...(period && { period }) })

/** The lowest salary in whole units of a currency. Jobs that pay in another currency, or for another period, are not compared with it. */
function SalaryFields({ filter, onChange }: Props) {
  const periods = usePeriods()
  const applied: Pay = { ...DEFAULT_PAY, ...payOf(filter) }
  const [pay, set] = useDraft(applied)
  const apply = (next: Pay) => {
    const isChanged = (Object.keys(next) as (keyof Pay)[]).some((field) => next[field] !== applied[field])
    // Without a salary, its unit is no filter.
    if (!isChanged || (!next.salary && !filter.salary)) return set(next)
    set(null)
    onChange({ ...next, salary: next.salary || undefined })
  }
  return (
    <AmountForm onSubmit={() => apply(pay)}>
      <TextField
        label={<Trans>Salary from</Trans>}
        inputMode="numeric"
        value={pay.salary}
        onBlur={() => apply(pay)}
        onChange={(event) => set({ ...pay, salary: digits(event.target.value, 9).replace(/^0$/, '') })}
      />
      <div className={css.pair}>
        <Select
          label={<Trans>Currency</Trans>}
          value={pay.currency}
          options={CURRENCY_OPTIONS}
          onChange={(event) => apply({ ...pay, currency: event.target.value })}
        />
        <Select
          label={<Trans>Period</Trans>}
          value={pay.period}
          options={(Object.keys(periods) as Period[]).map((period) => [period, periods[period]] as const)}
          onChange={(event) => apply({ ...pay, period: event.target.value })}
        />
      </div>
    </AmountForm>
  )
}
