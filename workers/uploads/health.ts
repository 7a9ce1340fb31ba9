import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import type { UploadsEnv } from './env.ts'

/** Reports whether the bucket answers: `ok`, or a short description of the problem. */
export const healthRoutes = new Hono<{ Bindings: UploadsEnv; Variables: AreaVariables }>().get('/health', async (c) => {
  const r2 = await c.env.FILES.head('health').then(
    () => 'ok',
    () => 'does not answer',
  )
  return c.json({ r2 })
})
