import { readStored, store } from '../lib/storage.ts'
import { createStore } from '../ui/store.ts'
import { useViewer, type Viewer } from './viewer.ts'

/** The dialogs any page may open by name; `shell/dialogs.tsx` says what each one is. */
export type DialogName = 'login' | 'terms' | 'email' | 'purpose' | 'menu' | 'about' | 'carrots' | 'chain'

/** What each of them gets. */
export interface DialogProps {
  onClose: () => void
}

/** The open dialog, or null. */
export const openedDialog = createStore<{ name: DialogName; then?: () => void } | null>(null)

/** Opens a dialog; `then` runs once somebody is logged in and has accepted the terms, and is dropped when they close it. */
export const openDialog = (name: DialogName, then?: () => void): void => openedDialog.set({ name, then })
export const closeDialog = (): void => openedDialog.set(null)
/** Whether one of them is open: a page with a dialog of its own waits with it. */
export const useDialogOpen = (): boolean => openedDialog.use() !== null

const DISMISSED = 'warren.email'
let dismissed = false
/** Hides the request for an e-mail address: as long as the page is open, with a user id in this browser for good. */
export function dismissEmailPrompt(userId?: number): void {
  dismissed = true
  if (userId) store(DISMISSED, String(userId))
}
/** Whether to ask this person for an e-mail address. */
export const needsEmail = (viewer: Viewer): boolean =>
  !viewer.emailVerified && !dismissed && readStored(DISMISSED) !== String(viewer.user_id)

/** What needs a seller (profile, publishing): `gate(() => navigate(...))` runs it at once, or after login and terms. */
export function useGate(): (then: () => void) => void {
  const viewer = useViewer()
  return (then) => (viewer?.creator ? then() : openDialog(viewer ? 'terms' : 'login', then))
}
