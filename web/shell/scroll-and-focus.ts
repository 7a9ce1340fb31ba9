import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { readStored, store } from '../lib/storage.ts'
import type { PageEntry } from '../page-entry.ts'

/** Key of the positions in the tab's storage. */
const STORED = 'scroll'
/** The scroll position at each address (path and query), restored when the user goes back or forward, also after a reload. */
const positions = new Map<string, number>()

function readPositions(): void {
  try {
    for (const [address, top] of JSON.parse(readStored(STORED, 'sessionStorage') ?? '[]') as [string, number][]) positions.set(address, top)
  } catch {
    // Not written by this version: the pages start at their top.
  }
}
const storePositions = () => store(STORED, JSON.stringify([...positions].slice(-50)), 'sessionStorage')

/** Scrolls to a position. If the page is not tall enough yet, because its data is still loading, it scrolls there as soon as it is. */
function restore(top: number): void {
  scrollTo(0, top)
  // Without this file, the page stays at its end.
  if (scrollY < top - 1)
    import('./lazy/hold-scroll.ts').then(
      ({ holdScroll }) => holdScroll(top),
      () => {},
    )
}

/**
 * Scrolls and moves the focus as a full page load would: a new page starts at its top and has the focus; going back or forward restores the
 * scroll position, also between two states of one page that differ in the query of the address.
 */
export function useScrollAndFocus(
  pathname: string,
  search: string,
  { page, Page }: { page: Pick<PageEntry, 'keepsScroll'>; Page: unknown },
  main: RefObject<HTMLElement | null>,
): void {
  const shown = useRef({ pathname, search, Page })
  /** The position of the page to which the user is going back. */
  const back = useRef<number>(undefined)
  useEffect(() => {
    const savePosition = () => {
      // While the next page is loaded, the position is still that of the page before.
      if (location.pathname === shown.current.pathname) positions.set(location.pathname + location.search, scrollY)
    }
    const goBack = () => {
      const top = positions.get(location.pathname + location.search)
      if (location.pathname !== shown.current.pathname) back.current = top ?? 0
      // A dialog or a place on the page leaves the address as it is: the browser scrolls.
      else if (top !== undefined && location.search.slice(1) !== shown.current.search) requestAnimationFrame(() => restore(top))
    }
    readPositions()
    addEventListener('scroll', savePosition, { passive: true })
    addEventListener('popstate', goBack)
    addEventListener('pagehide', storePositions)
    return () => {
      removeEventListener('scroll', savePosition)
      removeEventListener('popstate', goBack)
      removeEventListener('pagehide', storePositions)
    }
  }, [])
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { pathname, search, Page }
    const same = before.Page === Page
    if (before.pathname === pathname) return
    if (!(same && page.keepsScroll)) {
      restore(back.current ?? 0)
      if (!same) main.current?.focus({ preventScroll: true })
    }
    back.current = undefined
  }, [pathname, search, Page, page.keepsScroll, main])
}
