import { useEffect, useEffectEvent, useRef } from 'react'
import type { RoomPage } from '../../../workers/chat/messages.schema.ts'
import { useChangeConversation } from '../../queries/conversations.ts'

/** Opening a room that was marked as unread removes the mark. A mark that is set while the room is open stays. */
export function useClearedMark(page: RoomPage | undefined): void {
  const change = useChangeConversation()
  const clear = useEffectEvent((roomId: string) => change.mutate({ roomId, action: 'clearUnread' }))
  const wasOpened = useRef(false)
  useEffect(() => {
    if (page?.mine.isMarkedUnread && !wasOpened.current) clear(page.room_id)
    if (page) wasOpened.current = true
  }, [page])
}
