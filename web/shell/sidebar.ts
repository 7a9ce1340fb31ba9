import { useSyncExternalStore } from 'react'
import { readStored, store } from '../lib/storage.ts'
import { createStore } from '../ui/store.ts'
import { DESKTOP, nextSide, parseSide, type Side } from './layout.ts'

const KEPT = 'warren.side'
const side = createStore(parseSide(readStored(KEPT)))

/** Turns the sidebar to its next state, and remembers it. */
export function turnSide(): void {
  const next = nextSide(side.get())
  side.set(next)
  store(KEPT, String(next))
}

const wide = matchMedia(`(min-width: ${DESKTOP}px)`)
const watchWide = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether there is room for a sidebar; narrower windows have the menu in its place. */
export const useWide = (): boolean => useSyncExternalStore(watchWide, () => wide.matches)

/** The sidebar as it is on screen: hidden where there is no room for it, whatever was chosen. */
export function useSide(): Side {
  const chosen = side.use()
  return useWide() ? chosen : 0
}
