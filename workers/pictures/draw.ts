import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { BRAND_NAME } from '../shared/brand.schema.ts'
import { readFont } from './font.ts'
import { drawSvg } from './layout.ts'
import type { PictureFiles, PictureTexts } from './picture.schema.ts'
import { cleanText, isDrawable } from './text.ts'

/** The compiled module of the renderer, and the fonts (TrueType, semi-bold). */
export interface Tools {
  renderModule: WebAssembly.Module
  latin: ArrayBuffer
  japanese: ArrayBuffer
}

const dataUrl = (type: string, bytes: Uint8Array | string): string => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/**
 * Prepares the renderer once per isolate. The function that it returns draws a picture as PNG. `photo` and `portrait` must be JPEG or PNG.
 * Texts with characters that the fonts do not have, such as Korean or Arabic ones, are left out: no picture has boxes instead of letters.
 */
export async function createPainter({ renderModule, latin, japanese }: Tools) {
  await initWasm(renderModule)
  const fonts = [readFont('Noto Sans', latin), readFont('Noto Sans JP', japanese)]
  const drawable = (text: string) => {
    const clean = cleanText(text)
    return isDrawable(clean, fonts) ? clean : ''
  }

  return (texts: PictureTexts, { logo, art, photo, portrait }: PictureFiles): Uint8Array => {
    const shown: PictureTexts = {
      title: drawable(texts.title),
      kind: drawable(texts.kind),
      facts: texts.facts.map(drawable).filter(Boolean),
      rating: texts.rating,
      person: texts.person && drawable(texts.person),
      ...(texts.colors && { colors: texts.colors }),
    }
    const jpeg = (bytes: ArrayBuffer | null) => bytes && dataUrl('image/jpeg', new Uint8Array(bytes))
    const images = { logo: dataUrl('image/svg+xml', logo), art, photo: jpeg(photo), portrait: jpeg(portrait) }
    const svg = drawSvg(shown, BRAND_NAME, images, fonts)
    // The renderer copies the fonts, so it gets the large one only if the picture uses it.
    const used = fonts.filter(({ family }) => svg.includes(`font-family="${family}"`)).map(({ bytes }) => bytes)
    const renderer = new Resvg(svg, { font: { fontBuffers: used, defaultFontFamily: 'Noto Sans' } })
    try {
      const image = renderer.render()
      try {
        return image.asPng()
      } finally {
        image.free()
      }
    } finally {
      renderer.free()
    }
  }
}
