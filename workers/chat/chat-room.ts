import { DurableObject } from 'cloudflare:workers'
import { database } from '../shared/db.ts'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { now } from '../shared/ids.ts'
import type { LimitsEnv } from '../shared/limits.ts'
import { describeError, log } from '../shared/log.ts'
import { Admission, type Refusal } from './admission.ts'
import { announce, type InboxEnv } from './announce.ts'
import { FloodControl } from './flood-control.ts'
import { hiddenIn } from './hidden-messages.ts'
import { recordFileChanges } from './message-files.ts'
import { type Changed, type Indexed, MessageStore, type OwnMessage } from './message-store.ts'
import {
  type FrameFault,
  HISTORY_PAGE,
  type HistoryPart,
  MAX_FRAME,
  type Message,
  type MessageChange,
  type NewMessage,
  parseClientFrame,
  REPLAY_MAX,
  type RoomFrame,
  type RoomMessage,
} from './messages.schema.ts'
import type { OfferOrder } from './offer-store.ts'
import type { OfferChange, PayableOffer } from './offers.schema.ts'
import { RoomStatus } from './room-status.ts'
import { indexMessages } from './search-index.ts'
import { CLOSED, PING, PONG } from './sockets.schema.ts'
import {
  acceptSocket,
  attachedTo,
  closeSocket,
  createSessionCheck,
  endSessions,
  isDue,
  markClosed,
  memberOf,
  openSockets,
  sendFrame,
  sendText,
} from './sockets.ts'
import { StandingCache, writingFault } from './standing.ts'

/** Messages within this time share one write and one frame. */
const COALESCE_MS = 5
const ANNOUNCE_MS = 30
/** The time between two announcements for each open socket, and at most. In a large room, each announcement is a call for each member. */
const [ANNOUNCE_MS_PER_SOCKET, ANNOUNCE_MS_MAX] = [10, 1000]
const ANNOUNCE_RETRY_MS = 15_000
/** At most this many messages are read for one announcement. While the database is unavailable, more may accumulate. */
const ANNOUNCED_MAX = 500
const REPLAY_CHUNK = 100
const SOCKETS_PER_MEMBER = 8

type RoomEnv = InboxEnv & LimitsEnv

/** A message as it is stored; `isNew` is false if the call was repeated and changed nothing. */
type Stored = { message: Message; isNew: boolean }

/** A message that waits to be stored, and who learns what became of it. */
interface Waiting {
  userId: number
  sent: NewMessage
  onStored: (stored: Changed) => void
}

/**
 * The Durable Object of one room; its name is the room id. Stores every message in its own SQLite, then sends it to all connected sockets.
 * Its sockets hibernate. The worker checks session and membership and names the user in a header of the socket request; the user is never
 * taken from a frame.
 */
export class ChatRoom extends DurableObject<RoomEnv> {
  /** The seq of the newest message that this instance has sent to its sockets. */
  #sentSeq = 0
  #store: MessageStore
  #waiting: Waiting[] = []
  #isCoalescing = false
  #alarmSet = false
  /** The time of the next announcement at the earliest (ms). */
  #announceFrom = 0
  /** The last {@link refreshHidden}. */
  #refreshing: Promise<void> = Promise.resolve()
  #flood = new FloodControl()
  #standing: StandingCache
  #status: RoomStatus
  #admission: Admission
  #checkSessions: () => Promise<boolean>

  constructor(ctx: DurableObjectState, env: RoomEnv) {
    super(ctx, env)
    this.#checkSessions = createSessionCheck(ctx, env, () => this.#status.showPresence())
    this.#standing = new StandingCache(env, ctx.id.name!)
    this.#store = new MessageStore(ctx.storage)
    this.#status = new RoomStatus(ctx, this.#standing)
    const refreshStanding = () => this.refreshStanding()
    this.#admission = new Admission({ env, id: ctx.id.name!, store: this.#store, standing: this.#standing, refreshStanding })
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  /**
   * Opens a socket. It first gets the read marks that the member may see, then the messages after `?after=<seq>` and the changes of earlier
   * ones after `&rev=<revision>`, then the presence.
   */
  override async fetch(request: Request): Promise<Response> {
    await this.#standing.get().catch(ignore)
    this.#flush()
    const { socket, response } = acceptSocket(this.ctx, request, SOCKETS_PER_MEMBER)
    this.#status.sendReads(socket)
    const { searchParams } = new URL(request.url)
    const [after, revision] = [searchParams.get('after'), searchParams.get('rev')]
    if (after !== null) this.#replay(socket, Number(after) || 0)
    if (after !== null && revision !== null) this.#replayChanges(socket, Number(after) || 0, Number(revision) || 0)
    this.#status.showArrival(socket)
    return response
  }

  override async webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): Promise<void> {
    const { userId, until, closed } = attachedTo(socket)
    // A client may ignore the close frame and keep sending.
    if (closed) return
    if (until <= now()) closeSocket(socket, CLOSED.ended, 'session ended')
    else if (typeof raw !== 'string') closeSocket(socket, 1003, 'text frames only')
    else if (raw.length > MAX_FRAME) closeSocket(socket, 1009, 'frame too large')
    else {
      const parsed = parseClientFrame(raw)
      if (isDue(socket) && !(await this.#checkSessions())) {
        const about = 'frame' in parsed ? parsed.frame : parsed
        sendError(socket, {
          code: 'unavailable',
          ...('clientId' in about && { clientId: about.clientId }),
          ...('messageId' in about && { messageId: about.messageId }),
        })
      } else if (!attachedTo(socket).closed) this.#handleFrame(socket, userId, parsed)
    }
  }

  override webSocketClose(socket: WebSocket): void {
    markClosed(socket)
    if (!openSockets(this.ctx, memberOf(socket)).length) this.#status.showPresence()
  }

  override webSocketError(socket: WebSocket): void {
    this.webSocketClose(socket)
  }

  /** Stores a message that was sent over HTTP and broadcasts it. The worker has checked text and membership. */
  async send(userId: number, sent: NewMessage): Promise<Stored | Refusal> {
    if (this.#flood.take(userId, 'full') !== 'accept') return { code: 'too_many_requests' }
    const refusal = await this.#admission.admit(userId, sent.clientId)
    if (refusal) return refusal
    const stored = await new Promise<Changed>((onStored) => this.#storeSoon({ userId, sent, onStored }))
    return 'code' in stored ? stored : { message: stored.message, isNew: stored.isNew }
  }

  /** Changes a message over HTTP and broadcasts it. The worker has checked text and membership. */
  async change(userId: number, change: MessageChange | OfferChange): Promise<Stored | Refusal> {
    if (this.#flood.take(userId, 'full') !== 'accept') return { code: 'too_many_requests' }
    const refusal = await this.#admission.admitChange(userId, change)
    if (refusal) return refusal
    const changed = this.#store.change(userId, change)
    if ('code' in changed) return changed
    if (changed.isNew) this.#broadcastChange(changed.message, change.type)
    return { message: changed.message, isNew: changed.isNew }
  }

  /** Returns the offer that a member wants to pay, with the number of its changes; or why they cannot. The worker has checked membership. */
  async payableOffer(userId: number, messageId: string): Promise<PayableOffer | { code: ErrorCode }> {
    const fault = writingFault(await this.#standing.get(), userId)
    return fault ? { code: fault } : this.#store.payableOffer(userId, messageId)
  }

  /** Marks an offer as paid by an order. Safe to repeat. Returns whether the room has this offer. */
  orderOffer(messageId: string, order: OfferOrder): boolean {
    const changed = this.#store.orderOffer(messageId, order)
    if ('code' in changed) return false
    if (changed.isNew) this.#broadcastChange(changed.message, 'offer')
    return true
  }

  /**
   * Returns a page of messages, oldest first, and the read marks that a member may see. `isClosed`: whether the member cannot write because of
   * a block of their own.
   */
  async history(
    userId: number,
    part: HistoryPart,
  ): Promise<{ messages: Message[]; more: boolean; rev: number; reads: { userId: number; seq: number }[]; isClosed: boolean }> {
    const standing = await this.#standing.get().catch(ignore)
    const messages = this.#store.page(part, HISTORY_PAGE)
    const reads = this.#status.readsFor(userId)
    const isClosed = standing !== undefined && writingFault(standing, userId) === 'person_blocked'
    return { messages, more: messages.length > 0 && messages[0]!.seq > 1, rev: this.#store.revision, reads, isClosed }
  }

  /**
   * Reads again who may write and who sees what, after a change of it, and asks the open pages to load the room again: those of `member`, or
   * of all members. Nobody may notice that their request was declined, or that they were blocked.
   */
  async refreshStanding(member?: number): Promise<void> {
    await this.#standing.refresh()
    for (const socket of openSockets(this.ctx, member)) sendFrame(socket, { v: 1, type: 'reload' })
    this.#status.showStanding()
  }

  /** Marks all messages up to `seq` as read; a read mark never moves back. */
  markRead(userId: number, seq: number): void {
    if (!this.#status.raiseRead(userId, Math.min(seq, this.#store.lastSeq))) return
    this.#status.showRead(userId)
    this.#announceSoon()
  }

  /**
   * Returns up to `limit` messages of a member after the seq `after`, oldest first, without deleted ones. Fewer than `limit` means that no
   * more follow.
   */
  messagesOf(userId: number, after: number, limit: number): OwnMessage[] {
    return this.#store.ofMember(userId, after, limit)
  }

  /** Returns the messages with these seqs, oldest first, without deleted and hidden ones. */
  messagesAt(seqs: number[]): RoomMessage[] {
    return this.#store.at(seqs)
  }

  /**
   * Returns the messages with these seqs, oldest first, without deleted ones: for admins (`partyId` null), or as evidence of a party,
   * without their own hidden ones.
   */
  storedMessagesAt(seqs: number[], partyId: number | null): RoomMessage[] {
    return this.#store.storedAt(seqs, partyId)
  }

  /**
   * Reads which messages admins have hidden, and hides these and no others. One run begins after the other, so the last one has the newest
   * decision. Safe to repeat.
   */
  refreshHidden(): Promise<void> {
    const refreshed = this.#refreshing.catch(ignore).then(async () => {
      const changed = this.#store.setHidden(await hiddenIn(this.env, this.ctx.id.name!))
      if (!changed.length) return
      this.#flush()
      this.#broadcast(this.#changedFrame(changed))
      this.#announceChangedText()
    })
    this.#refreshing = refreshed
    return refreshed
  }

  /** Deletes the texts and files of a member. The messages stay, empty, so that the others' replies keep their context. */
  eraseMessages(userId: number): void {
    this.#store.eraseTexts(userId)
    this.#broadcast({ v: 1, type: 'reload' })
    this.#announceChangedText()
  }

  /** Returns the reactions of a member to up to `limit` messages after the seq `after`. Fewer than `limit` means that no more follow. */
  reactionsOf(userId: number, after: number, limit: number): { seq: number; emoji: string[] }[] {
    return this.#store.reactionsOf(userId, after, limit)
  }

  /** Deletes the reactions of a member. */
  eraseReactions(userId: number): void {
    this.#store.eraseReactions(userId)
    this.#broadcast({ v: 1, type: 'reload' })
  }

  /** Closes the sockets of ended sessions. */
  endSessions(userId: number, sessions: string[]): void {
    if (endSessions(openSockets(this.ctx, userId), sessions)) this.#status.showPresence()
  }

  /** Closes the sockets of a user who is no longer a member. */
  disconnectMember(userId: number): void {
    this.#closeSockets(userId, CLOSED.removed, 'removed')
  }

  /**
   * Announces new messages, changed texts, files and read marks: writes them to the database and pushes them to inboxes. It runs as
   * an alarm: an alarm is as durable as the message that set it, only one runs at a time, and one alarm announces a whole burst of messages.
   */
  override async alarm(): Promise<void> {
    this.#alarmSet = false
    this.#announceFrom = Date.now() + Math.min(ANNOUNCE_MS_MAX, openSockets(this.ctx).length * ANNOUNCE_MS_PER_SOCKET)
    this.#flush()
    const { kv } = this.ctx.storage
    const announced = kv.get<number>('announced') ?? 0
    // While the database is unavailable, messages accumulate, and they might not all fit into memory.
    const news = this.#store.after(Math.max(announced, this.#store.lastSeq - ANNOUNCED_MAX), ANNOUNCED_MAX)
    const last = news.at(-1)
    const changedText = kv.get<number>('changedText') ?? 0
    const isChanged = changedText > (kv.get<number>('announcedRevision') ?? 0)
    const newest = isChanged ? this.#store.before(undefined, 1)[0] : undefined
    // If the instance restarted after storing, these messages were never sent. Clients ignore a seq they already have.
    if (last && last.seq > this.#sentSeq) {
      this.#broadcast({ v: 1, type: 'messages', messages: news })
      this.#sentSeq = last.seq
    }
    const reads = this.#status.untoldReads()
    const fileChanges = this.#store.fileChanges()
    try {
      if (fileChanges.length) await recordFileChanges(this.env, fileChanges)
      const members = await announce(this.env, this.ctx.id.name!, { messages: news, newest, reads })
      await this.#index(members)
      for (const socket of openSockets(this.ctx)) if (!members.includes(memberOf(socket))) this.disconnectMember(memberOf(socket))
    } catch (error) {
      log('warn', 'announce_failed', { room: this.ctx.id.name ?? '', error: describeError(error) })
      this.#alarmSet = true
      await this.ctx.storage.setAlarm(Date.now() + ANNOUNCE_RETRY_MS)
      return
    }
    this.#store.forgetFileChanges(fileChanges)
    if (this.#store.fileChanges().length) this.#announceSoon()
    await this.#checkSessions()
    if (last) kv.put('announced', last.seq)
    if (isChanged) kv.put('announcedRevision', changedText)
    this.#status.markTold(reads)
  }

  /** Writes messages and changed texts that the search does not have yet into its index. */
  async #index(members: number[]): Promise<void> {
    const { kv } = this.ctx.storage
    const { messages, indexed, isAll } = this.#store.toIndex(kv.get<Indexed>('indexed') ?? { seq: 0, revision: 0, changedSeq: 0 })
    if (messages.length) await indexMessages(database(this.env), this.ctx.id.name!, members, messages)
    kv.put('indexed', indexed)
    if (!isAll) this.#announceSoon()
  }

  #handleFrame(socket: WebSocket, userId: number, parsed: ReturnType<typeof parseClientFrame>): void {
    const light = 'frame' in parsed && (parsed.frame.type === 'typing' || parsed.frame.type === 'read')
    const outcome = this.#flood.take(userId, light ? 'light' : 'full')
    if (outcome === 'disconnect') {
      this.#closeSockets(userId, CLOSED.flood, 'flood')
      return
    }
    if ('code' in parsed) {
      sendError(socket, parsed)
      return
    }
    const { frame } = parsed
    switch (frame.type) {
      case 'send': {
        if (outcome === 'reject') {
          sendError(socket, { code: 'too_many_requests', clientId: frame.clientId })
          return
        }
        // Not awaited: frames that arrive in the meantime must be counted by the flood control too.
        this.ctx.waitUntil(this.#handleSend(socket, userId, frame))
        return
      }
      case 'edit':
      case 'delete':
      case 'react':
        if (outcome === 'reject') sendError(socket, { code: 'too_many_requests', messageId: frame.messageId })
        else this.ctx.waitUntil(this.#handleChange(socket, userId, frame))
        return
      case 'typing':
        if (outcome === 'accept') this.#status.showTyping(userId)
        return
      case 'read':
        if (outcome === 'accept') this.markRead(userId, frame.seq)
        return
      default:
        frame satisfies never
    }
  }

  /** Counts a message that was sent over a socket, then stores it. */
  async #handleSend(socket: WebSocket, userId: number, frame: NewMessage): Promise<void> {
    const { clientId } = frame
    const refusal = await this.#admission.admit(userId, clientId).catch(unavailable)
    // The session may have ended while the message was counted.
    if (attachedTo(socket).closed) return
    if (refusal) {
      sendError(socket, { code: refusal.code, clientId })
      return
    }
    this.#storeSoon({
      userId,
      sent: frame,
      onStored: (stored) => {
        if ('code' in stored) sendError(socket, { code: stored.code, clientId })
        else sendFrame(socket, { v: 1, type: 'sent', clientId, message: stored.message })
      },
    })
  }

  /** Counts a change that was sent over a socket, then makes it. If the message was so before, only this socket gets it again. */
  async #handleChange(socket: WebSocket, userId: number, change: MessageChange): Promise<void> {
    const { messageId } = change
    const refusal = await this.#admission.admitChange(userId, change).catch(unavailable)
    if (attachedTo(socket).closed) return
    if (refusal) {
      sendError(socket, { code: refusal.code, messageId })
      return
    }
    const changed = this.#store.change(userId, change)
    if ('code' in changed) sendError(socket, { code: changed.code, messageId })
    else if (changed.isNew) this.#broadcastChange(changed.message, change.type)
    else sendFrame(socket, this.#changedFrame([changed.message]))
  }

  #changedFrame(messages: Message[]): RoomFrame {
    return { v: 1, type: 'changed', rev: this.#store.revision, messages }
  }

  #broadcastChange(message: Message, type: (MessageChange | OfferChange)['type']): void {
    // The message itself may still be waiting to be sent, with its first text.
    this.#flush()
    this.#broadcast(this.#changedFrame([message]))
    if (type !== 'react' && type !== 'answer') this.#announceChangedText()
  }

  #announceChangedText(): void {
    this.ctx.storage.kv.put('changedText', this.#store.revision)
    this.#announceSoon()
  }

  /** Stores a message, or finds the one already stored with this client id. The author's read mark moves to it. */
  #insertOnce(userId: number, sent: NewMessage): Changed {
    const stored = this.#store.findSent(userId, sent.clientId)
    if (stored) return { message: stored, isNew: false }
    const inserted = this.#store.insert(userId, sent)
    if ('message' in inserted) this.#status.raiseRead(userId, inserted.message.seq)
    return inserted
  }

  #announceSoon(): void {
    if (this.#alarmSet) return
    this.#alarmSet = true
    void this.ctx.storage.setAlarm(Math.max(Date.now() + ANNOUNCE_MS, this.#announceFrom))
  }

  /** Stores and sends a single message at once; messages that follow within a few milliseconds share one write and one frame. */
  #storeSoon(waiting: Waiting): void {
    this.#waiting.push(waiting)
    if (this.#isCoalescing) return
    this.#flush()
    this.#isCoalescing = true
    const next = () => {
      this.#isCoalescing = this.#waiting.length > 0
      this.#flush()
      if (this.#isCoalescing) setTimeout(next, COALESCE_MS)
    }
    setTimeout(next, COALESCE_MS)
  }

  /** Stores the waiting messages and sends them. Nothing leaves the object before they are on disk. */
  #flush(): void {
    if (!this.#waiting.length) return
    const waiting = this.#waiting
    this.#waiting = []
    const stored = waiting.map(({ userId, sent }) => this.#insertOnce(userId, sent))
    const messages = stored.flatMap((one) => ('message' in one && one.isNew ? one.message : []))
    if (messages.length) {
      this.#sentSeq = messages.at(-1)!.seq
      this.#broadcast({ v: 1, type: 'messages', messages })
      this.#announceSoon()
    }
    const countered = stored.flatMap((one) => ('message' in one && one.countered ? one.countered : []))
    if (countered.length) this.#broadcast(this.#changedFrame(countered))
    for (const [i, { onStored }] of waiting.entries()) onStored(stored[i]!)
  }

  #replay(socket: WebSocket, after: number): void {
    const { lastSeq } = this.#store
    for (let seq = Math.max(after, lastSeq - REPLAY_MAX); seq < lastSeq; seq += REPLAY_CHUNK) {
      sendFrame(socket, { v: 1, type: 'messages', messages: this.#store.after(seq, REPLAY_CHUNK) })
    }
  }

  /** Sends the changes after a revision of messages that the client has, or asks it to load the room again if they are too many. */
  #replayChanges(socket: WebSocket, upToSeq: number, revision: number): void {
    const missed = this.#store.changedAfter(revision, upToSeq, REPLAY_MAX + 1)
    if (missed.length > REPLAY_MAX) sendFrame(socket, { v: 1, type: 'reload' })
    else for (let i = 0; i < missed.length; i += REPLAY_CHUNK) sendFrame(socket, this.#changedFrame(missed.slice(i, i + REPLAY_CHUNK)))
  }

  #broadcast(frame: RoomFrame): void {
    const text = JSON.stringify(frame)
    for (const socket of openSockets(this.ctx)) sendText(socket, text)
  }

  #closeSockets(userId: number, code: number, reason: string): void {
    for (const socket of this.ctx.getWebSockets(String(userId))) closeSocket(socket, code, reason)
    this.#status.showPresence()
  }
}

const ignore = (): undefined => {}

/** The refusal of a frame that could not be checked. */
function unavailable(error: unknown): Refusal {
  log('warn', 'frame_not_checked', { error: describeError(error) })
  return { code: 'unavailable' }
}

const sendError = (socket: WebSocket, fault: FrameFault): void => sendFrame(socket, { v: 1, type: 'error', ...fault })
