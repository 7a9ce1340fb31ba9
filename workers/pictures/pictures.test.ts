import { createExecutionContext, env } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { PicturesRpc } from './index.ts'
import type { PictureFiles, PictureTexts } from './picture.schema.ts'

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34"><rect width="34" height="34" fill="#241a13"/></svg>'
const ART = '<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%"><rect width="100%" height="100%" fill="#1b4f7d"/></svg>'
const TEXTS: PictureTexts = {
  title: 'Logo and identity for small studios',
  kind: 'Service',
  facts: ['from $120', 'Kyoto'],
  rating: '4.9 (12)',
  person: 'Aiko Mori',
}

const draw = (texts: Partial<PictureTexts> = {}, files: Partial<PictureFiles> = {}) =>
  new PicturesRpc(createExecutionContext(), env as never).draw(
    { ...TEXTS, ...texts },
    { logo: LOGO, art: ART, photo: null, portrait: null, ...files },
  )

/** Width and height of a PNG file; throws for any other file. */
function sizeOf(png: Uint8Array): [width: number, height: number] {
  const data = new DataView(png.buffer, png.byteOffset)
  if (data.getUint32(0) !== 0x89504e47) throw new Error('not a PNG')
  return [data.getUint32(16), data.getUint32(20)]
}
const same = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, i) => byte === b[i])

describe('a picture', () => {
  it.each([
    ['English', {}],
    ['Japanese', { title: '小さなスタジオのためのロゴ', kind: 'サービス', facts: ['$120から', '京都市'], person: '森 愛子' }],
    ['Cyrillic, Greek and Vietnamese', { title: 'Дизайн, Σχέδιο, Thiết kế' }],
    ['no text at all', { title: '', kind: '', facts: [], rating: null, person: null }],
    ['the longest texts', { title: 'Wide '.repeat(200), facts: ['x'.repeat(500), '漢'.repeat(500)], person: 'M'.repeat(500) }],
    ['one endless word', { title: 'Donaudampfschifffahrt'.repeat(30) }],
    ['broken text', { title: 'Half \ud83d an emoji \u0000 and <b>"markup"</b> &amp;' }],
  ])('with %s is a PNG of 1200 x 630 pixels', async (_, texts) => {
    expect(sizeOf(await draw(texts))).toEqual([1200, 630])
  })

  it.each([
    ['Korean', '소규모 스튜디오를 위한 로고'],
    ['Chinese letters that Japanese lacks', '这们 设计'],
    ['Arabic', 'شعار لاستوديو صغير'],
    ['Hebrew', 'לוגו'],
    ['Thai', 'โลโก้'],
  ])('leaves out a title in %s, because the fonts would draw boxes', async (_, title) => {
    expect(same(await draw({ title, person: title }), await draw({ title: '', person: '' }))).toBe(true)
  })

  it('draws a text without its emoji', async () => {
    expect(same(await draw({ title: '🎉 Party 👩‍👩‍👧 time! 🇯🇵' }), await draw({ title: 'Party time!' }))).toBe(true)
  })

  it('is drawn without a photo that cannot be read', async () => {
    const broken = new TextEncoder().encode('not a picture').buffer as ArrayBuffer
    expect(same(await draw({}, { photo: broken, portrait: broken }), await draw())).toBe(true)
  })
})
