import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import './icons.ts'
import css from './Menu.module.css'

/** How long the pointer may be away before a menu it opened closes (ms). */
const AWAY_MS = 200

/**
 * A button with a small panel below it. Esc and a click elsewhere close it; arrows walk through what is inside.
 * Put links and buttons inside; a press on one closes the panel.
 */
export function Menu({
  label,
  button,
  children,
  before,
  look,
  startOpen,
  hover,
}: {
  label: string
  button: ReactNode
  children: ReactNode
  /** Stands before the button and belongs to it. */
  before?: ReactNode
  /** A class for the button, in place of its own look. */
  look?: string
  /** Opens as soon as it is there, with the focus on its button. */
  startOpen?: boolean
  /** A mouse opens it by coming near; fingers and keys use the button as ever. */
  hover?: boolean
}) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const away = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (!startOpen || panel.current?.matches(':popover-open')) return
    opener.current?.focus()
    opener.current?.click()
  }, [startOpen])

  const isOpen = () => panel.current!.matches(':popover-open')
  // By a press, so that the browser knows which button the panel belongs to.
  const open = () => {
    if (!isOpen()) opener.current!.click()
  }
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || (event.target as Element).matches('select, input')) return
    event.preventDefault()
    open()
    const items = [...panel.current!.querySelectorAll<HTMLElement>('a, button')]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items[(Math.max(at, step < 0 ? 0 : -1) + step + items.length) % items.length]?.focus()
  }
  const come = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(away.current)
    open()
    // What the pointer has opened, a press does not close.
    opener.current!.popoverTargetAction = 'show'
  }
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    opener.current!.popoverTargetAction = 'toggle'
    // Not from under somebody's keys.
    away.current = setTimeout(() => panel.current?.contains(document.activeElement) || panel.current?.hidePopover(), AWAY_MS)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys only move focus among the real controls inside
    <div className={css.menu} onKeyDown={walk} onPointerEnter={hover ? come : undefined} onPointerLeave={hover ? leave : undefined}>
      {before}
      <button
        type="button"
        ref={opener}
        className={look ?? css.button}
        popoverTarget={id}
        aria-label={label}
        title={hover ? undefined : label}
      >
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
