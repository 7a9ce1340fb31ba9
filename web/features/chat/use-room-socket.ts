import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ClientFrame, RoomFrame } from '../../../workers/chat/messages.schema.ts'
import { CLOSED } from '../../../workers/chat/sockets.schema.ts'
import { ReconnectingSocket } from '../../lib/reconnecting-socket.ts'

/** How long the connection may be missing before the room says so (ms). */
const STALLED_AFTER_MS = 2500

interface Options {
  /** Whether the first page is loaded. Then the socket opens and asks for the messages after it. */
  isReady: boolean
  /** Returns the newest known sequence number, 0 if there are no messages, and the number of the newest known change. */
  known: () => { seq: number; rev: number }
  onFrame: (frame: RoomFrame) => void
}

/** The socket of a room, open as long as the room is. */
export function useRoomSocket(roomId: string, { isReady, known, onFrame }: Options) {
  const [isLive, setLive] = useState(false)
  const [hasEnded, setEnded] = useState(false)
  const [isStalled, setStalled] = useState(false)
  const socket = useRef<ReconnectingSocket<RoomFrame, ClientFrame> | null>(null)
  const path = useEffectEvent(() => {
    const { seq, rev } = known()
    return `/api/chat/rooms/${roomId}?after=${seq}&rev=${rev}`
  })
  const receive = useEffectEvent(onFrame)

  useEffect(() => {
    if (!isReady) return
    const opened = new ReconnectingSocket<RoomFrame, ClientFrame>(() => path(), {
      onOpen: () => setLive(true),
      onFrame: (frame) => receive(frame),
      onClose: (code) => {
        setLive(false)
        if (code === CLOSED.removed) setEnded(true)
      },
    })
    socket.current = opened
    return () => opened.close()
  }, [isReady])

  useEffect(() => {
    setStalled(false)
    if (isLive || !isReady) return
    const timer = setTimeout(setStalled, STALLED_AFTER_MS, true)
    return () => clearTimeout(timer)
  }, [isLive, isReady])

  return {
    isLive,
    /** The viewer is no longer a member of the room. */
    hasEnded,
    /** The connection has been missing for a while. */
    isStalled: isStalled && !hasEnded,
    /** Returns whether the frame was sent. */
    send: (frame: ClientFrame): boolean => socket.current?.send(frame) ?? false,
    /** Closes the socket without a reconnect. */
    end(): void {
      socket.current?.close()
      setEnded(true)
    },
  }
}
