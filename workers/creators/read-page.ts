import { cleanLine } from '../shared/text.schema.ts'
import { cutText, DERIVED_DESCRIPTION, DERIVED_TITLE } from './cut-text.ts'
import { decodeEntities } from './entities.ts'

/** What a page says about itself. Texts are cleaned and bounded; '' if the page says nothing. */
export interface PageFacts {
  title: string
  description: string
  siteName: string
  /** The type by Open Graph, such as `article`. */
  type: string
  /** Addresses of pictures and icons as the page has them, best first. They are not checked. */
  pictures: string[]
  icons: string[]
}

/** The longest texts of a preview, in characters as a reader sees them. */
const LIMITS = { title: 200, description: 500, siteName: 80 } as const
/** Longer values are cut before they are cleaned (UTF-16 units). */
const MAX_RAW = 4000
const MAX_PICTURES = 3
const MAX_CHARSET_BYTES = 1024

const cleanTo = (raw: string, limit: number): string => cutText(cleanLine(decodeEntities(raw.slice(0, MAX_RAW))), limit)

/** A text that a page states, as plain text of one line. */
export const cleanText = (raw: string, limit: keyof typeof LIMITS): string => cleanTo(raw, LIMITS[limit])

/** The name of a page's encoding: from its byte order mark, its Content-Type, or a `meta` in its first kilobyte; UTF-8 otherwise. */
function encodingOf(bytes: Uint8Array, contentType: string): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  const pattern = /charset\s*=\s*["']?\s*([\w.:-]{2,40})/i
  const head = String.fromCharCode(...bytes.subarray(0, MAX_CHARSET_BYTES))
  return pattern.exec(contentType)?.[1] ?? pattern.exec(head)?.[1] ?? 'utf-8'
}

/** The text of a page. An unknown encoding is read as UTF-8. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  try {
    return new TextDecoder(encodingOf(bytes, contentType)).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Collects the text of the first element of a kind that is not empty. */
class FirstText {
  text = ''
  #isOpen = false
  element(element: Element) {
    if (this.text.trim()) return
    this.#isOpen = true
    element.onEndTag(() => {
      this.#isOpen = false
    })
  }
  chunk({ text }: Text) {
    if (this.#isOpen && this.text.length < MAX_RAW) this.text += text
  }
}

/** The larger side that the `sizes` of an icon announce (pixels), 0 without. */
const iconSize = (sizes: string | null): number => Number(/(\d{1,4})x\d/i.exec(sizes ?? '')?.[1] ?? 0)

/**
 * Reads what a page says about itself: Open Graph first, then Twitter cards, then the tags of HTML. A title or description that the page
 * does not state is derived from its first heading or paragraph. Nothing of the page is executed.
 */
export async function readPage(bytes: Uint8Array, contentType: string): Promise<PageFacts> {
  const metas = new Map<string, string[]>()
  const icons: { href: string; rank: number }[] = []
  const [title, heading, paragraph] = [new FirstText(), new FirstText(), new FirstText()]
  const rewriter = new HTMLRewriter()
    .on('meta', {
      element(element) {
        const name = (element.getAttribute('property') ?? element.getAttribute('name') ?? '').toLowerCase()
        const content = element.getAttribute('content')
        if (content && /^(og:|twitter:|description$)/.test(name))
          metas.set(name, [...(metas.get(name) ?? []), content].slice(0, MAX_PICTURES))
      },
    })
    .on('link[rel][href]', {
      element(element) {
        const rel = element.getAttribute('rel')!.toLowerCase().split(/\s+/)
        const isTouch = rel.includes('apple-touch-icon')
        // SVG and ICO are not stored, so the icon of another type comes first.
        const isStored = !/\.ico\b|svg|x-icon/i.test(`${element.getAttribute('href')} ${element.getAttribute('type')}`)
        if (!isTouch && !rel.includes('icon')) return
        const rank = (isStored ? 10_000 : 0) + (isTouch ? 180 : 0) + Math.min(256, iconSize(element.getAttribute('sizes')))
        icons.push({ href: element.getAttribute('href')!, rank })
      },
    })
  for (const [selector, first] of Object.entries({ title, h1: heading, p: paragraph }))
    rewriter.on(selector, { element: (element) => first.element(element), text: (chunk) => first.chunk(chunk) })
  await rewriter.transform(new Response(decodePage(bytes, contentType))).arrayBuffer()

  const first = (...names: string[]) => names.map((name) => metas.get(name)?.[0] ?? '').find((value) => value.trim()) ?? ''
  return {
    title:
      cleanText(first('og:title', 'twitter:title') || title.text, 'title') ||
      cleanTo(heading.text, DERIVED_TITLE) ||
      cleanTo(paragraph.text, DERIVED_TITLE),
    description:
      cleanText(first('og:description', 'twitter:description', 'description'), 'description') ||
      cleanTo(paragraph.text, DERIVED_DESCRIPTION),
    siteName: cleanText(first('og:site_name'), 'siteName'),
    type: /^[\w.:]{1,40}$/.exec(first('og:type'))?.[0] ?? '',
    pictures: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src']
      .flatMap((name) => metas.get(name) ?? [])
      .map(decodeEntities)
      .filter((address, i, all) => all.indexOf(address) === i)
      .slice(0, MAX_PICTURES),
    icons: [...new Set([...icons.sort((a, b) => b.rank - a.rank).map(({ href }) => decodeEntities(href)), '/favicon.ico'])].slice(0, 2),
  }
}
