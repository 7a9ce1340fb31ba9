import { describe, expect, it } from 'vitest'
import { matchQuery, parseQuery } from './query.schema.ts'
import { toLatin } from './readings.schema.ts'
import { correctRun, findKnownPhrase, synonymsOf } from './synonyms.schema.ts'
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
    ['猫の絵', '猫の の絵 猫 絵'],
    ['猫', '猫'],
    ['Webデザイン、100円から！', 'でざ ざい いん 円か から web 100 円'],
    ['サーバー々', 'さー ーば ばー ー々 々'],
    ['The designers of the logo, a design', 'design logo'],
    ["Don't stop", 'don t stop'],
    ['로고 디자인', '로고 디자 자인 로 고 디 자 인'],
    ['🐇 --- "', ''],
  ])('of %s are stems, pairs of characters, and characters that are not kana', (text, expected) => expect(terms(text, '')).toBe(expected))

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
        priceUsd: 100_000_000,
        contract: 'FULLTIME',
      }),
    ).toBe(
      'every categoryaiengineer langja local countryjp city7 contractfulltime from5 from10 from20 from50 from100 upto100 upto200 upto500 upto1000 upto2000 upto5000 upto10000'
        .split(' ')
        .map((property) => `j0~${property}`)
        .join(' '),
    ))
})

describe('a search text', () => {
  const match = (text: string) => {
    const query = parseQuery(text)
    return query && matchQuery(query, 'all', 'services', 'card')
  }

  it.each([
    ['marzipan', '("s1~marzipan" OR "s2~marzipan" OR "s3~marzipan")'],
    ['marzipan figures', '("s1~marzipan" OR "s2~marzipan") AND ("s1~figur" OR "s2~figur" OR "s3~figures")'],
    ['incomprehensible', '("s1~incomprehens" OR "s2~incomprehens")'],
    ['水墨画', '("s1~水墨" OR "s2~水墨") AND ("s1~画" OR "s2~画")'],
    ['土偶がほしい', '("s1~土偶" OR "s2~土偶")'],
    ['ガラス細工', '("s1~がら s1~らす" OR "s2~がら s2~らす") AND ("s1~細工" OR "s2~細工")'],
    ['鯨', '("s1~鯨" OR "s2~鯨")'],
    ['あ', null],
    ['a', null],
    ['the of', null],
    ['', null],
    ['"*() ', null],
    [
      'title:x OR NEAR(7 8)',
      '("s1~titl" OR "s2~titl") AND ("s1~x" OR "s2~x") AND ("s1~near" OR "s2~near") AND ("s1~7" OR "s2~7") AND ("s1~8" OR "s2~8")',
    ],
  ])('becomes an FTS5 expression without operators of its own: %s', (text, expected) => expect(match(text)).toBe(expected))

  it('finds words under the other names of the same thing, in both languages', () => {
    expect(match('logo')).toContain('"s1~ろご"')
    expect(match('ロゴ')).toContain('"s1~logo"')
    expect(match('ロゴデザイン')).toContain('"s1~design"')
    expect(match('bug fix')).toContain('"s1~でば s1~ばっ s1~っぐ"')
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

it.each([
  ['ほんやく', 'honyaku'],
  ['きょうしつ', 'kyoushitsu'],
  ['けっこんしき', 'kekkonshiki'],
  ['ちゅうごくご', 'chuugokugo'],
  ['しゅうり', 'shuuri'],
  ['さつえい', 'satsuei'],
  ['じてんしゃ', 'jitensha'],
  ['ふで', 'fude'],
])('%s is written %s in Latin letters', (reading, latin) => expect(toLatin(reading)).toBe(latin))

it('a Japanese word and its synonyms are known by its reading, with long vowels written or not', () => {
  const runs = (text: string) => splitRuns(foldText(text))
  for (const text of ['そうじ', 'souji', 'soji'])
    expect(synonymsOf(runs(text)).map((phrase) => phrase.map((run) => run.text).join(' '))).toEqual(
      expect.arrayContaining(['掃除', '清掃', 'cleaning']),
    )
})

it('an unknown word of katakana is one word', () =>
  expect(parseQuery('ナレ')!.terms.map(({ runs }) => runs)).toEqual([[{ text: 'なれ', cjk: true }]]))

describe('a run without spaces', () => {
  it('is corrected to the longest known phrase, also if it has a character too many', () => {
    expect(correctRun('ぶろっくちぇーんえんじにあん')).toBe('ぶろっくちぇーんえんじにあ')
    expect(correctRun('ぶろっくちぇーんえんじにあんん')).toBe(null)
  })

  it('that is much longer than every known phrase is compared with none, which would take seconds', () => {
    const start = process.cpuUsage()
    expect(correctRun('株式会社'.repeat(1000))).toBe(null)
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(500)
  })
})
