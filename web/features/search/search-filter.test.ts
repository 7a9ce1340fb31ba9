import { is } from 'valibot'
import { expect, test } from 'vitest'
import { queryRequest } from '../../../workers/listings/listings.schema.ts'
import {
  cardFilterOf,
  countText,
  filterInKind,
  narrowingFields,
  readCategoryFilter,
  readSearchFilter,
  type SearchFilter,
  toCardFilter,
  writeCategoryFilter,
  writeSearchFilter,
} from './search-filter.ts'

const FULL: SearchFilter = {
  kind: 'services',
  sort: 'price',
  category: 'design',
  sub: 'logo',
  where: 'local',
  country: 'JP',
  city: '1850147',
  min: '20',
  max: '300',
  days: '7',
  rating: '4',
  lang: 'ja',
  within: '30',
}

test('reads the filter that it has written', () => {
  for (const filter of [
    { kind: 'all' },
    { kind: 'people' },
    { kind: 'events', from: '2026-12-01', to: '2026-12-31' },
    { kind: 'jobs', category: 'ai_engineer', salary: '4000', currency: 'JPY', period: 'month' },
    { kind: 'all', userId: '7' },
    FULL,
  ] as SearchFilter[])
    expect(readSearchFilter(writeSearchFilter(filter))).toEqual(filter)
  expect(writeSearchFilter({ kind: 'all' })).toBe('')
})

test('ignores unknown values, and fields of other kinds', () => {
  expect(readSearchFilter('?kind=shops&min=5&lang=ja')).toEqual({ kind: 'all', lang: 'ja' })
  expect(readSearchFilter('?kind=services&min=-1&max=1e9&days=2&rating=9&sort=cheap&category=%3Cb%3E&contract=FULLTIME')).toEqual({
    kind: 'services',
  })
})

test('drops a city without its country, a country without "local", a subcategory without its category, a currency without a salary', () => {
  expect(readSearchFilter('?kind=services&where=local&city=7&sub=logo')).toEqual({ kind: 'services', where: 'local' })
  expect(readSearchFilter('?where=online&country=JP&city=7')).toEqual({ kind: 'all', where: 'online' })
  expect(readSearchFilter('?kind=jobs&currency=JPY&period=day')).toEqual({ kind: 'jobs' })
  expect(writeSearchFilter({ ...FULL, category: undefined, where: 'online' })).not.toMatch(/sub|country|city/)
})

test('lists the fields that narrow a search', () => {
  expect(narrowingFields({ kind: 'all' })).toEqual([])
  expect(narrowingFields({ kind: 'services', sort: 'price', min: '20' })).toEqual(['min'])
  expect(narrowingFields({ kind: 'jobs', salary: '9', currency: 'EUR', period: 'day' })).toEqual(['salary'])
})

test('becomes a request with prices in micro-USD, and days that begin and end in the time zone of the browser', () => {
  expect(toCardFilter('services', 'logo', FULL, 'en,ja')).toMatchObject({
    ...{ type: 'services', text: 'logo', languages: 'en,ja', local: 'true', country: 'JP', city: '1850147', sort: 'price' },
    ...{ minPrice: '20000000', maxPrice: '300000000', delivery: '7', subCategory: 'logo' },
  })
  expect(toCardFilter('jobs', '', { kind: 'jobs', salary: '4000', currency: 'JPY', period: 'day', userId: '7' }, 'en')).toMatchObject({
    ...{ minSalary: '4000', currency: 'JPY', period: 'day', userId: 7 },
  })
  expect(toCardFilter('jobs', '', { kind: 'jobs', salary: '4000' }, 'en')).toMatchObject({
    minSalary: '400000',
    currency: 'USD',
    period: 'year',
  })
  const { from, to } = toCardFilter('events', 'logo', { kind: 'events', from: '2026-12-01', to: '2026-12-01' }, 'en')
  expect(Number(to) - Number(from)).toBe(86_399)
})

test('a day of a year that is being typed, or of the last year that a field has, becomes a time that the call accepts', () => {
  const { from, to } = toCardFilter('events', '', { kind: 'events', from: '0002-12-01', to: '9999-12-31' }, 'en')
  expect(is(queryRequest, { type: 'EVENTS', from, to })).toBe(true)
  expect(Number(to)).toBeGreaterThan(Number(from))
})

test('the link to another kind keeps the fields that it has, and the count beside it is that of the link', () => {
  expect(filterInKind(FULL, 'jobs')).toEqual({ kind: 'jobs', where: 'local', country: 'JP', city: '1850147', lang: 'ja', within: '30' })
  expect(filterInKind(FULL, 'people')).toEqual({ kind: 'people' })
  for (const type of ['jobs', 'events'] as const)
    expect(cardFilterOf(type, 'logo', FULL, 'en')).toEqual(cardFilterOf(type, 'logo', filterInKind(FULL, type), 'en'))
  expect(cardFilterOf('services', 'logo', FULL, 'en')).toMatchObject({ delivery: '7', sort: 'price' })
})

test('the number of results says if there may be more', () => {
  expect((['services', 'people'] as const).map((kind) => [23, 24, 99, 100].map((count) => countText(kind, count)))).toEqual([
    ['23', '24', '99', '100+'],
    ['23', '24+', '24+', '24+'],
  ])
})

test('the filter of a category page has neither kind nor category in its address', () => {
  const filter: SearchFilter = { kind: 'services', sort: 'price', lang: 'any' }
  expect(writeCategoryFilter({ ...filter, category: 'design', sub: 'logo' })).toBe('?sort=price&lang=any')
  expect(writeCategoryFilter({ kind: 'jobs' })).toBe('')
  expect(readCategoryFilter('services', '?kind=jobs&category=web&sort=price&lang=any')).toEqual(filter)
  expect(narrowingFields(filter)).toEqual([])
})

test('the list of a category has the listings in the reader’s language first, unless any language is chosen', () => {
  expect(toCardFilter('services', '', { kind: 'services', category: 'design' }, 'ja')).toEqual({
    type: 'services',
    languages: 'ja',
    category: 'design',
  })
  expect(toCardFilter('services', '', { kind: 'services', category: 'design', lang: 'any' }, 'ja')).toEqual({
    type: 'services',
    category: 'design',
  })
})
