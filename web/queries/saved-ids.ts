import { queryOptions } from '@tanstack/react-query'
import { listings, queryClient } from '../lib/api.ts'
import { firstKeys } from '../lib/first-keys.ts'

// Separate from saved-lists.ts, because the first page loads this file.

/** The ids of all listings that the viewer has saved: one call marks every card. For signed-in members only. */
export const savedIdsQuery = queryOptions({
  queryKey: firstKeys.savedIds,
  queryFn: async () => (await (await listings.getSavedIds.$get()).json()).ids,
  staleTime: 300_000,
})

/**
 * Shows a listing as saved or not, on every card. Returns whether the other ids are known; if not, load them after the change with
 * {@link loadSavedIds}.
 */
export function markSaved(id: number, isSaved: boolean): boolean {
  // An older answer that is still on its way would undo the change on screen.
  void queryClient.cancelQueries({ queryKey: firstKeys.savedIds })
  const updatedAt = queryClient.getQueryState(firstKeys.savedIds)?.dataUpdatedAt ?? 0
  queryClient.setQueryData(savedIdsQuery.queryKey, (ids = []) => [...ids.filter((one) => one !== id), ...(isSaved ? [id] : [])], {
    updatedAt,
  })
  return updatedAt > 0
}

/** Loads the ids again. */
export const loadSavedIds = (): Promise<void> => queryClient.refetchQueries({ queryKey: firstKeys.savedIds })
