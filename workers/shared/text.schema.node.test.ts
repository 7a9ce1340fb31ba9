import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanLine, cleanLines, malformedAt, unmasked } from './text.schema.ts'

/** Characters that reverse, isolate or hide the text around them. */
const DECEPTIVE = [0x00, 0x08, 0x7f, 0xad, 0x61c, 0x200b, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2066, 0x2067]
  .concat([0x2068, 0x2069, 0x206f, 0xfeff, 0x3164, 0xffa0, 0x115f, 0xe0041, 0xe007f, 0xd800, 0xdfff])
  .map((code) => String.fromCodePoint(code))

const any = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.constantFrom(...DECEPTIVE, 'a', ' ', '\n', '猫', '\u0302', '👩‍🔬', '\u200d', '\u200c', 'م', '🏴'), { maxLength: 60 })
    .map((part) => part.join('')),
)

describe('cleaning of user texts', () => {
  it('removes characters that reverse, hide or break the text around them', () => {
    fc.assert(
      fc.property(any, (text) => {
        for (const clean of [cleanLine(text), cleanLines(text), unmasked(text)]) {
          expect(clean.isWellFormed()).toBe(true)
          expect(clean).not.toMatch(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u3164]|\p{M}{5}/u)
          expect(clean).not.toMatch(/[^\P{Cc}\t\n]/u)
        }
        expect(cleanLine(text)).not.toMatch(/[\n\t]|^ | $| {2}/)
        expect(cleanLines(text)).not.toMatch(/\n{3}|\t/)
      }),
      { numRuns: 1000 },
    )
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(any, (text) => {
        expect(cleanLine(cleanLine(text))).toBe(cleanLine(text))
        expect(cleanLines(cleanLines(text))).toBe(cleanLines(text))
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['an emoji family', '👩‍👩‍👧‍👦 and 🧑🏽‍💻'],
    ['a heart on fire', '❤️‍🔥'],
    ['a flag', '🇯🇵 🏳️‍🌈 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a keycap', '1️⃣'],
    ['Braille', '⠓⠑⠇⠇⠕⠀⠺⠕⠗⠇⠙'],
    ['a heart in colour', 'I ❤️ it'],
    ['Arabic', 'تصميم شعار لمقهى صغير'],
    ['Arabic with its marks', 'بِسْمِ ٱللَّهِ'],
    ['Hebrew with its marks', 'שָׁלוֹם עוֹלָם'],
    ['Persian with its non-joiner', 'می‌خواهم خانه‌ها را ببینم'],
    ['Hindi with its joiners', 'क्‍ष र्‌य'],
    ['Malayalam', 'എന്‍റെ'],
    ['Thai', 'กำลังทำงาน ที่นี่'],
    ['Vietnamese', 'Thiết kế đồ hoạ'],
    ['Japanese with a variation selector', '辻\u{e0100}さん、カ\u3099'.normalize('NFC')],
  ])('keeps %s unchanged', (_, text) => expect(cleanLine(text)).toBe(text))

  it.each([
    ['a link that would be read backwards', 'see \u202ehttps://elpmaxe.knab\u202c now', 'see https://elpmaxe.knab now'],
    ['direction isolates', 'a\u2067b\u2069c', 'abc'],
    ['joiners between Latin letters', 'War\u200dren Sup\u200cport', 'Warren Support'],
    ['tag characters', `a${String.fromCodePoint(0xe0061, 0xe0062)}b`, 'ab'],
    ['a name of filler characters', '\u3164\uffa0\u115f', ''],
    ['blank Braille', '\u2800\u2800\u2800\u2800\u2800', ''],
    ['blank note heads', '\u{1d159}'.repeat(8), ''],
    ['unassigned characters', `a${'\u{e0080}'.repeat(20)}b`, 'ab'],
    ['variation selectors between Latin letters', 'War\ufe0fren\u{e0100} a\u180bb', 'Warren ab'],
    ['two variation selectors on one letter', '辻\u{e0100}\u{e0101}', '辻\u{e0100}'],
    ['marks without a letter', ' \u0302 ', ''],
    ['a lone surrogate', 'a\ud83d', 'a\ufffd'],
    ['hundreds of marks on one letter', `z${'\u0302'.repeat(300)}`, '\u1e91\u0302\u0302\u0302\u0302'],
  ])('cleans %s', (_, text, clean) => expect(cleanLine(text)).toBe(clean))
})

describe('malformedAt', () => {
  it('finds lone surrogates in every string and key, at any depth', () => {
    expect(malformedAt({ product: { options: { 'a\ud83d': 1 } } })).toEqual(['product', 'options', 'a\ufffd'])
    expect(malformedAt({ list: ['fine', { text: '\udc00' }] })).toEqual(['list', '1', 'text'])
    expect(malformedAt('\ud83d')).toEqual([])
    for (const fine of [null, 1, true, 'a 🦊', { a: ['𠮷', { b: null }] }]) expect(malformedAt(fine)).toBeNull()
    let deep: unknown = '\ud83d'
    for (let i = 0; i < 100_000; i++) deep = [deep]
    expect(malformedAt(deep)).toHaveLength(100_000)
  })
})
