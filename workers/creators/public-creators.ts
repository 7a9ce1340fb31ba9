import { and, asc, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { parse } from 'valibot'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { convertRows } from '../shared/rows.ts'
import { profiles } from '../shared/tables.ts'
import { media } from '../uploads/tables.ts'
import { creators } from './creator-tables.ts'
import {
  type CreatorAddresses,
  MAX_ADDRESSES,
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

/** What everybody may know about creators. */
export const publicCreatorRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  /** Returns the creators whom the team promotes, at most {@link MAX_PROMOTED}, in an order that changes every day. */
  .get('/getPromotedCreators', async (c) => {
    const day = Math.floor(now() / DAY) % 1009
    const rows = await selectPages(database(c.env))
      .where(and(eq(creators.isPromoted, true), isNull(creators.removedAt)))
      .orderBy(orderOf(day), asc(creators.userId))
      .limit(MAX_PROMOTED)
    const answer: PromotedCreators = { creators: convertRows('promoted creator', rows, toPromoted) }
    return c.json(answer)
  })

  /** Lists the pages of creators that were saved, for the sitemap, the last changed first. */
  .get('/getCreatorAddresses', async (c) => {
    const rows = await database(c.env)
      .select({ name: creators.name, savedAt: folioVersions.savedAt })
      .from(creators)
      .innerJoin(folios, eq(folios.userId, creators.userId))
      .innerJoin(folioVersions, and(eq(folioVersions.userId, folios.userId), eq(folioVersions.version, folios.version)))
      .where(and(isNull(creators.removedAt), gt(folios.version, 0)))
      .orderBy(desc(folioVersions.savedAt), asc(creators.userId))
      .limit(MAX_ADDRESSES)
    const answer: CreatorAddresses = {
      creators: rows.map(({ name, savedAt }) => ({ name, updatedAt: timeOf(savedAt) })),
    }
    return c.json(answer)
  })

  /** Lists the posts that everybody can read, for the sitemap, the last published first. */
  .get('/getPostAddresses', async (c) => {
    const rows = await database(c.env)
      .select({ name: creators.name, pid: posts.id, publishedAt: posts.publishedAt, editedAt: posts.editedAt })
      .from(posts)
      .innerJoin(creators, and(eq(creators.userId, posts.userId), isNull(creators.removedAt)))
      .where(and(sql`${posts.draft} = 0`, isNull(posts.hiddenAt)))
      .orderBy(desc(posts.publishedAt), desc(posts.seq))
      .limit(MAX_ADDRESSES)
    const answer: PostAddresses = {
      posts: rows.map(({ name, pid, publishedAt, editedAt }) => ({ name, pid, updatedAt: timeOf(editedAt ?? publishedAt) })),
    }
    return c.json(answer)
  })
