import { expect, test } from 'vitest'
import { isMet, type Result, table } from './result.ts'

const result = (fields: Partial<Result>): Result => ({ name: 'size', value: 90, unit: 'kB', goal: 90, better: 'lower', ...fields })

test('a goal is met by a value on its better side, and a missing goal by every value', () => {
  expect(isMet(result({}))).toBe(true)
  expect(isMet(result({ value: 90.01 }))).toBe(false)
  expect(isMet(result({ better: 'higher', value: 100 }))).toBe(true)
  expect(isMet(result({ better: 'higher', value: 80 }))).toBe(false)
  expect(isMet(result({ goal: undefined, value: 1000 }))).toBe(true)
})

test('a figure that could not be measured misses no goal, and the table shows why', () => {
  const unmeasured = result({ value: null, note: 'npm could not install it' })
  expect(isMet(unmeasured)).toBe(true)
  expect(table([unmeasured])).toEqual(['·  size  not measured  ≤ 90    npm could not install it'])
})

test('the table marks met and missed goals, and shows a reference value in parentheses', () => {
  expect(table([result({}), result({ name: 'long name', value: 112.5, anchor: 250 }), result({ name: 'told', goal: undefined })])).toEqual([
    '✓  size          90 kB  ≤ 90',
    '✗  long name  112.5 kB  ≤ 90  (250)',
    '·  told          90 kB',
  ])
})
