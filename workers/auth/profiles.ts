import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area.ts'
import { type Database, database, isOfDeleted } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { requireSeller } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { PLAYED_TYPES } from '../uploads/media.schema.ts'
import { media } from '../uploads/tables.ts'
import type { AuthEnv } from './env.ts'
import { followed, followersOf } from './follows.ts'
import { claimsTeam, imitatesTeam } from './imitation.schema.ts'
import { addProfileRequest, type IntroVideo, type Profile, type ProfileAnswer, profileQuery, profilesQuery } from './profiles.schema.ts'
import { profiles, users } from './tables.ts'
import { noteEvent, tellEvents } from './user-events.ts'
import { geoIpOf } from './viewer.ts'

// Written out: drizzle drops the table names where a query has one table, and the inner one would compare with itself.
const payoutWallet = sql<`0x${string}` | null>`(
  select a.address from accounts a where a.user_id = profiles.user_id and a.paid_from <= unixepoch() order by a.linked_at, a.rowid limit 1)`

const columns = {
  user_id: profiles.userId,
  name: profiles.name,
  title: profiles.title,
  description: profiles.description,
  image: profiles.image,
  provider: profiles.videoProvider,
  video: profiles.videoId,
  address: payoutWallet,
  geoip: profiles.geoip,
  since: users.createdAt,
}

const rowsOf = (db: Database, ids: number[]) =>
  db.select(columns).from(profiles).innerJoin(users, eq(users.id, profiles.userId)).where(inArray(profiles.userId, ids))

const toProfile = ({ provider, video, ...row }: Awaited<ReturnType<typeof rowsOf>>[number]): Profile => ({
  ...row,
  video: provider && video ? { provider: provider as IntroVideo['provider'], id: video } : null,
})

/** Whether the picture and the video are finished files of theirs; true where there are none. */
const filesAreTheirs = (userId: number, image: string | null, video: IntroVideo | null) => {
  const ids = [...(image === null ? [] : [image]), ...(video?.provider === 'file' ? [video.id] : [])]
  return sql`(select count(*) from media m where m.user_id = ${userId} and m.ready_at is not null
    and m.id in (select value from json_each(${JSON.stringify(ids)}))) = ${new Set(ids).size}`
}

/** Refuses a picture or a video that is not a finished file of theirs, and a video that no browser plays. */
async function checkFiles(db: Database, userId: number, image: string | null, video: IntroVideo | null): Promise<void> {
  const wanted = [
    ...(image === null ? [] : [and(eq(media.id, image), eq(media.kind, 'image'))]),
    ...(video?.provider === 'file' ? [and(eq(media.id, video.id), inArray(media.contentType, [...PLAYED_TYPES]))] : []),
  ]
  for (const one of wanted) {
    const [file] = await db
      .select({ id: media.id })
      .from(media)
      .where(and(one, eq(media.userId, userId), isNotNull(media.readyAt)))
    if (!file) throw new ApiError('media_not_yours')
  }
}

export const profilePages = new Hono<{ Bindings: AuthEnv; Variables: AreaVariables }>()
  .get('/getProfile', valid('query', profileQuery), async (c) => {
    const me = c.var.viewer?.id
    const id = c.req.valid('query').userId ?? me
    if (id === undefined) throw new ApiError('unauthorized')
    const db = database(c.env)
    const [[row], [followers], [mine]] = await db.batch([rowsOf(db, [id]), followersOf(db, id), followed(db, me ?? 0, id)])
    // One's own country presets the form, a stranger's is what their profile says.
    const own = id === me
    if (!row && !own) throw new ApiError('not_found')
    const answer: ProfileAnswer = {
      profile: row ? toProfile(row) : null,
      geoip: own ? geoIpOf(c) : row!.geoip,
      followers: followers!.count,
      followed: mine !== undefined,
    }
    return c.json(answer)
  })

  .get('/getUserProfiles', valid('query', profilesQuery), async (c) => {
    const ids = c.req.valid('query').users
    return c.json({ profiles: ids.length ? (await rowsOf(database(c.env), ids)).map(toProfile) : [] })
  })

  .post('/addProfile', requireSeller, valid('json', addProfileRequest), async (c) => {
    const { video, country, ...texts } = c.req.valid('json').profile
    const userId = c.var.user.id
    if (imitatesTeam(texts.name)) throw new ApiError('name_reserved', { path: 'name' })
    if (claimsTeam(texts.title)) throw new ApiError('name_reserved', { path: 'title' })
    const db = database(c.env)
    await checkFiles(db, userId, texts.image, video)
    const at = now()
    const row = {
      ...texts,
      videoProvider: video?.provider ?? null,
      videoId: video?.id ?? null,
      // A file that was deleted since makes it NULL, which aborts the batch.
      updatedAt: sql`case when ${filesAreTheirs(userId, texts.image, video)} then ${at} end` as unknown as number,
      ...(country === undefined ? {} : { geoip: JSON.stringify(country === null ? {} : { country }) }),
    }
    const renamed = c.var.user.name !== null && c.var.user.name !== texts.name
    const saving = db.batch([
      db.select({ userId: profiles.userId }).from(profiles).where(eq(profiles.userId, userId)),
      db
        .insert(profiles)
        .values({ userId, geoip: geoIpOf(c), ...row })
        .onConflictDoUpdate({ target: profiles.userId, set: row }),
      rowsOf(db, [userId]),
      ...(renamed ? [noteEvent(db, userId, 'renamed', at)] : []),
    ])
    const [before, , [saved]] = await saving.catch(async (error: unknown) => {
      if (!isOfDeleted(error)) await checkFiles(db, userId, texts.image, video)
      throw error
    })
    if (renamed) await tellEvents(c.env, userId)
    return c.json({ added: before.length === 0, profile: toProfile(saved!) })
  })
