import { WebSocket } from 'ws'
import type { Message } from '../../../../chat/messages.schema.ts'
import type { ChatServer } from './servers.ts'

/** The text of a message, as long as most are. */
const TEXT = 'Thank you, the second draft is close. Could the line below the name be a little thinner, please?'
/** How many messages of a member are sent before their first acknowledgement. */
const WINDOW = 4
const SEQ = Buffer.from('"seq":')
/** After this time (ms) without an end, a run has failed. */
const PATIENCE_MS = 60_000

/** The members of a room under load, each with one socket. */
export interface Crowd {
  server: ChatServer
  sockets: WebSocket[]
}

/** Connects members to a room; resolves when the server has answered all of them. */
export async function gather(server: ChatServer, room: string, userIds: number[]): Promise<Crowd> {
  const sockets: WebSocket[] = []
  const LANES = 20
  for (let i = 0; i < userIds.length; i += LANES)
    sockets.push(...(await Promise.all(userIds.slice(i, i + LANES).map((userId) => connect(server, room, userId)))))
  return { server, sockets }
}

function connect(server: ChatServer, room: string, userId: number): Promise<WebSocket> {
  const { url, headers } = server.socketOf(room, userId)
  const socket = new WebSocket(url, { headers, perMessageDeflate: false })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.on('message', function greet(data: Buffer) {
      const frame = String(data)
      const answer = server.answerTo?.(frame)
      if (answer) socket.send(answer)
      if (!frame.startsWith(server.prefix.joined)) return
      socket.off('message', greet)
      resolve(socket)
    })
  })
}

export function disperse({ sockets }: Crowd): void {
  for (const socket of sockets) {
    socket.removeAllListeners()
    socket.terminate()
  }
}

/** Whether a frame begins with a text of ASCII characters. */
function begins(data: Buffer, prefix: string): boolean {
  return data.length >= prefix.length && data.toString('latin1', 0, prefix.length) === prefix
}

/** The number of messages in a frame. Counted without parsing, so that the clients cost little beside the server. */
function countMessages(data: Buffer): number {
  let count = 0
  for (let at = data.indexOf(SEQ); at !== -1; at = data.indexOf(SEQ, at + SEQ.length)) count++
  return count
}

const messagesIn = (data: Buffer): Message[] => {
  const text = String(data)
  const parsed = JSON.parse(text.slice(text.search(/[[{]/))) as { messages: Message[] } | [string, { messages: Message[] }]
  return (Array.isArray(parsed) ? parsed[1] : parsed).messages
}

let sent = 0
const nextClientId = () => `bench-${String(++sent).padStart(10, '0')}`

/** Rejects unless `work` is done in time. */
const inTime = async (work: Promise<void>, state: () => string): Promise<void> => {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not all messages arrived: ${state()}`)), PATIENCE_MS)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Every member sends `each` messages as fast as they are acknowledged, at most four ahead. Returns deliveries (a message to a socket) a
 * second. Throws unless each socket has received every message once, and the first one all in order.
 */
export async function saturate({ server, sockets }: Crowd, each: number): Promise<number> {
  const total = each * sockets.length
  const received = sockets.map(() => 0)
  const seqs: number[] = []
  let left = sockets.length
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const refused: string[] = []
  for (const [i, socket] of sockets.entries()) {
    let unsent = each - WINDOW
    socket.on('message', (data: Buffer) => {
      if (begins(data, server.prefix.messages)) {
        received[i]! += countMessages(data)
        if (i === 0) seqs.push(...messagesIn(data).map(({ seq }) => seq))
        if (received[i] === total && --left === 0) resolve()
      } else if (begins(data, server.prefix.sent)) {
        if (unsent-- > 0) socket.send(server.frameOf(nextClientId(), TEXT))
      } else {
        const answer = server.answerTo?.(String(data))
        if (answer) socket.send(answer)
        else if (data.includes('"error"')) refused.push(String(data))
      }
    })
  }
  const started = performance.now()
  for (const socket of sockets) for (let i = 0; i < Math.min(WINDOW, each); i++) socket.send(server.frameOf(nextClientId(), TEXT))
  await inTime(done, () => `${Math.min(...received)} of ${total}, ${refused.length} refused: ${refused[0] ?? ''}`)
  const seconds = (performance.now() - started) / 1000
  if (seqs.some((seq, i) => i > 0 && seq !== seqs[i - 1]! + 1)) throw new Error('the messages arrived out of order')
  if (received.some((count) => count !== total)) throw new Error('a message arrived twice')
  for (const socket of sockets) socket.removeAllListeners('message')
  return (total * sockets.length) / seconds
}

/** Members send `total` messages together, `perSecond` in a second. Returns the times (ms) from each send to its arrival at each socket. */
export async function pace({ server, sockets }: Crowd, total: number, perSecond: number): Promise<number[]> {
  const times: number[] = []
  const sentAt = new Map<string, number>()
  const { promise: done, resolve } = Promise.withResolvers<void>()
  for (const socket of sockets)
    socket.on('message', (data: Buffer) => {
      if (!begins(data, server.prefix.messages)) return
      const now = performance.now()
      for (const { clientId } of messagesIn(data)) times.push(now - sentAt.get(clientId)!)
      if (times.length === total * sockets.length) resolve()
    })
  const started = performance.now()
  let next = 0
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * perSecond))
    for (; next < due; next++) {
      const clientId = nextClientId()
      sentAt.set(clientId, performance.now())
      sockets[next % sockets.length]!.send(server.frameOf(clientId, TEXT))
    }
    if (next === total) clearInterval(timer)
  }, 1)
  await inTime(done, () => `${times.length} of ${total * sockets.length}`)
  for (const socket of sockets) socket.removeAllListeners('message')
  return times
}

/** A member sends a message; resolves when it is acknowledged. */
export function sendOne({ server, sockets }: Crowd, member: number): Promise<void> {
  const socket = sockets[member]!
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.on('message', function wait(data: Buffer) {
    if (!begins(data, server.prefix.sent)) return
    socket.off('message', wait)
    resolve()
  })
  socket.send(server.frameOf(nextClientId(), TEXT))
  return inTime(promise, () => 'no acknowledgement')
}

/** Joins a room with `?after=0`. Returns the time (ms) until `count` messages have been replayed. */
export async function timeJoin(server: ChatServer, room: string, userId: number, count: number): Promise<number> {
  const { url, headers } = server.socketOf(room, userId)
  const started = performance.now()
  const socket = new WebSocket(`${url}?after=0`, { headers, perMessageDeflate: false })
  let received = 0
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  socket.once('error', reject)
  socket.on('message', (data: Buffer) => {
    if (begins(data, server.prefix.messages)) received += messagesIn(data).length
    if (begins(data, server.prefix.joined) || received >= count) resolve()
  })
  await inTime(done, () => `${received} of ${count}`)
  const time = performance.now() - started
  socket.terminate()
  if (received !== count) throw new Error(`${received} messages were replayed, not ${count}`)
  return time
}
