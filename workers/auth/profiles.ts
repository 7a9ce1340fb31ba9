import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area.ts'
import { type Database, database } from '../shared/db.ts'
import type { ChainEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { requireSeller } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { media } from '../uploads/tables.ts'
import { geoIpOf } from './sign-in.ts'
import { profiles } from './tables.ts'
import { addProfileRequest, type Profile, profileQuery, profilesQuery } from './users.schema.ts'

// Written out: drizzle drops the table names where a query has one table, and the inner one would compare with itself.
const payoutWallet = sql<`0x${string}` | null>`(
  select a.address from accounts a where a.user_id = profiles.user_id order by a.linked_at, a.rowid limit 1)`

const columns = {
  user_id: profiles.userId,
  name: profiles.name,
  title: profiles.title,
  description: profiles.description,
  image: profiles.image,
  address: payoutWallet,
  geoip: profiles.geoip,
} satisfies Record<keyof Profile, unknown>

const profilesOf = (db: Database, ids: number[]) => db.select(columns).from(profiles).where(inArray(profiles.userId, ids))

export const profilePages = new Hono<{ Bindings: ChainEnv; Variables: AreaVariables }>()
  .get('/getProfile', valid('query', profileQuery), async (c) => {
    const id = c.req.valid('query').userId ?? c.var.viewer?.id
    if (id === undefined) throw new ApiError('unauthorized')
    const db = database(c.env)
    const [profile] = await profilesOf(db, [id])
    // One's own country presets the form, a stranger's is what their profile says.
    const own = id === c.var.viewer?.id
    if (!profile && !own) throw new ApiError('not_found')
    return c.json({ profile: profile ?? null, geoip: own ? geoIpOf(c) : profile!.geoip })
  })

  .get('/getUserProfiles', valid('query', profilesQuery), async (c) => {
    const ids = c.req.valid('query').users
    return c.json({ profiles: ids.length ? await profilesOf(database(c.env), ids) : [] })
  })

  .post('/addProfile', requireSeller, valid('json', addProfileRequest), async (c) => {
    const { profile } = c.req.valid('json')
    const userId = c.var.user.id
    const db = database(c.env)
    if (profile.image !== null) {
      const [picture] = await db
        .select({ id: media.id })
        .from(media)
        .where(and(eq(media.id, profile.image), eq(media.userId, userId), eq(media.kind, 'image'), isNotNull(media.readyAt)))
      if (!picture) throw new ApiError('media_not_yours')
    }
    const geoip = geoIpOf(c)
    const row = { ...profile, updatedAt: now() }
    const [before, , [saved]] = await db.batch([
      db.select({ userId: profiles.userId }).from(profiles).where(eq(profiles.userId, userId)),
      db
        .insert(profiles)
        .values({ userId, geoip, ...row })
        // Where the edge could not tell the country, what was known before stays.
        .onConflictDoUpdate({ target: profiles.userId, set: geoip === '{}' ? row : { ...row, geoip } }),
      profilesOf(db, [userId]),
    ])
    return c.json({ added: before.length === 0, profile: saved! })
  })
