import { type Dispatch, useEffect, useEffectEvent, useRef } from 'react'
import type { ClientFrame, Excerpt } from '../../../workers/chat/messages.schema.ts'
import type { MessageFile } from '../../../workers/uploads/message-files.schema.ts'
import { useOnline } from '../../lib/connection.ts'
import { canStoreOutgoing, forgetOutgoing, isTemporary, type Outgoing, storeOutgoing, watchForgotten } from '../../lib/outgoing-messages.ts'
import { postMessage } from '../../queries/chat.ts'
import { codeOf, openOutgoingRoom } from '../../queries/outgoing-messages.ts'
import type { RoomAction } from './room-state.ts'

/** A message that the socket has not acknowledged within this time is sent over HTTP (ms). */
const ACKNOWLEDGED_WITHIN_MS = 8000
/** How long a message waits for a socket that is being connected before it is sent over HTTP (ms). */
const CONNECTED_WITHIN_MS = 3000
/** The first and the longest time between two attempts after a temporary error (ms). */
const RETRY_MS = 2000
const MAX_RETRY_MS = 60_000

interface Options {
  me: number
  outgoing: Outgoing[]
  socket: { isLive: boolean; send: (frame: ClientFrame) => boolean }
  dispatch: Dispatch<RoomAction>
  refetch: () => unknown
}

/**
 * Sends the viewer's messages, one after the other, so that they arrive in the order in which they were written. They are shown at once, and
 * stored on the device until the server has them: a message whose acknowledgement was lost is sent again under the same client id, also after
 * a reload, and the server stores it once. A refused message does not stop those after it.
 */
export function useOutgoing(roomId: string, { me, outgoing, socket, dispatch, refetch }: Options) {
  const online = useOnline()
  const retries = useRef(0)
  /** Whether a message went over HTTP since the socket was last connected. The next ones then wait no more. */
  const isWithoutSocket = useRef(false)
  const next = outgoing.find(({ failed }) => !failed || isTemporary(failed))

  const post = useEffectEvent(async (message: Outgoing) => {
    // While offline, the message waits until the connection is back.
    if (!navigator.onLine) return
    try {
      dispatch({ type: 'arrived', message: await postMessage(roomId, message) })
      isWithoutSocket.current = !socket.isLive
      void refetch()
    } catch (error) {
      dispatch({ type: 'failed', clientId: message.clientId, code: codeOf(error) })
    }
  })
  const transmit = useEffectEvent((message: Outgoing) => {
    const { clientId, text, replyTo, files } = message
    if (message.failed) {
      const wait = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** retries.current++)
      return setTimeout(() => dispatch({ type: 'failed', clientId, code: null }), wait)
    }
    // Files are claimed over HTTP.
    if (files) return setTimeout(post, 0, message)
    const isSent = socket.send({ v: 1, type: 'send', clientId, text, replyTo: replyTo?.id })
    if (isSent) isWithoutSocket.current = false
    const wait = isSent ? ACKNOWLEDGED_WITHIN_MS : isWithoutSocket.current ? 0 : CONNECTED_WITHIN_MS
    return setTimeout(post, wait, message)
  })
  const [clientId, failed] = [next?.clientId, next?.failed]
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection is a reason to send it again
  useEffect(() => {
    if (!next) return
    const timer = transmit(next)
    return () => clearTimeout(timer)
  }, [clientId, failed, socket.isLive, online])

  // The first ones are stored too: the first page may have changed their excerpts.
  const stored = useRef<Outgoing[]>([])
  useEffect(() => {
    const before = stored.current
    stored.current = outgoing
    const gone = before.filter((one) => !outgoing.some((other) => other.clientId === one.clientId))
    if (gone.length) retries.current = 0
    forgetOutgoing(gone.map((one) => one.clientId))
    for (const one of outgoing) if (!before.includes(one)) storeOutgoing(me, roomId, one)
  }, [outgoing, me, roomId])
  useEffect(() => openOutgoingRoom(roomId), [roomId])
  const waiting = useEffectEvent(() => outgoing)
  useEffect(
    () =>
      watchForgotten(
        () => waiting(),
        (clientIds) => {
          for (const one of clientIds) dispatch({ type: 'discard', clientId: one })
        },
      ),
    [dispatch],
  )

  return {
    /** Returns false, and does nothing, if too many messages are waiting. */
    send(text: string, replyTo?: Excerpt, files?: MessageFile[]): boolean {
      if (!canStoreOutgoing()) return false
      const message: Outgoing = { clientId: crypto.randomUUID(), text, at: Math.floor(Date.now() / 1000), failed: null, replyTo, files }
      storeOutgoing(me, roomId, message)
      dispatch({ type: 'write', outgoing: message })
      return true
    },
    retry: (message: Outgoing) => dispatch({ type: 'failed', clientId: message.clientId, code: null }),
    discard: (message: Outgoing) => dispatch({ type: 'discard', clientId: message.clientId }),
  }
}
