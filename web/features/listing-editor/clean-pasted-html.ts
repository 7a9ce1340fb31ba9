/**
 * Converts HTML from word processors and web pages on the clipboard to the formatting that a description may have. Word's paragraphs that
 * start with a bullet character or a number become lists, bold and italic styles become tags, and everything else is removed. The function
 * works on the HTML as a string; the editor then parses the result by its own rules, and also closes open elements.
 */
export function cleanPastedHtml(html: string): string {
  const fragment = /<!--StartFragment-->([\s\S]*?)<!--EndFragment-->/i.exec(html)?.[1] ?? html
  const body = fragment
    // Conditional comments, which only Office reads. They may contain other comments.
    .replace(/<!--\[if[^\]]*\]>[\s\S]*?<!\[endif\]-->/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(head|style|script|title|xml|svg|math|iframe|object|template|select|textarea|noscript)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<!\[(?:if|endif)[^>]*>/gi, '')
  return tidy(rewrite(body))
}

/** An open element: the closing tags to write for it, and whether its text is removed (`mute`). */
interface Open {
  tag: string
  close: string
  mute: boolean
}

const TOKEN = /<\/?([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gi
const VOID = new Set(['br', 'hr', 'img', 'meta', 'link', 'col', 'input', 'wbr', 'base', 'source'])
const HEADINGS: Record<string, string> = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h3', h5: 'h3', h6: 'h3' }
const KEPT = new Set(['p', 'ul', 'ol', 'li', 'blockquote'])
/** Block elements that become paragraphs. */
const BLOCKS = new Set([
  'div',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'aside',
  'tr',
  'table',
  'pre',
  'dt',
  'dd',
  'figure',
  'address',
])

const attribute = (text: string, name: string) => {
  const [, double, single, bare] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(` ${text}`) ?? []
  return double ?? single ?? bare ?? ''
}
const isBold = (style: string) => /(?<![\w-])font-weight\s*:\s*(?:bold|bolder|[6-9]00)/i.test(style)
const isItalic = (style: string) => /(?<![\w-])font-style\s*:\s*(?:italic|oblique)/i.test(style)

/** The tags for bold and italic that an element needs, by its name and style. */
function marksOf(tag: string, style: string): string[] {
  const plain = /(?<![\w-])font-weight\s*:\s*(?:normal|[1-4]00)/i.test(style)
  const bold = isBold(style) || ((tag === 'b' || tag === 'strong') && !plain)
  const italic = isItalic(style) || ((tag === 'i' || tag === 'em' || tag === 'cite') && !/font-style\s*:\s*normal/i.test(style))
  return [bold && 'strong', italic && 'em'].filter((mark) => mark !== false)
}

/** The level of a paragraph that Word shows as a list entry, or 0. */
const wordLevel = (attributes: string) => {
  const level = /mso-list\s*:[^;"']*?level(\d)/i.exec(attribute(attributes, 'style'))?.[1]
  return level ? Number(level) : /MsoListParagraph/i.test(attribute(attributes, 'class')) ? 1 : 0
}

const wrapIn = (tags: string[]) => ({
  start: tags.map((tag) => `<${tag}>`).join(''),
  close: tags
    .map((tag) => `</${tag}>`)
    .reverse()
    .join(''),
})

/** The tags to write for an element: its own if allowed, a paragraph for other blocks, else those of its style. */
function writeElement(tag: string, attributes: string): { start: string; close: string } {
  const heading = HEADINGS[tag]
  const style = attribute(attributes, 'style')
  if (heading) return wrapIn([heading])
  if (KEPT.has(tag)) return wrapIn([tag, ...(tag === 'p' ? marksOf('', style) : [])])
  if (tag === 'a') {
    const href = attribute(attributes, 'href').trim()
    if (!/^(?:https?:|mailto:)/i.test(href)) return wrapIn([])
    return { start: `<a href="${href.replaceAll('"', '%22')}">`, close: '</a>' }
  }
  // `tidy` then removes the tags of a paragraph around other blocks.
  if (BLOCKS.has(tag)) return wrapIn(['p'])
  if (tag === 'td' || tag === 'th') return { start: '', close: ' ' }
  return wrapIn(marksOf(tag, style))
}

function rewrite(html: string): string {
  const open: Open[] = []
  /** The open lists that were made of Word's paragraphs, outermost first. */
  const lists: ('ul' | 'ol')[] = []
  let out = ''
  const put = (text: string) => {
    if (!open.some(({ mute }) => mute)) out += text
  }
  const endLists = (level: number) => {
    while (lists.length > level) out += `</li></${lists.pop()}>`
  }
  const closeTo = (index: number) => {
    for (const { close, mute } of open.splice(index).reverse()) if (!mute) put(close)
  }

  const tokens = [...html.matchAll(TOKEN)]
  for (const [at, [token, name, attributes = '']] of tokens.entries()) {
    if (!name) {
      // White space between blocks has no meaning.
      if (token.trim() || (open.length && !lists.length)) put(token === '<' ? '&lt;' : token)
      continue
    }
    const tag = name.toLowerCase()
    if (token.startsWith('</')) {
      const index = open.findLastIndex((one) => one.tag === tag)
      if (index >= 0) closeTo(index)
      continue
    }
    if (tag === 'br') put('<br>')
    if (VOID.has(tag)) continue
    const style = attribute(attributes, 'style')
    const hidden = /mso-list\s*:\s*Ignore|display\s*:\s*none|mso-hide\s*:\s*all/i.test(style)
    const level = tag === 'p' ? wordLevel(attributes) : 0
    if (level) {
      const kind = /^[\s\u00a0(]*(?:\d+|[a-z]|[ivxlc]+)[.)]/i.test(markerAfter(tokens, at)) ? 'ol' : 'ul'
      if (lists.length >= level) {
        endLists(level)
        out += '</li>'
      }
      while (lists.length < level) {
        lists.push(kind)
        out += `<${kind}>${lists.length < level ? '<li>' : ''}`
      }
      out += '<li>'
      open.push({ tag, close: '', mute: false })
      continue
    }
    const mute = hidden || tag === 'o:p'
    if (HEADINGS[tag] || KEPT.has(tag) || BLOCKS.has(tag)) endLists(0)
    const { start, close } = writeElement(tag, attributes)
    put(start)
    open.push({ tag, close, mute })
  }
  closeTo(0)
  endLists(0)
  return out
}

/** The bullet or number that Word wrote before a list entry: the first text in its element with the style `mso-list:Ignore`. */
function markerAfter(tokens: RegExpMatchArray[], at: number): string {
  let inside = false
  let words = ''
  for (const [token, name, attributes = ''] of tokens.slice(at + 1, at + 20)) {
    if (name?.toLowerCase() === 'p') break
    if (name && /mso-list\s*:\s*Ignore/i.test(attribute(attributes, 'style'))) inside = true
    else if (!name && inside && token.trim()) {
      words += token
      break
    }
  }
  return words
}

/** Removes empty elements, repeated tags, and elements where they are not allowed. */
function tidy(html: string): string {
  let before = ''
  let after = html
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/<(strong|em)>(\s*)<\/\1>/g, '$2')
  while (before !== after) {
    before = after
    after = after
      .replace(/<(strong|em)>((?:(?!<\/?\1>)[\s\S])*?)<\/\1>(\s*)<\1>/g, '<$1>$2$3')
      .replace(/<p>\s*(?=<(?:p|ul|ol|h2|h3|blockquote)>)/g, '')
      .replace(/<\/(p|ul|ol|h2|h3|blockquote)>\s*<\/p>/g, '</$1>')
      .replace(/<(p|h2|h3|li|ul|ol|blockquote|strong|em|a)>(?:\s|<br>)*<\/\1>/g, '')
      .replace(/<(h2|h3)>\s*<(?:strong|em)>([^<]*)<\/(?:strong|em)>\s*<\/\1>/g, '<$1>$2</$1>')
      .replace(/(?:<br>\s*)+<\/(p|li|h2|h3)>/g, '</$1>')
  }
  return after
    .replace(/>\s+<(?=\/?(?:p|ul|ol|li|h2|h3|blockquote)>)/g, '><')
    .replace(/<(p|li|h2|h3)>\s+/g, '<$1>')
    .replace(/\s+<\/(p|li|h2|h3)>/g, '</$1>')
    .trim()
}
