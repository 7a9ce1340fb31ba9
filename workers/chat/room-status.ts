import type { RoomFrame } from './messages.schema.ts'
import { memberOf, openSockets, sendFrame, sendText } from './sockets.ts'
import { haveAnswered, isUnrestricted, type Sign, type StandingCache, seesAny, seesSign } from './standing.ts'

/** Changes of presence and read marks within this time share one frame: in a large room, each frame goes to hundreds of sockets. */
const STATUS_MS = 250

/** The newest message that a member has read. */
interface ReadMark {
  userId: number
  seq: number
}

/** One or two read marks as the frames that every page knows, more in one frame. */
const readFrames = (reads: ReadMark[]): RoomFrame[] =>
  reads.length > 2 ? [{ v: 1, type: 'reads', reads }] : reads.map((read) => ({ v: 1, type: 'read', ...read }))

/** Who is present, is typing and has read what in a room, and what of it each member sees: see `seesSign`. */
export class RoomStatus {
  #ctx: DurableObjectState
  #standing: StandingCache
  /** The members whose read mark has risen since the last frame with read marks. */
  #risen = new Set<number>()
  #hasPresenceChanged = false
  #hasStandingChanged = false
  #isWaiting = false

  constructor(ctx: DurableObjectState, standing: StandingCache) {
    this.#ctx = ctx
    this.#standing = standing
    ctx.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS reads (user_id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, told INTEGER NOT NULL DEFAULT 0) STRICT',
    )
  }

  /** The read marks that a member may see. */
  readsFor(viewer: number): ReadMark[] {
    return this.#visibleTo(viewer, this.#reads())
  }

  /** Raises a member's read mark; it never moves back. Returns whether it has risen. */
  raiseRead(userId: number, seq: number): boolean {
    const raised = this.#ctx.storage.sql.exec(
      'INSERT INTO reads (user_id, seq) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET seq = excluded.seq WHERE excluded.seq > seq',
      userId,
      seq,
    )
    return raised.rowsWritten > 0
  }

  /** The read marks that are not announced yet. */
  untoldReads(): ReadMark[] {
    return this.#ctx.storage.sql
      .exec<{ userId: number; seq: number }>('SELECT user_id AS userId, seq FROM reads WHERE told < seq')
      .toArray()
  }

  /** Records that these read marks are announced. */
  markTold(reads: ReadMark[]): void {
    for (const { userId, seq } of reads) this.#ctx.storage.sql.exec('UPDATE reads SET told = ? WHERE user_id = ?', seq, userId)
  }

  /** Sends the read marks to a socket that was just opened. */
  sendReads(socket: WebSocket): void {
    for (const frame of readFrames(this.readsFor(memberOf(socket)))) sendFrame(socket, frame)
  }

  /** Sends the presence to a socket that was just opened, and shows to the others that its member has come. */
  showArrival(socket: WebSocket): void {
    const userId = memberOf(socket)
    const isArrival = openSockets(this.#ctx, userId).length === 1
    if (this.#isWaiting || !isArrival || !this.#hasNewsOfOthers(userId)) sendFrame(socket, this.#presenceFor(userId))
    if (isArrival) this.showPresence()
  }

  showPresence(): void {
    this.#hasPresenceChanged = true
    this.#show()
  }

  /** Shows the presence after a change of who may see it. */
  showStanding(): void {
    this.#hasStandingChanged = true
    this.#show()
  }

  /** Shows the read mark of a member after it has risen. */
  showRead(userId: number): void {
    this.#risen.add(userId)
    this.#show()
  }

  showTyping(userId: number): void {
    this.#whenStandingIsKnown(() => {
      const text = JSON.stringify({ v: 1, type: 'typing', userId } satisfies RoomFrame)
      for (const socket of openSockets(this.#ctx)) {
        const viewer = memberOf(socket)
        if (viewer !== userId && this.#sees(viewer, userId, 'typing')) sendText(socket, text)
      }
    })
  }

  #reads(): ReadMark[] {
    return this.#ctx.storage.sql.exec<{ userId: number; seq: number }>('SELECT user_id AS userId, seq FROM reads').toArray()
  }

  #visibleTo(viewer: number, reads: ReadMark[]): ReadMark[] {
    return reads.filter(({ userId }) => this.#sees(viewer, userId, 'seen'))
  }

  /** Who is present, as far as a member may see it. */
  #presenceFor(viewer: number): RoomFrame {
    const present = [...new Set(openSockets(this.#ctx).map(memberOf))].filter((userId) => this.#sees(viewer, userId, 'online'))
    return { v: 1, type: 'presence', userIds: present.sort((a, b) => a - b) }
  }

  /** Whether a member sees a sign of another one. While the standing of the room is not known, nobody does. */
  #sees(viewer: number, userId: number, sign: Sign): boolean {
    const { current } = this.#standing
    return viewer === userId || (current !== undefined && seesSign(current, viewer, userId, sign))
  }

  /** Whether the presence of others is news for a member. A frame without news would show that somebody has come, or has declined. */
  #hasNewsOfOthers(viewer: number): boolean {
    const { current } = this.#standing
    return !current || seesAny(current, viewer, 'online')
  }

  /** Runs a function at once if the standing of the room is known, else once it was read, or could not be. */
  #whenStandingIsKnown(run: () => void): void {
    if (this.#standing.isFresh) run()
    else this.#ctx.waitUntil(this.#standing.get().then(run, run))
  }

  /** Sends changed presence and read marks at once; changes that follow shortly share one frame. */
  #show(): void {
    if (this.#isWaiting) return
    this.#send()
    this.#isWaiting = true
    setTimeout(() => {
      this.#isWaiting = false
      if (this.#hasPresenceChanged || this.#hasStandingChanged || this.#risen.size) this.#show()
    }, STATUS_MS)
  }

  #send(): void {
    const risen = this.#reads().filter(({ userId }) => this.#risen.has(userId))
    const [hasPresenceChanged, hasStandingChanged] = [this.#hasPresenceChanged, this.#hasStandingChanged]
    this.#risen.clear()
    this.#hasPresenceChanged = false
    this.#hasStandingChanged = false
    this.#whenStandingIsKnown(() => {
      const { current } = this.#standing
      const isTold = (viewer: number) =>
        (hasStandingChanged && (!current || haveAnswered(current))) || (hasPresenceChanged && this.#hasNewsOfOthers(viewer))
      const statusFor = (viewer: number) =>
        [...readFrames(this.#visibleTo(viewer, risen)), ...(isTold(viewer) ? [this.#presenceFor(viewer)] : [])].map((frame) =>
          JSON.stringify(frame),
        )
      const sockets = openSockets(this.#ctx)
      // What all see is made once: a room may have hundreds of sockets.
      const common = current && isUnrestricted(current) && sockets[0] ? statusFor(memberOf(sockets[0])) : null
      for (const socket of sockets) for (const text of common ?? statusFor(memberOf(socket))) sendText(socket, text)
    })
  }
}
