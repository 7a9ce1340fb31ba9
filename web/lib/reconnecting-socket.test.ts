import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLOSED, PING, PONG } from '../../workers/chat/sockets.schema.ts'
import { ReconnectingSocket } from './reconnecting-socket.ts'

class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = FakeSocket.CONNECTING
  sent: string[] = []
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  onclose = (_: { code: number }) => {}
  readonly url: string
  constructor(url: string) {
    this.url = url
    FakeSocket.all.push(this)
  }
  send = (data: string) => void this.sent.push(data)
  close = vi.fn(() => {
    this.readyState = 3
  })
  open() {
    this.readyState = FakeSocket.OPEN
    this.onopen()
  }
  lose(code = 1006) {
    this.readyState = 3
    this.onclose({ code })
  }
  receive = (data: unknown) => this.onmessage({ data: typeof data === 'string' ? data : JSON.stringify(data) })
}

const latest = () => FakeSocket.all.at(-1)!
const handlers = { onOpen: vi.fn(), onFrame: vi.fn(), onClose: vi.fn() }
let page: EventTarget
let visibilityState = 'visible'

function open(path = () => '/api/chat/inbox') {
  return new ReconnectingSocket<{ v: 1 }, { hello: string }>(path, handlers)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  FakeSocket.all = []
  page = new EventTarget()
  visibilityState = 'visible'
  const listeners = { addEventListener: page.addEventListener.bind(page), removeEventListener: page.removeEventListener.bind(page) }
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { origin: 'https://warren.example' })
  vi.stubGlobal('addEventListener', listeners.addEventListener)
  vi.stubGlobal('removeEventListener', listeners.removeEventListener)
  vi.stubGlobal('document', {
    ...listeners,
    get visibilityState() {
      return visibilityState
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
  vi.useRealTimers()
})

describe('a connection', () => {
  it('passes frames of version 1 on, and nothing else', () => {
    const socket = open()
    expect(latest().url).toBe('wss://warren.example/api/chat/inbox')
    expect(socket.send({ hello: 'early' })).toBe(false)
    latest().open()
    expect(handlers.onOpen).toHaveBeenCalledOnce()
    for (const data of [{ v: 1, type: 'a' }, { v: 2, type: 'b' }, PONG]) latest().receive(data)
    expect(handlers.onFrame.mock.calls).toEqual([[{ v: 1, type: 'a' }]])
    expect(socket.send({ hello: 'there' })).toBe(true)
    expect(latest().sent).toEqual(['{"hello":"there"}'])
  })

  it('is pinged when it is silent, and dropped if no answer comes', () => {
    open()
    const first = latest()
    first.open()
    vi.advanceTimersByTime(25_000)
    expect(first.sent).toEqual([PING])
    first.receive(PONG)
    vi.advanceTimersByTime(25_000)
    expect(first.sent).toEqual([PING, PING])
    vi.advanceTimersByTime(6000)
    expect(handlers.onClose.mock.calls).toEqual([[1006, true]])
    expect(first.close).toHaveBeenCalledOnce()
    // The close event of the socket comes later and changes nothing.
    first.lose()
    expect(handlers.onClose).toHaveBeenCalledOnce()
  })

  it('that its owner has closed calls no handler and stays closed', () => {
    const socket = open()
    const [first] = FakeSocket.all
    first!.open()
    socket.close()
    first!.receive({ v: 1 })
    first!.lose()
    page.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.all.length).toBe(1)
    expect([handlers.onFrame, handlers.onClose].flatMap((handler) => handler.mock.calls)).toEqual([])
  })
})

describe('a lost connection', () => {
  it('is opened again after increasing waits, each time with the current path', () => {
    let seq = 0
    open(() => `/api/chat/rooms/r?after=${seq}`)
    const waits = [500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]
    for (const [i, wait] of waits.entries()) {
      seq = i
      latest().lose()
      vi.advanceTimersByTime(wait - 1)
      expect(FakeSocket.all.length).toBe(i + 1)
      vi.advanceTimersByTime(1)
      expect(FakeSocket.all.length).toBe(i + 2)
      expect(latest().url).toContain(`after=${i}`)
    }
    expect(handlers.onClose.mock.calls).toEqual(waits.map(() => [1006, false]))
    latest().open()
    latest().lose(CLOSED.ended)
    expect(handlers.onClose).toHaveBeenLastCalledWith(CLOSED.ended, true)
    vi.advanceTimersByTime(500)
    expect(FakeSocket.all.length).toBe(waits.length + 2)
  })

  it('is opened again after a longer wait if the server closed it for too many frames', () => {
    open()
    latest().open()
    latest().lose(CLOSED.flood)
    vi.advanceTimersByTime(9999)
    expect(FakeSocket.all.length).toBe(1)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.all.length).toBe(2)
  })

  it('that the server closed because of too many windows is opened again only when its window becomes visible', () => {
    open()
    latest().open()
    latest().lose(CLOSED.tooMany)
    expect(handlers.onClose.mock.calls).toEqual([[CLOSED.tooMany, true]])
    vi.advanceTimersByTime(600_000)
    expect(FakeSocket.all.length).toBe(1)
    page.dispatchEvent(new Event('visibilitychange'))
    expect(FakeSocket.all.length).toBe(2)
  })

  it('is not opened again if the member was removed', () => {
    open()
    latest().open()
    latest().lose(CLOSED.removed)
    expect(handlers.onClose.mock.calls).toEqual([[CLOSED.removed, true]])
    page.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.all.length).toBe(1)
  })
})

describe('events of the device and the window', () => {
  it('the connection is dropped when the device goes offline, and opened at once when it is online again', () => {
    open()
    latest().open()
    page.dispatchEvent(new Event('offline'))
    expect(handlers.onClose.mock.calls).toEqual([[1006, true]])
    page.dispatchEvent(new Event('online'))
    expect(FakeSocket.all.length).toBe(2)
    vi.advanceTimersByTime(2000)
    expect(FakeSocket.all.length).toBe(2)
  })

  it('a window that is visible again pings an open connection and opens a lost one; a hidden one does neither', () => {
    open()
    latest().open()
    page.dispatchEvent(new Event('visibilitychange'))
    expect(latest().sent).toEqual([PING])
    latest().lose()
    visibilityState = 'hidden'
    page.dispatchEvent(new Event('online'))
    expect(FakeSocket.all.length).toBe(1)
    visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(FakeSocket.all.length).toBe(2)
  })
})
