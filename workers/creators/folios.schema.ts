import {
  array,
  check,
  type GenericSchema,
  type InferOutput,
  integer,
  literal,
  maxLength,
  maxValue,
  minLength,
  minValue,
  nullable,
  number,
  object,
  picklist,
  pipe,
  regex,
  string,
  transform,
  variant,
} from 'valibot'
import { cleanHtml, picturesOf } from '../listings/richtext.schema.ts'
import { mediaId } from '../shared/ids.schema.ts'
import { multiLineText, singleLineText } from '../shared/text-fields.schema.ts'
import type { Media } from '../uploads/media.schema.ts'
import { PALETTE, type Swatch } from './palette.schema.ts'
import { LINK_LENGTH, type SocialLinks, webLink } from './social-links.schema.ts'
import { typedName } from './typed-name.schema.ts'

/** Bounds of a page: characters of its texts, and numbers of entries. */
export const FOLIO_LIMITS = {
  title: 80,
  about: 2000,
  sections: 50,
  sectionTitle: 120,
  /** HTML of a full-page section, and of a column or row. */
  fullPage: 20_000,
  richText: 8000,
  steps: 20,
  stepText: 600,
  when: 40,
  members: 30,
  memberName: 60,
  memberRole: 80,
  memberText: 600,
  columns: 4,
  rows: 10,
  slides: 20,
  caption: 200,
  /** All sections together, as JSON. */
  total: 200_000,
  /** Different files of the whole page. */
  media: 300,
} as const

/** The backdrop effects of a page. */
export const EFFECTS = ['NONE', 'GRAIN', 'GRADIENT', 'PARALLAX'] as const
type Effect = (typeof EFFECTS)[number]

/** The kinds of sections. */
export const SECTION_KINDS = ['FULL_PAGE', 'ROADMAP', 'TEAM', 'COLUMN', 'ROW', 'CAROUSEL'] as const
export type SectionKind = (typeof SECTION_KINDS)[number]

/** How many saves of a page are kept, the current one included. */
export const KEPT_VERSIONS = 10

/** The id of a section, which the browser makes (`crypto.randomUUID`). */
const sectionId = pipe(string(), regex(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/, 'id'))

/** The schemas of the texts in sections; those of a request also clean them. */
interface TextSchemas {
  line: (limit: number, least?: number) => GenericSchema<string, string>
  lines: (limit: number) => GenericSchema<string, string>
  html: (limit: number) => GenericSchema<string, string>
  link: GenericSchema<string, string>
}

/** The schema of a section. Its pictures are media ids. */
function sectionOf({ line, lines, html, link }: TextSchemas) {
  const head = { id: sectionId, title: line(FOLIO_LIMITS.sectionTitle) }
  const picture = nullable(mediaId)
  const list = <Entry extends GenericSchema>(entry: Entry, limit: number) =>
    pipe(array(entry), minLength(1, 'too_few'), maxLength(limit, 'too_many'))
  const part = object({ title: line(FOLIO_LIMITS.sectionTitle), text: html(FOLIO_LIMITS.richText), picture })
  const step = object({ title: line(FOLIO_LIMITS.sectionTitle, 1), text: lines(FOLIO_LIMITS.stepText), when: line(FOLIO_LIMITS.when) })
  const member = object({
    name: line(FOLIO_LIMITS.memberName, 1),
    role: line(FOLIO_LIMITS.memberRole),
    text: lines(FOLIO_LIMITS.memberText),
    picture,
    link,
  })
  return variant('kind', [
    object({ ...head, kind: literal('FULL_PAGE'), text: html(FOLIO_LIMITS.fullPage), picture }),
    object({ ...head, kind: literal('ROADMAP'), steps: list(step, FOLIO_LIMITS.steps) }),
    object({ ...head, kind: literal('TEAM'), members: list(member, FOLIO_LIMITS.members) }),
    object({ ...head, kind: literal('COLUMN'), columns: list(part, FOLIO_LIMITS.columns) }),
    object({ ...head, kind: literal('ROW'), rows: list(part, FOLIO_LIMITS.rows) }),
    object({
      ...head,
      kind: literal('CAROUSEL'),
      slides: list(object({ picture: mediaId, caption: line(FOLIO_LIMITS.caption), link }), FOLIO_LIMITS.slides),
    }),
  ])
}

const richText = (limit: number) =>
  pipe(
    string(),
    maxLength(limit * 3, 'too_long'),
    transform(cleanHtml),
    check((html) => html.length <= limit, 'too_long'),
  )

const section = sectionOf({
  line: (limit, least = 0) => pipe(singleLineText(limit), minLength(least, 'too_short')),
  lines: multiLineText,
  html: richText,
  link: webLink,
})

const storedText = (limit: number) => pipe(string(), maxLength(limit * 4))
/** A section as it is stored. What is stored has been cleaned, so its texts are only checked for type and length. */
export const storedSection = sectionOf({ line: storedText, lines: storedText, html: storedText, link: storedText(LINK_LENGTH) })
export type StoredSection = InferOutput<typeof storedSection>

/** The media ids of a section: its pictures, and those in its rich texts. */
export function mediaOfSection(section: StoredSection): string[] {
  const ofPart = ({ picture, text = '' }: { picture: string | null; text?: string }) => [...(picture ? [picture] : []), ...picturesOf(text)]
  switch (section.kind) {
    case 'FULL_PAGE':
      return ofPart(section)
    case 'ROADMAP':
      return []
    case 'TEAM':
      return section.members.flatMap(({ picture }) => ofPart({ picture }))
    case 'COLUMN':
      return section.columns.flatMap(ofPart)
    case 'ROW':
      return section.rows.flatMap(ofPart)
    case 'CAROUSEL':
      return section.slides.map(({ picture }) => picture)
  }
}

const color = picklist(PALETTE, 'color')
const version = pipe(number(), integer(), minValue(0), maxValue(1_000_000_000))

/**
 * Body of addFolio. Pictures and the video are media ids of the caller. `version` is the one that the editor started with; 0 for the first
 * save. The ids of the sections differ.
 */
export const folioRequest = object({
  name: typedName,
  title: pipe(singleLineText(FOLIO_LIMITS.title), minLength(1, 'too_short')),
  about: multiLineText(FOLIO_LIMITS.about),
  image: nullable(mediaId),
  video: nullable(mediaId),
  video_thumbnail: nullable(mediaId),
  effect: picklist(EFFECTS, 'effect'),
  primary_color: color,
  secondary_color: color,
  sections: pipe(
    array(section),
    maxLength(FOLIO_LIMITS.sections, 'too_many'),
    check((sections) => new Set(sections.map(({ id }) => id)).size === sections.length, 'twice'),
    check((sections) => JSON.stringify(sections).length <= FOLIO_LIMITS.total, 'too_long'),
    check((sections) => new Set(sections.flatMap(mediaOfSection)).size <= FOLIO_LIMITS.media, 'too_many'),
  ),
  version,
})
export type FolioRequest = InferOutput<typeof folioRequest>

/** Query of getFolio and getFolioVersions. Upper and lower case are the same. */
export const folioQuery = object({ name: typedName })

/** Query of getFolioVersion. */
export const folioVersionQuery = object({ name: typedName, version: pipe(string(), regex(/^[1-9]\d{0,9}$/, 'version'), transform(Number)) })

/** A part of a column or row section. `text` is sanitized HTML. */
interface FolioPart {
  title: string
  text: string
  picture: Media | null
}

/** A member in a team section. */
interface FolioMember {
  name: string
  role: string
  /** Plain text with line breaks. */
  text: string
  picture: Media | null
  /** An address with `https`; '' without one. */
  link: string
}

/** A section as getFolio returns it. A picture that does not exist any more is null; a slide without its picture is left out. */
export type FolioSection = { id: string; title: string } & (
  | { kind: 'FULL_PAGE'; text: string; picture: Media | null }
  | { kind: 'ROADMAP'; steps: { title: string; text: string; when: string }[] }
  | { kind: 'TEAM'; members: FolioMember[] }
  | { kind: 'COLUMN'; columns: FolioPart[] }
  | { kind: 'ROW'; rows: FolioPart[] }
  | { kind: 'CAROUSEL'; slides: { picture: Media; caption: string; link: string }[] }
)

/** The page of a creator. */
export interface Folio extends SocialLinks {
  /** The name of the creator, as the team granted it. */
  name: string
  user_id: number
  title: string
  /** Plain text with line breaks. */
  about: string
  image: Media | null
  /** `type` is the content type, which browsers play. */
  video: { id: string; url: string; type: string } | null
  /** Shown until the video plays. */
  video_thumbnail: Media | null
  effect: Effect
  primary_color: Swatch
  secondary_color: Swatch
  sections: FolioSection[]
  /** Number of the save; 0 if nothing was saved yet. */
  version: number
  /** When it was saved, UTC seconds; null if nothing was saved yet. */
  saved: number | null
  /** Whether the home page shows the creator. */
  is_promoted: boolean
  /** When the creator was granted, UTC seconds; null if it is damaged. */
  since: number | null
}

/** Response of getFolio and getFolioVersion. */
export interface FolioAnswer {
  folio: Folio
}

/** Response of addFolio. `saved` is in UTC seconds. */
export interface SavedFolio {
  version: number
  saved: number
}

/** Response of getFolioVersions: the saves that are kept, newest first. */
export interface FolioVersions {
  versions: { version: number; saved: number; title: string }[]
}
