import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** How long a finger must stay on an element to open its menu (ms). */
const LONG_PRESS_MS = 500

/**
 * Opens a menu by a right click, the key for it, or a long press, which then follows no link. With `isTouchOnly` only by a long press, and
 * not on a link: the browser's own menu is needed to copy a selection or an address.
 */
export function useContextMenu(open: () => void, isTouchOnly = false) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHeld = useRef(false)
  const isTouch = useRef(false)
  const isNative = (event: MouseEvent) =>
    isTouchOnly && (!isTouch.current || (event.target as Element).closest('a, button, video, audio') !== null)
  const stop = () => clearTimeout(timer.current)
  return {
    onContextMenu: (event: MouseEvent) => {
      if (isNative(event)) return
      event.preventDefault()
      stop()
      isHeld.current = false
      open()
    },
    // Safari on phones has no event for a long press.
    onPointerDown: (event: PointerEvent) => {
      isHeld.current = false
      isTouch.current = event.pointerType === 'touch'
      if (!isTouch.current || isNative(event)) return
      stop()
      timer.current = setTimeout(() => {
        isHeld.current = true
        open()
      }, LONG_PRESS_MS)
    },
    onPointerUp: stop,
    onPointerMove: (event: PointerEvent) => {
      if (Math.hypot(event.movementX, event.movementY) > 3) stop()
    },
    onPointerCancel: stop,
    onClickCapture: (event: MouseEvent) => {
      if (isHeld.current && (event.target as Element).closest('a')) event.preventDefault()
      isHeld.current = false
    },
  }
}
