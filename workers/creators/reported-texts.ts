import { type VideoProvider, videoLink } from '../auth/video.schema.ts'
import { htmlText } from '../listings/richtext.schema.ts'
import { profiles } from '../shared/tables.ts'
import type { SectionKind } from './folios.schema.ts'
import { MAX_REPORTED_COPY } from './post-reports.schema.ts'
import { SOCIAL_FIELDS, type SocialLinks } from './social-links.schema.ts'

/** The texts of things that members report, as plain text: for the copy in a report, and for admins who compare it with the present one. */

/** Longest present text for admins (characters). */
const MAX_SHOWN = 40_000

/** A text that is cut ends with dots, so that admins know that there is more. */
const cutAt = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text)

/** The part of a text that a report keeps. */
export const copyOf = (text: string): string => cutAt(text, MAX_REPORTED_COPY)

/** The part of the present text that admins see. */
export const shownOf = (text: string): string => cutAt(text, MAX_SHOWN)

const joinParts = (...parts: string[]): string => parts.filter(Boolean).join('\n')

/** The plain text of sanitized HTML, with the address after the text of each link that does not show it. */
const linkedText = (html: string): string =>
  htmlText(
    html.replace(/<a href="([^"]*)"[^>]*>([\s\S]*?)(?=<\/a>|<a[ >]|$)/g, (_, href: string, inner: string) =>
      htmlText(inner) === htmlText(href) ? inner : `${inner} (${href})`,
    ),
  )

export const postText = ({ content, link }: { content: string; link: string }): string => joinParts(linkedText(content), link)

export const listingText = ({
  title,
  descriptionPreview,
  description,
}: {
  title: string
  descriptionPreview: string
  description: string
}): string => joinParts(title, descriptionPreview, linkedText(description))

/** The properties of sections that are texts for readers, see `StoredSection`, and the addresses of their links. */
const TEXTS = ['title', 'text', 'caption', 'name', 'role', 'when', 'link']
/** The kinds of sections whose `text` is HTML. That of the others is plain, and may contain what looks like a tag. */
const HTML_SECTIONS: unknown[] = ['FULL_PAGE', 'COLUMN', 'ROW'] satisfies SectionKind[]

/** The texts inside of a section or a part of it, in their order. */
function sectionTexts(value: unknown, isHtml: boolean): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => sectionTexts(part, isHtml))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => {
    if (typeof part !== 'string') return sectionTexts(part, isHtml)
    if (!TEXTS.includes(key)) return []
    return [isHtml && key === 'text' ? linkedText(part) : part]
  })
}

/** The columns of a page with texts. `sections` is JSON. They are null if the page was never saved, or no link. */
type PageColumns = { [column in 'title' | 'about' | 'sections' | keyof SocialLinks]: string | null }

/** The texts of a creator's page, and the addresses of its links. Sections that are damaged have none. */
export function pageText(name: string, page: PageColumns): string {
  let parts: string[] = []
  try {
    const sections = JSON.parse(page.sections ?? '[]') as { kind?: unknown }[]
    parts = sections.flatMap((section) => sectionTexts(section, HTML_SECTIONS.includes(section?.kind)))
  } catch {
    // The page shows no sections either.
  }
  return joinParts(name, page.title ?? '', page.about ?? '', ...SOCIAL_FIELDS.map((field) => page[field] ?? ''), ...parts)
}

/** The columns of a profile for {@link profileText}. */
export const reportedProfile = {
  name: profiles.name,
  title: profiles.title,
  description: profiles.description,
  provider: profiles.videoProvider,
  video: profiles.videoId,
}

type ProfileColumns = Record<'name' | 'title' | 'description', string> & Record<'provider' | 'video', string | null>

/** The texts of a profile, and the address of its video at a provider. */
export const profileText = ({ name, title, description, provider, video }: ProfileColumns): string =>
  joinParts(
    ...[name, title, description],
    provider && provider !== 'file' && video ? videoLink({ provider: provider as VideoProvider, id: video }) : '',
  )
