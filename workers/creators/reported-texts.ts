import { htmlText } from '../listings/richtext.schema.ts'

/** The texts of things that members report, as plain text: for the copy in a report, and for admins who compare it with the present one. */

/** Longest copy (characters). */
const MAX_COPY = 4000

/** The part of a text that a report keeps. */
export const copyOf = (text: string): string => text.slice(0, MAX_COPY).toWellFormed()

const joinParts = (...parts: string[]): string => parts.filter(Boolean).join('\n')

export const postText = ({ content, link }: { content: string; link: string }): string => joinParts(htmlText(content), link)

export const listingText = ({
  title,
  descriptionPreview,
  description,
}: {
  title: string
  descriptionPreview: string
  description: string
}): string => joinParts(title, descriptionPreview, htmlText(description))

/** The properties of sections that are texts for readers, see `StoredSection`. */
const TEXTS = ['title', 'text', 'caption', 'name', 'role', 'when']

/** The texts inside of the sections of a page, in their order. */
function sectionTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(sectionTexts)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    typeof part === 'string' ? (TEXTS.includes(key) ? [htmlText(part)] : []) : sectionTexts(part),
  )
}

/** The texts of a creator's page. `sections` is JSON; one that is damaged has none. Null columns are those of a page that was never saved. */
export function pageText(name: string, { title, about, sections }: { [column in 'title' | 'about' | 'sections']: string | null }): string {
  let parts: string[] = []
  try {
    parts = sectionTexts(JSON.parse(sections ?? '[]'))
  } catch {
    // The page shows no sections either.
  }
  return joinParts(name, title ?? '', about ?? '', ...parts)
}

export const profileText = ({ name, title, description }: { name: string; title: string; description: string }): string =>
  joinParts(name, title, description)
