import { check, maxLength, object, optional, picklist, pipe, string, transform } from 'valibot'
import { characters, cleanLine, cleanLines } from '../shared/text.schema.ts'
import { LIMITS, LIST_TYPES } from './fields.schema.ts'
import { LANGUAGES } from './text.schema.ts'

/** What can be proposed for a listing: the few lines of its card, or its main description. */
export type QueryType = 'cardDescription' | 'description'

/** A title shorter than this says too little to write from; it is also the shortest a listing may have (characters). */
export const TITLE_TO_WRITE_FROM = 5

/** Body of generateText. `text` is the title. The misspelt names are those of earlier clients. */
export const generateTextRequest = object({
  text: pipe(
    string(),
    maxLength(LIMITS.title * 4, 'too_long'),
    transform(cleanLine),
    check((text) => characters(text) >= TITLE_TO_WRITE_FROM, 'too_short'),
    check((text) => characters(text) <= LIMITS.title, 'too_long'),
  ),
  queryType: pipe(
    picklist(['cardDescription', 'cardDescripton', 'description', 'descripton']),
    transform((type): QueryType => (type.startsWith('card') ? 'cardDescription' : 'description')),
  ),
  listType: optional(picklist(LIST_TYPES), 'services'),
  lang: optional(picklist(LANGUAGES, 'unknown')),
})

/**
 * A line of what generateText answers, each a JSON object: pieces of plain text as they are written, then the whole, cleaned and as its
 * field takes it (plain for a card, HTML for a description); or the failure that ended it.
 */
export type WritingLine = { delta: string } | { content: string } | { error: { code: string } }

/** What a model wrote, as plain text: no markup, no addresses, no quotation marks around the whole. */
function plain(text: string): string {
  const bare = text
    .replace(/<[^<>]*>/g, '')
    .replace(/\bhttps?:\/\/\S+|\bwww\.\S+/gi, '')
    .replace(/\*\*|__|`/g, '')
  return cleanLines(bare).replace(/^["'“「](.*)["'”」]$/su, '$1')
}

/** At most so many characters, ending where a sentence or at least a word does. */
function cut(text: string, limit: number): string {
  if (characters(text) <= limit) return text
  const whole = [...text].slice(0, limit).join('')
  const [sentence] = /^[\s\S]*[.!?。！？]/u.exec(whole) ?? []
  return (sentence ?? whole.replace(/\s+\S*$/u, '')).trim()
}

/** What a model wrote as a card's text: one paragraph. */
export const cardText = (text: string): string => cut(cleanLine(plain(text).replace(/\n+/g, ' ')), LIMITS.descriptionPreview)

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** What a model wrote as rich text: paragraphs, and lists where lines begin like those of one. Also of a text that is still coming. */
export function descriptionHtml(text: string): string {
  const lines = cut(plain(text), LIMITS.description / 2).split('\n')
  let html = ''
  let open = ''
  for (const line of lines) {
    const [, item] = /^[-*•・]\s*(.+)/u.exec(line) ?? []
    const [, heading] = /^#{1,6}\s+(.+)/u.exec(line) ?? []
    if (open && item === undefined) {
      html += '</ul>'
      open = ''
    }
    if (item !== undefined) {
      html += `${open ? '' : '<ul>'}<li><p>${escaped(item)}</p></li>`
      open = 'ul'
    } else if (heading !== undefined) html += `<h3>${escaped(heading)}</h3>`
    else if (line) html += `<p>${escaped(line)}</p>`
  }
  return html + (open && '</ul>')
}
