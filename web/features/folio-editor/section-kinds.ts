import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SectionKind } from '../../../workers/creators/folios.schema.ts'
import type { DraftSection } from './folio-draft.ts'

/** The name of each kind of section, and what it is for. */
export const KIND_TEXTS: Record<SectionKind, { name: MessageDescriptor; text: MessageDescriptor }> = {
  FULL_PAGE: { name: msg`Full page`, text: msg`A wide picture and a long text, such as a story.` },
  ROADMAP: { name: msg`Roadmap`, text: msg`Steps in their order: what you have done, and what comes next.` },
  TEAM: { name: msg`Team`, text: msg`The people behind your work.` },
  COLUMN: { name: msg`Columns`, text: msg`Two to four short texts side by side, each with a picture.` },
  ROW: { name: msg`Rows`, text: msg`Pictures beside texts, one below the other.` },
  CAROUSEL: { name: msg`Carousel`, text: msg`Pictures to leaf through, each with a caption.` },
}

/** The name of a section in the editor: its kind, and its title if it has one. */
export function sectionName(i18n: I18n, { kind, title }: DraftSection): string {
  const name = i18n._(KIND_TEXTS[kind].name)
  return title ? `${name}: ${title}` : name
}
