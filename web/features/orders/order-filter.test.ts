import { expect, test } from 'vitest'
import { readFilter, writeFilter } from './order-filter.ts'

test('reads the filter that it has written', () => {
  for (const filter of [
    { tab: undefined, role: undefined, text: '' },
    { tab: 'completed', role: 'seller', text: '100% 包装 #12 & more' },
    { tab: 'open', role: undefined, text: ' ' },
  ] as const)
    expect(readFilter(writeFilter(filter))).toEqual(filter)
  expect(writeFilter({ text: '' })).toBe('')
})

test('ignores unknown values, and cuts a text that is too long', () => {
  expect(readFilter('?tab=closed&role=admin&x=1')).toEqual({ tab: undefined, role: undefined, text: '' })
  expect(readFilter(`?q=${'😀'.repeat(90)}`).text).toBe('😀'.repeat(80))
  expect(readFilter('?q=%E0%A4%A').text).toHaveLength(3)
  expect(readFilter(writeFilter({ text: '\ud800' })).text).toBe('\ufffd')
})
