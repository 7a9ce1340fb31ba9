import xss from 'xss'
import { cleanLine, unmasked } from '../shared/text.schema.ts'
import { DROPPED_TAGS, RICH_TAGS } from './richtags.schema.ts'

// A CommonJS module: at run time its members hang on the default export, which its types do not tell.
const { escapeAttrValue, FilterXSS, friendlyAttrValue } = xss as unknown as typeof import('xss')

const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/** A link's address as the browser will read it, or null when it is none a listing may carry. */
function linkAddress(raw: string): string | null {
  try {
    const url = new URL(friendlyAttrValue(raw).trim())
    return SCHEMES.has(url.protocol) && !url.username && !url.password ? url.href : null
  } catch {
    return null
  }
}

const HREF = /[\s/"']href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*))/i

/** A link's tag, written anew around its address; without one that may stand, there is only its text. */
function linkTag(html: string): string {
  const [, double, single, bare] = HREF.exec(html) ?? []
  const href = linkAddress(double ?? single ?? bare ?? '')
  return href ? `<a href="${escapeAttrValue(href)}" target="_blank" rel="noopener nofollow ugc">` : '<a>'
}

/** A picture of the author's own uploads, written anew around its media id and size; any other is left out. */
function pictureTag(html: string): string {
  const id = /\sdata-media="([\w-]{22})"/.exec(html)?.[1]
  const size = /\sdata-size="(\d{1,5}x\d{1,5})"/.exec(html)?.[1]
  return id && size ? `<img data-media="${id}" data-size="${size}">` : ''
}

const filter = new FilterXSS({
  whiteList: Object.fromEntries(RICH_TAGS.map((tag) => [tag, []])),
  stripIgnoreTag: true,
  stripIgnoreTagBody: [...DROPPED_TAGS],
  stripBlankChar: true,
  css: false,
  // Every tag that stays is written here, for the library reads attributes in a time that grows with the square of their length.
  onTag(tag, html, { isWhite, isClosing }) {
    if (!isWhite) return undefined
    if (tag === 'img') return isClosing ? '' : pictureTag(html)
    if (isClosing) return `</${tag}>`
    return tag === 'a' ? linkTag(html) : `<${tag}>`
  },
})

/** What a character reference stands for by its number; '' for half a letter and what is none. */
function charOf(decimal: string | undefined, hex: string | undefined): string {
  const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16)
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const REFERENCE = /&(?:#(\d+);?|#x([\da-f]+);?|((?:amp|lt|gt|quot|apos|nbsp);)?)/gi

/**
 * HTML in which a character stands for itself and is seen by whatever cleans texts. References are left for the characters of markup and
 * the space that does not break; every other name (`&shy;`, `&zwj;`) becomes plain words, as an editor writes none.
 */
const withoutReferences = (html: string): string =>
  html.replace(REFERENCE, (_, decimal?: string, hex?: string, name?: string) => {
    if (name) return `&${name.toLowerCase()}`
    if (!decimal && !hex) return '&amp;'
    const char = charOf(decimal, hex)
    return ESCAPED[char] ?? char
  })

/** HTML from outside with everything but plain formatting and web links taken away. Idempotent. */
export const cleanHtml = (html: string): string => cleanLine(filter.process(cleanLine(withoutReferences(html))))

/** The media ids of the pictures in cleaned HTML, each once. */
export const picturesOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/<img data-media="([\w-]{22})"/g)].map(([, id]) => id!)),
]

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The words of cleaned HTML, without tags; blocks are separated by line breaks. */
export const htmlText = (html: string): string =>
  unmasked(
    html
      .replace(/<(?:br|\/(?:p|h2|h3|li|blockquote))\s*\/?>/gi, '\n')
      .replace(/<[^>]*>/g, '')
      .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal?: string, hex?: string, name?: string) =>
        name ? (ENTITIES[name.toLowerCase()] ?? all) : charOf(decimal, hex),
      ),
  ).trim()
