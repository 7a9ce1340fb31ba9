import { afterEach, expect, test, vi } from 'vitest'
import { formatUsd } from './format.ts'
import { formatted, serverFormatted } from './formatted.ts'
import { setPageData } from './page-data.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  serverFormatted.clear()
  setPageData({ config: null })
})

test('a server keeps what it formats, for the data of the page', () => {
  expect(formatted('en n 1234', () => '1,234')).toBe('1,234')
  expect(formatUsd(120_000_000)).toBe('$120')
  expect(Object.fromEntries(serverFormatted)).toEqual({ 'en n 1234': '1,234', 'en usdtrue 120': '$120' })
})

test('a browser formats only what the data of the page does not have', () => {
  vi.stubEnv('SSR', false)
  setPageData({ config: null, formatted: { 'en usdtrue 120': '$120 of the edge' } })
  expect(formatUsd(120_000_000)).toBe('$120 of the edge')
  const made = vi.spyOn(Intl, 'NumberFormat')
  expect(formatUsd(120_000_000)).toBe('$120 of the edge')
  expect(made).not.toHaveBeenCalled()
  expect(formatUsd(12_500_000)).toBe('$12.50')
  expect(serverFormatted.size).toBe(0)
})
