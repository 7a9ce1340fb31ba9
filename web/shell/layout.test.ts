import { expect, test } from 'vitest'
import { nextSide, parseSide } from './layout.ts'

test('the sidebar goes from hidden to compact to expanded, and round again', () => {
  expect([nextSide(0), nextSide(1), nextSide(2)]).toEqual([1, 2, 0])
})

test('what a browser has kept of it may be anything', () => {
  expect(['0', '1', '2', '3', '', 'two', null].map(parseSide)).toEqual([0, 1, 2, 0, 0, 0, 0])
})
