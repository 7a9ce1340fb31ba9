import { DurableObject } from 'cloudflare:workers'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { EVENTS } from '../shared/limit-table.ts'
import { log, reasonOf } from '../shared/log.ts'
import { announce } from './announce.ts'
import type { ChatEnv } from './env.ts'
import { Flood } from './flood.ts'
import {
  CLOSED,
  HISTORY_PAGE,
  MAX_FRAME,
  type Message,
  PING,
  PONG,
  parseClientFrame,
  REPLAY_MAX,
  type RoomFrame,
} from './messages.schema.ts'
import { accept, attachedTo, end, endSessions, isDue, memberOf, openSockets, sendText, sessionCheck } from './sockets.ts'

const COALESCE_MS = 5
const ANNOUNCE_MS = 30
const ANNOUNCE_RETRY_MS = 15_000
const REPLAY_CHUNK = 100
const SOCKETS_PER_MEMBER = 8

// A type, not an interface: rows of SQL must fit an index signature.
type Row = { seq: number; id: string; client_id: string; user_id: number; text: string; mime: string; at: number }

const COLUMNS = 'seq, id, client_id, user_id, text, mime, at'
const wire = ({ id, client_id, seq, user_id, text, mime, at }: Row): Message => ({
  id,
  clientId: client_id,
  seq,
  user_id,
  message: { text, mimeType: mime },
  at,
})

/**
 * One room: stores every message in its own SQLite, then tells everyone in it. Its name is the room's id. Sockets hibernate;
 * who is behind one is attached by the worker, which has checked session and membership, and never told by a frame.
 */
export class ChatRoom extends DurableObject<ChatEnv> {
  /** The newest message this instance has sent to its sockets. */
  #sentSeq = 0
  #lastSeq: number
  #pending: Message[] = []
  #acks: [WebSocket, RoomFrame][] = []
  #window = false
  #alarmSet = false
  #flood = new Flood()
  /** The last message of each member that is being counted. */
  #counting = new Map<number, Promise<number>>()
  #checkSessions: () => Promise<boolean>

  constructor(ctx: DurableObjectState, env: ChatEnv) {
    super(ctx, env)
    this.#checkSessions = sessionCheck(ctx, env, () => this.#broadcast(this.#presence()))
    ctx.storage.sql.exec(`
      CREATE TABLE IF NOT EXISTS messages (
        seq INTEGER PRIMARY KEY, id TEXT NOT NULL, client_id TEXT NOT NULL, user_id INTEGER NOT NULL,
        text TEXT NOT NULL, mime TEXT NOT NULL, at INTEGER NOT NULL, UNIQUE (user_id, client_id)
      ) STRICT;
      CREATE TABLE IF NOT EXISTS reads (user_id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, told INTEGER NOT NULL DEFAULT 0) STRICT;
    `)
    this.#lastSeq = ctx.storage.sql.exec<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM messages').one().seq
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  /** Joins a socket: who has read how far, then what it missed since `?after=<seq>`, then who is here. */
  override async fetch(request: Request): Promise<Response> {
    this.#flush()
    const { socket, answer } = accept(this.ctx, request, SOCKETS_PER_MEMBER)
    for (const read of this.#reads()) send(socket, { v: 1, type: 'read', ...read })
    const after = new URL(request.url).searchParams.get('after')
    if (after !== null) this.#replay(socket, Number(after) || 0)
    if (openSockets(this.ctx, memberOf(socket)).length > 1) send(socket, this.#presence())
    else this.#broadcast(this.#presence())
    return answer
  }

  override async webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): Promise<void> {
    const { userId, until, over } = attachedTo(socket)
    // A close frame asks the other end to stop; a program need not.
    if (over) return
    if (until <= now()) end(socket, CLOSED.ended, 'session ended')
    else if (typeof raw !== 'string') end(socket, 1003, 'text frames only')
    else if (raw.length > MAX_FRAME) end(socket, 1009, 'frame too large')
    else {
      const parsed = parseClientFrame(raw)
      if (isDue(socket) && !(await this.#checkSessions())) {
        const clientId = 'frame' in parsed ? 'clientId' in parsed.frame && parsed.frame.clientId : parsed.clientId
        refuse(socket, 'unavailable', clientId || undefined)
      } else if (!attachedTo(socket).over) this.#take(socket, userId, parsed)
    }
  }

  override webSocketClose(socket: WebSocket): void {
    if (openSockets(this.ctx, memberOf(socket)).some((other) => other !== socket)) return
    this.#broadcast(this.#presence(socket))
  }

  override webSocketError(socket: WebSocket): void {
    this.webSocketClose(socket)
  }

  /** Stores a message that came over HTTP and tells everyone. The worker has checked text and membership. */
  async send(userId: number, clientId: string, text: string): Promise<{ message: Message } | { code: ErrorCode; retryAfter?: number }> {
    if (this.#flood.take(userId, 'full') !== 'pass') return { code: 'too_many_requests' }
    const retryAfter = await this.#count(userId, clientId)
    if (retryAfter) return { code: 'too_many_requests', retryAfter }
    const { message, fresh } = this.#store(userId, clientId, text)
    if (fresh) this.#flushSoon()
    return { message }
  }

  /** A page of messages older than `before` (or the newest), oldest first. */
  history(before: number | undefined): { messages: Message[]; more: boolean; reads: { userId: number; seq: number }[] } {
    const rows = this.ctx.storage.sql
      .exec<Row>(`SELECT ${COLUMNS} FROM messages WHERE seq < ? ORDER BY seq DESC LIMIT ?`, before ?? this.#lastSeq + 1, HISTORY_PAGE + 1)
      .toArray()
    return { messages: rows.slice(0, HISTORY_PAGE).reverse().map(wire), more: rows.length > HISTORY_PAGE, reads: this.#reads() }
  }

  /** Marks everything up to `seq` as seen; a mark never moves back. */
  markRead(userId: number, seq: number): void {
    if (!this.#raiseRead(userId, Math.min(seq, this.#lastSeq))) return
    this.#broadcast({ v: 1, type: 'read', userId, seq: Math.min(seq, this.#lastSeq) })
    this.#announceSoon()
  }

  /** A part of what somebody wrote here after `after`, oldest first; fewer than `limit` are the last. */
  written(userId: number, after: number, limit: number): { seq: number; text: string; at: number }[] {
    return this.ctx.storage.sql
      .exec<{ seq: number; text: string; at: number }>(
        'SELECT seq, text, at FROM messages WHERE user_id = ? AND seq > ? ORDER BY seq LIMIT ?',
        userId,
        after,
        limit,
      )
      .toArray()
  }

  /** Empties what somebody wrote. That they wrote, and when, stays: the others' answers would stand in the wrong place. */
  erase(userId: number): void {
    this.ctx.storage.sql.exec("UPDATE messages SET text = '' WHERE user_id = ?", userId)
  }

  /** Ends the sockets that were opened with sessions which are over. */
  endSessions(userId: number, sessions: string[]): void {
    if (endSessions(openSockets(this.ctx, userId), sessions)) this.#broadcast(this.#presence())
  }

  /** Ends the sockets of somebody who is no member any more. */
  cutOff(userId: number): void {
    this.#close(userId, CLOSED.removed, 'removed')
  }

  /**
   * Carries what happened here to the rest of the house: rooms and read marks in the database, the inboxes of the others.
   * An alarm, because it is as durable as the message that set it, runs one at a time and gathers a burst into one go.
   */
  override async alarm(): Promise<void> {
    this.#alarmSet = false
    const announced = this.ctx.storage.kv.get<number>('announced') ?? 0
    // While the database is away they pile up; all at once they might not fit into memory, and then never would.
    const news = this.#after(Math.max(announced, this.#lastSeq - REPLAY_MAX))
    this.#flush()
    const last = news.at(-1)
    // An instance that restarted after storing never sent these; whoever has them already knows their seq.
    if (last && last.seq > this.#sentSeq) {
      this.#broadcast({ v: 1, type: 'messages', messages: news })
      this.#sentSeq = last.seq
    }
    const reads = this.ctx.storage.sql
      .exec<{ userId: number; seq: number }>('SELECT user_id AS userId, seq FROM reads WHERE told < seq')
      .toArray()
    try {
      const members = await announce(this.env, this.ctx.id.name!, news, reads)
      for (const socket of openSockets(this.ctx)) if (!members.includes(memberOf(socket))) this.cutOff(memberOf(socket))
    } catch (error) {
      log('warn', 'announce_failed', { room: this.ctx.id.name ?? '', error: reasonOf(error) })
      this.#alarmSet = true
      await this.ctx.storage.setAlarm(Date.now() + ANNOUNCE_RETRY_MS)
      return
    }
    await this.#checkSessions()
    if (last) this.ctx.storage.kv.put('announced', last.seq)
    for (const read of reads) this.ctx.storage.sql.exec('UPDATE reads SET told = ? WHERE user_id = ?', read.seq, read.userId)
  }

  /**
   * Counts a message among all that its author writes, in whatever room, in the order they came in. Answers 0, or the seconds to
   * wait. One that is here already costs nothing.
   */
  async #count(userId: number, clientId: string): Promise<number> {
    const before = this.#counting.get(userId)
    const counted = (async () => {
      await before?.catch(() => {})
      if (this.#known(userId, clientId)) return 0
      return Math.ceil((await this.env.LIMITS.getByName(`user ${userId}`).take('message', EVENTS.message.person)) / 1000)
    })()
    this.#counting.set(userId, counted)
    try {
      return await counted
    } finally {
      if (this.#counting.get(userId) === counted) this.#counting.delete(userId)
    }
  }

  #known(userId: number, clientId: string): Row | undefined {
    return this.ctx.storage.sql
      .exec<Row>(`SELECT ${COLUMNS} FROM messages WHERE user_id = ? AND client_id = ?`, userId, clientId)
      .toArray()[0]
  }

  #take(socket: WebSocket, userId: number, parsed: ReturnType<typeof parseClientFrame>): void {
    const light = 'frame' in parsed && parsed.frame.type !== 'send'
    const verdict = this.#flood.take(userId, light ? 'light' : 'full')
    if (verdict === 'cut') {
      this.#close(userId, CLOSED.flood, 'flood')
      return
    }
    if ('code' in parsed) {
      refuse(socket, parsed.code, parsed.clientId)
      return
    }
    const { frame } = parsed
    switch (frame.type) {
      case 'send': {
        if (verdict === 'refuse') {
          refuse(socket, 'too_many_requests', frame.clientId)
          return
        }
        // Not waited for: frames that come meanwhile must be counted as a flood too.
        this.ctx.waitUntil(this.#write(socket, userId, frame))
        return
      }
      case 'typing':
        if (verdict === 'pass') this.#broadcast({ v: 1, type: 'typing', userId }, userId)
        return
      case 'read':
        if (verdict === 'pass') this.markRead(userId, frame.seq)
        return
      default:
        frame satisfies never
    }
  }

  /** Counts a message that came by socket, then stores it. */
  async #write(socket: WebSocket, userId: number, { clientId, text }: { clientId: string; text: string }): Promise<void> {
    const wait = await this.#count(userId, clientId).catch((error: unknown) => {
      log('warn', 'message_not_counted', { error: reasonOf(error) })
      return null
    })
    // The session may have ended while it was counted.
    if (attachedTo(socket).over) return
    if (wait !== 0) {
      refuse(socket, wait === null ? 'unavailable' : 'too_many_requests', clientId)
      return
    }
    const { message, fresh } = this.#store(userId, clientId, text)
    const sent: RoomFrame = { v: 1, type: 'sent', clientId, message }
    if (!fresh) {
      send(socket, sent)
      return
    }
    this.#acks.push([socket, sent])
    this.#flushSoon()
  }

  #reads(): { userId: number; seq: number }[] {
    return this.ctx.storage.sql.exec<{ userId: number; seq: number }>('SELECT user_id AS userId, seq FROM reads').toArray()
  }

  /** Stores a message, or finds the one this client id already made. Whoever writes has read what stands above. */
  #store(userId: number, clientId: string, text: string): { message: Message; fresh: boolean } {
    const { sql } = this.ctx.storage
    const known = this.#known(userId, clientId)
    if (known) return { message: wire(known), fresh: false }
    const row: Row = { seq: this.#lastSeq + 1, id: opaqueId(), client_id: clientId, user_id: userId, text, mime: 'text/plain', at: now() }
    sql.exec(
      `INSERT INTO messages (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[row.seq, row.id, row.client_id, row.user_id, row.text, row.mime, row.at],
    )
    this.#lastSeq = row.seq
    this.#raiseRead(userId, row.seq)
    this.#announceSoon()
    const message = wire(row)
    this.#pending.push(message)
    return { message, fresh: true }
  }

  #raiseRead(userId: number, seq: number): boolean {
    const raised = this.ctx.storage.sql.exec(
      'INSERT INTO reads (user_id, seq) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET seq = excluded.seq WHERE excluded.seq > seq',
      userId,
      seq,
    )
    return raised.rowsWritten > 0
  }

  #announceSoon(): void {
    if (this.#alarmSet) return
    this.#alarmSet = true
    void this.ctx.storage.setAlarm(Date.now() + ANNOUNCE_MS)
  }

  /** Sends a lone message at once; those that follow within a few milliseconds share one frame. */
  #flushSoon(): void {
    if (this.#window) return
    this.#flush()
    this.#window = true
    setTimeout(() => {
      this.#window = false
      if (this.#pending.length) this.#flushSoon()
    }, COALESCE_MS)
  }

  #flush(): void {
    if (!this.#pending.length) return
    const messages = this.#pending
    const acks = this.#acks
    this.#pending = []
    this.#acks = []
    this.#sentSeq = messages.at(-1)!.seq
    this.#broadcast({ v: 1, type: 'messages', messages })
    for (const [socket, frame] of acks) send(socket, frame)
  }

  #replay(socket: WebSocket, after: number): void {
    const missed = this.#after(Math.max(after, this.#lastSeq - REPLAY_MAX))
    for (let i = 0; i < missed.length; i += REPLAY_CHUNK) {
      send(socket, { v: 1, type: 'messages', messages: missed.slice(i, i + REPLAY_CHUNK) })
    }
  }

  #after(seq: number): Message[] {
    return this.ctx.storage.sql.exec<Row>(`SELECT ${COLUMNS} FROM messages WHERE seq > ? ORDER BY seq`, seq).toArray().map(wire)
  }

  #presence(except?: WebSocket): RoomFrame {
    const here = openSockets(this.ctx).filter((socket) => socket !== except)
    return { v: 1, type: 'presence', userIds: [...new Set(here.map(memberOf))].sort((a, b) => a - b) }
  }

  #broadcast(frame: RoomFrame, exceptMember?: number): void {
    const text = JSON.stringify(frame)
    for (const socket of openSockets(this.ctx)) if (memberOf(socket) !== exceptMember) sendText(socket, text)
  }

  #close(userId: number, code: number, reason: string): void {
    for (const socket of this.ctx.getWebSockets(String(userId))) end(socket, code, reason)
    this.#broadcast(this.#presence())
  }
}

const send = (socket: WebSocket, frame: RoomFrame): void => sendText(socket, JSON.stringify(frame))

const refuse = (socket: WebSocket, code: ErrorCode, clientId?: string): void =>
  send(socket, { v: 1, type: 'error', code, ...(clientId && { clientId }) })
