import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { CategoryCount } from '../../../workers/listings/categories.schema.ts'
import { LANGUAGES } from '../../../workers/listings/text.schema.ts'
import { localName } from '../../lib/i18n.ts'
import { languageName } from '../../lib/language-name.ts'
import type { ListType } from '../../lib/paths.ts'
import { categoriesQuery } from '../../queries/categories.ts'
import { cityQuery, setCity } from '../../queries/cities.ts'
import { Button } from '../../ui/Button.tsx'
import { Select, TextField } from '../../ui/Field.tsx'
import { PlaceFields } from '../cards/PlaceFields.tsx'
import { AmountFields } from './AmountFields.tsx'
import { useWithin } from './filter-texts.ts'
import { RemoveButton } from './NothingFound.tsx'
import css from './SearchFilters.module.css'
import {
  type ChangeFilter,
  DELIVERY_DAYS,
  FIELDS,
  type Field,
  narrowingFields,
  POSTED_DAYS,
  RATINGS,
  type SearchFilter,
  SORTS_OF,
} from './search-filter.ts'

interface Props {
  filter: SearchFilter
  onChange: ChangeFilter
}

/** Options of a select: value and text. The value '' stands for a missing field. */
type Options = readonly (readonly [value: string, text: string])[]

/**
 * The filters of the kind that is shown. On a phone they are closed until a button opens them. `sorts` and `languages` replace the options
 * of a search, and `hidden` fields are left out.
 */
export function SearchFilters({
  filter,
  onChange,
  sorts,
  languages,
  hidden = [],
}: Props & { sorts?: Options; languages?: Options; hidden?: readonly Field[] }) {
  const searchSorts = useSorts(filter)
  const searchLanguages = useLanguages()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const count = narrowingFields(filter).length
  const has = (field: Field) => FIELDS[filter.kind].includes(field) && !hidden.includes(field)
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
        {filter.userId && (
          <div>
            <RemoveButton field="userId" filter={filter} onChange={onChange} />
          </div>
        )}
        {has('sort') && (
          <Select
            label={<Trans>Sort by</Trans>}
            value={filter.sort ?? ''}
            options={sorts ?? searchSorts}
            onChange={(event) => onChange({ sort: event.target.value || undefined })}
          />
        )}
        {has('category') && <CategoryFields filter={filter} onChange={onChange} />}
        {has('contract') && <ContractField filter={filter} onChange={onChange} />}
        {has('from') && <DateFields filter={filter} onChange={onChange} />}
        <PlaceField filter={filter} onChange={onChange} />
        <AmountFields filter={filter} onChange={onChange} />
        {has('days') && <ServiceFields filter={filter} onChange={onChange} />}
        <Select
          label={<Trans>Language</Trans>}
          value={filter.lang ?? ''}
          options={languages ?? searchLanguages}
          onChange={(event) => onChange({ lang: event.target.value || undefined })}
        />
        {has('within') && <PostedField filter={filter} onChange={onChange} />}
        {count > 0 && (
          <Button small look="ghost" onClick={() => onChange(clear)}>
            <Trans>Clear filters</Trans>
          </Button>
        )}
      </div>
    </>
  )
}

/** The orders of a kind, with the best match first. */
export function useSorts({ kind }: SearchFilter, best?: string): Options {
  const { t } = useLingui()
  const names = {
    best: best ?? t`Best match`,
    newest: t`Newest`,
    price: t`Lowest price`,
    priceDown: t`Highest price`,
    rating: t`Best rating`,
    soonest: t`Soonest`,
  }
  return kind === 'all' || kind === 'people' ? [] : SORTS_OF[kind].map((sort) => [sort === 'best' ? '' : sort, names[sort]] as const)
}

/** Any language, and the languages of listings. */
function useLanguages(): Options {
  const { t } = useLingui()
  return [['', t`Any language`], ...LANGUAGES.map((code) => [code, languageName(code)] as const)]
}

function CategoryFields({ filter, onChange }: Props) {
  const { t } = useLingui()
  const { data } = useQuery(categoriesQuery(filter.kind as ListType, filter.category))
  const optionsOf = (list: readonly CategoryCount[] | undefined, chosen: string | undefined) =>
    // Until the names are loaded, the chosen category has its id.
    (list ?? (chosen ? [{ id: chosen, en: chosen, count: 0 }] : [])).map((one) => [one.id, localName(one)] as const)
  return (
    <>
      <Select
        label={<Trans>Category</Trans>}
        value={filter.category ?? ''}
        options={[['', t`All categories`], ...optionsOf(data?.categories, filter.category)]}
        onChange={(event) => onChange({ category: event.target.value || undefined, sub: undefined })}
      />
      {data?.subs && (
        <Select
          label={<Trans>Subcategory</Trans>}
          value={filter.sub ?? ''}
          options={[['', t`All subcategories`], ...optionsOf(data.subs, filter.sub)]}
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

/** The first and last day of events. A day that is typed changes with each digit. */
function DateFields({ filter, onChange }: Props) {
  return (
    <div className={css.dates}>
      <TextField
        type="date"
        label={<Trans>From</Trans>}
        value={filter.from ?? ''}
        onChange={(event) => onChange({ from: event.target.value || undefined }, filter.from !== undefined)}
      />
      <TextField
        type="date"
        label={<Trans>To</Trans>}
        value={filter.to ?? ''}
        min={filter.from}
        onChange={(event) => onChange({ to: event.target.value || undefined }, filter.to !== undefined)}
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

function PostedField({ filter, onChange }: Props) {
  const { t } = useLingui()
  const within = useWithin()
  return (
    <Select
      label={<Trans>Posted</Trans>}
      value={filter.within ?? ''}
      options={[['', t`Any time`], ...POSTED_DAYS.map((days) => [days, within(days)] as const)]}
      onChange={(event) => onChange({ within: event.target.value || undefined })}
    />
  )
}
