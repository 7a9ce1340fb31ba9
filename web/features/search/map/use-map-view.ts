import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { fitted, moved, type Size, type View, zoomed } from './view.ts'

/** Pixels that a press moves before it counts as dragging and not as a click. */
const DRAG_DISTANCE = 4
/** Pixels that an arrow key moves the map, and the factor of a step of the zoom. */
const [STEP, ZOOM] = [80, 1.8]
/** How much a turn of the wheel zooms, for each pixel that it would scroll. */
const WHEEL = 0.0022

const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: STEP, y: 0 },
  ArrowRight: { x: -STEP, y: 0 },
  ArrowUp: { x: 0, y: STEP },
  ArrowDown: { x: 0, y: -STEP },
}

/** The size of an element; null until it is known. */
function useSize(box: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      if (width && height) setSize({ width, height })
    })
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [box])
  return size
}

/**
 * The view of a map in an element, and handlers for dragging, pinching and keys. It shows all `places` until somebody moves it. The wheel
 * zooms with Ctrl or Cmd, which is also how browsers report pinching on a touch pad; without, it scrolls the page.
 */
export function useMapView(box: RefObject<HTMLElement | null>, places: readonly { latitude: number; longitude: number }[]) {
  const size = useSize(box)
  const [chosen, setView] = useState<View | null>(null)
  const view = size && (chosen ?? fitted(places, size))
  const now = useRef({ view, size })
  now.current = { view, size }
  const change = (next: (view: View, size: Size) => View) => {
    const { view, size } = now.current
    if (!view || !size) return
    now.current.view = next(view, size)
    setView(now.current.view)
  }
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const start = useRef<{ x: number; y: number } | null>(null)

  useEffect(() => {
    const element = box.current!
    const zoomByWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey && !element.closest('dialog:modal')) return
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const { view, size } = now.current
      if (view && size) setView(zoomed(view, Math.exp(-event.deltaY * WHEEL), size, { x: event.clientX - left, y: event.clientY - top }))
    }
    // React's listeners cannot prevent scrolling.
    element.addEventListener('wheel', zoomByWheel, { passive: false })
    return () => element.removeEventListener('wheel', zoomByWheel)
  }, [box])

  const zoom = (factor: number) => change((view, size) => zoomed(view, factor, size))
  const end = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId)
    start.current = null
  }
  return {
    view,
    size,
    zoomIn: () => zoom(ZOOM),
    zoomOut: () => zoom(1 / ZOOM),
    showAll: () => setView(null),
    /** Shows these places as large as possible. */
    show: (some: readonly { latitude: number; longitude: number }[]) => change((_, size) => fitted(some, size)),
    handlers: {
      onPointerDown(event: PointerEvent) {
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        start.current = { x: event.clientX, y: event.clientY }
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const before = pointers.current.get(event.pointerId)
        if (!before) return
        const here = { x: event.clientX, y: event.clientY }
        if (start.current && Math.hypot(here.x - start.current.x, here.y - start.current.y) < DRAG_DISTANCE) return
        start.current = null
        // From here on, no pin gets a click.
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, here)
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
        if (!other) return change((view, size) => moved(view, { x: here.x - before.x, y: here.y - before.y }, size))
        const { left, top } = event.currentTarget.getBoundingClientRect()
        const factor = Math.hypot(here.x - other.x, here.y - other.y) / (Math.hypot(before.x - other.x, before.y - other.y) || 1)
        change((view, size) => zoomed(view, factor, size, { x: other.x - left, y: other.y - top }))
      },
      onPointerUp: end,
      onPointerCancel: end,
      onKeyDown(event: { key: string; preventDefault: () => void }) {
        const arrow = ARROWS[event.key]
        if (arrow) change((view, size) => moved(view, arrow, size))
        else if (event.key === '+' || event.key === '=') zoom(ZOOM)
        else if (event.key === '-') zoom(1 / ZOOM)
        else return
        event.preventDefault()
      },
    },
  }
}
