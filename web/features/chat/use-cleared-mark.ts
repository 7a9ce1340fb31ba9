import { useEffect, useEffectEvent, useRef } from 'react'
import type { RoomPage } from '../../../workers/chat/messages.schema.ts'
import { useChangeConversation } from '../../queries/conversations.ts'

/**
 * Opening a room that was marked as unread removes the mark. A mark that is set while the room is open stays. `isFresh` says whether the page
 * was loaded since the room was opened: a stored one, which is shown first, may be older than the mark.
 */
export function useClearedMark(page: RoomPage | undefined, isFresh: boolean): void {
  const change = useChangeConversation()
  const clear = useEffectEvent((roomId: string) => change.mutate({ roomId, action: 'clearUnread' }))
  const wasOpened = useRef(false)
  useEffect(() => {
    if (!page || !isFresh || wasOpened.current) return
    wasOpened.current = true
    if (page.mine.isMarkedUnread) clear(page.room_id)
  }, [page, isFresh])
}
