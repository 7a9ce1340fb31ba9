import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { queryClient } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useOnline } from '../../lib/connection.ts'
import { olderMessages, postMessage, roomQuery, showInList } from '../../queries/chat.ts'
import { connectRoom, type Line } from './line.ts'
import { emptyRoom, type Outgoing, type RoomState, room } from './room-state.ts'

/** Without a socket the room is asked for by HTTP this often. */
const POLL_MS = 10_000
/** A message not acknowledged by then goes over HTTP. */
const PATIENCE_MS = 8000
/** "Typing" is told at most this often. */
const TYPING_EVERY_MS = 3000
/** How long the connection may be away before it is worth a word. */
const STALLED_MS = 2500

/** What was on its way when a room was left, until it is known to have arrived. */
const leftBehind = new Map<string, Outgoing[]>()

const start = (roomId: string): RoomState => {
  const known = queryClient.getQueryData(roomQuery(roomId).queryKey)
  const state = { ...emptyRoom, outgoing: leftBehind.get(roomId) ?? [] }
  return known ? room(state, { type: 'page', page: known }) : state
}

/** Posts what the left room still owed; what fails is shown when the room is opened again. */
function postLeftBehind(roomId: string, outgoing: Outgoing[]): void {
  leftBehind.set(roomId, outgoing)
  for (const one of outgoing) {
    if (one.failed) continue
    postMessage(roomId, one.clientId, one.text).then(
      () =>
        leftBehind.set(
          roomId,
          (leftBehind.get(roomId) ?? []).filter((other) => other.clientId !== one.clientId),
        ),
      () => {},
    )
  }
}

/**
 * A room kept live: its first page over HTTP, then the socket. Messages of mine show at once, are sent again after a break
 * under the same client id, and go over HTTP when the socket does not take them.
 */
export function useRoom(roomId: string, me: number) {
  const [live, setLive] = useState(false)
  const [ended, setEnded] = useState(false)
  const [stalled, setStalled] = useState(false)
  const online = useOnline()
  const query = useQuery({ ...roomQuery(roomId), refetchInterval: live || ended ? false : POLL_MS })
  const [state, dispatch] = useReducer(room, roomId, start)
  const line = useRef<Line | null>(null)
  const typedAt = useRef(0)
  const { data } = query
  // Not before the first page is in the state: the socket asks for what comes after it.
  const ready = state.members.length > 0
  const refused = query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 401)
  const last = state.messages.at(-1)

  useEffect(() => {
    if (data) dispatch({ type: 'page', page: data })
  }, [data])

  const transmit = (one: Outgoing) => {
    line.current?.send({ v: 1, type: 'send', clientId: one.clientId, text: one.text })
    setTimeout(insist, PATIENCE_MS, one)
  }
  const newest = useEffectEvent(() => last?.seq ?? 0)
  const insist = useEffectEvent(async (one: Outgoing) => {
    const waiting = state.outgoing.find((other) => other.clientId === one.clientId)
    // Offline it keeps waiting: it goes out with the next connection.
    if (!waiting || waiting.failed || !navigator.onLine) return
    try {
      dispatch({ type: 'arrived', message: await postMessage(roomId, one.clientId, one.text) })
      void query.refetch()
    } catch (error) {
      dispatch({ type: 'failed', clientId: one.clientId, code: error instanceof ApiError ? error.code : 'internal' })
    }
  })
  const onLive = useEffectEvent((now: boolean) => {
    setLive(now)
    if (now) for (const one of state.outgoing) if (!one.failed) transmit(one)
  })
  const leave = useEffectEvent(() => postLeftBehind(roomId, state.outgoing))

  useEffect(() => {
    if (!ready) return
    const mine = connectRoom(roomId, newest, {
      frame: (frame) => dispatch({ type: 'frame', frame, me, at: Date.now() }),
      live: onLive,
      end: () => setEnded(true),
    })
    line.current = mine
    return () => mine.close()
  }, [ready, roomId, me])

  useEffect(() => () => leave(), [])

  useEffect(() => {
    setStalled(false)
    if (live || !ready) return
    const timer = setTimeout(setStalled, STALLED_MS, true)
    return () => clearTimeout(timer)
  }, [live, ready])

  useEffect(() => {
    if (refused && ready) {
      line.current?.close()
      setEnded(true)
    }
  }, [refused, ready])

  useEffect(() => {
    if (last) showInList(roomId, { last: { text: last.message.text, userId: last.user_id, at: last.at } })
  }, [roomId, last])

  const until = state.typing[0]?.until
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(() => dispatch({ type: 'quiet', at: Date.now() }), Math.max(0, until - Date.now()) + 20)
    return () => clearTimeout(timer)
  }, [until])

  const readSeq = state.members.find((member) => member.user_id === me)?.readSeq ?? 0

  return {
    // Who is there is only known as long as the socket tells.
    state: live && online ? state : { ...state, present: [], typing: [] },
    query,
    live,
    ended,
    /** The connection has been away for a while. */
    stalled: stalled && !ended,
    send(text: string) {
      const one: Outgoing = { clientId: crypto.randomUUID(), text, at: Math.floor(Date.now() / 1000), failed: null }
      dispatch({ type: 'write', outgoing: one })
      typedAt.current = 0
      transmit(one)
    },
    retry(one: Outgoing) {
      dispatch({ type: 'write', outgoing: { ...one, failed: null } })
      transmit(one)
    },
    discard: (one: Outgoing) => dispatch({ type: 'discard', clientId: one.clientId }),
    typed() {
      if (Date.now() - typedAt.current < TYPING_EVERY_MS) return
      typedAt.current = Date.now()
      line.current?.send({ v: 1, type: 'typing' })
    },
    /** Everything shown has been seen. */
    seen() {
      if (!last || last.seq <= readSeq || !line.current?.send({ v: 1, type: 'read', seq: last.seq })) return
      dispatch({ type: 'frame', frame: { v: 1, type: 'read', userId: me, seq: last.seq }, me, at: Date.now() })
      showInList(roomId, { unread: 0 })
    },
    trim: () => dispatch({ type: 'trim' }),
    async older() {
      const first = state.messages[0]
      if (first) dispatch({ type: 'older', page: await olderMessages(roomId, first.seq) })
    },
  }
}

export type OpenRoom = ReturnType<typeof useRoom>
