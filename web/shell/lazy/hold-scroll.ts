/** After this time (milliseconds), a page that has not become tall enough stays where it is. */
const LONGEST = 10_000
/** Events that say that the reader scrolls, or has started something else. */
const EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'popstate'] as const

/** Scrolls to a position whenever the page grows, until the position is reached or the reader does something. */
export function holdScroll(top: number): void {
  const observer = new ResizeObserver(() => {
    scrollTo(0, top)
    if (scrollY >= top - 1) stop()
  })
  const timer = setTimeout(stop, LONGEST)
  function stop() {
    observer.disconnect()
    clearTimeout(timer)
    for (const event of EVENTS) removeEventListener(event, stop)
  }
  for (const event of EVENTS) addEventListener(event, stop, { passive: true })
  observer.observe(document.body)
}
