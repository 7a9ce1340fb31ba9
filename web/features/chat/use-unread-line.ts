import { type RefObject, useEffect, useState } from 'react'
import type { OpenRoom } from './use-room.ts'

/** The line above the first message that was unread when the room was opened. It stays there while the room is open. */
export function useUnreadLine(room: OpenRoom, me: number, scroller: RefObject<HTMLDivElement | null>) {
  const { data: page, isFetchedAfterMount } = room.query
  const [line, setLine] = useState<{ seq: number; count: number } | null>(null)
  const [isSeen, setSeen] = useState(false)
  // A stored page, which is shown first, may have an old read mark.
  if (!line && page && isFetchedAfterMount) {
    const readSeq = page.members.find((member) => member.user_id === me)?.readSeq ?? 0
    setLine({ seq: readSeq + 1, count: Math.max(0, (page.messages.at(-1)?.seq ?? 0) - readSeq) })
  }

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
