import { createStore } from '../ui/store.ts'
import { useViewer } from './viewer.ts'

/** The dialogs that any page may open by name. Their components are in `shell/lazy/DialogHost.tsx`. */
export type DialogName = 'login' | 'signUp' | 'terms' | 'email' | 'purpose' | 'menu' | 'about' | 'carrots' | 'chain' | 'saveTo' | 'sponsor'

/** The props of each dialog. */
export interface DialogProps {
  onClose: () => void
}

/** The open dialog, or null. */
export const openedDialog = createStore<{ name: DialogName; then?: () => void } | null>(null)

/** Opens a dialog. `then` runs once the viewer is logged in and has accepted the terms; closing the login or the terms discards it. */
export const openDialog = (name: DialogName, then?: () => void): void => openedDialog.set({ name, then })
export const closeDialog = (): void => openedDialog.set(null)
/** Whether one of these dialogs is open. A page with its own dialog waits until the open one is closed. */
export const useDialogOpen = (): boolean => openedDialog.use() !== null

/** For actions of sellers (profile, publishing): `gate(() => navigate(...))` runs the action at once, or after login and terms. */
export function useGate(): (then: () => void) => void {
  const viewer = useViewer()
  return (then) => (viewer?.creator ? then() : openDialog(viewer ? 'terms' : 'login', then))
}
