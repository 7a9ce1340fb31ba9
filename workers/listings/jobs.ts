import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area.ts'
import type { AreaEnv } from '../shared/env.ts'
import { requireSeller } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { addJobRequest, type JobTerms, jobRules } from './jobs.schema.ts'
import { refuse, save } from './save.ts'

export const jobRoutes = new Hono<{ Bindings: AreaEnv; Variables: AreaVariables }>()
  /** Publishes a job, or changes one's own (`product.id`). */
  .post('/addJob', requireSeller, valid('json', addJobRequest), async (c) => {
    const { product } = c.req.valid('json')
    const { user } = c.var
    refuse(jobRules(product, user))
    const { jobType, duration, bidding, bidBase, salary } = product
    const terms: JobTerms = { jobType, duration, bidding, bidBase, salary }
    const own = { details: JSON.stringify(terms), priceUsd: bidBase ?? 0 }
    return c.json(await save(c.env, { user, listType: 'jobs', product, own, key: c.req.header('idempotency-key') }))
  })
