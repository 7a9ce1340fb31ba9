import { expect, it } from 'vitest'
import { tallyOf } from './stages.ts'

it.each([
  { expected: 400, unexpected: 0, flaky: 4, passed: 404, failed: 0 },
  { expected: 400, unexpected: 0, flaky: 5, passed: 400, failed: 5 },
  { expected: 30, unexpected: 0, flaky: 1, passed: 30, failed: 1 },
  { expected: 430, unexpected: 2, flaky: 1, passed: 431, failed: 2 },
])('beside $expected passed journeys, $flaky that pass when repeated and $unexpected that fail count as $failed failures', (counts) => {
  const { passed, failed, ...stats } = counts
  expect(tallyOf(stats)).toEqual({ passed, failed })
})
