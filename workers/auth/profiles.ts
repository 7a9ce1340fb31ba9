import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { abortUnless } from '../shared/abort-unless.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database, isAccountDeleted } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { isProfileHidden } from '../shared/hidden-tables.ts'
import { now } from '../shared/ids.ts'
import { requireSeller } from '../shared/session.ts'
import { profiles, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { PLAYED_TYPES } from '../uploads/media.schema.ts'
import { media } from '../uploads/tables.ts'
import type { AuthEnv } from './env.ts'
import { selectFollow, selectFollowerCount } from './follows.ts'
import { addProfileRequest, type IntroVideo, type Profile, type ProfileAnswer, profileQuery, profilesQuery } from './profiles.schema.ts'
import { claimsTeam, imitatesTeam } from './reserved-names.schema.ts'
import { addUserEvent, deliverUserEvents } from './user-events.ts'
import { geoIpOf } from './viewer.ts'

// Raw SQL: in a query of one table drizzle omits table names, so the inner query would compare a column with itself.
const payoutWallet = sql<`0x${string}` | null>`(
  select a.address from accounts a where a.user_id = profiles.user_id and a.paid_from <= unixepoch() order by a.linked_at, a.rowid limit 1)`

/** The name of the page of a creator; null for other members, and while the team has removed the page. */
const creatorName = sql<string | null>`(
  select c.name from creators c where c.user_id = profiles.user_id and c.removed_at is null)`

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
  creator: creatorName,
  hidden: isProfileHidden(profiles.userId),
}

const selectProfiles = (db: Database, ids: number[]) =>
  db.select(columns).from(profiles).innerJoin(users, eq(users.id, profiles.userId)).where(inArray(profiles.userId, ids))

/** What others see of a profile that the team has hidden, besides the name. */
const HIDDEN = { title: '', description: '', image: null, video: null } as const

/** A profile for a member: others see nothing of a hidden one but the name. */
const toProfile = (
  { provider, video, creator: _, hidden, ...row }: Awaited<ReturnType<typeof selectProfiles>>[number],
  me: number | undefined,
): Profile => ({
  ...row,
  video: provider && video ? { provider: provider as IntroVideo['provider'], id: video } : null,
  ...(hidden && row.user_id !== me ? HIDDEN : {}),
})

/** SQL condition: the picture and the uploaded video, if there are any, are finished files of the user. */
const ownsFiles = (userId: number, image: string | null, video: IntroVideo | null) => {
  const ids = [...(image === null ? [] : [image]), ...(video?.provider === 'file' ? [video.id] : [])]
  return sql`(select count(*) from media m where m.user_id = ${userId} and m.ready_at is not null
    and m.id in (select value from json_each(${JSON.stringify(ids)}))) = ${new Set(ids).size}`
}

/**
 * Throws `media_not_yours` unless the picture is a finished picture of the user, and the uploaded video a finished file of the user that
 * browsers can play.
 */
async function checkFiles(db: Database, userId: number, image: string | null, video: IntroVideo | null): Promise<void> {
  const conditions = [
    ...(image === null ? [] : [and(eq(media.id, image), eq(media.kind, 'image'))]),
    ...(video?.provider === 'file' ? [and(eq(media.id, video.id), inArray(media.contentType, [...PLAYED_TYPES]))] : []),
  ]
  for (const condition of conditions) {
    const [file] = await db
      .select({ id: media.id })
      .from(media)
      .where(and(condition, eq(media.userId, userId), isNotNull(media.readyAt)))
    if (!file) throw new ApiError('media_not_yours')
  }
}

export const profileRoutes = new Hono<{ Bindings: AuthEnv; Variables: AreaVariables }>()
  .get('/getProfile', valid('query', profileQuery), async (c) => {
    const me = c.var.viewer?.id
    const id = c.req.valid('query').userId ?? me
    if (id === undefined) throw new ApiError('unauthorized')
    const db = database(c.env)
    const [[row], [followers], [follow]] = await db.batch([
      selectProfiles(db, [id]),
      selectFollowerCount(db, id),
      selectFollow(db, me ?? 0, id),
    ])
    // For the caller's own profile the country of the request presets the form.
    const own = id === me
    if (!row && !own) throw new ApiError('not_found')
    const answer: ProfileAnswer = {
      profile: row ? toProfile(row, me) : null,
      geoip: own ? geoIpOf(c) : row!.geoip,
      followers: followers!.count,
      followed: follow !== undefined,
      creator: row?.creator ?? null,
      hidden: Boolean(row?.hidden),
    }
    return c.json(answer)
  })

  .get('/getUserProfiles', valid('query', profilesQuery), async (c) => {
    const ids = c.req.valid('query').users
    const rows = ids.length ? await selectProfiles(database(c.env), ids) : []
    return c.json({ profiles: rows.map((row) => toProfile(row, c.var.viewer?.id)) })
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
      // A file may have been deleted in the meantime.
      updatedAt: abortUnless(ownsFiles(userId, texts.image, video), at),
      ...(country === undefined ? {} : { geoip: JSON.stringify(country === null ? {} : { country }) }),
    }
    const nameChanged = c.var.user.name !== null && c.var.user.name !== texts.name
    const saving = db.batch([
      db.select({ userId: profiles.userId }).from(profiles).where(eq(profiles.userId, userId)),
      db
        .insert(profiles)
        .values({ userId, geoip: geoIpOf(c), ...row })
        // Each save has another time, because admins decide about the version that they have seen.
        .onConflictDoUpdate({ target: profiles.userId, set: { ...row, updatedAt: sql`max(${row.updatedAt}, ${profiles.updatedAt} + 1)` } }),
      selectProfiles(db, [userId]),
      addUserEvent(db, userId, nameChanged ? 'renamed' : 'described', at),
    ])
    const [before, , [saved]] = await saving.catch(async (error: unknown) => {
      if (!isAccountDeleted(error)) await checkFiles(db, userId, texts.image, video)
      throw error
    })
    await deliverUserEvents(c.env, userId)
    return c.json({ added: before.length === 0, profile: toProfile(saved!, userId) })
  })
