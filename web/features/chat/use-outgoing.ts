import { type Dispatch, useEffect, useEffectEvent } from 'react'
import type { ClientFrame, Excerpt } from '../../../workers/chat/messages.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { postMessage } from '../../queries/chat.ts'
import type { Outgoing, RoomAction } from './room-state.ts'

/** A message that the socket has not acknowledged within this time is sent over HTTP (ms). */
const ACKNOWLEDGED_WITHIN_MS = 8000

/** For each room, the messages that were not yet acknowledged when the room was closed. */
const unsent = new Map<string, Outgoing[]>()

export const unsentIn = (roomId: string): Outgoing[] => unsent.get(roomId) ?? []

/** Posts the unsent messages of a closed room. Those that fail are shown when the room is opened again. */
function postUnsent(roomId: string, outgoing: Outgoing[]): void {
  unsent.set(roomId, outgoing)
  for (const { clientId, text, failed, replyTo } of outgoing) {
    if (failed) continue
    postMessage(roomId, clientId, text, replyTo?.id).then(
      () =>
        unsent.set(
          roomId,
          unsentIn(roomId).filter((other) => other.clientId !== clientId),
        ),
      () => {},
    )
  }
}

interface Options {
  outgoing: Outgoing[]
  socket: { isLive: boolean; send: (frame: ClientFrame) => boolean }
  dispatch: Dispatch<RoomAction>
  refetch: () => unknown
}

/**
 * Sends the viewer's messages. They are shown at once, sent again under the same client id after a reconnect, and posted over HTTP if the
 * socket does not acknowledge them.
 */
export function useOutgoing(roomId: string, { outgoing, socket, dispatch, refetch }: Options) {
  const transmit = (message: Outgoing) => {
    socket.send({ v: 1, type: 'send', clientId: message.clientId, text: message.text, replyTo: message.replyTo?.id })
    setTimeout(post, ACKNOWLEDGED_WITHIN_MS, message.clientId)
  }
  const post = useEffectEvent(async (clientId: string) => {
    const waiting = outgoing.find((other) => other.clientId === clientId)
    // While offline, the message waits until the socket is connected again.
    if (!waiting || waiting.failed || !navigator.onLine) return
    try {
      dispatch({ type: 'arrived', message: await postMessage(roomId, clientId, waiting.text, waiting.replyTo?.id) })
      void refetch()
    } catch (error) {
      dispatch({ type: 'failed', clientId, code: error instanceof ApiError ? error.code : 'internal' })
    }
  })
  const transmitAll = useEffectEvent(() => {
    for (const message of outgoing) if (!message.failed) transmit(message)
  })
  const leave = useEffectEvent(() => postUnsent(roomId, outgoing))

  useEffect(() => {
    if (socket.isLive) transmitAll()
  }, [socket.isLive])
  useEffect(() => () => leave(), [])

  return {
    send(text: string, replyTo?: Excerpt) {
      const message: Outgoing = { clientId: crypto.randomUUID(), text, at: Math.floor(Date.now() / 1000), failed: null, replyTo }
      dispatch({ type: 'write', outgoing: message })
      transmit(message)
    },
    retry(message: Outgoing) {
      dispatch({ type: 'write', outgoing: { ...message, failed: null } })
      transmit(message)
    },
    discard: (message: Outgoing) => dispatch({ type: 'discard', clientId: message.clientId }),
  }
}
