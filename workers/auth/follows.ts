import { and, count, desc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { shownImage, shownTitle } from '../shared/hidden-tables.ts'
import { now } from '../shared/ids.ts'
import { requireUser } from '../shared/session.ts'
import { profiles } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import type { AuthEnv } from './env.ts'
import { type FollowingPage, followingQuery, followRequest } from './profiles.schema.ts'
import { follows } from './tables.ts'

/** Profiles per page. */
const PAGE_SIZE = 24
/** Maximum number of followed users: the query for their listings sorts the listings of all of them. */
export const FOLLOW_LIMIT = 2000

/** Selects the number of followers of a user. */
export const selectFollowerCount = (db: Database, userId: number) =>
  db.select({ count: count() }).from(follows).where(eq(follows.followeeId, userId))

/** Selects a row if one user follows another. */
export const selectFollow = (db: Database, followerId: number, followeeId: number) =>
  db
    .select({ at: follows.at })
    .from(follows)
    .where(and(eq(follows.followerId, followerId), eq(follows.followeeId, followeeId)))

export const followRoutes = new Hono<{ Bindings: AuthEnv; Variables: AreaVariables }>()
  /** Follows a user who has a profile. Repeating the call changes nothing. */
  .post('/follow', requireUser, valid('json', followRequest), async (c) => {
    const { userId } = c.req.valid('json')
    const me = c.var.user.id
    if (userId === me) throw new ApiError('follow_self')
    const db = database(c.env)
    const isBelowLimit = sql`(select count(*) from ${follows} where follower_id = ${me}) < ${FOLLOW_LIMIT}`
    const [, [follow], [profile], [followers]] = await db.batch([
      db.run(sql`insert into ${follows} (follower_id, followee_id, at)
        select ${me}, user_id, ${now()} from ${profiles} where user_id = ${userId} and ${isBelowLimit} on conflict do nothing`),
      selectFollow(db, me, userId),
      db.select({ userId: profiles.userId }).from(profiles).where(eq(profiles.userId, userId)),
      selectFollowerCount(db, userId),
    ])
    if (!follow) throw new ApiError(profile ? 'follow_limit' : 'not_found')
    return c.json({ followed: true, followers: followers!.count })
  })

  .post('/unfollow', requireUser, valid('json', followRequest), async (c) => {
    const { userId } = c.req.valid('json')
    const db = database(c.env)
    const [, [followers]] = await db.batch([
      db.delete(follows).where(and(eq(follows.followerId, c.var.user.id), eq(follows.followeeId, userId))),
      selectFollowerCount(db, userId),
    ])
    return c.json({ followed: false, followers: followers!.count })
  })

  /** The users that the caller follows, and the number of the caller's followers. */
  .get('/getFollowing', requireUser, valid('query', followingQuery), async (c) => {
    const me = c.var.user.id
    const [at, id] = c.req.valid('query').cursor?.split('.').map(Number) ?? []
    const db = database(c.env)
    const [rows, [followers]] = await db.batch([
      db
        .select({
          user_id: profiles.userId,
          name: profiles.name,
          title: shownTitle,
          image: shownImage(),
          geoip: profiles.geoip,
          at: follows.at,
        })
        .from(follows)
        .innerJoin(profiles, eq(profiles.userId, follows.followeeId))
        .where(and(eq(follows.followerId, me), at === undefined ? undefined : sql`(${follows.at}, ${follows.followeeId}) < (${at}, ${id})`))
        .orderBy(desc(follows.at), desc(follows.followeeId))
        .limit(PAGE_SIZE + 1),
      selectFollowerCount(db, me),
    ])
    const last = rows[PAGE_SIZE - 1]
    const page: FollowingPage = {
      following: rows.slice(0, PAGE_SIZE).map(({ at: _, ...person }) => person),
      followers: followers!.count,
      next: rows[PAGE_SIZE] ? `${last!.at}.${last!.user_id}` : null,
    }
    return c.json(page)
  })
