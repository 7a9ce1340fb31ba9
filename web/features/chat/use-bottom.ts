import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { OpenRoom } from './use-room.ts'

/** Within this distance of the end (pixels) the reader counts as being at the end. */
const NEAR = 48

const watchVisible = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * The scroll position of a room. If the reader is at the end or sends a message, the list stays at the end, also when a keyboard or a long
 * draft makes it smaller. Otherwise the visible messages do not move when others are added above or below.
 */
export function useBottom(room: OpenRoom, me: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [atBottom, setAtBottom] = useState(true)
  const stuck = useRef(true)
  const before = useRef({ first: 0, height: 0, outgoing: 0 })
  /** The sequence number of the newest message when the reader left the end. */
  const [leftAt, setLeftAt] = useState(0)
  const pageVisible = useSyncExternalStore(watchVisible, () => document.visibilityState === 'visible')
  /** Whether the list is on screen: phones show either the order or its room. */
  const [onScreen, setOnScreen] = useState(false)
  const visible = pageVisible && onScreen
  const { messages, outgoing } = room.state
  const first = messages[0]?.seq ?? 0
  const last = messages.at(-1)?.seq ?? 0

  const toBottom = () => {
    scroller.current!.scrollTop = scroller.current!.scrollHeight
  }

  const onScroll = () => {
    const box = scroller.current!
    const there = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR
    if (stuck.current && !there) setLeftAt(last)
    stuck.current = there
    setAtBottom(there)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: outgoing messages and the typing notice change the height too
  useLayoutEffect(() => {
    const box = scroller.current!
    if (outgoing.length > before.current.outgoing) stuck.current = true
    if (stuck.current) box.scrollTop = box.scrollHeight
    else if (first < before.current.first) box.scrollTop += box.scrollHeight - before.current.height
    before.current = { first, height: box.scrollHeight, outgoing: outgoing.length }
  }, [first, last, outgoing, room.state.typing])

  useEffect(() => {
    const box = scroller.current!
    const resized = new ResizeObserver(() => {
      if (stuck.current) box.scrollTop = box.scrollHeight
      before.current.height = box.scrollHeight
    })
    resized.observe(box)
    resized.observe(content.current!)
    return () => resized.disconnect()
  }, [])

  useEffect(() => {
    const seen = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)!.isIntersecting))
    seen.observe(scroller.current!)
    return () => seen.disconnect()
  }, [])

  const arrived = useEffectEvent(() => {
    if (!visible || !atBottom) return
    room.markRead()
    room.trim()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of these may bring new messages into view
  useEffect(() => arrived(), [last, visible, atBottom, room.isLive])

  return {
    scroller,
    content,
    atBottom,
    unseen: atBottom ? 0 : messages.filter((message) => message.seq > leftAt && message.user_id !== me).length,
    toBottom,
    onScroll,
  }
}
