import { CLOSED, type ClientFrame, PING, PONG, type RoomFrame } from '../../../workers/chat/messages.schema.ts'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 20_000
const FLOOD_WAIT_MS = 10_000
/** A socket that has been silent for this long is asked whether it still lives, and given up when it does not answer. */
const ASK_AFTER_MS = 25_000
const ANSWER_WITHIN_MS = 6000

export interface Line {
  /** Whether the frame went out; false while there is no connection. */
  send(frame: ClientFrame): boolean
  close(): void
}

/**
 * A room's socket that comes back by itself, later each time, and asks for what it missed: `after` tells the newest
 * sequence known. `onEnd` is called once when the room will not have this person any more.
 */
export function connectRoom(
  roomId: string,
  after: () => number,
  on: { frame: (frame: RoomFrame) => void; live: (live: boolean) => void; end: () => void },
): Line {
  let socket: WebSocket | null = null
  let wait = FIRST_WAIT_MS
  let again: ReturnType<typeof setTimeout> | undefined
  let check: ReturnType<typeof setTimeout> | undefined

  const later = (ms: number) => {
    clearTimeout(again)
    // Spread out, so that a restarted server does not meet everybody in the same second.
    again = setTimeout(connect, ms * (0.5 + Math.random()))
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }

  const ask = () => {
    if (socket?.readyState !== WebSocket.OPEN) return
    socket.send(PING)
    clearTimeout(check)
    check = setTimeout(drop, ANSWER_WITHIN_MS)
  }

  const heard = () => {
    clearTimeout(check)
    check = setTimeout(ask, ASK_AFTER_MS)
  }

  /** Gives the socket up; what it may still say is not listened to. */
  function drop(): void {
    const old = socket
    socket = null
    clearTimeout(check)
    old?.close()
    if (old) on.live(false)
    later(wait)
  }

  function connect(): void {
    clearTimeout(again)
    const mine = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/chat/rooms/${roomId}?after=${after()}`)
    socket = mine
    mine.onopen = () => {
      if (socket !== mine) return
      wait = FIRST_WAIT_MS
      heard()
      on.live(true)
    }
    mine.onmessage = (event) => {
      if (socket !== mine) return
      heard()
      if (event.data === PONG) return
      const frame = JSON.parse(String(event.data)) as RoomFrame
      if (frame.v === 1) on.frame(frame)
    }
    mine.onclose = (event) => {
      if (socket !== mine) return
      if (event.code === CLOSED.flood) wait = FLOOD_WAIT_MS
      if (event.code !== CLOSED.removed) return drop()
      close()
      on.live(false)
      on.end()
    }
  }

  /** The network or the window came back: do not wait for the next try, nor trust a socket that slept. */
  const wake = () => {
    if (document.visibilityState === 'hidden') return
    if (socket?.readyState === WebSocket.OPEN) ask()
    else if (!socket) connect()
  }

  const lost = () => {
    if (socket) drop()
  }

  function close(): void {
    removeEventListener('online', wake)
    removeEventListener('offline', lost)
    document.removeEventListener('visibilitychange', wake)
    clearTimeout(again)
    clearTimeout(check)
    const old = socket
    socket = null
    old?.close()
  }

  addEventListener('online', wake)
  addEventListener('offline', lost)
  document.addEventListener('visibilitychange', wake)
  connect()

  return {
    send(frame) {
      if (socket?.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(frame))
      return true
    },
    close,
  }
}
