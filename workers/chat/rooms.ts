import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { array, integer, maxLength, minValue, number, object, optional, pipe } from 'valibot'
import { profiles, shownName, users } from '../auth/tables.ts'
import type { AreaVariables } from '../shared/area.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { push } from './announce.ts'
import type { ChatEnv } from './env.ts'
import { type Conversation, roomId } from './messages.schema.ts'
import { roomMembers, rooms } from './tables.ts'

const LISTED = 200

/**
 * Opens the one room of an order or of a pair of people, with these members, or finds it. Two at once, or one again, end in
 * the same room: the unique key decides who creates it, and the members are added to whichever room stands.
 */
export async function openRoom(
  env: ChatEnv,
  key: { orderId: string } | { pair: string },
  members: number[],
  title: string | null = null,
): Promise<string> {
  const db = database(env)
  const id = opaqueId()
  const at = now()
  const [column, value] = 'orderId' in key ? ([rooms.orderId, key.orderId] as const) : ([rooms.pair, key.pair] as const)
  const [, , found] = await db.batch([
    db
      .insert(rooms)
      .values({ id, ...key, title, createdAt: at, lastAt: at })
      .onConflictDoNothing({ target: column }),
    db.run(sql`insert into ${roomMembers} (room_id, user_id) select ${rooms.id}, value from ${rooms}, json_each(${JSON.stringify(members)})
      where ${column} = ${value} on conflict do nothing`),
    db.select({ id: rooms.id }).from(rooms).where(eq(column, value)),
  ])
  const room = found[0]!.id
  if (room === id) await Promise.allSettled(members.map((userId) => push(env, userId, { v: 1, type: 'newChat', roomId: room })))
  return room
}

/** The room, if this person is in it; otherwise 404, as strangers need not know that it exists. */
export async function roomOf(db: Database, id: string, userId: number): Promise<typeof rooms.$inferSelect> {
  const [row] = await db
    .select({ room: rooms })
    .from(rooms)
    .innerJoin(roomMembers, and(eq(roomMembers.roomId, rooms.id), eq(roomMembers.userId, userId)))
    .where(eq(rooms.id, id))
  if (!row) throw new ApiError('room_not_found')
  return row.room
}

const userId = pipe(number(), integer(), minValue(1))

export const roomRoutes = new Hono<{ Bindings: ChatEnv; Variables: AreaVariables }>()
  .post(
    '/openChat',
    requireUser,
    valid('json', object({ users: pipe(array(userId), maxLength(2)), orderId: optional(roomId) })),
    async (c) => {
      const me = c.var.user.id
      const { users: asked, orderId } = c.req.valid('json')
      const db = database(c.env)
      if (orderId) {
        // An order's room is opened by the order itself, for its two parties.
        const [row] = await db
          .select({ id: rooms.id })
          .from(rooms)
          .innerJoin(roomMembers, and(eq(roomMembers.roomId, rooms.id), eq(roomMembers.userId, me)))
          .where(eq(rooms.orderId, orderId))
        if (!row) throw new ApiError('room_not_found')
        return c.json({ roomId: row.id })
      }
      const pair = [...new Set([...asked, me])].sort((a, b) => a - b)
      if (pair.length > 2) throw new ApiError('forbidden')
      const other = pair.find((id) => id !== me)
      if (!other) throw new ApiError('invalid_body', { path: 'users', rule: 'somebody else' })
      const [known] = await db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, other), isNull(users.deletedAt)))
      if (!known) throw new ApiError('not_found')
      return c.json({ roomId: await openRoom(c.env, { pair: pair.join(':') }, pair) })
    },
  )
  .get('/getConversations', requireUser, async (c) => {
    const me = c.var.user.id
    const db = database(c.env)
    const mine = await db
      .select({ room: rooms, readSeq: roomMembers.readSeq })
      .from(roomMembers)
      .innerJoin(rooms, eq(rooms.id, roomMembers.roomId))
      .where(eq(roomMembers.userId, me))
      .orderBy(desc(rooms.lastAt), desc(rooms.id))
      .limit(LISTED)
    const ids = mine.map(({ room }) => room.id)
    const others = ids.length
      ? await db
          .select({ roomId: roomMembers.roomId, userId: roomMembers.userId, name: shownName, image: profiles.image })
          .from(roomMembers)
          .innerJoin(users, eq(users.id, roomMembers.userId))
          .leftJoin(profiles, eq(profiles.userId, roomMembers.userId))
          .where(and(inArray(roomMembers.roomId, ids), ne(roomMembers.userId, me)))
      : []
    const conversations = mine.map(({ room, readSeq }): Conversation => {
      const them = others.filter((other) => other.roomId === room.id)
      return {
        room_id: room.id,
        user_ids: [me, ...them.map((other) => other.userId)],
        metadata: { name: them[0]?.name ?? '', orderId: room.orderId, image: them[0]?.image ?? null, title: room.title },
        last: room.lastUserId === null ? null : { text: room.lastText, userId: room.lastUserId, at: room.lastAt },
        unread: Math.max(0, room.lastSeq - readSeq),
      }
    })
    return c.json({ conversations })
  })
