import { sql } from 'drizzle-orm'
import { FINAL_STATUSES } from '../orders/statuses.schema.ts'
import { type Database, database } from '../shared/db.ts'
import type { AreaEnv } from '../shared/env.ts'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { now } from '../shared/ids.ts'
import type { Folder } from './conversations.schema.ts'

/** What a member can hide from others, who then do not show it to the member either. */
export type Sign = 'typing' | 'seen' | 'online'

/** A member of a room: in which of their lists it is, what they hide, and whom of the other members they have blocked. */
export interface StandingMember {
  userId: number
  folder: Folder
  hides: Sign[]
  blocked: number[]
  /** Until when the member is suspended, UTC seconds; Infinity until an admin ends it, and 0 if they are not. */
  suspendedUntil: number
}

/** What decides who may write in a room, and who sees of whom that they are typing, have read or are online. */
export interface Standing {
  isPair: boolean
  /** Whether the order of the room is not finished. */
  isOrderOpen: boolean
  members: StandingMember[]
}

/** The lists of a member who has neither written to the other one nor accepted their request. */
const UNANSWERED: readonly Folder[] = ['new', 'requests', 'declined']
export const isUnanswered = (folder: Folder): boolean => UNANSWERED.includes(folder)
export const hasAnswered = ({ folder }: StandingMember): boolean => !isUnanswered(folder)

const find = ({ members }: Standing, userId: number) => members.find((member) => member.userId === userId)
/** The other member of a room of two; undefined in a larger room, or if they have left. */
export const otherOf = ({ members }: Standing, userId: number): StandingMember | undefined =>
  members.length === 2 ? members.find((member) => member.userId !== userId) : undefined

/**
 * Why a member may not write, or null. A block ends writing in both directions. In the room of an order it does so when the order is
 * finished: until then both must be able to settle what concerns their money. A suspended member writes only in the rooms of orders.
 */
export function writingFault(standing: Standing, userId: number): ErrorCode | null {
  const me = find(standing, userId)
  if (standing.isPair && me && me.suspendedUntil > now()) return 'account_suspended'
  const other = otherOf(standing, userId)
  if (!me || !other || standing.isOrderOpen) return null
  if (me.blocked.includes(other.userId)) return 'person_blocked'
  return other.blocked.includes(userId) ? 'message_undeliverable' : null
}

/** Whether the members of a room may see signs of each other at all: the two of a request do not. */
export const haveAnswered = ({ isPair, members }: Standing): boolean => !isPair || members.every(hasAnswered)

/** Whether `viewer` sees this sign of another member. */
export function seesSign(standing: Standing, viewer: number, userId: number, sign: Sign): boolean {
  if (viewer === userId) return true
  const [one, other] = [find(standing, viewer), find(standing, userId)]
  if (!one || !other) return false
  const isBlocked = one.blocked.includes(userId) || other.blocked.includes(viewer)
  const isHidden = one.hides.includes(sign) || other.hides.includes(sign)
  return !isBlocked && !isHidden && haveAnswered(standing)
}

/** Whether a member sees this sign of any other member. */
export const seesAny = (standing: Standing, viewer: number, sign: Sign): boolean =>
  standing.members.some(({ userId }) => userId !== viewer && seesSign(standing, viewer, userId, sign))

/** Whether everybody in the room sees all signs of everybody. */
export const isUnrestricted = (standing: Standing): boolean =>
  haveAnswered(standing) && standing.members.every((member) => !member.hides.length && !member.blocked.length)

interface Row {
  userId: number
  folder: Folder
  pair: string | null
  status: number | null
  hidesTyping: number | null
  hidesSeen: number | null
  hidesOnline: number | null
  blocked: string
  suspendedUntil: number | null
  isSuspended: number
}

/** Reads the standing of a room in one statement. */
async function readStanding(db: Database, roomId: string): Promise<Standing> {
  const rows = await db.all<Row>(sql`
    select m.user_id as userId, m.folder, r.pair, o.status, s.hides_typing as hidesTyping, s.hides_seen as hidesSeen,
      s.hides_online as hidesOnline,
      x.id is not null as isSuspended, x.until as suspendedUntil,
      (select json_group_array(b.blocked_id) from room_members w join blocks b on b.blocker_id = m.user_id and b.blocked_id = w.user_id
        where w.room_id = m.room_id) as blocked
    from room_members m join rooms r on r.id = m.room_id left join orders o on o.id = r.order_id
      left join chat_settings s on s.user_id = m.user_id
      left join sanctions x on x.user_id = m.user_id and x.kind = 'suspension' and x.ended_at is null
    where m.room_id = ${roomId} order by m.user_id`)
  return {
    isPair: rows[0]?.pair != null,
    isOrderOpen: rows[0]?.status != null && !FINAL_STATUSES.includes(rows[0].status),
    members: rows.map(({ userId, folder, hidesTyping, hidesSeen, hidesOnline, blocked, isSuspended, suspendedUntil }) => ({
      userId,
      folder,
      hides: (
        [
          ['typing', hidesTyping],
          ['seen', hidesSeen],
          ['online', hidesOnline],
        ] as const
      ).flatMap(([sign, isHidden]) => (isHidden ? [sign] : [])),
      blocked: JSON.parse(blocked) as number[],
      suspendedUntil: isSuspended ? (suspendedUntil ?? Number.POSITIVE_INFINITY) : 0,
    })),
  }
}

/** After this time (ms) the standing of a room is read again. A change that a call makes is read at once. */
const STANDING_MS = 60_000

/** The standing of a room, read when it is needed. */
export class StandingCache {
  #env: AreaEnv
  #roomId: string
  /** The last standing that was read; undefined until then. */
  current: Standing | undefined
  #readAt = 0
  #reading: Promise<Standing> | undefined

  constructor(env: AreaEnv, roomId: string) {
    this.#env = env
    this.#roomId = roomId
  }

  get isFresh(): boolean {
    return this.current !== undefined && Date.now() - this.#readAt < STANDING_MS
  }

  /** Reads the standing if it is not known or too old. Rejects if the database is unavailable. */
  async get(): Promise<Standing> {
    if (this.current && this.isFresh) return this.current
    return this.#reading ?? this.refresh()
  }

  /** Reads the standing again. */
  refresh(): Promise<Standing> {
    const isNewest = () => this.#reading === reading
    const reading: Promise<Standing> = readStanding(database(this.#env), this.#roomId)
      .then((standing) => {
        if (!isNewest()) return this.current ?? standing
        this.#readAt = Date.now()
        this.current = standing
        return standing
      })
      .finally(() => {
        if (isNewest()) this.#reading = undefined
      })
    this.#reading = reading
    return reading
  }
}
