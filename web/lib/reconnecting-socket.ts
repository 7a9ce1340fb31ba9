import { CLOSED, PING, PONG } from '../../workers/chat/sockets.schema.ts'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 20_000
const FLOOD_WAIT_MS = 10_000
/** A connection that has been silent for this long is pinged, and dropped if no answer arrives in time. */
const PING_AFTER_MS = 25_000
const PONG_WITHIN_MS = 6000

interface Handlers<Frame> {
  onOpen: () => void
  onFrame: (frame: Frame) => void
  /**
   * The connection was lost, or could not be opened (`wasOpen` is false). `code` is the server's close code, 1006 without one. After
   * `CLOSED.removed` there is no other attempt.
   */
  onClose: (code: number, wasOpen: boolean) => void
}

export interface ReconnectingSocket<Outgoing = unknown> {
  /** Returns whether the frame was sent; false without a connection. */
  send(frame: Outgoing): boolean
  /** Closes for good. No handler is called after it. */
  close(): void
}

/**
 * Opens a WebSocket that reconnects by itself: after growing waits, at once when the network or the window is back. `path` is asked for at
 * each connection, so it can say what is already known. Frames of another version than 1 are ignored.
 */
export function openSocket<Frame extends { v: 1 }, Outgoing = never>(
  path: () => string,
  { onOpen, onFrame, onClose }: Handlers<Frame>,
): ReconnectingSocket<Outgoing> {
  let socket: WebSocket | null = null
  let isOpen = false
  let wait = FIRST_WAIT_MS
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let pingTimer: ReturnType<typeof setTimeout> | undefined

  function connect(): void {
    clearTimeout(reconnectTimer)
    const current = new WebSocket(location.origin.replace(/^http/, 'ws') + path())
    socket = current
    current.onopen = () => {
      if (socket !== current) return
      isOpen = true
      wait = FIRST_WAIT_MS
      schedulePing()
      onOpen()
    }
    current.onmessage = ({ data }) => {
      if (socket !== current) return
      schedulePing()
      if (data === PONG) return
      const frame = JSON.parse(String(data)) as Frame
      if (frame.v === 1) onFrame(frame)
    }
    current.onclose = ({ code }) => {
      if (socket === current) drop(code)
    }
  }

  /** Gives the connection up and ignores whatever it still receives. */
  function drop(code: number): void {
    const wasOpen = isOpen
    disconnect()
    if (code === CLOSED.removed) stopListening()
    else {
      if (code === CLOSED.flood) wait = FLOOD_WAIT_MS
      // Random, so that the clients of a restarted server do not all return in the same second.
      reconnectTimer = setTimeout(connect, wait * (0.5 + Math.random()))
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
    onClose(code, wasOpen)
  }

  function disconnect(): void {
    clearTimeout(reconnectTimer)
    clearTimeout(pingTimer)
    const old = socket
    socket = null
    isOpen = false
    old?.close()
  }

  function schedulePing(): void {
    clearTimeout(pingTimer)
    pingTimer = setTimeout(ping, PING_AFTER_MS)
  }

  function ping(): void {
    clearTimeout(pingTimer)
    socket?.send(PING)
    pingTimer = setTimeout(drop, PONG_WITHIN_MS, 1006)
  }

  /** A socket that slept may be dead without knowing it. */
  const onWake = () => {
    if (document.visibilityState === 'hidden') return
    if (isOpen) ping()
    else if (!socket) connect()
  }
  const onOffline = () => {
    if (socket) drop(1006)
  }

  function stopListening(): void {
    removeEventListener('online', onWake)
    removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', onWake)
  }

  addEventListener('online', onWake)
  addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', onWake)
  connect()

  return {
    send(frame) {
      // A socket that is closing is still in place, and takes nothing.
      if (socket?.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(frame))
      return true
    },
    close() {
      stopListening()
      disconnect()
    },
  }
}
