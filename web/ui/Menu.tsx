import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import css from './Menu.module.css'

/**
 * A button with a small panel below it. Esc and a click elsewhere close it; arrows walk through what is inside.
 * Put links and buttons inside; a press on one closes the panel.
 */
export function Menu({
  label,
  button,
  children,
  look,
  startOpen,
}: {
  label: string
  button: ReactNode
  children: ReactNode
  /** A class for the button, in place of its own look. */
  look?: string
  /** Opens as soon as it is there, with the focus on its button. */
  startOpen?: boolean
}) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!startOpen || panel.current?.matches(':popover-open')) return
    opener.current?.focus()
    opener.current?.click()
  }, [startOpen])
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    // By a press, so that the browser knows which button the panel belongs to.
    if (!panel.current!.matches(':popover-open')) opener.current!.click()
    const items = [...panel.current!.querySelectorAll<HTMLElement>('a, button')]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items[(Math.max(at, step < 0 ? 0 : -1) + step + items.length) % items.length]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys only move focus among the real controls inside
    <div className={css.menu} onKeyDown={walk}>
      <button type="button" ref={opener} className={look ?? css.button} popoverTarget={id} aria-label={label} title={label}>
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on a control inside arrives here */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a control is a click too */}
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={css.panel}
        onClick={(event) => {
          if ((event.target as Element).closest('a, button')) panel.current?.hidePopover()
        }}
      >
        {children}
      </div>
    </div>
  )
}
