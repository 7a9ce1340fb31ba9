import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { saveSearchRequest } from '../../../workers/listings/saved/searches.schema.ts'
import { paths } from '../../lib/paths.ts'
import { addressOfSearch, toSavedQuery } from './saved-query.ts'
import { readSearchFilter } from './search-filter.ts'

/** The address of a search after it was saved and read again. */
const throughServer = (text: string, search: string) => {
  const query = toSavedQuery(text, readSearchFilter(search) as Parameters<typeof toSavedQuery>[1])
  const body = { query, name: 'x', alert: 'now', timeZone: 'UTC' }
  return addressOfSearch(JSON.parse(JSON.stringify(parse(saveSearchRequest, body).query)))
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
    const [path, query] = throughServer('ロゴ & signs', search).split('?')
    expect(path).toBe(paths.search('ロゴ & signs'))
    expect(readSearchFilter(`?${query ?? ''}`)).toEqual(readSearchFilter(search))
  })

  it('is the page of a category that is followed', () => {
    const query = { type: 'services', text: '', category: 'design', subCategory: 'logo', country: '', city: '', sort: 'best' } as const
    expect(addressOfSearch(query)).toBe(paths.category('services', 'design', 'logo'))
  })
})
