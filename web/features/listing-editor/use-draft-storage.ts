import { useEffect, useRef, useState } from 'react'
import type { Listing } from '../../../workers/listings/listings.schema.ts'
import { type Draft, readDraft, storeDraft } from './draft.ts'
import type { Editing, EditorProps } from './editor-types.ts'

/**
 * The draft of a form, stored on the device with every change. It starts with the stored draft of an earlier visit, or else with the
 * listing or an empty draft. `forget` deletes the stored draft, once the listing is saved or deleted.
 */
export function useDraftStorage<D extends Draft, L extends Listing>(
  { listType, draftOf, empty }: Editing<D, L>,
  { viewer, listing, kind, country }: EditorProps<L>,
) {
  const [start] = useState<D>(() => {
    const fresh = listing ? draftOf(listing) : { ...empty(kind ?? 'FREELANCE'), country }
    const stored = readDraft<D>(viewer.user_id, listType, listing?.id, listing?.updatedAt)
    // If the stored draft is of another kind, its category does not exist for this one.
    const other =
      kind && stored?.kind && !listing && stored.kind !== kind ? { kind, category: '', subCategory: '', local: fresh.local } : {}
    return { ...fresh, ...stored, ...other }
  })
  const [draft, setDraft] = useState(start)
  const isOver = useRef(false)
  const save = (value: D | null) => storeDraft(viewer.user_id, listType, listing?.id, listing?.updatedAt, value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed draft is stored
  useEffect(() => {
    if (draft !== start && !isOver.current) save(draft)
  }, [draft, start])
  const forget = () => {
    isOver.current = true
    save(null)
  }
  return { start, draft, change: (changes: Partial<D>) => setDraft((old) => ({ ...old, ...changes })), forget }
}
