import { and, eq, exists, inArray, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { IN_TEXT, listings } from '../listings/tables.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { shownImage } from '../shared/hidden-tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { takeEvent } from '../shared/limits.ts'
import { requireUser } from '../shared/session.ts'
import { checkNotSuspended } from '../shared/suspensions.ts'
import { profiles, shownName, unnamedAddress, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import type { ChatEnv } from './env.ts'
import { type About, openChatRequest } from './messages.schema.ts'
import { isBlockedBy, roomMembers, rooms } from './tables.ts'

/**
 * Returns the id of the room of an order or of a pair of users; creates the room if it does not exist and adds these members. Safe to run
 * concurrently: a unique key lets only one call create the room. An order's room is listed at once, that of a pair with its
 * first message. `opener` is the member of a pair who opens it: they agree to what the other writes.
 */
export async function openRoom(
  env: ChatEnv,
  key: { orderId: string } | { pair: string; opener: number },
  members: number[],
  title: string | null = null,
): Promise<string> {
  const db = database(env)
  const id = opaqueId()
  const at = now()
  const [column, value] = 'orderId' in key ? ([rooms.orderId, key.orderId] as const) : ([rooms.pair, key.pair] as const)
  const folder = 'pair' in key ? sql`iif(value = ${key.opener}, 'inbox', 'new')` : sql`'inbox'`
  const [, , rows] = await db.batch([
    db
      .insert(rooms)
      .values({ id, ...('pair' in key ? { pair: key.pair } : key), title, createdAt: at, lastAt: at })
      .onConflictDoNothing({ target: column }),
    db.run(sql`insert into ${roomMembers} (room_id, user_id, listed_at, last_seq, folder)
      select ${rooms.id}, value, iif(last_seq > 0 or order_id is not null, last_at, null), last_seq, ${folder}
      from ${rooms}, json_each(${JSON.stringify(members)}) where ${column} = ${value}
      on conflict (room_id, user_id) do update set folder = 'inbox' where folder = 'new' and excluded.folder = 'inbox'`),
    db.select({ id: rooms.id }).from(rooms).where(eq(column, value)),
  ])
  return rows[0]!.id
}

/** Returns the room if the user is a member. Otherwise throws the same error as for an unknown room, which others must not learn about. */
export async function roomOf(db: Database, id: string, userId: number): Promise<typeof rooms.$inferSelect> {
  const [row] = await db
    .select({ room: rooms })
    .from(rooms)
    .innerJoin(roomMembers, and(eq(roomMembers.roomId, rooms.id), eq(roomMembers.userId, userId)))
    .where(eq(rooms.id, id))
  if (!row) throw new ApiError('not_room_member')
  return row.room
}

/** SQL condition: the listing is published. */
export const isPublished = (id: number | typeof rooms.listingId) =>
  and(eq(listings.id, id), eq(listings.enabled, true), isNull(listings.deletedAt))

/** A listing's first picture as JSON of `Media`; the poster for a video. */
export const picture = sql<string | null>`(
  select json_object('id', coalesce(m.poster, m.id), 'kind', 'image', 'width', m.width, 'height', m.height, 'placeholder', m.placeholder)
  from listing_media lm join media m on m.id = lm.media_id
  where lm.listing_id = listings.id and lm.position < ${sql.raw(String(IN_TEXT))} and (m.kind = 'image' or m.poster is not null)
  order by lm.position limit 1)`

/** A listing as JSON of `About`; null if it is not published any more. */
const about = sql<string | null>`(
  select json_object('id', listings.id, 'listType', listings.list_type, 'title', listings.title, 'lang', listings.lang,
    'price', listings.price_usd, 'hourly', json(iif(listings.hourly, 'true', 'false')), 'picture', json(${picture}))
  from listings where ${isPublished(rooms.listingId)})`

/** Reads a room with its members and the listing it is about, in one statement. Throws as {@link roomOf} does. */
export async function readRoom(db: Database, id: string, userId: number) {
  const members = await db
    .select({
      user_id: roomMembers.userId,
      name: shownName,
      address: unnamedAddress,
      image: shownImage(),
      own: roomMembers,
      isBlocked: isBlockedBy(userId, roomMembers.userId),
      room: rooms,
      // Once, because a room may have hundreds of members.
      about: sql<string | null>`iif(${roomMembers.userId} = ${userId}, ${about}, null)`,
    })
    .from(roomMembers)
    .innerJoin(rooms, eq(rooms.id, roomMembers.roomId))
    .innerJoin(users, eq(users.id, roomMembers.userId))
    .leftJoin(profiles, eq(profiles.userId, roomMembers.userId))
    .where(eq(roomMembers.roomId, id))
  const mine = members.find(({ user_id }) => user_id === userId)
  if (!mine) throw new ApiError('not_room_member')
  return { room: mine.room, members, about: mine.about === null ? null : (JSON.parse(mine.about) as About) }
}

/** SQL condition: in the room of two members, neither has blocked the other, and nobody has declined a request of `me`. */
const canChangeAbout = (roomId: string, me: number) => sql`not exists (select 1 from room_members o
  where o.room_id = ${roomId} and o.user_id <> ${me} and (o.folder = 'declined' or exists (select 1 from blocks b
    where (b.blocker_id = o.user_id and b.blocked_id = ${me}) or (b.blocker_id = ${me} and b.blocked_id = o.user_id))))`

export const roomRoutes = new Hono<{ Bindings: ChatEnv; Variables: AreaVariables }>().post(
  '/openChat',
  requireUser,
  valid('json', openChatRequest),
  async (c) => {
    const me = c.var.user.id
    const { users: requestedUsers, orderId, listingId: about } = c.req.valid('json')
    const db = database(c.env)
    if (orderId) {
      // The orders area opens an order's room, for its two parties.
      const [row] = await db
        .select({ id: rooms.id })
        .from(rooms)
        .innerJoin(roomMembers, and(eq(roomMembers.roomId, rooms.id), eq(roomMembers.userId, me)))
        .where(eq(rooms.orderId, orderId))
      if (!row) throw new ApiError('room_not_found')
      return c.json({ roomId: row.id })
    }
    checkNotSuspended(c.var.user)
    const pair = [...new Set([...requestedUsers, me])].sort((a, b) => a - b)
    if (pair.length > 2) throw new ApiError('forbidden')
    const other = pair.find((id) => id !== me)
    if (!other) throw new ApiError('invalid_body', { path: 'users', rule: 'somebody else' })
    const key = { pair: pair.join(':'), opener: me }
    const [[otherUser], [room]] = await db.batch([
      db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, other), isNull(users.deletedAt))),
      db.select({ id: rooms.id }).from(rooms).where(eq(rooms.pair, key.pair)),
    ])
    if (!otherUser) throw new ApiError('not_found')
    // Only new conversations count: opening many with strangers is typical of spam.
    if (!room) await takeEvent(c, 'newRoom')
    const id = await openRoom(c.env, key, pair)
    // Accept only a listing of one of the two users: any other link could be used to mislead. Its title is shown to both, so a member who may
    // not write cannot change it.
    if (about)
      await db
        .update(rooms)
        .set({ listingId: about })
        .where(
          and(
            eq(rooms.id, id),
            canChangeAbout(id, me),
            exists(
              db
                .select({ one: sql`1` })
                .from(listings)
                .where(and(isPublished(about), inArray(listings.userId, pair))),
            ),
          ),
        )
    return c.json({ roomId: id })
  },
)
