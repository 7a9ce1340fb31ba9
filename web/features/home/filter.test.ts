import { expect, test } from 'vitest'
import { filterOf, postOf } from './filter.ts'

/** What an address asks for, of which listings, and what somebody who sees these would post. */
test.each([
  ['', {}, 'services'],
  ['online', { local: 'false' }, 'freelance'],
  ['local', { local: 'true' }, 'locals'],
  ['local-JP', { local: 'true', country: 'JP' }, 'locals'],
  ['local-JP-1850147', { local: 'true', country: 'JP', city: '1850147' }, 'locals'],
  ['mine', { userId: 7 }, 'services'],
  // An address may be anybody's writing.
  ['ONLINE', {}, 'services'],
  ['constructor', {}, 'services'],
  ['__proto__', {}, 'services'],
])('show=%s', (show, filter, post) => {
  expect(filterOf(show, 7)).toEqual(filter)
  expect(postOf('services', show)).toBe(post)
  expect(postOf('jobs', show)).toBe('jobs')
})

test('a guest has none of their own', () => expect(filterOf('mine', undefined)).toEqual({}))
