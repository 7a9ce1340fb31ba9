import { check, maxLength, object, optional, picklist, pipe, string, transform } from 'valibot'
import { characters, cleanLine, cleanLines } from '../shared/text.schema.ts'
import { LIMITS } from './fields.schema.ts'
import { LIST_TYPES } from './list-types.schema.ts'
import { LANGUAGES } from './text.schema.ts'

/** The text to generate for a listing: the short one of its card, or its main description. */
export type QueryType = 'cardDescription' | 'description'

/** Shortest title that a text can be generated from; also the shortest title of a listing (characters). */
export const SHORTEST_TITLE = 5

/** Body of generateText. `text` is the title. The misspelt query types are still sent by older clients. */
export const generateTextRequest = object({
  text: pipe(
    string(),
    maxLength(LIMITS.title * 4, 'too_long'),
    transform(cleanLine),
    check((text) => characters(text) >= SHORTEST_TITLE, 'too_short'),
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
 * One line (a JSON object) of the generateText stream. Each `delta` is a piece of plain text. The last line is the complete cleaned text
 * (`content`: plain text for a card, HTML for a description) or the error that ended the stream.
 */
export type GeneratedTextLine = { delta: string } | { content: string } | { error: { code: string } }

/** Cleans a generated text: removes markup, URLs, and quotation marks around the whole text. */
function toPlainText(text: string): string {
  const withoutMarkup = text
    .replace(/<[^<>]*>/g, '')
    .replace(/\bhttps?:\/\/\S+|\bwww\.\S+/gi, '')
    .replace(/\*\*|__|`/g, '')
  return cleanLines(withoutMarkup).replace(/^["'“「](.*)["'”」]$/su, '$1')
}

/** Shortens a text to `limit` characters, after a sentence if possible, else after a word. */
function shorten(text: string, limit: number): string {
  if (characters(text) <= limit) return text
  const start = [...text].slice(0, limit).join('')
  const [sentences] = /^[\s\S]*[.!?。！？]/u.exec(start) ?? []
  return (sentences ?? start.replace(/\s+\S*$/u, '')).trim()
}

/** Converts a generated text to the text of a card: one paragraph. */
export const cardText = (text: string): string => shorten(cleanLine(toPlainText(text).replace(/\n+/g, ' ')), LIMITS.descriptionPreview)

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** Converts a generated text, even an incomplete one, to HTML: paragraphs, headings, and lists for lines that start with a bullet. */
export function descriptionHtml(text: string): string {
  const lines = shorten(toPlainText(text), LIMITS.description / 2).split('\n')
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
      html += `${open ? '' : '<ul>'}<li><p>${escapeHtml(item)}</p></li>`
      open = 'ul'
    } else if (heading !== undefined) html += `<h3>${escapeHtml(heading)}</h3>`
    else if (line) html += `<p>${escapeHtml(line)}</p>`
  }
  return html + (open && '</ul>')
}
