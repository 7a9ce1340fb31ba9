import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { idempotencyOf } from '../shared/idempotency.ts'
import { requireSeller } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { ListingsEnv } from './env.ts'
import { saveListing, throwFirstFault } from './save-listing.ts'
import { addServiceRequest, serviceRules } from './services.schema.ts'

export const serviceRoutes = new Hono<{ Bindings: ListingsEnv; Variables: AreaVariables }>()
  /** Publishes a service, or with `product.id` changes a service of the user. */
  .post('/addService', requireSeller, valid('json', addServiceRequest), async (c) => {
    const body = c.req.valid('json')
    const { product } = body
    const { user } = c.var
    throwFirstFault(serviceRules(product, user))
    const cheapest = Object.values(product.options).reduce((least, plan) => (plan.price < least.price ? plan : least))
    const typeColumns = { options: JSON.stringify(product.options), priceUsd: cheapest.price, hourly: cheapest.hourly }
    const idempotency = await idempotencyOf(c, 'addService', body)
    return c.json(await saveListing(c, { user, listType: 'services', product, typeColumns, idempotency }))
  })
