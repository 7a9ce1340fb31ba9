import { describe, expect, it } from 'vitest'
import { matchQuery, parseQuery } from './query.schema.ts'
import { findKnownPhrase, synonymsOf } from './synonyms.schema.ts'
import { propertyTerms, terms } from './terms.schema.ts'
import { foldText, splitRuns } from './words.schema.ts'

describe('foldText', () => {
  it.each([
    ['Ｌｏｇｏ　ﾃﾞｻﾞｲﾝ', 'logo でざいん'],
    ['ロゴ', 'ろご'],
    ['ヴァイオリン', 'ゔぁいおりん'],
    ['Café RÉSUMÉ Straße Øre', 'cafe resume strasse ore'],
    ['がまぐち', 'がまぐち'],
    ['디자인', '디자인'],
    ['ёлка', 'ёлка'],
  ])('makes spellings of %s equal', (text, expected) => expect(foldText(text)).toBe(expected))
})

describe('terms', () => {
  it.each([
    ['猫の絵', '猫の の絵 絵'],
    ['猫', '猫'],
    ['Webデザイン、100円から！', 'web でざ ざい いん ん 100 円か から ら'],
    ['サーバー々', 'さー ーば ばー ー々 々'],
    ['The designers of the logo', 'designers ~design logo'],
    ["Don't stop", 'don t stop'],
    ['로고 디자인', '로고 고 디자 자인 인'],
    ['🐇 --- "', ''],
  ])('of %s are words, stems and pairs of characters', (text, expected) => expect(terms(text)).toBe(expected))

  it('of properties are one word each', () =>
    expect(
      propertyTerms({
        listType: 'jobs',
        category: 'ai-engineer',
        subCategory: '',
        lang: 'ja',
        local: true,
        country: 'JP',
        cityId: 7,
        contract: 'FULLTIME',
      }),
    ).toBe('typejobs categoryaiengineer langja local countryjp city7 contractfulltime'))
})

describe('a search text', () => {
  const match = (text: string) => {
    const query = parseQuery(text)
    return query && matchQuery(query, 'all')
  }

  it.each([
    ['marzipan', '("marzipan" OR "~marzipan" OR "marzipan" *)'],
    ['marzipan figures', '("marzipan" OR "~marzipan") AND ("figures" OR "figur" OR "~figur" OR "figures" *)'],
    ['水墨画', '"水墨" AND "画" *'],
    ['土偶がほしい', '"土偶"'],
    ['鯨', '"鯨" *'],
    ['a', null],
    ['the of', null],
    ['', null],
    ['"*() ', null],
    [
      'title:x OR NEAR(7 8)',
      '("title" OR "titl" OR "~titl") AND ("x" OR "~x") AND ("near" OR "~near") AND ("7" OR "~7") AND ("8" OR "~8")',
    ],
  ])('becomes an FTS5 expression without operators of its own: %s', (text, expected) => expect(match(text)).toBe(expected))

  it('finds words under the other names of the same thing, in both languages', () => {
    expect(match('logo')).toContain('"ろご"')
    expect(match('ロゴ')).toContain('"logo"')
    expect(match('ロゴデザイン')).toContain('"design"')
    expect(match('bug fix')).toContain('"でば ばっ っぐ"')
  })

  it('with a hundred words is cut to twelve', () =>
    expect(parseQuery(Array.from({ length: 100 }, (_, i) => `w${i}`).join(' '))!.terms).toHaveLength(12))

  it.each(['\ud83d', 'a\u0000b', '\u202elogo', `${'x'.repeat(10_000)}`, 'é'.repeat(300), 'ﷺ'.repeat(200)])(
    'that is odd can be read: %j',
    (text) => expect(() => parseQuery(text)).not.toThrow(),
  )
})

it('a synonym is known by every form of its English words', () => {
  const runs = (text: string) => splitRuns(foldText(text))
  expect(synonymsOf(runs('logos')).flat()).toContainEqual({ text: 'ろご', cjk: true })
  expect(synonymsOf(runs('translating')).flat()).toContainEqual({ text: '翻訳', cjk: true })
  expect(synonymsOf(runs('nothing of the kind'))).toEqual([])
})

it('finds a known phrase with one unknown character', () => {
  expect(findKnownPhrase('でざい.')).toBe('でざいん')
  expect(findKnownPhrase('.....ぬ')).toBeNull()
})
