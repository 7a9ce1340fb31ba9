import { createStore } from '../ui/store.ts'

/** The event of Chromium that lets a page open the browser's own install dialog. */
export interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

/** How this browser can install the app: with its own dialog, or by hand from the share menu (iPhone and iPad). */
export type InstallOffer = { prompt: InstallPrompt } | 'by-hand'

/** The offer that is on screen, or null. */
export const installOffer = createStore<InstallOffer | null>(null)

/** The prompt of this page load. The browser sends it once, maybe before the code that uses it is loaded. */
export let installPrompt: InstallPrompt | undefined

/** Keeps the browser's prompt, and stops its own bar from appearing at the first visit. */
export function catchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt = event as InstallPrompt
    dispatchEvent(new Event('installable'))
  })
}
