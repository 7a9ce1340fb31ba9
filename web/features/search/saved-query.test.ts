import { parse } from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { type SavedSearch, saveSearchRequest } from '../../../workers/listings/saved/searches.schema.ts'
import { paths } from '../../lib/paths.ts'
import { addressOfSearch, findSaved, toSavedQuery } from './saved-query.ts'
import { readSearchFilter } from './search-filter.ts'

/** A search after it was saved and read again. */
const throughServer = (text: string, search: string): SavedSearch['query'] => {
  const query = toSavedQuery(text, readSearchFilter(search) as Parameters<typeof toSavedQuery>[1])
  const body = { query, name: 'x', alert: 'now', timeZone: 'UTC' }
  return JSON.parse(JSON.stringify(parse(saveSearchRequest, body).query))
}

describe('the address of a saved search', () => {
  it.each([
    '',
    '?where=online&lang=ja&within=7',
    '?where=local&country=JP&city=1857910',
    '?kind=services&sort=price&category=design&sub=logo&min=5&max=250&days=7&rating=4&lang=en&within=30',
    '?kind=jobs&category=illustrator&contract=CONTRACT&salary=4500&currency=JPY&period=month',
    '?kind=jobs&salary=80000&currency=USD&period=year&where=online',
    '?kind=events&sort=soonest&from=2026-12-01&to=2026-12-31&min=10',
  ])('is that of the search: %s', (search) => {
    const [path, query] = addressOfSearch(throughServer('ロゴ & signs', search)).split('?')
    expect(path).toBe(paths.search('ロゴ & signs'))
    expect(readSearchFilter(`?${query ?? ''}`)).toEqual(readSearchFilter(search))
  })

  it('is the page of a category that is followed', () => {
    const query = { type: 'services', text: '', category: 'design', subCategory: 'logo', country: '', city: '', sort: 'best' } as const
    expect(addressOfSearch(query)).toBe(paths.category('services', 'design', 'logo'))
  })
})

test('the saved search with the text and the filter of the page is found, also with a percent sign, and whether or not a map is shown', () => {
  const search = '?kind=services&max=500&where=local'
  const saved = { id: 1, query: throughServer('100% cotton', search) } as SavedSearch
  const other = { id: 2, query: throughServer('100% cotton', '?kind=services') } as SavedSearch
  expect(findSaved([other, saved], '100% cotton', readSearchFilter(`${search}&view=map`))).toBe(saved)
  expect(findSaved([other, saved], '100% wool', readSearchFilter(search))).toBeUndefined()
  expect(findSaved([other, saved], '100% cotton', readSearchFilter(`${search}&lang=ja`))).toBeUndefined()
})
