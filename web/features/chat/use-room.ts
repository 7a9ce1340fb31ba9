import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import {
  type Excerpt,
  type HistoryPart,
  type Message,
  type MessageChange,
  type RoomPage,
  summaryOf,
} from '../../../workers/chat/messages.schema.ts'
import type { MessageFile } from '../../../workers/uploads/message-files.schema.ts'
import { queryClient } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useOnline } from '../../lib/connection.ts'
import { outgoingIn } from '../../lib/outgoing-messages.ts'
import { changeMessage, fetchMessages, forgetRoomPage, markPageRead, roomQuery, updateConversation } from '../../queries/chat.ts'
import { emptyRoom, isEarlier, type RoomAction, type RoomState, roomReducer } from './room-state.ts'
import { useOutgoing } from './use-outgoing.ts'
import { useRoomSocket } from './use-room-socket.ts'

/** While the socket is not connected, the room is loaded over HTTP at this interval (ms). */
const POLL_MS = 10_000
/** The shortest time between two `typing` frames (ms). */
const TYPING_EVERY_MS = 3000

const initialState = ({ roomId, me }: { roomId: string; me: number }): RoomState => {
  const page = queryClient.getQueryData(roomQuery(roomId).queryKey)
  const state = { ...emptyRoom, outgoing: outgoingIn(me, roomId) }
  return page ? roomReducer(state, { type: 'page', page }) : state
}

/**
 * If messages were changed, forgets the stored page of a room when the room is closed. It would be shown first when the room is opened again,
 * and may contain texts that were deleted.
 */
function useForgottenPage(roomId: string, isChanged: boolean) {
  const leave = useEffectEvent(() => {
    if (isChanged) forgetRoomPage(roomId)
  })
  useEffect(() => () => leave(), [])
}

/** Ends the notice that a member is typing at a time (milliseconds since 1970). */
function useQuietTyping(until: number | undefined, dispatch: Dispatch<RoomAction>) {
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(() => dispatch({ type: 'quiet', at: Date.now() }), Math.max(0, until - Date.now()) + 20)
    return () => clearTimeout(timer)
  }, [until, dispatch])
}

/** The changes of messages over HTTP. The functions stay the same, so that messages are not rendered again. */
function useChanges(roomId: string, dispatch: Dispatch<RoomAction>) {
  /** Shows a message that the server has stored or changed, before the socket brings it. */
  const show = useCallback((message: Message) => dispatch({ type: message.rev ? 'changed' : 'arrived', message }), [dispatch])
  /** Edits or deletes a message, or reacts to it. Rejects if the server refuses. */
  const change = useCallback(async (wanted: MessageChange) => show(await changeMessage(roomId, wanted)), [roomId, show])
  return { change, show }
}

/** An open room: its first page comes over HTTP, then the socket keeps it up to date. `me` is the viewer's user id. */
export function useRoom(roomId: string, me: number) {
  const [state, dispatch] = useReducer(roomReducer, { roomId, me }, initialState)
  const online = useOnline()
  const typedAt = useRef(0)
  const isReady = state.members.length > 0
  const last = isEarlier(state) ? undefined : state.messages.at(-1)
  const readSeq = state.members.find((member) => member.user_id === me)?.readSeq ?? 0

  const socket = useRoomSocket(roomId, {
    isReady,
    known: () => ({ seq: state.lastSeq, rev: state.rev }),
    onFrame: (frame) => {
      dispatch({ type: 'frame', frame, me, at: Date.now() })
      if (frame.type === 'reload') void reload()
    },
  })
  const query = useQuery({ ...roomQuery(roomId), refetchInterval: socket.isLive || socket.hasEnded ? false : POLL_MS })
  const outgoing = useOutgoing(roomId, { me, outgoing: state.outgoing, socket, dispatch, refetch: query.refetch })

  // Dispatched here too: a page that is the same as the one before has no effect.
  const reload = async () => {
    const { data } = await query.refetch()
    if (data) dispatch({ type: 'page', page: data })
  }
  const { data: page } = query
  useEffect(() => {
    if (page) dispatch({ type: 'page', page })
  }, [page])

  const refused = query.error instanceof ApiError && (query.error.status === 403 || query.error.status === 401)
  const { end } = socket
  // biome-ignore lint/correctness/useExhaustiveDependencies: `end` is a new function at each render, but always does the same
  useEffect(() => {
    if (refused && isReady) end()
  }, [refused, isReady])

  useEffect(() => {
    if (!last) return
    const { user_id: userId, at, isHidden } = last
    updateConversation(roomId, { last: { text: summaryOf(last.message), userId, at, isHidden } })
  }, [roomId, last])

  useForgottenPage(roomId, state.changed.size > 0)

  useQuietTyping(state.typing[0]?.until, dispatch)

  return {
    // Without a socket it is not known who is present or typing.
    state: socket.isLive && online ? state : { ...state, present: [], typing: [] },
    query,
    isLive: socket.isLive,
    hasEnded: socket.hasEnded,
    isStalled: socket.isStalled,
    ...outgoing,
    /** Returns false, and does nothing, if too many messages are waiting. */
    send(text: string, replyTo?: Excerpt, files?: MessageFile[]): boolean {
      typedAt.current = 0
      return outgoing.send(text, replyTo, files)
    },
    ...useChanges(roomId, dispatch),
    sendTyping() {
      if (Date.now() - typedAt.current < TYPING_EVERY_MS) return
      typedAt.current = Date.now()
      socket.send({ v: 1, type: 'typing' })
    },
    /** Marks all messages as read. */
    markRead() {
      if (!last || last.seq <= readSeq || !socket.send({ v: 1, type: 'read', seq: last.seq })) return
      dispatch({ type: 'frame', frame: { v: 1, type: 'read', userId: me, seq: last.seq }, me, at: Date.now() })
      updateConversation(roomId, { unread: 0 })
      markPageRead(roomId, me, last.seq)
    },
    /** Removes the oldest messages of a very long list. */
    trim: () => dispatch({ type: 'trim' }),
    async loadOlder() {
      const first = state.messages[0]
      if (first) dispatch({ type: 'older', page: await fetchMessages(roomId, { before: first.seq }) })
    },
    /** Loads the messages after an earlier part of the room. */
    async loadNewer() {
      const newest = state.messages.at(-1)
      if (newest) dispatch({ type: 'newer', page: await fetchMessages(roomId, { after: newest.seq }) })
    },
    /** Shows another part of the room: around a message, around the first one from a time on (UTC seconds), or the newest. */
    async showPart(part: HistoryPart): Promise<RoomPage> {
      const page = await fetchMessages(roomId, part)
      dispatch({ type: 'part', page })
      return page
    },
  }
}

export type OpenRoom = ReturnType<typeof useRoom>
