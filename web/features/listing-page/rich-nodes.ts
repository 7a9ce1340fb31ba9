import { DROPPED_TAGS } from '../../../workers/listings/richtags.schema.ts'

/** A node of a parsed rich text: a text or an element. `RichText.tsx` renders only the allowed elements. */
export type RichNode = string | RichElement
export interface RichElement {
  /** The name in lower case. */
  tag: string
  attributes: Record<string, string>
  children: RichNode[]
}

const DROPPED: ReadonlySet<string> = new Set(DROPPED_TAGS)
/** Whether a dropped tag has no content. <svg> and <math> may close themselves; for other tags HTML ignores the slash. */
const isDroppedAlone = (tag: string, rest: string): boolean => tag === 'embed' || (['svg', 'math'].includes(tag) && rest.endsWith('/'))
const VOID: ReadonlySet<string> = new Set(['br', 'img'])
const LISTS = ['ul', 'ol']
/** Blocks that may not contain another block: the next block closes them. */
const TEXT_BLOCKS = ['p', 'h2', 'h3']
const BLOCKS: ReadonlySet<string> = new Set([...TEXT_BLOCKS, ...LISTS, 'li', 'blockquote'])

const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z\d]*)(?![a-z\d])([^<>]*)>|[^<]+|</gi
const ATTRIBUTE = /([a-z-]+)="([^"]*)"/gi
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Without a limit, rendering a text of unclosed tags would exceed the call stack. Browsers limit the depth, too. */
const MAX_DEPTH = 100

/** Decodes numeric character references and those of ENTITIES; other named ones stay as they are. */
const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (all, decimal?: string, hex?: string, name?: string) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
  })

/** The text of a node without its tags. */
export const textOf = (node: RichNode): string => (typeof node === 'string' ? node : node.children.map(textOf).join(''))

/**
 * Parses a rich text in the form in which the server stores it. The result is the same in a browser and on a server. Nothing in the text is
 * run or loaded, and no element contains one that a browser would move out of it.
 */
export function parseRichText(html: string): RichNode[] {
  const root: RichElement = { tag: '', attributes: {}, children: [] }
  const open = [root]
  const lastOpen = (...tags: string[]) => open.findLastIndex(({ tag }) => tags.includes(tag))
  const close = (...tags: string[]) => {
    const at = lastOpen(...tags)
    if (at > 0) open.length = at
  }
  const add = (node: RichNode) => {
    const { children } = open.at(-1)!
    const last = children.at(-1)
    if (typeof node === 'string' && typeof last === 'string') children[children.length - 1] = last + node
    else children.push(node)
  }
  /** The tag whose content is being dropped, or null. */
  let dropped: string | null = null

  for (const [token, slash, name, rest = ''] of html.matchAll(TOKEN)) {
    const tag = name?.toLowerCase()
    if (dropped) {
      if (slash && tag === dropped) dropped = null
    } else if (!tag) {
      if (!token.startsWith('<!--')) add(decode(token))
    } else if (slash) close(tag)
    else if (DROPPED.has(tag)) dropped = isDroppedAlone(tag, rest) ? null : tag
    else {
      if (BLOCKS.has(tag)) close(...TEXT_BLOCKS)
      if (tag === 'a' || (tag === 'li' && lastOpen('li') > lastOpen(...LISTS))) close(tag)
      const attributes = Object.fromEntries([...rest.matchAll(ATTRIBUTE)].map(([, key, value]) => [key!.toLowerCase(), decode(value!)]))
      const element: RichElement = { tag, attributes, children: [] }
      add(element)
      // An element at the greatest depth stays empty: what follows is added to the deepest open element.
      if (!VOID.has(tag) && open.length < MAX_DEPTH) open.push(element)
    }
  }
  return root.children
}
