import { desc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { parse } from 'valibot'
import { claimsTeam, imitatesTeam } from '../auth/reserved-names.schema.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { creators } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'
import { folioVersions } from './folio-tables.ts'
import { type FolioAnswer, type FolioVersions, folioQuery, folioRequest, folioVersionQuery } from './folios.schema.ts'
import { indexCreator } from './index-creators.ts'
import { hasName, readFolio, readLinks, readVersion, requireOwnPage, storedSave } from './read-folio.ts'
import { ownsPage, saveFolio } from './save-folio.ts'
import { SOCIAL_FIELDS, type SocialLinks, socialMediaRequest } from './social-links.schema.ts'

/** The pages of creators. */
export const folioRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  /** Returns the page of a creator to everybody; with defaults if nothing was saved yet. */
  .get('/getFolio', valid('query', folioQuery), async (c) => {
    const answer: FolioAnswer = { folio: await readFolio(database(c.env), c.req.valid('query').name) }
    return c.json(answer)
  })

  /** Saves the caller's own page as a new version. */
  .post('/addFolio', requireUser, valid('json', folioRequest), async (c) => {
    const request = c.req.valid('json')
    if (imitatesTeam(request.title) || claimsTeam(request.title)) throw new ApiError('name_reserved', { path: 'title' })
    const saved = await saveFolio(database(c.env), c.var.user.id, request)
    c.executionCtx.waitUntil(indexCreator(c.env, c.var.user.id))
    return c.json(saved)
  })

  /** Changes the social links of the caller's own page that are sent. Returns all of them as they are stored. */
  .post('/updateSocialMedia', requireUser, valid('json', socialMediaRequest), async (c) => {
    const { name, ...links } = c.req.valid('json')
    const db = database(c.env)
    const userId = c.var.user.id
    const fields = sql.raw(SOCIAL_FIELDS.join(', '))
    const values = sql.join(
      SOCIAL_FIELDS.map((field) => sql`${links[field] ?? ''}`),
      sql`, `,
    )
    const sent = SOCIAL_FIELDS.filter((field) => links[field] !== undefined)
    const changes = sql.raw(['user_id', ...sent].map((field) => `${field} = excluded.${field}`).join(', '))
    const [saved] = await db.all<Record<string, unknown>>(sql`insert into folios (user_id, version, links_changed_at, ${fields})
      select ${userId}, 0, ${now()}, ${values} where ${ownsPage(userId, name)}
      on conflict (user_id) do update set ${changes}, links_changed_at = max(excluded.links_changed_at, links_changed_at + 1)
      returning ${fields}`)
    if (!saved) {
      const [creator] = await db.select().from(creators).where(hasName(name))
      requireOwnPage(creator, userId)
      throw new ApiError('conflict')
    }
    return c.json<SocialLinks>(readLinks(saved))
  })

  /** Lists the last saves of the caller's own page, newest first. */
  .get('/getFolioVersions', requireUser, valid('query', folioQuery), async (c) => {
    const rows = await database(c.env)
      .select({ creator: creators, version: folioVersions.version, savedAt: folioVersions.savedAt, title: folioVersions.title })
      .from(creators)
      .leftJoin(folioVersions, eq(folioVersions.userId, creators.userId))
      .where(hasName(c.req.valid('query').name))
      .orderBy(desc(folioVersions.version))
    requireOwnPage(rows[0]?.creator, c.var.user.id)
    const answer: FolioVersions = {
      versions: rows.flatMap(({ version, ...columns }) => {
        const { savedAt: saved, title } = parse(storedSave, columns)
        return version === null || saved === null ? [] : [{ version, saved, title }]
      }),
    }
    return c.json(answer)
  })

  /** Returns one of the last saves of the caller's own page. To go back to it, the caller saves it as a new version. */
  .get('/getFolioVersion', requireUser, valid('query', folioVersionQuery), async (c) => {
    const { name, version } = c.req.valid('query')
    const answer: FolioAnswer = { folio: await readVersion(database(c.env), name, version, c.var.user.id) }
    return c.json(answer)
  })
