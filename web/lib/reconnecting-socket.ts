import { CLOSED, PING, PONG } from '../../workers/chat/sockets.schema.ts'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 20_000
const FLOOD_WAIT_MS = 10_000
/** The close code of a connection without a close frame. */
const LOST = 1006
/** A connection that has been silent for this long is pinged, and dropped if no answer arrives in time. */
const PING_AFTER_MS = 25_000
const PONG_WITHIN_MS = 6000

interface Handlers<Frame> {
  onOpen: () => void
  onFrame: (frame: Frame) => void
  /**
   * The connection was lost, or could not be opened (`wasOpen` is false). `code` is the server's close code, 1006 without one. After
   * `CLOSED.removed` there is no other attempt, after `CLOSED.tooMany` only when the window is visible or online again.
   */
  onClose: (code: number, wasOpen: boolean) => void
}

/**
 * A WebSocket that reconnects by itself: after increasing waits, or when the device is online again or the window is visible again. `path`
 * is called for each connection, so that it can name the last message received. Frames of another version than 1 are ignored.
 */
export class ReconnectingSocket<Frame extends { v: 1 }, Outgoing = never> {
  #path: () => string
  #on: Handlers<Frame>
  #socket: WebSocket | null = null
  #isOpen = false
  #wait = FIRST_WAIT_MS
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined
  #pingTimer: ReturnType<typeof setTimeout> | undefined

  constructor(path: () => string, handlers: Handlers<Frame>) {
    this.#path = path
    this.#on = handlers
    addEventListener('online', this.#onWake)
    addEventListener('offline', this.#onOffline)
    document.addEventListener('visibilitychange', this.#onWake)
    this.#connect()
  }

  /** Returns whether the frame was sent; false without a connection. */
  send(frame: Outgoing): boolean {
    // A socket that is closing is still stored here, but sends nothing.
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  /** Closes the connection permanently. No handler is called afterwards. */
  close(): void {
    this.#stopListening()
    this.#disconnect()
  }

  #connect() {
    clearTimeout(this.#reconnectTimer)
    const current = new WebSocket(location.origin.replace(/^http/, 'ws') + this.#path())
    this.#socket = current
    current.onopen = () => {
      if (this.#socket !== current) return
      this.#isOpen = true
      this.#wait = FIRST_WAIT_MS
      this.#schedulePing()
      this.#on.onOpen()
    }
    current.onmessage = ({ data }) => {
      if (this.#socket !== current) return
      this.#schedulePing()
      if (data === PONG) return
      const frame = JSON.parse(String(data)) as Frame
      if (frame.v === 1) this.#on.onFrame(frame)
    }
    current.onclose = ({ code }) => {
      if (this.#socket === current) this.#drop(code)
    }
  }

  /** Closes the connection, ignores what it still receives, and schedules the next one if the close code allows it. */
  #drop(code: number) {
    const wasOpen = this.#isOpen
    this.#disconnect()
    if (code === CLOSED.removed) this.#stopListening()
    // If each of too many windows reconnected by itself, they would close each other's connections endlessly.
    else if (code !== CLOSED.tooMany) {
      if (code === CLOSED.flood) this.#wait = FLOOD_WAIT_MS
      // Random, so that the clients of a restarted server do not all return in the same second.
      this.#reconnectTimer = setTimeout(() => this.#connect(), this.#wait * (0.5 + Math.random()))
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS)
    }
    this.#on.onClose(code, wasOpen)
  }

  #disconnect() {
    clearTimeout(this.#reconnectTimer)
    clearTimeout(this.#pingTimer)
    const old = this.#socket
    this.#socket = null
    this.#isOpen = false
    old?.close()
  }

  #schedulePing() {
    clearTimeout(this.#pingTimer)
    this.#pingTimer = setTimeout(() => this.#ping(), PING_AFTER_MS)
  }

  #ping() {
    clearTimeout(this.#pingTimer)
    this.#socket?.send(PING)
    this.#pingTimer = setTimeout(() => this.#drop(LOST), PONG_WITHIN_MS)
  }

  /** While the device slept or was offline, an open connection may have been lost without a close event. */
  #onWake = () => {
    if (document.visibilityState === 'hidden') return
    if (this.#isOpen) this.#ping()
    else if (!this.#socket) this.#connect()
  }

  #onOffline = () => {
    if (this.#socket) this.#drop(LOST)
  }

  #stopListening() {
    removeEventListener('online', this.#onWake)
    removeEventListener('offline', this.#onOffline)
    document.removeEventListener('visibilitychange', this.#onWake)
  }
}
