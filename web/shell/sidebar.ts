import { useSyncExternalStore } from 'react'
import { storeChoice } from '../lib/i18n.ts'
import { createStore } from '../ui/store.ts'
import { DESKTOP, nextSide, parseSide, type Side } from './layout.ts'

/**
 * The chosen state. The edge writes the cookie's choice into `<html>`, so that the page leaves space for the sidebar from its first paint on.
 */
const side = createStore<Side>(import.meta.env.SSR ? 0 : parseSide(document.documentElement.dataset.side))

/** Changes the sidebar to its next state, and stores it. */
export function cycleSidebar(): void {
  const next = nextSide(side.get())
  side.set(next)
  document.documentElement.dataset.side = String(next)
  storeChoice('side', next ? String(next) : '')
}

const wideWindow = () => matchMedia(`(min-width: ${DESKTOP}px)`)
const watchWide = (listener: () => void) => {
  const query = wideWindow()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window is wide enough for the sidebar; narrower windows have the menu. */
export const isWideWindow = (): boolean => wideWindow().matches

/** `isWideWindow()`, and renders again when it changes. False on a server. */
export const useIsWideWindow = (): boolean => useSyncExternalStore(watchWide, isWideWindow, () => false)

/** The visible state of the sidebar: hidden in narrow windows, otherwise as chosen. */
export function useSidebarState(): Side {
  const chosen = side.use()
  return useIsWideWindow() ? chosen : 0
}
