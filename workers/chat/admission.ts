import { database } from '../shared/db.ts'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { EVENTS } from '../shared/limit-table.ts'
import type { LimitsEnv } from '../shared/limits.ts'
import type { InboxEnv } from './announce.ts'
import { MAX_WAITING } from './conversations.schema.ts'
import type { MessageStore } from './message-store.ts'
import type { MessageChange } from './messages.schema.ts'
import type { OfferChange } from './offers.schema.ts'
import { readDealings, settleFolders } from './requests.ts'
import { hasAnswered, otherOf, type StandingCache, writingFault } from './standing.ts'

/** Why a member may not write. `retryAfter`: the seconds to wait. */
export type Refusal = { code: ErrorCode; retryAfter?: number }

/** An edit counts once more for each of this many letters. */
const LETTERS_PER_CHANGE = 1000
/** So many messages are counted at once for a member who writes a second one within `BURST_MS`: counting is a call of another object. */
const COUNTED_AHEAD = 5
const BURST_MS = 2000

interface Room {
  env: InboxEnv & LimitsEnv
  id: string
  store: MessageStore
  standing: StandingCache
  /** Applies a change of the members' lists. */
  refreshStanding: () => Promise<void>
}

/** Decides whether the members of a room may send and change messages: blocks, requests, and limits over all rooms. */
export class Admission {
  #room: Room
  /** The check in progress of whether each member may send their latest message. */
  #admitting = new Map<number, Promise<Refusal | null>>()
  /** How many messages of a member are counted and not sent yet, and when the last one was admitted (ms). */
  #ahead = new Map<number, { left: number; at: number }>()

  constructor(room: Room) {
    this.#room = room
  }

  /**
   * Decides whether a member may send a message, and counts it towards their limit over all rooms, in order of arrival. A message that is
   * already stored is always admitted and costs nothing.
   */
  async admit(userId: number, clientId: string): Promise<Refusal | null> {
    const previous = this.#admitting.get(userId)
    const admitting = (async () => {
      await previous?.catch(() => {})
      if (this.#room.store.hasSent(userId, clientId)) return null
      const fault = writingFault(await this.#room.standing.get(), userId)
      if (fault) return { code: fault }
      const refusal = await this.#admitToPair(userId)
      if (refusal) return refusal
      const retryAfter = await this.#countMessage(userId)
      return retryAfter ? ({ code: 'too_many_requests', retryAfter } as const) : null
    })()
    this.#admitting.set(userId, admitting)
    try {
      return await admitting
    } finally {
      if (this.#admitting.get(userId) === admitting) this.#admitting.delete(userId)
    }
  }

  /** Decides whether a member may change a message, and counts the change. Taking something back is possible in every room. */
  async admitChange(userId: number, change: MessageChange | OfferChange): Promise<Refusal | null> {
    const takesBack = change.type === 'delete' || (change.type === 'answer' && change.answer === 'withdraw')
    const fault = takesBack ? null : writingFault(await this.#room.standing.get(), userId)
    if (fault) return { code: fault }
    // A long text takes longer to index.
    const amount = change.type === 'edit' ? 1 + Math.floor(change.text.length / LETTERS_PER_CHANGE) : 1
    const retryAfter = await this.#count(userId, 'messageChange', amount)
    return retryAfter ? { code: 'too_many_requests', retryAfter } : null
  }

  /**
   * In a room of two members who have not both written: makes the message a request if they have never dealt with each other, or the answer
   * to one. Refuses it if its author has written to too many new people, or too often without an answer.
   */
  async #admitToPair(userId: number): Promise<Refusal | null> {
    const { env, id, store, refreshStanding } = this.#room
    const standing = await this.#room.standing.get()
    const other = otherOf(standing, userId)
    if (!standing.isPair || !other || standing.members.every(hasAnswered)) return null
    const db = database(env)
    // A decline counts more than dealings: an application to a listing of the one who declined would undo it.
    const haveDealt = hasAnswered(other) || (other.folder !== 'declined' && (await readDealings(db, userId, other.userId)))
    if (!haveDealt && store.lastSeq >= MAX_WAITING) return { code: 'request_waiting' }
    if (!haveDealt && store.lastSeq === 0) {
      const retryAfter = await this.#count(userId, 'newPerson')
      if (retryAfter) return { code: 'new_people_limit', retryAfter }
    }
    if (await settleFolders(db, id, userId, haveDealt)) await refreshStanding()
    return null
  }

  /**
   * Counts a message of a member. In a burst several are counted at once, if the limit allows it; the room keeps the rest for the next
   * ones. If it loses its memory, too many are counted, never too few.
   */
  async #countMessage(userId: number): Promise<number> {
    const at = Date.now()
    const ahead = this.#ahead.get(userId) ?? { left: 0, at: 0 }
    let { left } = ahead
    if (!left && at - ahead.at < BURST_MS && !(await this.#count(userId, 'message', COUNTED_AHEAD))) left = COUNTED_AHEAD
    const retryAfter = left ? 0 : await this.#count(userId, 'message')
    if (!retryAfter) this.#ahead.set(userId, { left: Math.max(left - 1, 0), at })
    return retryAfter
  }

  /** Counts an event of a member over all rooms. Returns 0, or the seconds to wait. */
  async #count(userId: number, event: 'message' | 'messageChange' | 'newPerson', amount = 1): Promise<number> {
    const limiter = this.#room.env.LIMITS.getByName(`user ${userId}`)
    return Math.ceil((await limiter.take(event, EVENTS[event].person, amount)) / 1000)
  }
}
