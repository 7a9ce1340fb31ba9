import { expect, test } from 'vitest'
import { countVisit, shouldOfferInstall } from './visits.ts'

const NOW = 1_790_000_000_000
const MINUTE = 60_000
const DAY = 1440 * MINUTE

test('a page opened within half an hour belongs to the same visit', () => {
  const first = countVisit(null, NOW)
  const same = countVisit(first, NOW + 29 * MINUTE)
  expect(same).toEqual({ count: 1, last: NOW + 29 * MINUTE })
  expect(countVisit(same, NOW + 60 * MINUTE).count).toBe(2)
})

test('a stored value of another shape starts the count again', () => {
  for (const stored of [{}, { count: Number.NaN, last: NOW }, { count: 3 }, { count: '3', last: NOW } as never])
    expect(countVisit(stored, NOW)).toEqual({ count: 1, last: NOW })
})

test('installing is offered from the second visit, and again three months after it was declined', () => {
  const visits = (count: number) => ({ count, last: NOW })
  expect(shouldOfferInstall(visits(1), null, NOW)).toBe(false)
  expect(shouldOfferInstall(visits(2), null, NOW)).toBe(true)
  expect(shouldOfferInstall(visits(9), NOW - 89 * DAY, NOW)).toBe(false)
  expect(shouldOfferInstall(visits(9), NOW - 91 * DAY, NOW)).toBe(true)
})
