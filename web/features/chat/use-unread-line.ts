import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { useBottom } from './use-bottom.ts'
import type { OpenRoom } from './use-room.ts'

/** The space above the line when a room opens there (pixels), for the day that is shown at the top. */
const ABOVE = 72

interface Options {
  scroller: RefObject<HTMLDivElement | null>
  /** What leaves the end of the list. */
  end: Pick<ReturnType<typeof useBottom>, 'leaveEnd' | 'holdEnd'>
  /** Whether the room opens at another message. */
  hasGoal: boolean
}

/**
 * The line above the first message that was unread when the room was opened. It stays there while the room is open. If the unread
 * messages do not fit, the room opens at the line.
 */
export function useUnreadLine(room: OpenRoom, me: number, { scroller, end, hasGoal }: Options) {
  const { data: page, isFetchedAfterMount } = room.query
  const [line, setLine] = useState<{ seq: number; count: number } | null>(null)
  const [isSeen, setSeen] = useState(false)
  // A stored page, which is shown first, may have an old read mark.
  if (!line && page && isFetchedAfterMount) {
    const readSeq = page.members.find((member) => member.user_id === me)?.readSeq ?? 0
    setLine({ seq: readSeq + 1, count: Math.max(0, (page.messages.at(-1)?.seq ?? 0) - readSeq) })
  }

  const isPlaced = useRef(false)
  const isRequested = useRef(false)
  const place = useEffectEvent(() => {
    const [box, { messages }] = [scroller.current!, room.state]
    if (isPlaced.current || !line?.count || !messages.length) return
    if (hasGoal) {
      isPlaced.current = true
      return
    }
    const row = box.querySelector<HTMLElement>(`li[data-seq="${line.seq}"]`)
    if (row) {
      isPlaced.current = true
      if (isRequested.current || row.offsetTop - ABOVE < box.scrollTop) end.leaveEnd(row.offsetTop - ABOVE, line.seq - 1)
    } else if (!isRequested.current && messages[0]!.seq > line.seq) {
      // Of many unread messages, the first ones are loaded. If that fails, the button above leads to the line.
      isRequested.current = true
      end.holdEnd(line.seq - 1)
      room.showPart({ around: line.seq }).catch(() => end.holdEnd(null))
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row of the line appears with the messages
  useLayoutEffect(() => place(), [line, room.state.messages])

  const onScroll = () => {
    const box = scroller.current!
    const row = line && box.querySelector<HTMLElement>(`li[data-seq="${line.seq}"]`)
    if (row && row.offsetTop + row.offsetHeight > box.scrollTop) setSeen(true)
  }
  // The line may be visible without any scrolling. It is known before the messages are in the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked when the line or the messages are there
  useEffect(() => {
    if (line && scroller.current) onScroll()
  }, [line, room.state.messages])

  return line?.count ? { ...line, isAbove: !isSeen, onScroll } : { seq: null, count: 0, isAbove: false, onScroll }
}
