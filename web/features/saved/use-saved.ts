import { useQuery } from '@tanstack/react-query'
import type { ListingCard } from '../../../workers/listings/listings.schema.ts'
import { loadCatalog } from '../../lib/i18n.ts'
import { loadSavedIds, markSaved, savedIdsQuery } from '../../queries/saved-ids.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'

/** Of a guest. Not made again for each card. */
const notAsked = { ...savedIdsQuery, enabled: false }

/** A card or a listing. */
export type Savable = Pick<ListingCard, 'id' | 'title' | 'poster'>

/**
 * Whether the viewer has saved a listing, and the handler of the button that saves or removes it; null for the viewer's own listing. It
 * changes at once, and back if the server refuses. A guest logs in first.
 */
export function useSaved({ id, title, poster }: Savable): { isSaved: boolean; toggle: () => void } | null {
  const viewer = useViewer()
  const { data } = useQuery(viewer ? savedIdsQuery : notAsked)
  if (viewer?.user_id === poster.userId) return null
  const isSaved = Boolean(viewer && data?.includes(id))
  const change = (on: boolean) => {
    const isComplete = markSaved(id, on)
    Promise.all([import('./change-saved.ts'), loadCatalog('saved'), loadCatalog('ui')])
      .then(([{ changeSaved }]) => changeSaved({ id, title }, on))
      .catch(() => void markSaved(id, !on))
      .then(() => (isComplete ? undefined : loadSavedIds()))
  }
  return { isSaved, toggle: () => (viewer ? change(!isSaved) : openDialog('login', () => change(true))) }
}
