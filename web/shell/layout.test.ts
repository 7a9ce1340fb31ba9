import { expect, test } from 'vitest'
import { nextSide, parseSide } from './layout.ts'

test('the sidebar changes from hidden to compact to expanded and back to hidden', () => {
  expect([nextSide(0), nextSide(1), nextSide(2)]).toEqual([1, 2, 0])
})

test('reads the stored state, and hides the sidebar if it is missing or invalid', () => {
  expect(['0', '1', '2', '3', '', 'two', undefined].map(parseSide)).toEqual([0, 1, 2, 0, 0, 0, 0])
})
