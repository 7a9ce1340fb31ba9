import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Message, RoomFrame, RoomPage } from '../../chat/messages.schema.ts'
import { type ChatWorld, fillRooms, fillUsers, prepareChat, roomId } from '../bench/lib/chat/chat-world.ts'
import { warren } from '../bench/lib/chat/servers.ts'
import { cookieOf } from '../bench/lib/served-database.ts'

const CLIENTS = 10
const SENDS = 500
/** The flood control lets a member send 20 messages at once, and 4 a second. The rest is for a machine that handles the first ones late. */
const BURST = 12
const PAUSE_MS = 300

const dir = mkdtempSync(join(tmpdir(), 'warren-chat-kill-'))
const room = roomId(1)
let world: ChatWorld
afterAll(async () => {
  await (world as ChatWorld | undefined)?.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** A client that sends its messages in order, each once more if the connection was lost before its acknowledgement. */
class Client {
  /** The acknowledged messages, by client id. */
  acknowledged = new Map<string, Message>()
  /** The messages that have arrived, by seq. */
  received = new Map<number, Message>()
  readonly userId: number
  #unsent: string[]
  #inFlight = new Set<string>()
  #socket: WebSocket | undefined
  constructor(userId: number, count: number) {
    this.userId = userId
    this.#unsent = Array.from({ length: count }, (_, i) => `client-${userId}-${i}`)
  }
  get isDone(): boolean {
    return !this.#unsent.length && !this.#inFlight.size
  }
  /** Connects and asks for the messages after the last one. Resolves when the connection is lost, or everything is sent. */
  async run(url: string): Promise<void> {
    this.#unsent = [...this.#inFlight, ...this.#unsent]
    this.#inFlight.clear()
    const last = Math.max(0, ...this.received.keys())
    const { url: address, headers } = warren(url).socketOf(room, this.userId)
    const socket = new WebSocket(`${address}?after=${last}`, { headers })
    this.#socket = socket
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => socket.terminate())
    socket.on('message', (raw) => this.#receive(JSON.parse(String(raw)) as RoomFrame))
    await Promise.race([new Promise((resolve) => socket.once('open', resolve)), closed])
    for (let sent = 0; this.#unsent.length && socket.readyState === WebSocket.OPEN; sent++) {
      if (sent >= BURST) await Promise.race([wait(PAUSE_MS), closed])
      const clientId = this.#unsent.shift()!
      this.#inFlight.add(clientId)
      socket.send(JSON.stringify({ v: 1, type: 'send', clientId, text: `text of ${clientId}` }))
    }
    while (!this.isDone && socket.readyState === WebSocket.OPEN) await Promise.race([wait(20), closed])
  }
  close(): void {
    this.#socket?.terminate()
  }
  #receive(frame: RoomFrame): void {
    if (frame.type === 'messages') for (const message of frame.messages) this.received.set(message.seq, message)
    if (frame.type === 'error') throw new Error(`refused: ${JSON.stringify(frame)}`)
    if (frame.type !== 'sent') return
    this.acknowledged.set(frame.clientId, frame.message)
    this.#inFlight.delete(frame.clientId)
  }
}

/** Reads every stored message of the room, oldest first. */
async function readAll(): Promise<Message[]> {
  const messages: Message[] = []
  for (let more = true; more; ) {
    const before = messages.length ? `&before=${messages[0]!.seq}` : ''
    const answer = await fetch(`${world.workerd.url}/api/chat/getRoomMessages?roomId=${room}${before}`, {
      headers: { cookie: cookieOf(1) },
    })
    const page = (await answer.json()) as RoomPage
    messages.unshift(...page.messages)
    ;({ more } = page)
  }
  return messages
}

test('a kill in the middle of 500 sends loses no acknowledged message, and stores none twice', { timeout: 120_000 }, async () => {
  const start = await prepareChat(dir, (file) => {
    fillUsers(file, CLIENTS)
    fillRooms(file, 1, [Array.from({ length: CLIENTS }, (_, i) => i + 1)])
  })
  world = await start()
  const clients = Array.from({ length: CLIENTS }, (_, i) => new Client(i + 1, SENDS / CLIENTS))
  const acknowledged = () => clients.flatMap((client) => [...client.acknowledged])
  const running = clients.map((client) => client.run(world.workerd.url))
  while (acknowledged().length < SENDS / 2) await wait(1)
  await world.stop()
  await Promise.all(running)
  const before = new Map(acknowledged())
  expect(before.size).toBeLessThan(SENDS)

  world = await start()
  const stored = await readAll()
  for (const [clientId, message] of before) expect(stored.filter((one) => one.clientId === clientId)).toEqual([message])
  // What a client received before the kill is stored too: nothing is sent before it is on disk.
  for (const { received } of clients) for (const [seq, message] of received) expect(stored[seq - 1]).toEqual(message)

  await Promise.all(clients.map((client) => client.run(world.workerd.url)))
  const all = await readAll()
  expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: SENDS }, (_, i) => i + 1))
  expect(new Set(all.map(({ clientId }) => clientId)).size).toBe(SENDS)
  for (const { userId, acknowledged } of clients) {
    expect(acknowledged.size).toBe(SENDS / CLIENTS)
    // Each member's messages are stored in the order in which they were sent.
    const own = all.filter(({ user_id }) => user_id === userId).map(({ clientId }) => clientId)
    expect(own).toEqual(Array.from({ length: SENDS / CLIENTS }, (_, i) => `client-${userId}-${i}`))
  }
  for (const client of clients) client.close()
})
