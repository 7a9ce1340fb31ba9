import { picturesOf } from '../../../workers/listings/richtext.schema.ts'
import type { DraftSection, FolioDraft, FolioFault } from './folio-draft.ts'

/** A file that a draft uses. `field` is the path of its field, such as `sections.0.members.2.picture`. */
interface DraftFile {
  id: string
  field: string
}

/** The files of a section; the paths of their fields begin with `path`. */
function filesOfSection(section: DraftSection, path: string): DraftFile[] {
  const ofPart = ({ picture, text }: { picture: { id: string } | null; text?: string }, at: string): DraftFile[] => [
    ...(picture ? [{ id: picture.id, field: `${at}.picture` }] : []),
    ...picturesOf(text ?? '').map((id) => ({ id, field: `${at}.text` })),
  ]
  switch (section.kind) {
    case 'FULL_PAGE':
      return ofPart(section, path)
    case 'ROADMAP':
      return []
    case 'TEAM':
      return section.members.flatMap(({ picture }, i) => ofPart({ picture }, `${path}.members.${i}`))
    case 'COLUMN':
      return section.columns.flatMap((column, i) => ofPart(column, `${path}.columns.${i}`))
    case 'ROW':
      return section.rows.flatMap((row, i) => ofPart(row, `${path}.rows.${i}`))
    case 'CAROUSEL':
      return section.slides.flatMap((slide, i) => ofPart(slide, `${path}.slides.${i}`))
  }
}

/** The files of a draft, in the order of its fields. A file may be used twice. */
export const filesOfDraft = ({ image, video, video_thumbnail, sections }: FolioDraft): DraftFile[] => [
  ...Object.entries({ image, video, video_thumbnail }).flatMap(([field, file]) => (file ? [{ id: file.id, field }] : [])),
  ...sections.flatMap((section, i) => filesOfSection(section, `sections.${i}`)),
]

/** The draft without some files: the fields of pictures are empty, slides and the pictures in texts are left out. */
export function withoutFiles(draft: FolioDraft, gone: ReadonlySet<string>): FolioDraft {
  const stays = <File extends { id: string }>(file: File | null) => (file && gone.has(file.id) ? null : file)
  const cleanText = (text: string) =>
    text.replace(/<img data-media="([\w-]{22})"[^>]*>/g, (picture, id: string) => (gone.has(id) ? '' : picture))
  const cleanPart = <Part extends { picture: { id: string } | null; text: string }>(part: Part): Part => ({
    ...part,
    picture: stays(part.picture),
    text: cleanText(part.text),
  })
  const cleanSection = (section: DraftSection): DraftSection => {
    switch (section.kind) {
      case 'FULL_PAGE':
        return cleanPart(section)
      case 'ROADMAP':
        return section
      case 'TEAM':
        return { ...section, members: section.members.map((member) => ({ ...member, picture: stays(member.picture) })) }
      case 'COLUMN':
        return { ...section, columns: section.columns.map(cleanPart) }
      case 'ROW':
        return { ...section, rows: section.rows.map(cleanPart) }
      case 'CAROUSEL':
        return { ...section, slides: section.slides.filter(({ picture }) => !gone.has(picture.id)) }
    }
  }
  const video = stays(draft.video)
  return {
    ...draft,
    image: stays(draft.image),
    video,
    // The frame of a video is of no use without it.
    video_thumbnail: draft.video && !video ? null : stays(draft.video_thumbnail),
    sections: draft.sections.map(cleanSection),
  }
}

/** The faults of the fields with files that the server does not accept any more. */
export const faultsOfFiles = (draft: FolioDraft, gone: ReadonlySet<string>): FolioFault[] =>
  filesOfDraft(draft).flatMap(({ id, field }) => (gone.has(id) ? [{ field, rule: 'file_gone' }] : []))

/** The ids of files that a refused save names in its details; none if it was refused for another reason. */
export function readMissingFiles(details: unknown): string[] {
  const { ids } = (details ?? {}) as { ids?: unknown }
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
