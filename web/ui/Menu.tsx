import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import css from './Menu.module.css'

/**
 * A button with a small panel below it. Esc and a click elsewhere close it; arrows walk through what is inside.
 * Put links and buttons inside; a press on one closes the panel.
 */
export function Menu({ label, button, children, name }: { label: string; button: ReactNode; children: ReactNode; name?: string }) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const items = [...panel.current!.querySelectorAll<HTMLElement>('a, button')]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items[(at + step + items.length) % items.length]?.focus()
  }
  return (
    <div className={css.menu}>
      <button type="button" className={name ?? css.button} popoverTarget={id} aria-label={label} title={label}>
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys only move focus among the real controls inside */}
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={css.panel}
        onKeyDown={walk}
        onClick={(event) => {
          if ((event.target as Element).closest('a, button')) panel.current?.hidePopover()
        }}
      >
        {children}
      </div>
    </div>
  )
}
