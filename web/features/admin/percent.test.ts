import { expect, it } from 'vitest'
import { percentText, readPercent } from './percent.ts'

it.each([
  ['10', 1000],
  ['0', 0],
  ['12.5', 1250],
  ['0.01', 1],
  [' 7.25 % ', 725],
  ['100', 10_000],
  ['100.01', null],
  ['999', null],
  ['0.001', null],
  ['12,5', null],
  ['-1', null],
  ['1e1', null],
  ['.5', null],
  ['5.', null],
  ['１０', null],
  ['', null],
  ['%', null],
])('reads "%s" as %s basis points', (typed, bps) => {
  expect(readPercent(typed)).toBe(bps)
})

it('writes basis points as they are typed', () => {
  for (const bps of [0, 1, 50, 725, 1250, 2000]) expect(readPercent(percentText(bps))).toBe(bps)
})
