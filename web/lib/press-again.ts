/** How long the new buttons of a section are waited for (ms). */
const LONGEST_WAIT = 15_000

const labelOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent

/**
 * Presses the button of the section `id` that takes the place of one that was pressed in `old`, the HTML of the server, which reacts to
 * nothing. It is the one with the same label, at the same place among those with this label.
 */
export function pressAgain(id: string, pressed: Element, old: Element): void {
  const button = pressed.closest('button')
  if (!button) return
  const label = labelOf(button)
  const alike = (among: Element) => [...among.querySelectorAll('button')].filter((other) => labelOf(other) === label)
  const place = alike(old).indexOf(button)
  const press = () => {
    const section = document.getElementById(id)
    const next = section && !old.contains(section) ? alike(section)[place] : undefined
    next?.focus()
    next?.click()
    return Boolean(next)
  }
  if (press()) return
  const watching = new MutationObserver(() => press() && watching.disconnect())
  watching.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watching.disconnect(), LONGEST_WAIT)
}
