import { and, asc, eq, gte, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import { isProfileHidden } from '../shared/hidden-tables.ts'
import { PART_SIZE, partRequest } from '../shared/sitemap.schema.ts'
import { selectParts } from '../shared/sitemap.ts'
import { profiles, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import type { AuthEnv } from './env.ts'

export const sitemapRoutes = new Hono<{ Bindings: AuthEnv; Variables: AreaVariables }>()
  .get('/getProfileParts', async (c) => {
    const firstFrom = (id: SQL) => sql`select min(user_id) from profiles where user_id >= ${id} and not ${isProfileHidden(sql`user_id`)}`
    const parts = await database(c.env).all<{ part: number }>(selectParts(firstFrom))
    return c.json({ profiles: parts.map(({ part }) => part) })
  })

  .get('/getProfilePart', valid('query', partRequest), async (c) => {
    const { part } = c.req.valid('query')
    const rows = await database(c.env)
      .select({ id: profiles.userId, updatedAt: profiles.updatedAt })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(
        and(
          isNull(users.deletedAt),
          not(isProfileHidden(profiles.userId)),
          gte(profiles.userId, part * PART_SIZE),
          lt(profiles.userId, (part + 1) * PART_SIZE),
        ),
      )
      .orderBy(asc(profiles.userId))
    return c.json({ profiles: rows })
  })
