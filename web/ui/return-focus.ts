/** What receives the focus instead of a control that is gone: an element marked for this, or a heading. */
const LANDMARKS = ['[data-focus-fallback]', 'h1, h2, h3, h4']

/** The focused element with its ancestors, the innermost first; empty if nothing has the focus. */
export function focusPath(): Element[] {
  const path: Element[] = []
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) path.push(at)
  return path
}

const hasLostFocus = () => document.activeElement === null || document.activeElement === document.body

/** The element of the nearest remaining ancestor that stands for what was there. */
function findLandmark(path: readonly Element[]): HTMLElement | null {
  for (const ancestor of path) {
    if (!ancestor.isConnected) continue
    for (const selector of LANDMARKS) {
      const found = [...ancestor.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility())
      if (found) return found
    }
  }
  return null
}

/** Focuses an element that no key reaches. It is scrolled into view only for people who use keys. */
function focusLandmark(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
  if (element.matches(':focus-visible')) element.scrollIntoView({ block: 'nearest' })
}

/**
 * Keeps the focus where somebody was before a dialog, whose `path` is {@link focusPath}, after it has closed: on the control that opened
 * it. If that is gone, or goes while it has the focus, because the step is done, on the nearest element that stands for it.
 */
export function returnFocus(path: readonly Element[]): void {
  const [opener] = path as HTMLElement[]
  if (!opener) return
  const focusNearest = () => {
    const landmark = hasLostFocus() && findLandmark(path)
    if (landmark) focusLandmark(landmark)
  }
  // After the commit in which the dialog closes, because several dialogs, or the dialog and its opener, may go in one.
  queueMicrotask(() => {
    if (hasLostFocus()) opener.focus({ preventScroll: true })
    focusNearest()
    if (document.activeElement !== opener) return
    const observer = new MutationObserver(() => {
      if (document.activeElement === opener) return
      observer.disconnect()
      if (!opener.isConnected) focusNearest()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}
