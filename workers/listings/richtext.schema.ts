import xss from 'xss'
import { cleanLine, unmasked } from '../shared/text.schema.ts'
import { DROPPED_TAGS, RICH_TAGS } from './richtags.schema.ts'

// xss is a CommonJS module: at run time its members are on the default export, unlike in its types.
const { escapeAttrValue, FilterXSS, friendlyAttrValue } = xss as unknown as typeof import('xss')

const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/** Parses the URL of a link as a browser does; null if a listing may not contain it. */
function parseLinkUrl(raw: string): string | null {
  try {
    const url = new URL(friendlyAttrValue(raw).trim())
    return SCHEMES.has(url.protocol) && !url.username && !url.password ? url.href : null
  } catch {
    return null
  }
}

const HREF = /[\s/"']href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*))/i

/** Rebuilds the tag of a link from its URL; without a valid URL, an `<a>` without attributes. */
function rebuildLink(html: string): string {
  const [, double, single, bare] = HREF.exec(html) ?? []
  const href = parseLinkUrl(double ?? single ?? bare ?? '')
  return href ? `<a href="${escapeAttrValue(href)}" target="_blank" rel="noopener nofollow ugc">` : '<a>'
}

/** Rebuilds the tag of an uploaded picture from its media id and size; removes any other picture. */
function rebuildPicture(html: string): string {
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
  // Rebuilds every allowed tag here, because the library parses attributes in time that is quadratic in their length.
  onTag(tag, html, { isWhite, isClosing }) {
    if (!isWhite) return undefined
    if (tag === 'img') return isClosing ? '' : rebuildPicture(html)
    if (isClosing) return `</${tag}>`
    return tag === 'a' ? rebuildLink(html) : `<${tag}>`
  },
})

/** Decodes a numeric character reference; '' for a lone surrogate or an invalid code point. */
function decodeCharCode(decimal: string | undefined, hex: string | undefined): string {
  const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16)
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const REFERENCE = /&(?:#(\d+);?|#x([\da-f]+);?|((?:amp|lt|gt|quot|apos|nbsp);)?)/gi

/**
 * Decodes numeric character references, so that texts are cleaned after decoding. Keeps references for markup
 * characters and the non-breaking space. Escapes all other named references (`&shy;`, `&zwj;`), which the editor never writes.
 */
const decodeReferences = (html: string): string =>
  html.replace(REFERENCE, (_, decimal?: string, hex?: string, name?: string) => {
    if (name) return `&${name.toLowerCase()}`
    if (!decimal && !hex) return '&amp;'
    const char = decodeCharCode(decimal, hex)
    return ESCAPED[char] ?? char
  })

/** Sanitizes untrusted HTML: only plain formatting, links and uploaded pictures remain. Idempotent. */
export const cleanHtml = (html: string): string => cleanLine(filter.process(cleanLine(decodeReferences(html))))

/** The unique media ids of the pictures in sanitized HTML. */
export const picturesOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/<img data-media="([\w-]{22})"/g)].map(([, id]) => id!)),
]

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The plain text of sanitized HTML; blocks are separated by line breaks. */
export const htmlText = (html: string): string =>
  unmasked(
    html
      .replace(/<(?:br|\/(?:p|h2|h3|li|blockquote))\s*\/?>/gi, '\n')
      .replace(/<[^>]*>/g, '')
      .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal?: string, hex?: string, name?: string) =>
        name ? (ENTITIES[name.toLowerCase()] ?? all) : decodeCharCode(decimal, hex),
      ),
  ).trim()
