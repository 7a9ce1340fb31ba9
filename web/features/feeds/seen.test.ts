import { expect, test } from 'vitest'
import { markSeen } from './seen.ts'

const NOW = 1_790_000_000_000
const MINUTE = 60_000

test('nothing is new at the first visit, or if the stored value has another shape', () => {
  for (const stored of [null, {}, { before: 1, newest: 2 }, { before: '1', newest: 2, at: NOW } as never])
    expect(markSeen(stored, 30, NOW)).toEqual({ before: 30, newest: 30, at: NOW, since: NOW, by: 0 })
})

test('at the next visit, the listings since the last one are new, also after a reload', () => {
  const first = markSeen(null, 30, NOW)
  const second = markSeen(first, 35, NOW + 40 * MINUTE)
  expect(second.before).toBe(30)
  const reload = markSeen(second, 36, NOW + 50 * MINUTE)
  expect(reload).toEqual({ before: 30, newest: 36, at: NOW + 50 * MINUTE, since: NOW, by: 0 })
  expect(markSeen(reload, 36, NOW + 90 * MINUTE).before).toBe(36)
})

test('a listing that was removed meanwhile does not make older ones new again', () => {
  const seen = markSeen({ before: 30, newest: 36, at: NOW }, 33, NOW + 40 * MINUTE)
  expect(seen).toMatchObject({ before: 36, newest: 36 })
})

test('what another member of this browser has seen does not count', () => {
  const other = markSeen(null, 30, NOW, 7)
  expect(markSeen(other, 35, NOW + 40 * MINUTE, 8)).toEqual({
    before: 35,
    newest: 35,
    at: NOW + 40 * MINUTE,
    since: NOW + 40 * MINUTE,
    by: 8,
  })
  expect(markSeen(other, 35, NOW + 40 * MINUTE, 7).before).toBe(30)
})

test('posts are new if they were published after the last visit; one stored without its time counts from now on', () => {
  const first = markSeen(null, 30, NOW)
  expect(markSeen(first, 30, NOW + 40 * MINUTE).since).toBe(NOW)
  expect(markSeen({ before: 30, newest: 36, at: NOW }, 36, NOW + MINUTE).since).toBe(NOW + MINUTE)
})
