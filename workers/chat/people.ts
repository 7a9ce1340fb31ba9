import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { shownImage } from '../shared/hidden-tables.ts'
import { now } from '../shared/ids.ts'
import { requireUser } from '../shared/session.ts'
import { profiles, shownName, unnamedAddress, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import {
  answerRequestRequest,
  BLOCKED_PAGE,
  type BlockedPage,
  blockedQuery,
  blockRequest,
  type ChatSettings,
  chatSettingsRequest,
  DEFAULT_DIGEST_HOURS,
  type DigestHours,
} from './conversations.schema.ts'
import type { ChatEnv } from './env.ts'
import { blocks, chatSettings, roomMembers, rooms } from './tables.ts'

/** How many of the rooms that a change concerns apply it at once: the newest ones. The others do within a minute. */
const MAX_REFRESHED = 200

/** Makes rooms apply a change of who may write and who sees what. Only the pages of `member` load the room again, if one is given. */
async function refreshRooms(env: ChatEnv, ids: { id: string }[], member?: number): Promise<void> {
  await Promise.all(ids.map(({ id }) => env.ROOMS.getByName(id).refreshStanding(member)))
}

const others = alias(roomMembers, 'others')
/** The newest rooms that two members share. */
const selectCommonRooms = (db: Database, one: number, other: number) =>
  db
    .select({ id: roomMembers.roomId })
    .from(roomMembers)
    .innerJoin(others, and(eq(others.roomId, roomMembers.roomId), eq(others.userId, other)))
    .where(eq(roomMembers.userId, one))
    .orderBy(desc(roomMembers.listedAt), desc(roomMembers.roomId))
    .limit(MAX_REFRESHED)

async function readSettings(db: Database, userId: number): Promise<ChatSettings> {
  const [row] = await db.select().from(chatSettings).where(eq(chatSettings.userId, userId))
  return {
    showsTyping: !row?.hidesTyping,
    showsSeen: !row?.hidesSeen,
    showsOnline: !row?.hidesOnline,
    digestHours: (row?.digestHours ?? DEFAULT_DIGEST_HOURS) as DigestHours,
  }
}

/** Requests, blocks, and what members show of themselves. */
export const peopleRoutes = new Hono<{ Bindings: ChatEnv; Variables: AreaVariables }>()
  /** Accepts or declines the request of somebody who has written to the caller. */
  .post('/answerRequest', requireUser, valid('json', answerRequestRequest), async (c) => {
    const { roomId, action } = c.req.valid('json')
    const db = database(c.env)
    const isMine = and(eq(roomMembers.roomId, roomId), eq(roomMembers.userId, c.var.user.id))
    const answered = await db
      .update(roomMembers)
      .set({ folder: action === 'accept' ? 'inbox' : 'declined' })
      .where(and(isMine, inArray(roomMembers.folder, ['requests', 'declined'])))
      .returning({ id: roomMembers.roomId })
    if (answered.length) await refreshRooms(c.env, answered, action === 'decline' ? c.var.user.id : undefined)
    else {
      const [member] = await db.select({ folder: roomMembers.folder }).from(roomMembers).where(isMine)
      if (!member) throw new ApiError('not_room_member')
      // Accepting is safe to repeat.
      if (action === 'decline') throw new ApiError('request_answered')
    }
    return c.json({ roomId, action })
  })
  /** Blocks a member. A request of theirs is declined, and no mail or push about their messages is sent any more. */
  .post('/blockUser', requireUser, valid('json', blockRequest), async (c) => {
    const { userId } = c.req.valid('json')
    const me = c.var.user.id
    if (userId === me) throw new ApiError('invalid_body', { path: 'userId', rule: 'somebody else' })
    const db = database(c.env)
    const isMineInPair = and(
      eq(roomMembers.userId, me),
      inArray(
        roomMembers.roomId,
        db
          .select({ id: rooms.id })
          .from(rooms)
          .where(eq(rooms.pair, [me, userId].sort((a, b) => a - b).join(':'))),
      ),
    )
    const [added] = await db.batch([
      db.run(sql`insert into blocks (blocker_id, blocked_id, created_at) select ${me}, id, ${now()} from users
        where id = ${userId} and deleted_at is null and exists (select 1 from users where id = ${me} and deleted_at is null)
        on conflict do update set blocker_id = excluded.blocker_id`),
      db
        .update(roomMembers)
        .set({ folder: 'declined' })
        .where(and(isMineInPair, inArray(roomMembers.folder, ['new', 'requests']))),
      db.update(roomMembers).set({ digestDue: null, pushDue: null }).where(isMineInPair),
    ])
    if (!added.rowsAffected) throw new ApiError('not_found')
    await refreshRooms(c.env, await selectCommonRooms(db, me, userId), me)
    return c.json({ userId })
  })
  .post('/unblockUser', requireUser, valid('json', blockRequest), async (c) => {
    const { userId } = c.req.valid('json')
    const db = database(c.env)
    const me = c.var.user.id
    await db.delete(blocks).where(and(eq(blocks.blockerId, me), eq(blocks.blockedId, userId)))
    await refreshRooms(c.env, await selectCommonRooms(db, me, userId), me)
    return c.json({ userId })
  })
  .get('/getBlocked', requireUser, valid('query', blockedQuery), async (c) => {
    const { cursor } = c.req.valid('query')
    const rows = await database(c.env)
      .select({ user_id: blocks.blockedId, name: shownName, address: unnamedAddress, image: shownImage() })
      .from(blocks)
      .innerJoin(users, eq(users.id, blocks.blockedId))
      .leftJoin(profiles, eq(profiles.userId, blocks.blockedId))
      .where(and(eq(blocks.blockerId, c.var.user.id), cursor ? lt(blocks.blockedId, Number(cursor)) : undefined))
      .orderBy(desc(blocks.blockedId))
      .limit(BLOCKED_PAGE + 1)
    const blocked = rows.slice(0, BLOCKED_PAGE)
    const page: BlockedPage = { blocked, next: rows[BLOCKED_PAGE] ? String(blocked.at(-1)!.user_id) : null }
    return c.json(page)
  })
  .get('/getChatSettings', requireUser, async (c) => c.json(await readSettings(database(c.env), c.var.user.id)))
  .post('/setChatSettings', requireUser, valid('json', chatSettingsRequest), async (c) => {
    const { showsTyping, showsSeen, showsOnline, digestHours } = c.req.valid('json')
    const db = database(c.env)
    const me = c.var.user.id
    const before = await readSettings(db, me)
    await db.batch([
      db.run(sql`insert into chat_settings (user_id, hides_typing, hides_seen, hides_online, digest_hours)
        select id, ${!showsTyping}, ${!showsSeen}, ${!showsOnline}, ${digestHours} from users where id = ${me} and deleted_at is null
        on conflict (user_id) do update set hides_typing = excluded.hides_typing, hides_seen = excluded.hides_seen,
          hides_online = excluded.hides_online, digest_hours = excluded.digest_hours`),
      // What waits is mailed after the new time, counted from when it was to be mailed before; nothing is mailed any more if it is turned off.
      db.run(sql`update room_members set digest_due = ${digestHours === 0 ? sql`null` : sql`digest_due + ${(digestHours - before.digestHours) * 3600}`}
        where user_id = ${me} and digest_due is not null`),
    ])
    if (before.showsTyping !== showsTyping || before.showsSeen !== showsSeen || before.showsOnline !== showsOnline) {
      const newest = db
        .select({ id: roomMembers.roomId })
        .from(roomMembers)
        .where(eq(roomMembers.userId, me))
        .orderBy(desc(roomMembers.listedAt), desc(roomMembers.roomId))
        .limit(MAX_REFRESHED)
      await refreshRooms(c.env, await newest)
    }
    return c.json(await readSettings(db, me))
  })
