import { expect, test } from 'vitest'
import { filterOf, postOf } from './filter.ts'

test.each([
  ['', {}, 'services'],
  ['online', { local: 'false' }, 'freelance'],
  ['local', { local: 'true' }, 'locals'],
  ['local-JP', { local: 'true', country: 'JP' }, 'locals'],
  ['local-JP-1850147', { local: 'true', country: 'JP', city: '1850147' }, 'locals'],
  ['mine', { userId: 7 }, 'services'],
  // The address can contain anything.
  ['ONLINE', {}, 'services'],
  ['constructor', {}, 'services'],
  ['__proto__', {}, 'services'],
])('show=%s gives the filter %j, and the post button of the services tab opens the form for %s', (show, filter, post) => {
  expect(filterOf(show, 7)).toEqual(filter)
  expect(postOf('services', show)).toBe(post)
  expect(postOf('jobs', show)).toBe('jobs')
})

test('ignores `mine` for a guest', () => expect(filterOf('mine', undefined)).toEqual({}))
