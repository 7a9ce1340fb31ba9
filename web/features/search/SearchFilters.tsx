import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { KINDS as KINDS_OF_TYPE, TAXONOMY } from '../../../workers/listings/taxonomy.schema.ts'
import { LANGUAGES } from '../../../workers/listings/text.schema.ts'
import { locale, localName } from '../../lib/i18n.ts'
import type { ListType } from '../../lib/paths.ts'
import { cityQuery, setCity } from '../../queries/cities.ts'
import { Button } from '../../ui/Button.tsx'
import { Select, TextField } from '../../ui/Field.tsx'
import { PlaceFields } from '../cards/PlaceFields.tsx'
import css from './SearchFilters.module.css'
import { DELIVERY_DAYS, FIELDS, type Field, narrowingFields, POSTED_DAYS, RATINGS, type SearchFilter, SORTS_OF } from './search-filter.ts'

type Change = (change: Partial<SearchFilter>) => void
interface Props {
  filter: SearchFilter
  onChange: Change
}

/** The filters of the kind that is shown. On a phone they are closed until a button opens them. */
export function SearchFilters({ filter, onChange }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const count = narrowingFields(filter).length
  const has = (field: Field) => FIELDS[filter.kind].includes(field)
  if (!FIELDS[filter.kind].length) return null
  const clear = Object.fromEntries(narrowingFields(filter).map((field) => [field, undefined]))
  return (
    <>
      <div className={css.opener}>
        <Button small icon="filter" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {count ? <Trans>Filters ({count})</Trans> : <Trans>Filters</Trans>}
        </Button>
      </div>
      <div id={id} className={`${css.fields} ${isOpen ? css.open : ''}`}>
        {has('sort') && <SortField filter={filter} onChange={onChange} />}
        {has('category') && <CategoryFields filter={filter} onChange={onChange} />}
        {has('contract') && <ContractField filter={filter} onChange={onChange} />}
        {has('from') && <DateFields filter={filter} onChange={onChange} />}
        <PlaceField filter={filter} onChange={onChange} />
        {has('min') && <PriceFields key={`${filter.min}-${filter.max}`} filter={filter} onChange={onChange} />}
        {has('days') && <ServiceFields filter={filter} onChange={onChange} />}
        <OtherFields filter={filter} onChange={onChange} />
        {count > 0 && (
          <Button small look="ghost" onClick={() => onChange(clear)}>
            <Trans>Clear filters</Trans>
          </Button>
        )}
      </div>
    </>
  )
}

function SortField({ filter, onChange }: Props) {
  const { t } = useLingui()
  const names = {
    best: t`Best match`,
    newest: t`Newest`,
    price: t`Lowest price`,
    priceDown: t`Highest price`,
    rating: t`Best rating`,
    soonest: t`Soonest`,
  }
  return (
    <Select
      label={<Trans>Sort by</Trans>}
      value={filter.sort ?? 'best'}
      options={SORTS_OF[filter.kind as ListType].map((sort) => [sort, names[sort]] as const)}
      onChange={(event) => onChange({ sort: event.target.value === 'best' ? undefined : event.target.value })}
    />
  )
}

function CategoryFields({ filter, onChange }: Props) {
  const { t } = useLingui()
  const categories = KINDS_OF_TYPE[filter.kind as ListType].flatMap((kind) => [...TAXONOMY[kind]])
  const chosen = categories.find(({ id }) => id === filter.category)
  const subs = Object.entries(chosen?.subs ?? {})
  return (
    <>
      <Select
        label={<Trans>Category</Trans>}
        value={chosen?.id ?? ''}
        options={[['', t`All categories`], ...categories.map((one) => [one.id, localName(one)] as const)]}
        onChange={(event) => onChange({ category: event.target.value || undefined, sub: undefined })}
      />
      {subs.length > 0 && (
        <Select
          label={<Trans>Subcategory</Trans>}
          value={filter.sub ?? ''}
          options={[['', t`All subcategories`], ...subs.map(([id, label]) => [id, localName(label)] as const)]}
          onChange={(event) => onChange({ sub: event.target.value || undefined })}
        />
      )}
    </>
  )
}

function ContractField({ filter, onChange }: Props) {
  const { t } = useLingui()
  return (
    <Select
      label={<Trans>Contract type</Trans>}
      value={filter.contract ?? ''}
      options={[
        ['', t`Any contract`],
        ['FULLTIME', t`Full-time`],
        ['CONTRACT', t`Contract`],
      ]}
      onChange={(event) => onChange({ contract: event.target.value || undefined })}
    />
  )
}

function DateFields({ filter, onChange }: Props) {
  return (
    <div className={css.pair}>
      <TextField
        type="date"
        label={<Trans>From</Trans>}
        value={filter.from ?? ''}
        onChange={(event) => onChange({ from: event.target.value || undefined })}
      />
      <TextField
        type="date"
        label={<Trans>To</Trans>}
        value={filter.to ?? ''}
        min={filter.from}
        onChange={(event) => onChange({ to: event.target.value || undefined })}
      />
    </div>
  )
}

function PlaceField({ filter, onChange }: Props) {
  const { t } = useLingui()
  const { where, country = null, city: cityId } = filter
  const { data: city = null } = useQuery({ ...cityQuery(country ?? '', cityId ?? ''), enabled: country !== null && cityId !== undefined })
  return (
    <>
      <Select
        label={<Trans>Where</Trans>}
        value={where ?? ''}
        options={[
          ['', t`Anywhere`],
          ['online', t`Online`],
          ['local', t({ message: 'Local', context: 'of any listing' })],
        ]}
        onChange={(event) =>
          onChange({ where: (event.target.value || undefined) as SearchFilter['where'], country: undefined, city: undefined })
        }
      />
      {where === 'local' && (
        <PlaceFields
          country={country}
          city={city}
          onChange={(place) => {
            if (place.city) setCity(place.country, place.city)
            onChange({ country: place.country ?? undefined, city: place.city ? String(place.city.cityId) : undefined })
          }}
        />
      )}
    </>
  )
}

/** The lowest and highest price in whole dollars. Leaving a field or Enter applies it. */
function PriceFields({ filter, onChange }: Props) {
  const [{ min, max }, set] = useState({ min: filter.min ?? '', max: filter.max ?? '' })
  const apply = () => {
    // Reversed prices are exchanged, because nothing could be found between them.
    const isReversed = min !== '' && max !== '' && Number(min) > Number(max)
    const [low, high] = isReversed ? [max, min] : [min, max]
    if (low !== (filter.min ?? '') || high !== (filter.max ?? '')) onChange({ min: low || undefined, max: high || undefined })
  }
  const digits = (text: string) => text.normalize('NFKC').replace(/\D/g, '').slice(0, 7)
  const common = { inputMode: 'numeric', before: '$', onBlur: apply } as const
  return (
    <form
      className={css.pair}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <TextField
        {...common}
        label={<Trans>Price from</Trans>}
        value={min}
        onChange={(event) => set({ min: digits(event.target.value), max })}
      />
      <TextField
        {...common}
        label={<Trans>Price to</Trans>}
        value={max}
        onChange={(event) => set({ min, max: digits(event.target.value) })}
      />
      <button type="submit" hidden />
    </form>
  )
}

function ServiceFields({ filter, onChange }: Props) {
  const { t } = useLingui()
  const within = useWithin()
  return (
    <>
      <Select
        label={<Trans>Delivery time</Trans>}
        value={filter.days ?? ''}
        options={[['', t`Any time`], ...DELIVERY_DAYS.map((days) => [days, within(days)] as const)]}
        onChange={(event) => onChange({ days: event.target.value || undefined })}
      />
      <Select
        label={<Trans>Rating</Trans>}
        value={filter.rating ?? ''}
        options={[['', t`Any rating`], ...RATINGS.map((stars) => [stars, t`${stars} stars or more`] as const)]}
        onChange={(event) => onChange({ rating: event.target.value || undefined })}
      />
    </>
  )
}

function OtherFields({ filter, onChange }: Props) {
  const { t } = useLingui()
  const within = useWithin()
  const languages = new Intl.DisplayNames(locale(), { type: 'language' })
  return (
    <>
      <Select
        label={<Trans>Language</Trans>}
        value={filter.lang ?? ''}
        options={[['', t`Any language`], ...LANGUAGES.map((code) => [code, languages.of(code) ?? code] as const)]}
        onChange={(event) => onChange({ lang: event.target.value || undefined })}
      />
      {FIELDS[filter.kind].includes('within') && (
        <Select
          label={<Trans>Posted</Trans>}
          value={filter.within ?? ''}
          options={[['', t`Any time`], ...POSTED_DAYS.map((days) => [days, within(days)] as const)]}
          onChange={(event) => onChange({ within: event.target.value || undefined })}
        />
      )}
    </>
  )
}

/** Names a period of days: `Within 7 days`. */
function useWithin(): (days: string) => string {
  const { t } = useLingui()
  return (days) => t`${plural(Number(days), { one: 'Within # day', other: 'Within # days' })}`
}
