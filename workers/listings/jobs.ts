import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { idempotencyOf } from '../shared/idempotency.ts'
import { requireSeller } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { ListingsEnv } from './env.ts'
import { addJobRequest, type JobTerms, jobRules } from './jobs.schema.ts'
import { saveListing, throwFirstFault } from './save-listing.ts'

export const jobRoutes = new Hono<{ Bindings: ListingsEnv; Variables: AreaVariables }>()
  /** Publishes a job, or with `product.id` changes a job of the user. */
  .post('/addJob', requireSeller, valid('json', addJobRequest), async (c) => {
    const body = c.req.valid('json')
    const { product } = body
    const { user } = c.var
    throwFirstFault(jobRules(product, user))
    const { jobType, duration, bidding, bidBase, salary } = product
    const terms: JobTerms = { jobType, duration, bidding, bidBase, salary }
    const typeColumns = { details: JSON.stringify(terms), priceUsd: bidBase ?? 0 }
    const idempotency = await idempotencyOf(c, 'addJob', body)
    return c.json(await saveListing(c, { user, listType: 'jobs', product, typeColumns, idempotency }))
  })
