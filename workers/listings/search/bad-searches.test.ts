import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { signedIn, type TestUser } from '../../shared/testing.ts'
import type { ListingPage } from '../listings.schema.ts'
import { ask, publish, publishEvent, publishJob, testEnv } from '../testing.ts'

let user: TestUser
beforeAll(async () => {
  user = await signedIn(testEnv, { name: 'Percival Badger' })
  for (const post of [publish, publishJob, publishEvent]) await post(user, { title: 'Badger ロゴ 猫の絵' })
})

/** The status of a search, its error code, and how many listings it found. */
async function search(query: string): Promise<[status: number, code: string | undefined, found: number | undefined]> {
  const answer = await ask('GET', `query?${query}`)
  const body = (await answer.json()) as Partial<ListingPage> & { error?: { code: string } }
  return [answer.status, body.error?.code, body.services?.length]
}
const encode = (params: Record<string, string>) => String(new URLSearchParams(params))

describe('a search finds nothing, or is refused with a code, for', () => {
  it('two texts: refused', async () => expect(await search('text=badger&text=other')).toEqual([422, 'invalid_body', undefined]))

  it.each([
    ['10,000 letters', { text: 'x'.repeat(10_000) }],
    ['10,000 Japanese characters', { text: '猫'.repeat(10_000) }],
    ['a long category', { text: 'badger', category: 'x'.repeat(10_000) }],
    ['a negative cursor', { text: 'badger', cursor: '-24.1' }],
    ['a negative id in a cursor', { text: 'badger', cursor: '24.-1' }],
    ['a cursor of words', { text: 'badger', cursor: 'next' }],
    ['a cursor with a condition', { text: 'badger', cursor: '0.1 or 1=1' }],
    ['a negative price', { text: 'badger', minPrice: '-1' }],
    ['a price that is no number', { text: 'badger', maxPrice: 'NaN' }],
    ['an unknown sort', { text: 'badger', sort: 'rank' }],
    ['an unknown type', { text: 'badger', type: 'stores' }],
  ])('%s: refused', async (_, params) => expect(await search(encode(params))).toEqual([422, 'invalid_body', undefined]))

  it.each([
    ['reversed prices', { text: 'badger', minPrice: '9000000000', maxPrice: '1' }],
    ['reversed prices without a text', { minPrice: '9000000000', maxPrice: '1' }],
    ['an unknown category', { text: 'badger', category: 'alchemy' }],
    ['an unknown category without a text', { category: 'alchemy' }],
    ['an unknown sub-category', { text: 'badger', category: 'design', subCategory: 'alchemy' }],
    ['a category with operators', { text: 'badger', category: '"design" OR *' }],
    ['a cursor behind the last page', { text: 'badger', cursor: '9999999999.9999999999' }],
    ['only punctuation', { text: '!?…（）「」、。・～-–—"\'`*^:{}[]()<>' }],
    ['only spaces of all kinds in quotes', { text: '"\u00a0\u3000\u2003"' }],
    ['only operators', { text: '"" * ^ NEAR( ) - + :' }],
    ['a word that nothing has, with a null', { text: 'zyxw\u0000vutsr' }],
    ['a single kana', { text: 'の' }],
    ['an emoji', { text: '🦡' }],
    ['a control character', { text: '\u0007\u202e' }],
  ])('%s: nothing found', async (_, params) => expect(await search(encode(params))).toEqual([200, undefined, 0]))
})

it.each([
  'text=badger%ED%A0%80',
  'text=%ED%BF%BFbadger',
  'text=badger%FF%FE',
  'text=badger%',
  'text=badger&cursor=0.1',
  'text=badger&cursor=24.4294967296',
  'text[]=badger',
  `${encode({ text: 'badger ロゴ' })}%ED%A0%BD`,
])('a search with broken characters or parameters does not fail: %s', async (query) => expect((await search(query))[0]).toBe(200))

it.each([
  'badger AND NOT ロゴ',
  '"badger',
  'badger" OR "',
  'title:badger',
  '{title card}: badger',
  'NEAR(badger ロゴ, 2)',
  '^badger',
  'badger*',
  '-badger',
  'badger + ロゴ',
  's1~badger',
  'badger АБВ ロゴ 로고 ลายเซ็น שלום',
  'ＢＡＤＧＥＲ　ﾛｺﾞ',
])('a search with operators or mixed scripts has no operators of its own: %s', async (text) => {
  const [status, code] = await search(encode({ text }))
  expect([status, code]).toEqual([200, undefined])
})

it('no text, filter or cursor makes a search fail', { timeout: 60_000 }, async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(
      'badger',
      'ロゴ',
      '猫',
      '"',
      '*',
      ' OR ',
      ' AND ',
      ' NOT ',
      'NEAR(',
      ')',
      '{',
      '}',
      ':',
      '^',
      '~',
      '\ud83e',
      '\udda1',
      "'",
      '%',
      '\\',
    ),
  )
  const number = fc.oneof(fc.integer().map(String), fc.constantFrom('', '-1', '0', '1e9', '999999999999999', 'x'))
  const request = fc.record(
    {
      text: fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      type: fc.constantFrom('services', 'jobs', 'events', 'all', 'SERVICES', 'stores'),
      category: fc.oneof(piece, fc.constantFrom('design', 'translation')),
      subCategory: piece,
      minPrice: number,
      maxPrice: number,
      rating: number,
      within: number,
      delivery: number,
      sort: fc.constantFrom('best', 'newest', 'price', 'priceDown', 'rating', 'soonest', 'worst'),
      languages: fc.constantFrom('en', 'ja,en', 'xx', 'en,', "'"),
      cursor: fc.oneof(
        piece,
        fc.tuple(fc.nat(), fc.nat()).map(([offset, id]) => `${offset}.${id}`),
      ),
    },
    { requiredKeys: ['text'] },
  )
  await fc.assert(
    fc.asyncProperty(request, async (params) => {
      const [status, code] = await search(encode(params as Record<string, string>))
      expect([
        [200, undefined],
        [422, 'invalid_body'],
      ]).toContainEqual([status, code])
    }),
    { numRuns: 300 },
  )
})
