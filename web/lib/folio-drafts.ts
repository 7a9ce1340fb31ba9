import { store } from './storage.ts'

/** Where the draft of a creator's page is stored on the device. Not in the editor, because a logout deletes it, too. */
const PREFIX = 'draft/folio/'

export const folioDraftKey = (userId: number) => `${PREFIX}${userId}`

/** The keys of the stored drafts; none if the browser stores nothing. */
function storedKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    return []
  }
}

/**
 * Deletes the drafts of creators' pages on this device, at a logout all, and when a member opens the site those of others: a session can
 * end without a logout, and the next person at this device may be somebody else.
 */
export function clearFolioDrafts(exceptUserId?: number): void {
  for (const key of storedKeys()) if (exceptUserId === undefined || key !== folioDraftKey(exceptUserId)) store(key, null)
}
