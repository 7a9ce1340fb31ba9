import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../listings/text.schema.ts'
import { acceptedTags, findLocale, LOCALE_CODES, negotiateLocale, translationOf } from './locales.schema.ts'

describe('negotiation of the language', () => {
  it.each([
    [['ja'], 'ja'],
    [['ja-JP'], 'ja'],
    [[' JA '], 'ja'],
    [[null, undefined, 'ja'], 'ja'],
    [['en', 'ja'], 'en'],
    [['tlh', 'ja', 'en'], 'ja'],
    // The primary subtag counts, not the first two letters.
    [['jam', 'en'], 'en'],
    [['__proto__', 'constructor'], 'en'],
    [['tlh'], 'en'],
    [[], 'en'],
  ] as const)('given %j, chooses %s', (tags, locale) => expect(negotiateLocale(...tags)).toBe(locale))

  it('finds no locale for unsupported languages', () => expect(findLocale('tlh', '', null)).toBeUndefined())

  it.each([
    ['ja,en;q=0.9', ['ja', 'en']],
    ['en;q=0.5, ja', ['ja', 'en']],
    ['en; q=0, ja;q=0.1', ['ja']],
    ['tlh;q=oops, ja', ['ja']],
    ['', ['']],
    [null, ['']],
  ])('sorts the tags of the header %j by preference', (header, tags) => expect(acceptedTags(header)).toEqual(tags))

  it.each([
    ['spaces', `en${' '.repeat(100_000)}x`],
    ['tags', 'tlh,'.repeat(100_000)],
  ])('reads a header with a hundred kilobytes of %s at once', (_, header) => {
    const start = performance.now()
    expect(negotiateLocale(...acceptedTags(header))).toBe('en')
    expect(performance.now() - start).toBeLessThan(500)
  })
})

it('a missing translation is replaced by the English one', () => {
  expect(translationOf({ en: 'Design', ja: 'デザイン' }, 'ja')).toBe('デザイン')
  expect(translationOf({ en: 'Design' }, 'ja')).toBe('Design')
})

it('a listing may be written in every language of the interface', () => {
  expect(LOCALE_CODES.filter((code) => !(LANGUAGES as readonly string[]).includes(code))).toEqual([])
})
