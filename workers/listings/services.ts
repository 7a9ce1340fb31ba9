import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area.ts'
import type { AreaEnv } from '../shared/env.ts'
import { requireSeller } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { refuse, save } from './save.ts'
import { addServiceRequest, serviceRules } from './services.schema.ts'

export const serviceRoutes = new Hono<{ Bindings: AreaEnv; Variables: AreaVariables }>()
  /** Publishes a service, or changes one's own (`product.id`). */
  .post('/addService', requireSeller, valid('json', addServiceRequest), async (c) => {
    const { product } = c.req.valid('json')
    const { user } = c.var
    refuse(serviceRules(product, user))
    const cheapest = Object.values(product.options).reduce((least, plan) => (plan.price < least.price ? plan : least))
    const own = { options: JSON.stringify(product.options), priceUsd: cheapest.price, hourly: cheapest.hourly }
    return c.json(await save(c.env, { user, listType: 'services', product, own, key: c.req.header('idempotency-key') }))
  })
