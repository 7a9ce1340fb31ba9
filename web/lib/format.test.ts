import { describe, expect, test, vi } from 'vitest'
import { dateLocale } from './date-locale.ts'

let language = 'en'
vi.mock('./i18n.ts', () => ({ locale: () => language }))
let tags = ['en-US']
vi.stubGlobal('navigator', {
  get languages() {
    return tags
  },
})
const { formatDate, formatRange, zoneName } = await import('./dates.ts')
const { decimalText, formatBps, formatToken } = await import('./token-format.ts')
const { formatUsd } = await import('./format.ts')

test('shows token amounts to their last digit, so that sums add up', () => {
  expect(formatToken('240000000', 6, 'USDC')).toBe('240.00\u00a0USDC')
  expect(formatToken(216_000_001n, 6, 'USDC')).toBe('216.000001\u00a0USDC')
  expect(formatToken('1204500000', 6, 'USDT')).toBe('1,204.50\u00a0USDT')
  expect(formatToken('41200000000000000', 18, 'ETH')).toBe('0.0412\u00a0ETH')
  expect(formatToken('1', 18, 'ETH')).toBe('0.000000000000000001\u00a0ETH')
  expect(formatToken('123456789012345678901234567', 18, 'ETH')).toBe('123,456,789.012345678901234567\u00a0ETH')
})

test('writes token amounts as decimal text', () => {
  expect(decimalText('0', 6)).toBe('0')
  expect(decimalText(-1_500_000n, 6)).toBe('-1.5')
  expect(decimalText('7', 0)).toBe('7')
})

test('shows the cents of a dollar amount only if they are not zero', () => {
  expect(formatUsd(120_000_000)).toBe('$120')
  expect(formatUsd(12_500_000)).toBe('$12.50')
  expect(formatUsd(12_345_678)).toBe('$12.345678')
  expect(formatUsd(1_234_000_000)).toBe('$1,234')
  language = 'ja'
  expect(formatUsd(120_000_000)).toBe('$120')
  language = 'en'
})

test('writes basis points as percentages', () => {
  expect(formatBps(1000)).toBe('10%')
  expect(formatBps(1250)).toBe('12.5%')
})

describe('the format of the reader’s region', () => {
  const EVENING = Date.UTC(2026, 10, 22, 18, 30) / 1000
  const read = (lang: string, ...languages: string[]) => {
    ;[language, tags] = [lang, languages]
    const shown = [formatDate(EVENING, 'day', 'UTC'), formatDate(EVENING, 'time', 'UTC')]
    ;[language, tags] = ['en', ['en-US']]
    return shown
  }

  test.each([
    [['en-US'], 'Nov 22, 2026', '6:30 PM'],
    [['en-GB'], '22 Nov 2026', '18:30'],
    [['en-GB', 'en-US'], '22 Nov 2026', '18:30'],
    [['en-AU'], '22 Nov 2026', '6:30 pm'],
    // An English page that is read in Berlin: the browser's first language gives the region, not the English that it lists last.
    [['de-DE', 'de', 'en-US', 'en'], '22 Nov 2026', '18:30'],
    [['de', 'en-US'], '22 Nov 2026', '18:30'],
    [['en', 'en-GB'], '22 Nov 2026', '18:30'],
    [['en'], 'Nov 22, 2026', '6:30 PM'],
    [[], 'Nov 22, 2026', '6:30 PM'],
  ])('English dates and times follow the browser’s languages %j', (languages, day, time) => {
    expect(read('en', ...languages).map((text) => text.replace('\u202f', ' '))).toEqual([day, time])
  })

  test.each([[['ja-JP']], [['ja']], [['en-GB', 'ja']]])('Japanese dates and times are the same for the languages %j', (languages) => {
    expect(read('ja', ...languages)).toEqual(['2026年11月22日', '18:30'])
  })

  test('numbers keep the format of the language', () => {
    tags = ['de-DE']
    expect([dateLocale('en', tags), formatUsd(1_234_500_000), formatBps(1250)]).toEqual(['en-DE', '$1,234.50', '12.5%'])
    tags = ['en-US']
  })

  test('a range on one day names the day once, and a time zone has its name in the language of the page', () => {
    tags = ['en-GB']
    expect(formatRange(EVENING, EVENING + 7200, 'UTC')).toBe('Sun, 22 November 2026, 18:30–20:30')
    expect(formatRange(EVENING, EVENING + 7200, 'Asia/Tokyo')).toBe('Mon, 23 November 2026, 03:30–05:30')
    ;[language, tags] = ['ja', ['ja-JP']]
    expect(formatRange(EVENING, EVENING + 7200, 'Asia/Tokyo')).toBe('2026年11月23日(月) 03:30～05:30')
    expect(formatRange(EVENING, EVENING + 86_400, 'Asia/Tokyo')).toMatch(/^2026.*～.*24/)
    expect(zoneName(EVENING, 'Asia/Tokyo')).toBe('日本標準時')
    ;[language, tags] = ['en', ['en-US']]
    expect([zoneName(EVENING, 'Asia/Tokyo', 'offset'), zoneName(EVENING, 'UTC')]).toEqual(['GMT+9', 'Coordinated Universal Time'])
  })
})
