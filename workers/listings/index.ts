import { WorkerEntrypoint } from 'cloudflare:workers'
import { Hono } from 'hono'
import { type AreaVariables, createArea } from '../shared/area.ts'
import { database } from '../shared/db.ts'
import { applicationRoutes } from './applications.ts'
import { cityRoutes } from './cities.ts'
import type { ListingsEnv } from './env.ts'
import { eventRoutes } from './events.ts'
import { jobRoutes } from './jobs.ts'
import { listingRoutes } from './listings.ts'
import { forget, renamed } from './people.ts'
import { serviceRoutes } from './services.ts'
import { writingRoutes } from './writing.ts'

export { Limiter } from '../shared/limits.ts'

const api = new Hono<{ Bindings: ListingsEnv; Variables: AreaVariables }>()
  .route('/', listingRoutes)
  .route('/', serviceRoutes)
  .route('/', jobRoutes)
  .route('/', eventRoutes)
  .route('/', applicationRoutes)
  .route('/', cityRoutes)
  .route('/', writingRoutes)

export type ListingsApi = typeof api
export default createArea<ListingsEnv>('listings', api as never, ['AI_MODEL'])

/** What the auth area asks of listings. */
export class ListingsRpc extends WorkerEntrypoint<ListingsEnv> {
  /** Makes search find somebody's listings by the name they go by now. Safe to repeat. */
  async renamed(userId: number): Promise<void> {
    await renamed(database(this.env), userId)
  }

  /** Takes away whatever somebody listed, after their account was deleted. Safe to repeat. */
  async forget(userId: number): Promise<void> {
    await forget(database(this.env), userId)
  }
}
