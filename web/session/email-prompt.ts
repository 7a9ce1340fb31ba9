import { readStored, store } from '../lib/storage.ts'
import type { Viewer } from './viewer.ts'

const DISMISSED = 'warren.email'
let dismissed = false
/** Hides the request for an e-mail address: while the page is open, or with a user id permanently in this browser. */
export function dismissEmailPrompt(userId?: number): void {
  dismissed = true
  if (userId) store(DISMISSED, String(userId))
}
/** Whether to ask the viewer for an e-mail address. */
export const needsEmail = (viewer: Viewer): boolean =>
  !viewer.emailVerified && !dismissed && readStored(DISMISSED) !== String(viewer.user_id)
