import { createExecutionContext, env } from 'cloudflare:test'
import { exports } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { call, ORIGIN, signedIn, type TestUser } from '../shared/testing.ts'
import type { ChatEnv } from './env.ts'
import worker, { type ChatRpc } from './index.ts'
import type { InboxFrame, Message, RoomFrame } from './messages.schema.ts'

export const chatEnv = env as unknown as ChatEnv
export const rpc = (exports as unknown as { ChatRpc: Service<typeof ChatRpc> }).ChatRpc

/** How long a test waits for a frame, and how often it looks (ms). */
const PATIENCE = { timeout: 20_000, interval: 4 }

/** Sends a request to the chat worker. */
export const request = (method: 'GET' | 'POST', path: string, options: Parameters<typeof call>[5] = {}) =>
  call(worker, chatEnv, createExecutionContext(), method, `/api/chat/${path}`, options)

/** Creates two users and their common room. Both have opened it, so neither's first message is a request. */
export async function createPair(): Promise<{ aiko: TestUser; ben: TestUser; roomId: string }> {
  const [aiko, ben] = await Promise.all([signedIn(chatEnv), signedIn(chatEnv, { name: 'Ben Carter' })])
  const response = await request('POST', 'openChat', { as: aiko, body: { users: [ben.id] } })
  expect(response.status).toBe(200)
  await request('POST', 'openChat', { as: ben, body: { users: [aiko.id] } })
  return { aiko, ben, ...((await response.json()) as { roomId: string }) }
}

export const getPage = async (as: TestUser, roomId: string, before = '') =>
  (await (await request('GET', `getRoomMessages?roomId=${roomId}${before && `&before=${before}`}`, { as })).json()) as {
    messages: Message[]
    more: boolean
    rev: number
    members: { user_id: number; readSeq: number }[]
    mine: { canWrite: boolean }
  }

/** Sends a message by HTTP. */
export const sendMessage = (as: TestUser, roomId: string, text: string, clientId = crypto.randomUUID()) =>
  request('POST', 'sendMessage', { as, body: { roomId, clientId, message: { text } } })

/** The client side of a socket; records the frames it receives. */
export class SocketClient<Frame extends { type: string } = RoomFrame> {
  readonly frames: Frame[] = []
  closed: { code: number; reason: string } | null = null
  readonly socket: WebSocket
  /** `ignoresClose`: stays open after a close frame. A browser never does this, but another client can. */
  constructor(socket: WebSocket, { ignoresClose = false } = {}) {
    this.socket = socket
    socket.accept({ allowHalfOpen: ignoresClose })
    socket.addEventListener('message', (event) => {
      if (event.data !== 'pong') this.frames.push(JSON.parse(event.data as string) as Frame)
    })
    socket.addEventListener('close', (event) => {
      this.closed = { code: event.code, reason: event.reason }
    })
  }
  send(frame: unknown): void {
    this.socket.send(JSON.stringify(frame))
  }
  sendMessage(clientId: string, text: string): void {
    this.send({ v: 1, type: 'send', clientId, text })
  }
  /** Waits for a frame of this type (that matches) and removes it and all frames before it. */
  async waitFor<T extends Frame['type']>(type: T, matches: (frame: Extract<Frame, { type: T }>) => boolean = () => true) {
    const count = await vi.waitUntil(() => this.frames.findIndex((one) => one.type === type && matches(one as never)) + 1, PATIENCE)
    return this.frames.splice(0, count).at(-1) as Extract<Frame, { type: T }>
  }
  /** Waits for the message `seq`. Returns all received sequence numbers in order, including duplicates. */
  async waitForSeq(seq: number): Promise<number[]> {
    const received = () =>
      this.frames
        .flatMap((one) => ((one as unknown as RoomFrame).type === 'messages' ? (one as unknown as { messages: Message[] }).messages : []))
        .map((one) => one.seq)
    await vi.waitUntil(() => received().includes(seq), PATIENCE)
    return received()
  }
  /** Waits until the socket is closed and returns the close code. */
  async waitForClose(): Promise<number> {
    await vi.waitUntil(() => this.closed, PATIENCE)
    return this.closed!.code
  }
}

export const openSocket = (path: string, as?: TestUser, headers: Record<string, string> = {}) =>
  request('GET', path, { ...(as && { as }), headers: { upgrade: 'websocket', origin: ORIGIN, ...headers } })

/** Opens a socket to a room; resolves once the room has sent the presence. `rev`: the newest change that the client knows. */
export async function join(
  roomId: string,
  as: TestUser,
  after?: number,
  { rev, ...options }: { rev?: number; ignoresClose?: boolean } = {},
): Promise<SocketClient> {
  const query = after === undefined ? '' : `?after=${after}${rev === undefined ? '' : `&rev=${rev}`}`
  const response = await openSocket(`rooms/${roomId}${query}`, as)
  expect(response.status).toBe(101)
  const client = new SocketClient(response.webSocket!, options)
  await vi.waitUntil(() => client.frames.some((frame) => frame.type === 'presence'), PATIENCE)
  return client
}

export async function openInbox(as: TestUser): Promise<SocketClient<InboxFrame>> {
  const response = await openSocket('inbox', as)
  expect(response.status).toBe(101)
  return new SocketClient<InboxFrame>(response.webSocket!)
}
