import type { CardBase } from '../../../workers/listings/base.schema.ts'
import { htmlText } from '../../../workers/listings/richtext.schema.ts'
import { categoryLabel } from '../../../workers/listings/taxonomy.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { characters, cleanLine } from '../../../workers/shared/text.schema.ts'
import { getPictureId } from '../../../workers/uploads/media.schema.ts'
import { locale } from '../../lib/i18n.ts'
import type { ListType } from '../../lib/paths.ts'
import type { Viewer } from '../../session/viewer.ts'
import type { Draft } from './draft.ts'

const PREVIEW = 160
/** Stands for the missing city of a local draft, so that the card does not show it as online. */
const SOME_CITY = { cityId: 0, en: '…', ja: '…' }

/** The card of a draft; `title` is shown while the draft has none. */
export function cardBase(draft: Draft, viewer: Viewer, listType: ListType, title: string): CardBase {
  const text = cleanLine(htmlText(draft.description))
  const beginning = characters(text) > PREVIEW ? `${[...text].slice(0, PREVIEW).join('')}…` : text
  return {
    id: 0,
    // The language that the server will detect. Without a title, the card shows the placeholder, which has the language of the page.
    lang: draft.title.trim() ? detectLanguage(`${draft.title}\n${draft.descriptionPreview}\n${text}`) : locale(),
    category: draft.category,
    categoryLabel: categoryLabel(listType, draft.category),
    place: draft.local && draft.country ? { country: draft.country, city: draft.city ?? SOME_CITY } : null,
    title: draft.title.trim() || title,
    descriptionPreview: draft.descriptionPreview.trim() || beginning,
    price: 0,
    picture: draft.media.find((media) => getPictureId(media) !== null) ?? null,
    pictures: draft.media.filter((media) => getPictureId(media) !== null).length,
    // Not the viewer's id, because a card shows its owner the button "Edit".
    poster: { userId: 0, name: viewer.name ?? '…', title: '', image: viewer.image, country: null },
    rating: null,
    enabled: true,
    createdAt: Math.floor(Date.now() / 1000),
  }
}
