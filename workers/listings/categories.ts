import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import { valid } from '../shared/valid.ts'
import { categoriesRequest } from './categories.schema.ts'
import { findCategories } from './category-counts.ts'
import type { ListingsEnv } from './env.ts'

export const categoryRoutes = new Hono<{ Bindings: ListingsEnv; Variables: AreaVariables }>()
  /** Returns the categories of a type of listings, with how many listings each has. */
  .get('/getCategories', valid('query', categoriesRequest), async (c) => {
    const { listType, category } = c.req.valid('query')
    const found = await findCategories(database(c.env), listType, category)
    c.header('cache-control', 'public, max-age=60')
    return c.json(found)
  })
