import { useSyncExternalStore } from 'react'
import { readStored, store } from '../lib/storage.ts'
import { createStore } from '../ui/store.ts'
import { DESKTOP, nextSide, parseSide, type Side } from './layout.ts'

const STORAGE_KEY = 'warren.side'
const side = createStore(parseSide(readStored(STORAGE_KEY)))

/** Changes the sidebar to its next state, and stores it. */
export function cycleSidebar(): void {
  const next = nextSide(side.get())
  side.set(next)
  store(STORAGE_KEY, String(next))
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
