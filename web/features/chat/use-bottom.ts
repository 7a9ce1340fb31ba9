import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Message } from '../../../workers/chat/messages.schema.ts'
import { isEarlier } from './room-state.ts'
import { type Anchor, findAnchor, restoreAnchor } from './scroll-anchor.ts'
import { restBelow, useParts } from './use-parts.ts'
import type { OpenRoom } from './use-room.ts'

/** Within this distance of the end (pixels) the reader counts as being at the end. */
const NEAR = 48
const watchVisible = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether a list is visible: the page is, and phones show either the order or its room. */
function useIsVisible(scroller: RefObject<HTMLDivElement | null>): boolean {
  const isPageVisible = useSyncExternalStore(watchVisible, () => document.visibilityState === 'visible')
  const [isOnScreen, setOnScreen] = useState(false)
  useEffect(() => {
    const seen = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)!.isIntersecting))
    seen.observe(scroller.current!)
    return () => seen.disconnect()
  }, [scroller])
  return isPageVisible && isOnScreen
}

/** Focuses the list when its focused message is removed, because it is too far away. */
function useKeptFocus(scroller: RefObject<HTMLDivElement | null>, messages: Message[]) {
  const focused = useRef<Element | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked when messages were removed
  useLayoutEffect(() => {
    if (focused.current?.isConnected === false) scroller.current!.focus({ preventScroll: true })
  }, [messages])
  return {
    onFocus: (event: FocusEvent) => {
      focused.current = event.target
    },
    onBlur: () => {
      focused.current = null
    },
  }
}

const heights = (box: Element, content: Element) => `${box.clientHeight} ${content.clientHeight}`

interface Position {
  scroller: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  stuck: RefObject<boolean>
  anchor: RefObject<Anchor>
}

/**
 * Keeps a list at its end when it or its content gets another height. Returns a function that returns whether it has another height now
 * for which it was not scrolled yet.
 */
function useResizes({ scroller, content, stuck, anchor }: Position): () => boolean {
  const known = useRef('')
  useEffect(() => {
    const [box, inner] = [scroller.current!, content.current!]
    const resized = new ResizeObserver(() => {
      known.current = heights(box, inner)
      if (stuck.current) box.scrollTop = box.scrollHeight
      anchor.current = findAnchor(box)
    })
    resized.observe(box)
    resized.observe(inner)
    return () => resized.disconnect()
  }, [scroller, content, stuck, anchor])
  return () => known.current !== heights(scroller.current!, content.current!)
}

/** Marks what arrives as read while the reader sees the end of the list. `stuck` also says so, before the next render. */
function useReadMark(room: OpenRoom, isAtEnd: boolean, stuck: RefObject<boolean>) {
  const { isFetchedAfterMount } = room.query
  const arrived = useEffectEvent(() => {
    // Before the room is loaded, it is not known where it opens. The list may just have been scrolled away from its end.
    if (!isAtEnd || !isFetchedAfterMount || !stuck.current) return
    room.markRead()
    room.trim()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of these may bring new messages into view
  useEffect(() => arrived(), [room.state.lastSeq, isAtEnd, isFetchedAfterMount, room.isLive])
}

/**
 * The scroll position of a room. If the reader is at the end or sends a message, the list stays at the end, also when a keyboard or a long
 * draft makes it smaller. Otherwise the visible messages do not move when others are added or removed above or below, or steps of the order
 * (`steps`). Near the ends of the list, more messages are loaded.
 */
export function useBottom(room: OpenRoom, steps: readonly object[], me: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [atBottom, setAtBottom] = useState(true)
  const stuck = useRef(true)
  /** Whether the list is at its end only until an earlier part is loaded, see `holdEnd`. */
  const isHeld = useRef(false)
  const anchor = useRef<Anchor>({ seq: 0, offset: 0, scrollTop: 0 })
  const outgoingBefore = useRef(0)
  /** The sequence number of the newest message when the reader left the end. */
  const [leftAt, setLeftAt] = useState(0)
  /** The time of the first visible message (UTC seconds). */
  const [shownAt, setShownAt] = useState<number | null>(null)
  const visible = useIsVisible(scroller)
  const { isLoading, loadOlder, loadNear, showEnd } = useParts(room)
  const hasResized = useResizes({ scroller, content, stuck, anchor })
  const { messages, outgoing, lastSeq } = room.state
  const isPart = isEarlier(room.state)

  /** From now on the list stays at the end. An earlier part has another end, so the newest messages are loaded first. */
  const toEnd = async () => {
    if (isPart) await showEnd()
    else scroller.current!.scrollTop = scroller.current!.scrollHeight
    stuck.current = true
  }

  const onScroll = () => {
    const box = scroller.current!
    // If the end has just moved, the list follows it in a moment: the reader has not left it.
    const there = !isHeld.current && !isPart && ((stuck.current && hasResized()) || restBelow(box) < NEAR)
    if (stuck.current && !there) setLeftAt(lastSeq)
    stuck.current = there
    setAtBottom(there)
    anchor.current = findAnchor(box)
    setShownAt(messages.find(({ seq }) => seq === anchor.current.seq)?.at ?? null)
    loadNear(box)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: outgoing messages and the typing notice change the height too
  useLayoutEffect(() => {
    const box = scroller.current!
    const hasSent = outgoing.length > outgoingBefore.current
    outgoingBefore.current = outgoing.length
    if (hasSent) void toEnd()
    if (isPart) {
      if (stuck.current) setLeftAt(lastSeq)
      stuck.current = false
      setAtBottom(false)
    }
    if (stuck.current) box.scrollTop = box.scrollHeight
    else restoreAnchor(box, anchor.current)
    anchor.current = findAnchor(box)
  }, [messages, steps, outgoing, room.state.typing])

  useReadMark(room, visible && atBottom, stuck)

  const ownUnseen = messages.filter((message) => message.seq > leftAt && message.user_id === me).length
  return {
    ...{ scroller, content, atBottom, shownAt },
    unseen: atBottom ? 0 : Math.max(0, lastSeq - leftAt - ownUnseen),
    isLoading,
    loadOlder,
    /** Leaves the end of the list for an earlier place (pixels). `seq`: the newest message that the reader has seen. */
    leaveEnd(scrollTop: number, seq: number) {
      const box = scroller.current!
      isHeld.current = false
      stuck.current = false
      box.scrollTop = scrollTop
      anchor.current = findAnchor(box)
      setAtBottom(false)
      setLeftAt(seq)
    },
    /** From now on the reader does not count as being at the end, although the list is there: until `leaveEnd`, or null. `seq` as there. */
    holdEnd(seq: number | null) {
      isHeld.current = seq !== null
      stuck.current = false
      if (seq !== null) setLeftAt(seq)
      onScroll()
    },
    toBottom() {
      // The button that was pressed disappears.
      scroller.current!.focus({ preventScroll: true })
      void toEnd()
    },
    onScroll,
    ...useKeptFocus(scroller, messages),
  }
}
