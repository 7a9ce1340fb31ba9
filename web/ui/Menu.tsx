import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import './icons.ts'
import css from './Menu.module.css'

/** How long a menu that the pointer has opened stays open after the pointer has left it (ms). */
const CLOSE_DELAY_MS = 200

/**
 * A button with a panel of links and buttons below it. Esc, a click outside and a press on an item close it; arrow keys move between items.
 */
export function Menu({
  label,
  button,
  children,
  before,
  look,
  startOpen,
  hover,
  onOpen,
}: {
  label: string
  button: ReactNode
  children: ReactNode
  /** Shown before the button, as part of the menu. */
  before?: ReactNode
  /** A class for the button, instead of the default one. */
  look?: string
  /** Opens when it is mounted, with the focus on its button. */
  startOpen?: boolean
  /** A mouse opens it by hovering; touch and keys use the button. */
  hover?: boolean
  onOpen?: () => void
}) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!startOpen || panel.current?.matches(':popover-open')) return
    opener.current?.focus()
    opener.current?.click()
  }, [startOpen])

  // The browser opens the panel also before the code of the page runs, which then gets no event.
  useEffect(() => {
    if (panel.current?.matches(':popover-open')) onOpen?.()
  }, [onOpen])

  const isOpen = () => panel.current!.matches(':popover-open')
  // Opens by a click, so that the browser connects the panel to its button.
  const open = () => {
    if (!isOpen()) opener.current!.click()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || (event.target as Element).matches('select, input')) return
    event.preventDefault()
    open()
    const items = [...panel.current!.querySelectorAll<HTMLElement>('a, button')]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items[(Math.max(at, step < 0 ? 0 : -1) + step + items.length) % items.length]?.focus()
  }
  const hoverHandlers = useHover(hover, open, panel, opener)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys only move focus among the real controls inside
    <div className={css.menu} onKeyDown={onKeyDown} {...hoverHandlers}>
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: clicks on the controls inside bubble up to here */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a control is a click too */}
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={css.panel}
        onToggle={(event) => event.newState === 'open' && onOpen?.()}
        onClick={(event) => {
          if ((event.target as Element).closest('a, button')) panel.current?.hidePopover()
        }}
      >
        {children}
      </div>
    </div>
  )
}

/** Opens the menu while the mouse is over it, if `enabled`. */
function useHover(
  enabled: boolean | undefined,
  open: () => void,
  panel: RefObject<HTMLDivElement | null>,
  opener: RefObject<HTMLButtonElement | null>,
) {
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A mouse that does not move also enters what appears under it, as when a dialog above it is closed.
  const hasEntered = useRef(false)
  const onPointerEnter = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(closeTimer.current)
    hasEntered.current = true
  }
  const onPointerMove = () => {
    if (!hasEntered.current) return
    hasEntered.current = false
    open()
    // A click does not close a menu that hovering has opened.
    opener.current!.popoverTargetAction = 'show'
  }
  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    hasEntered.current = false
    opener.current!.popoverTargetAction = 'toggle'
    // Stays open while the focus is inside.
    closeTimer.current = setTimeout(() => panel.current?.contains(document.activeElement) || panel.current?.hidePopover(), CLOSE_DELAY_MS)
  }
  return enabled ? { onPointerEnter, onPointerMove, onPointerLeave } : {}
}
