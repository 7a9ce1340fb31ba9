import { and, asc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import { MAX_PARTS, PART_SIZE, partRequest } from '../shared/sitemap.schema.ts'
import { profiles, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import type { AuthEnv } from './env.ts'

/** As text in the statement: a bound number is a REAL, and the result of its division would be one. */
const SIZE = sql.raw(String(PART_SIZE))

export const sitemapRoutes = new Hono<{ Bindings: AuthEnv; Variables: AreaVariables }>()
  .get('/getProfileParts', async (c) => {
    const parts = await database(c.env).all<{ part: number }>(sql`with recursive parts(part) as (
        select (select min(user_id) from profiles) / ${SIZE} union all
        select (select min(user_id) from profiles where user_id >= (part + 1) * ${SIZE}) / ${SIZE}
        from parts where part is not null limit ${MAX_PARTS + 1})
      select part from parts where part is not null`)
    return c.json({ profiles: parts.map(({ part }) => part) })
  })

  .get('/getProfilePart', valid('query', partRequest), async (c) => {
    const { part } = c.req.valid('query')
    const rows = await database(c.env)
      .select({ id: profiles.userId, updatedAt: profiles.updatedAt })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(and(isNull(users.deletedAt), gte(profiles.userId, part * PART_SIZE), lt(profiles.userId, (part + 1) * PART_SIZE)))
      .orderBy(asc(profiles.userId))
    return c.json({ profiles: rows })
  })
