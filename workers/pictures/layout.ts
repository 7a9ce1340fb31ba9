import type { Font } from './font.ts'
import { PICTURE_SIZE, type PictureTexts } from './picture.schema.ts'
import { runsOf, shorten, widthOf, wrap } from './text.ts'

/** Places the parts of a picture and writes them as SVG. */

const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE
const MARGIN = 56
/** The width of the photo at the right. */
const PHOTO_WIDTH = 470
/** The width of the texts on a banner, whose drawing is at the right. */
const ART_TEXT_WIDTH = 840

const COLOURS = {
  photo: { ink: '#14120f', soft: '#57524b', wash: '#fff0e4', accent: '#b04404', star: '#f26a1b' },
  art: { ink: '#ffffff', soft: '#f1e9df', wash: '#ffffff2e', accent: '#ffffff', star: '#ffb26b' },
} as const

/** Black or white, whichever has more contrast on a colour `#rrggbb`. */
function inkOn(color: string): string {
  const linear = (at: number) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5) > 0.179 ? '#000000' : '#ffffff'
}

/** The sizes of a title (pixels), and into how many lines each is wrapped: the largest that fits is used. */
const TITLE_SIZES = [
  { size: 66, lines: 2 },
  { size: 58, lines: 3 },
  { size: 50, lines: 4 },
  { size: 42, lines: 4 },
] as const

/** The veil that keeps white text readable on a bright banner. */
const VEIL = `<linearGradient id="veil"><stop stop-color="#0b0a09" stop-opacity=".86"/><stop offset=".55" stop-color="#0b0a09" stop-opacity=".6"/><stop offset="1" stop-color="#0b0a09" stop-opacity=".05"/></linearGradient>`
const STAR = 'M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.4-5.8-3-5.8 3 1.1-6.4L2.6 9.4l6.5-.9z'

/** The addresses (`data:`) of the images in a picture, and the SVG of the banner. */
interface Images {
  logo: string
  art: string
  photo: string | null
  portrait: string | null
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The parts of a picture in a column from the left margin to `right`. */
function drawTexts(texts: PictureTexts, brand: string, images: Images, right: number, fonts: Font[]) {
  const { title, kind, facts, rating, person, colors } = texts
  const own = colors && { ...COLOURS.photo, ink: inkOn(colors.primary), soft: inkOn(colors.primary) }
  const colours = own ?? (images.photo ? COLOURS.photo : COLOURS.art)
  const room = right - MARGIN
  /** A line of text with its base line at `y`. */
  const line = (x: number, y: number, size: number, colour: string, text: string) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="600" fill="${colour}" xml:space="preserve">${runsOf(text, fonts)
      .map((run) => `<tspan font-family="${run.family}">${escapeXml(run.text)}</tspan>`)
      .join('')}</text>`
  const wide = (text: string, size: number) => widthOf(text, fonts) * size
  const out = [`<image href="${images.logo}" x="${MARGIN}" y="48" width="52" height="52"/>`, line(MARGIN + 68, 86, 34, colours.ink, brand)]

  if (kind) {
    const width = wide(kind, 26) + 40
    out.push(`<rect x="${right - width}" y="50" width="${width}" height="48" rx="24" fill="${colours.wash}"/>`)
    out.push(line(right - width + 20, 83, 26, colours.accent, kind))
  }

  const tried = TITLE_SIZES.map(({ size, lines }) => ({ size, lines, wrapped: wrap(title, room / size, lines + 1, fonts) }))
  const { size, lines } = tried.find(({ lines: most, wrapped }) => wrapped.length <= most) ?? TITLE_SIZES.at(-1)!
  const titleLines = title ? wrap(title, room / size, lines, fonts) : []
  const rows = factRows(facts, room, wide, fonts)
  const rowHeight = 46
  const height = titleLines.length * size * 1.22 + (rows.length ? 18 + rows.length * rowHeight : 0)
  let y = 108 + (HEIGHT - 108 - 130 - height) / 2
  for (const text of titleLines) {
    out.push(line(MARGIN, Math.round(y + size * 0.98), size, colours.ink, text))
    y += size * 1.22
  }
  y += 18
  for (const row of rows) {
    for (const { text, x, isFirst } of row)
      out.push(line(MARGIN + x, Math.round(y + 36), isFirst ? 36 : 29, isFirst ? colours.ink : colours.soft, text))
    y += rowHeight
  }

  const middle = HEIGHT - 80
  const ratingWidth = rating ? wide(rating, 29) + 40 : 0
  const nameAt = images.portrait ? MARGIN + 82 : MARGIN
  if (images.portrait)
    out.push(
      `<clipPath id="round"><circle cx="${MARGIN + 32}" cy="${middle}" r="32"/></clipPath><image href="${images.portrait}" x="${MARGIN}" y="${middle - 32}" width="64" height="64" preserveAspectRatio="xMidYMid slice" clip-path="url(#round)"/>`,
    )
  if (person) out.push(line(nameAt, middle + 10, 29, colours.soft, shorten(person, (right - nameAt - ratingWidth - 30) / 29, fonts)))
  if (rating) {
    const at = right - ratingWidth
    out.push(`<path transform="translate(${at} ${middle - 17}) scale(1.3)" fill="${colours.star}" d="${STAR}"/>`)
    out.push(line(at + 40, middle + 10, 29, colours.ink, rating))
  }
  return out.join('')
}

/** The rows of at most three facts; the first fact is larger. `x` counts from the margin. */
function factRows(facts: string[], room: number, wide: (text: string, size: number) => number, fonts: Font[]) {
  const rows: { text: string; x: number; isFirst: boolean }[][] = []
  let x = 0
  for (const [i, fact] of facts.slice(0, 3).entries()) {
    const size = i === 0 ? 36 : 29
    const text = shorten(fact, room / size, fonts)
    if (rows.length === 0 || x + wide(text, size) > room) {
      rows.push([])
      x = 0
    }
    rows.at(-1)!.push({ text, x, isFirst: i === 0 })
    x += wide(text, size) + 26
  }
  return rows
}

/**
 * The SVG of a picture: with a photo, its texts are on paper beside it; without one, they are on the banner. Texts with colours are on the first
 * one, beside the photo or the second one.
 */
export function drawSvg(texts: PictureTexts, brand: string, images: Images, fonts: Font[]): string {
  const { photo, art } = images
  const { colors } = texts
  const isBeside = photo !== null || colors !== undefined
  const size = `width="${WIDTH}" height="${HEIGHT}"`
  const right = (isBeside ? WIDTH - PHOTO_WIDTH : ART_TEXT_WIDTH) - MARGIN + (isBeside ? 8 : 0)
  const place = `x="${WIDTH - PHOTO_WIDTH}" width="${PHOTO_WIDTH}" height="${HEIGHT}"`
  const beside = photo
    ? `<image href="${photo}" ${place} preserveAspectRatio="xMidYMid slice"/>`
    : `<rect ${place} fill="${colors?.secondary}"/>`
  const background = isBeside
    ? `<rect ${size} fill="${colors?.primary ?? '#fffdfa'}"/>${beside}`
    : `${art.replace('width="100%" height="100%"', size)}<defs>${VEIL}</defs><rect ${size} fill="url(#veil)"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${background}${drawTexts(texts, brand, images, right, fonts)}</svg>`
}
