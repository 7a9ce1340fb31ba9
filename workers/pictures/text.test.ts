import { describe, expect, it } from 'vitest'
import type { Font } from './font.ts'
import { drawSvg } from './layout.ts'
import { cleanText, isDrawable, runsOf, shorten, widthOf, wrap } from './text.ts'

/** Fonts in which a Latin character is half as wide as its size, and any other as wide. */
const isLatin = (character: string) => /[\u0020-\u024f…]/u.test(character)
const latin: Font = { family: 'L', bytes: new Uint8Array(), advance: (character) => (isLatin(character) ? 0.5 : null) }
const japanese: Font = { family: 'J', bytes: new Uint8Array(), advance: (character) => (/[가-힣]/u.test(character) ? null : 1) }
const fonts = [latin, japanese]

describe('the texts of a picture', () => {
  it('lose emoji, line breaks and hidden characters, and keep signs and accents', () => {
    expect(cleanText(' Party 🎉\n👩‍👩‍👧 tonight\u200b © 2026 🇯🇵 café 1️⃣ ')).toBe('Party tonight © 2026 café 1')
    expect(cleanText('e\u0301 \ud83d')).toBe('é \ufffd')
  })

  it('are drawable if the fonts have every character', () => {
    expect(isDrawable('Logo ロゴ', fonts)).toBe(true)
    expect(isDrawable('Logo 로고', fonts)).toBe(false)
  })

  it('are divided into runs of a font', () => {
    expect(runsOf('Logo ロゴ 1', fonts)).toEqual([
      { family: 'L', text: 'Logo ' },
      { family: 'J', text: 'ロゴ ' },
      { family: 'L', text: '1' },
    ])
  })

  it('are measured and shortened with an ellipsis, without dividing a character', () => {
    expect(widthOf('Logo ロゴ', fonts)).toBe(4.5)
    expect(shorten('Logo', 2, fonts)).toBe('Logo')
    expect(shorten('Logos of all kinds', 5, fonts)).toBe('Logos of…')
    expect(shorten('𠮷𠮷𠮷', 2, fonts)).toBe('𠮷…')
  })

  it('are wrapped at spaces, and in Japanese between words but not before punctuation', () => {
    expect(wrap('Logo and identity for studios', 7, 9, fonts)).toEqual(['Logo and', 'identity for', 'studios'])
    expect(wrap('小さなスタジオのための、ロゴ', 7, 9, fonts)).toEqual(['小さなスタジオ', 'のための、ロゴ'])
    expect(wrap('「ロゴ」と名刺', 4, 9, fonts)).toEqual(['「ロゴ」', 'と名刺'])
    expect(wrap('', 7, 9, fonts)).toEqual([''])
  })

  it('divide a word that is wider than a line, and end with an ellipsis after the last line', () => {
    expect(wrap('abcdefghij', 2, 9, fonts)).toEqual(['abcd', 'efgh', 'ij'])
    expect(wrap('one two three four five six', 4, 2, fonts)).toEqual(['one two', 'three f…'])
    for (const line of wrap('漢字 and words '.repeat(50), 6, 3, fonts)) expect(widthOf(line, fonts)).toBeLessThanOrEqual(6)
  })
})

it('texts add no element to the SVG of a picture', () => {
  const evil = `</tspan></text><image href="https://evil.example/x"/>&<![CDATA[`
  const images = { logo: 'data:,logo', art: '<svg></svg>', photo: 'data:,photo', portrait: 'data:,portrait' }
  const draw = (text: string) =>
    drawSvg({ title: text, kind: text, facts: [text, text, text], rating: text, person: text }, 'Warren', images, fonts)
  // Facts and names that are too long are shortened, so each text is short here.
  for (const part of [evil.slice(0, 16), evil.slice(16, 48), evil.slice(-11)]) {
    const elements = draw(part).match(/<\/?[a-zA-Z!]+/g)
    expect(elements).toEqual(draw('x'.repeat(part.length)).match(/<\/?[a-zA-Z!]+/g))
    expect(draw(part)).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/)
  }
})

it.each([
  ['#0b2545', '#f2b134', '#ffffff'],
  ['#fff0fa', '#dbd0e6', '#000000'],
  ['#f472b6', '#500724', '#000000'],
])('texts with the colours %s and %s are on the first one in %s', (primary, secondary, ink) => {
  const texts = { title: 'Letters', kind: '', facts: ['Aiko'], rating: null, person: null, colors: { primary, secondary } }
  const svg = (photo: string | null) =>
    drawSvg(texts, 'Warren', { logo: 'data:,logo', art: '<svg id="banner"></svg>', photo, portrait: null }, fonts)
  for (const drawn of [svg(null), svg('data:,photo')]) {
    expect(drawn).toContain(`height="630" fill="${primary}"`)
    expect(new Set([...drawn.matchAll(/<text [^>]*fill="([^"]+)"/g)].map(([, fill]) => fill))).toEqual(new Set([ink]))
    expect(drawn).not.toContain('banner')
  }
  expect(svg(null)).toContain(`fill="${secondary}"`)
  expect(svg('data:,photo')).toContain('href="data:,photo"')
})
