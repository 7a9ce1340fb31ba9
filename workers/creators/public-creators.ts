import { and, asc, eq, gt, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { Hono } from 'hono'
import { parse } from 'valibot'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { convertRows } from '../shared/rows.ts'
import { isSuspended } from '../shared/sanction-tables.ts'
import { PART_SIZE, partRequest } from '../shared/sitemap.schema.ts'
import { selectParts } from '../shared/sitemap.ts'
import { profiles } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { media } from '../uploads/tables.ts'
import { creators } from './creator-tables.ts'
import {
  type CreatorAddresses,
  type CreatorParts,
  MAX_PROMOTED,
  type PostAddresses,
  type PromotedCreator,
  type PromotedCreators,
} from './creators.schema.ts'
import type { CreatorsEnv } from './env.ts'
import { folios, folioVersions } from './folio-tables.ts'
import { posts } from './post-tables.ts'
import { storedSave } from './read-folio.ts'

const DAY = 86_400

const selectPages = (db: Database) =>
  db
    .select({ id: creators.userId, name: creators.name, displayName: profiles.name, saved: folioVersions, picture: media })
    .from(creators)
    .leftJoin(profiles, eq(profiles.userId, creators.userId))
    .leftJoin(folios, eq(folios.userId, creators.userId))
    .leftJoin(folioVersions, and(eq(folioVersions.userId, folios.userId), eq(folioVersions.version, folios.version)))
    .leftJoin(
      media,
      and(
        eq(media.id, sql`coalesce(${folioVersions.image}, ${folioVersions.videoThumbnail})`),
        eq(media.kind, 'image'),
        isNotNull(media.readyAt),
      ),
    )
type Row = Awaited<ReturnType<typeof selectPages>>[number]

function toPromoted({ id, name, displayName, saved, picture }: Row): PromotedCreator {
  const { title, primaryColor, secondaryColor } = parse(storedSave, saved ?? {})
  return {
    user_id: id,
    name,
    title: title || displayName || name,
    picture: picture && {
      id: picture.id,
      kind: 'image',
      width: picture.width,
      height: picture.height,
      placeholder: picture.placeholder,
    },
    primary_color: primaryColor,
    secondary_color: secondaryColor,
  }
}

/** An order that looks random and is the same for a day, so that each promoted creator is on the home page sooner or later. */
const orderOf = (day: number): SQL => sql`(${creators.userId} * 7919 + ${day} * 104729) % 1009`

/** A stored time in UTC seconds; 0 for a damaged one. */
const timeOf = (savedAt: number | null): number => parse(storedSave, { savedAt }).savedAt ?? 0

/** SQL condition: the number is in the range of a part of the sitemap. */
const isOfPart = (number: SQLiteColumn, part: number) => and(gte(number, part * PART_SIZE), lt(number, (part + 1) * PART_SIZE))

/** What everybody may know about creators. */
export const publicCreatorRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  /**
   * Returns the creators whom the team promotes, but no suspended ones, at most {@link MAX_PROMOTED}, in an order that changes every day.
   */
  .get('/getPromotedCreators', async (c) => {
    const day = Math.floor(now() / DAY) % 1009
    const rows = await selectPages(database(c.env))
      .where(and(eq(creators.isPromoted, true), isNull(creators.removedAt), sql`not ${isSuspended(creators.userId)}`))
      .orderBy(orderOf(day), asc(creators.userId))
      .limit(MAX_PROMOTED)
    const answer: PromotedCreators = { creators: convertRows('promoted creator', rows, toPromoted) }
    return c.json(answer)
  })

  /** Returns the numbers of the parts of the sitemap that have pages and posts. */
  .get('/getCreatorParts', async (c) => {
    const db = database(c.env)
    const [pages, ofPosts] = await db.batch([
      db.all<{ part: number }>(
        selectParts(
          (id) => sql`select f.user_id from folios f join creators c on c.user_id = f.user_id and c.removed_at is null
            where f.user_id >= ${id} and f.version > 0 order by f.user_id limit 1`,
        ),
      ),
      db.all<{ part: number }>(
        selectParts(
          (seq) => sql`select p.seq from posts p join creators c on c.user_id = p.user_id and c.removed_at is null
            where p.seq >= ${seq} and p.draft = 0 and p.hidden_at is null order by p.seq limit 1`,
        ),
      ),
    ])
    const numbers = (rows: { part: number }[]) => rows.map(({ part }) => part)
    return c.json({ creators: numbers(pages), posts: numbers(ofPosts) } satisfies CreatorParts)
  })

  /** Lists the saved pages of the creators of a part of the sitemap. */
  .get('/getCreatorAddresses', valid('query', partRequest), async (c) => {
    const { part } = c.req.valid('query')
    const rows = await database(c.env)
      .select({ name: creators.name, savedAt: folioVersions.savedAt })
      .from(creators)
      .innerJoin(folios, eq(folios.userId, creators.userId))
      .innerJoin(folioVersions, and(eq(folioVersions.userId, folios.userId), eq(folioVersions.version, folios.version)))
      .where(and(isNull(creators.removedAt), gt(folios.version, 0), isOfPart(creators.userId, part)))
      .orderBy(asc(creators.userId))
    const answer: CreatorAddresses = {
      creators: rows.map(({ name, savedAt }) => ({ name, updatedAt: timeOf(savedAt) })),
    }
    return c.json(answer)
  })

  /** Lists the posts of a part of the sitemap that everybody can read. */
  .get('/getPostAddresses', valid('query', partRequest), async (c) => {
    const { part } = c.req.valid('query')
    const rows = await database(c.env)
      .select({ name: creators.name, pid: posts.id, publishedAt: posts.publishedAt, editedAt: posts.editedAt })
      .from(posts)
      .innerJoin(creators, and(eq(creators.userId, posts.userId), isNull(creators.removedAt)))
      .where(and(eq(posts.draft, false), isNull(posts.hiddenAt), isOfPart(posts.seq, part)))
      .orderBy(asc(posts.seq))
    const answer: PostAddresses = {
      posts: rows.map(({ name, pid, publishedAt, editedAt }) => ({ name, pid, updatedAt: timeOf(editedAt ?? publishedAt) })),
    }
    return c.json(answer)
  })
