import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitMatches, wordsOf } from './search-words.ts'

it.each([
  ['The fee is a FEE.', 'fee', ['The ', 'fee', ' is a ', 'FEE', '.']],
  ['キャンセルできます', 'ｷｬﾝｾﾙ', ['', 'キャンセル', 'できます']],
  ['Œuvre', 'oe', ['', 'Œ', 'uvre']],
  ['aaa', 'aa', ['', 'aa', 'a']],
  ['network', 'net network', ['', 'network', '']],
  ['none', '', ['none']],
  ['none', '  ', ['none']],
  ['LOGO and logos', 'logo', ['', 'LOGO', ' and ', 'logo', 's']],
  ['青い鳥', '青', ['', '青', 'い鳥']],
  ['a+b (c)', '+ (c', ['a', '+', 'b ', '(c', ')']],
  ['Logo, logotype', 'log logo', ['', 'Logo', ', ', 'logo', 'type']],
])('in “%s” the matches of “%s” are marked', (text, search, parts) => expect(splitMatches(text, wordsOf(search))).toEqual(parts))

it('marking never changes a text, and marks what was found', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 3 }), (text, search) => {
      expect(splitMatches(text, wordsOf(search)).join('')).toBe(text)
      expect(splitMatches(`${text} fee`, ['fee']).length).toBeGreaterThan(2)
    }),
  )
})
