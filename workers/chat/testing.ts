import { createExecutionContext, env } from 'cloudflare:test'
import { exports } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { call, ORIGIN, signedIn, type TestUser } from '../shared/testing.ts'
import type { ChatEnv } from './env.ts'
import worker, { type ChatRpc } from './index.ts'
import type { InboxFrame, Message, RoomFrame } from './messages.schema.ts'

export const chatEnv = env as unknown as ChatEnv
export const rpc = (exports as unknown as { ChatRpc: Service<typeof ChatRpc> }).ChatRpc

/** One call at the chat area. */
export const ask = (method: 'GET' | 'POST', path: string, options: Parameters<typeof call>[5] = {}) =>
  call(worker, chatEnv, createExecutionContext(), method, `/api/chat/${path}`, options)

/** Two people and the room they share. */
export async function pair(): Promise<{ aiko: TestUser; ben: TestUser; roomId: string }> {
  const [aiko, ben] = await Promise.all([signedIn(chatEnv), signedIn(chatEnv, { name: 'Ben Carter' })])
  const answer = await ask('POST', 'openChat', { as: aiko, body: { users: [ben.id] } })
  expect(answer.status).toBe(200)
  return { aiko, ben, ...((await answer.json()) as { roomId: string }) }
}

export const page = async (as: TestUser, roomId: string, before = '') =>
  (await (await ask('GET', `getRoomMessages?roomId=${roomId}${before && `&before=${before}`}`, { as })).json()) as {
    messages: Message[]
    more: boolean
    members: { user_id: number; readSeq: number }[]
  }

/** A browser's end of a socket that keeps what it hears. */
export class Ear<Frame extends { type: string } = RoomFrame> {
  readonly frames: Frame[] = []
  closed: { code: number; reason: string } | null = null
  readonly socket: WebSocket
  /** `deaf`: goes on after a close frame as if none had come, as only a program does. */
  constructor(socket: WebSocket, { deaf = false } = {}) {
    this.socket = socket
    socket.accept({ allowHalfOpen: deaf })
    socket.addEventListener('message', (event) => {
      if (event.data !== 'pong') this.frames.push(JSON.parse(event.data as string) as Frame)
    })
    socket.addEventListener('close', (event) => {
      this.closed = { code: event.code, reason: event.reason }
    })
  }
  say(frame: unknown): void {
    this.socket.send(JSON.stringify(frame))
  }
  write(clientId: string, text: string): void {
    this.say({ v: 1, type: 'send', clientId, text })
  }
  /** Waits until a frame of this kind (that fits) is there, and takes everything up to it. */
  async hears<T extends Frame['type']>(type: T, fits: (frame: Extract<Frame, { type: T }>) => boolean = () => true) {
    const found = await vi.waitUntil(() => this.frames.findIndex((one) => one.type === type && fits(one as never)) + 1, {
      timeout: 4000,
      interval: 4,
    })
    return this.frames.splice(0, found).at(-1) as Extract<Frame, { type: T }>
  }
  /** Waits until messages up to `seq` came; answers every sequence number heard, in order, doubles included. */
  async hearsUpTo(seq: number): Promise<number[]> {
    const heard = () =>
      this.frames
        .flatMap((one) => ((one as unknown as RoomFrame).type === 'messages' ? (one as unknown as { messages: Message[] }).messages : []))
        .map((one) => one.seq)
    await vi.waitUntil(() => heard().includes(seq), { timeout: 4000, interval: 4 })
    return heard()
  }
  /** Waits for the end of the socket and answers its code. */
  async ends(): Promise<number> {
    await vi.waitUntil(() => this.closed, { timeout: 4000, interval: 4 })
    return this.closed!.code
  }
}

export const knock = (path: string, as?: TestUser, headers: Record<string, string> = {}) =>
  ask('GET', path, { ...(as && { as }), headers: { upgrade: 'websocket', origin: ORIGIN, ...headers } })

/** Joins a room; resolves once the room has said who is there. */
export async function join(roomId: string, as: TestUser, after?: number, options = {}): Promise<Ear> {
  const answer = await knock(`rooms/${roomId}${after === undefined ? '' : `?after=${after}`}`, as)
  expect(answer.status).toBe(101)
  const ear = new Ear(answer.webSocket!, options)
  await vi.waitUntil(() => ear.frames.some((frame) => frame.type === 'presence'), { interval: 4 })
  return ear
}

export async function openInbox(as: TestUser): Promise<Ear<InboxFrame>> {
  const answer = await knock('inbox', as)
  expect(answer.status).toBe(101)
  return new Ear<InboxFrame>(answer.webSocket!)
}
