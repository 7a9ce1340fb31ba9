import { safeParse } from 'valibot'
import { type Folio, type FolioSection, folioRequest, SECTION_KINDS, type SectionKind } from '../../../workers/creators/folios.schema.ts'
import { clearFolioDrafts, folioDraftKey } from '../../lib/folio-drafts.ts'
import { store } from '../../lib/storage.ts'
import { readJson } from '../../lib/stored-json.ts'

/** An entry of a section with a key that stays the same while entries move. The key is not sent. */
export type Keyed<Entry> = Entry & { key: string }
type SectionOf<Kind extends SectionKind> = Extract<FolioSection, { kind: Kind }>
export type Step = Keyed<SectionOf<'ROADMAP'>['steps'][number]>
export type Member = Keyed<SectionOf<'TEAM'>['members'][number]>
export type Part = Keyed<SectionOf<'COLUMN'>['columns'][number]>
export type Slide = SectionOf<'CAROUSEL'>['slides'][number]

/** A section in the editor. */
export type DraftSection = { id: string; title: string } & (
  | Pick<SectionOf<'FULL_PAGE'>, 'kind' | 'text' | 'picture'>
  | { kind: 'ROADMAP'; steps: Step[] }
  | { kind: 'TEAM'; members: Member[] }
  | { kind: 'COLUMN'; columns: Part[] }
  | { kind: 'ROW'; rows: Part[] }
  | { kind: 'CAROUSEL'; slides: Slide[] }
)
export type DraftOf<Kind extends SectionKind> = Extract<DraftSection, { kind: Kind }>

/** What a save contains, with whole pictures instead of their ids, so that the preview can show them. */
export type FolioDraft = Pick<
  Folio,
  'title' | 'about' | 'image' | 'video' | 'video_thumbnail' | 'effect' | 'primary_color' | 'secondary_color'
> & { sections: DraftSection[] }

const newKey = (): string => crypto.randomUUID()
const withKey = <Entry>(entry: Entry): Keyed<Entry> => ({ ...entry, key: newKey() })

export const blankStep = (): Step => withKey({ title: '', text: '', when: '' })
export const blankMember = (): Member => withKey({ name: '', role: '', text: '', picture: null, link: '' })
export const blankPart = (): Part => withKey({ title: '', text: '', picture: null })

/** A new section of a kind, with as many empty entries as usual. */
export function blankSection(kind: SectionKind): DraftSection {
  const head = { id: newKey(), title: '' }
  switch (kind) {
    case 'FULL_PAGE':
      return { ...head, kind, text: '', picture: null }
    case 'ROADMAP':
      return { ...head, kind, steps: [blankStep()] }
    case 'TEAM':
      return { ...head, kind, members: [blankMember()] }
    case 'COLUMN':
      return { ...head, kind, columns: [blankPart(), blankPart()] }
    case 'ROW':
      return { ...head, kind, rows: [blankPart()] }
    case 'CAROUSEL':
      return { ...head, kind, slides: [] }
  }
}

function draftOfSection(section: FolioSection): DraftSection {
  switch (section.kind) {
    case 'ROADMAP':
      return { ...section, steps: section.steps.map(withKey) }
    case 'TEAM':
      return { ...section, members: section.members.map(withKey) }
    case 'COLUMN':
      return { ...section, columns: section.columns.map(withKey) }
    case 'ROW':
      return { ...section, rows: section.rows.map(withKey) }
    default:
      return section
  }
}

/** The content of a save, to be edited. */
export const draftOf = (folio: Folio): FolioDraft => ({
  title: folio.title,
  about: folio.about,
  image: folio.image,
  video: folio.video,
  video_thumbnail: folio.video_thumbnail,
  effect: folio.effect,
  primary_color: folio.primary_color,
  secondary_color: folio.secondary_color,
  sections: folio.sections.map(draftOfSection),
})

const idOf = (picture: { id: string } | null) => picture?.id ?? null
const bodyOfParts = (parts: Part[]) => parts.map(({ title, text, picture }) => ({ title, text, picture: idOf(picture) }))

/** A section as it is sent. */
function bodyOfSection(section: DraftSection) {
  const { id, title } = section
  switch (section.kind) {
    case 'FULL_PAGE':
      return { id, title, kind: section.kind, text: section.text, picture: idOf(section.picture) }
    case 'ROADMAP':
      return {
        id,
        title,
        kind: section.kind,
        steps: section.steps.map((step) => ({ title: step.title, text: step.text, when: step.when })),
      }
    case 'TEAM':
      return {
        id,
        title,
        kind: section.kind,
        members: section.members.map(({ name, role, text, picture, link }) => ({ name, role, text, picture: idOf(picture), link })),
      }
    case 'COLUMN':
      return { id, title, kind: section.kind, columns: bodyOfParts(section.columns) }
    case 'ROW':
      return { id, title, kind: section.kind, rows: bodyOfParts(section.rows) }
    case 'CAROUSEL':
      return {
        id,
        title,
        kind: section.kind,
        slides: section.slides.map(({ picture, caption, link }) => ({ picture: picture.id, caption, link })),
      }
  }
}

/** The body of addFolio for a draft that started with a version. */
const bodyOf = ({ image, video, video_thumbnail, sections, ...draft }: FolioDraft, name: string, version: number) => ({
  ...draft,
  name,
  version,
  image: idOf(image),
  video: idOf(video),
  video_thumbnail: idOf(video_thumbnail),
  sections: sections.map(bodyOfSection),
})

/** A rule that a field breaks. The path of a field is like `sections.0.steps.2.title`. */
export interface FolioFault {
  field: string
  rule: string
}

/** Checks a draft by the rules of the server: the body to send, or what must be changed first. */
export function checkDraft(draft: FolioDraft, name: string, version: number) {
  const parsed = safeParse(folioRequest, bodyOf(draft, name, version))
  if (parsed.success) return { body: parsed.output, faults: [] as FolioFault[] }
  const faults = parsed.issues.map(
    ({ path, message }): FolioFault => ({ field: path?.map(({ key }) => String(key)).join('.') ?? '', rule: message }),
  )
  return { body: null, faults }
}

/** A draft on this device, and the version that it started with. */
export interface StoredDraft {
  version: number
  draft: FolioDraft
}

/** Whether the value can be a section: a section of an unknown kind would break the editor. */
const isSection = (value: unknown) => SECTION_KINDS.includes((value as DraftSection | null)?.kind as SectionKind)

/**
 * The draft that a member has left on this device; null without one. `saved` fills in what an older draft does not have. Drafts of other
 * members are deleted.
 */
export function readFolioDraft(userId: number, saved: FolioDraft): StoredDraft | null {
  clearFolioDrafts(userId)
  const stored = readJson<StoredDraft>(folioDraftKey(userId))
  if (!stored?.draft || !Number.isSafeInteger(stored.version) || !Array.isArray(stored.draft.sections)) return null
  return { version: stored.version, draft: { ...saved, ...stored.draft, sections: stored.draft.sections.filter(isSection) } }
}

/** Stores the draft on this device; null deletes it. Returns whether the browser did so. */
export const storeFolioDraft = (userId: number, stored: StoredDraft | null): boolean =>
  store(folioDraftKey(userId), stored && JSON.stringify(stored))

/** Calls `onGone` when another tab of this browser deletes the stored draft, because it has published its own. */
export function onDraftGone(userId: number, onGone: () => void): () => void {
  const look = ({ key, newValue }: StorageEvent) => {
    if (key === folioDraftKey(userId) && newValue === null) onGone()
  }
  addEventListener('storage', look)
  return () => removeEventListener('storage', look)
}
