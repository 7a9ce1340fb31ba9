import { WorkerEntrypoint } from 'cloudflare:workers'
import { Hono } from 'hono'
import { createArea } from '../shared/area.ts'
import { CALL_LIMITS } from '../shared/call-limits/auth.ts'
import { carrotRoutes } from './carrots.ts'
import { credentialRoutes } from './credentials.ts'
import { emailRoutes } from './email.ts'
import type { AuthEnv } from './env.ts'
import { followRoutes } from './follows.ts'
import { myDataRoutes } from './my-data.ts'
import { profileRoutes } from './profiles.ts'
import { type Env, sessionRoutes } from './sessions.ts'
import { signInRoutes } from './sign-in.ts'
import { sitemapRoutes } from './sitemap.ts'
import { deliverUserEvents } from './user-events.ts'
import { viewerRoutes } from './viewer.ts'

export { Limiter } from '../shared/limits.ts'

const api = new Hono<Env>()
  .route('/', signInRoutes)
  .route('/', credentialRoutes)
  .route('/', emailRoutes)
  .route('/', sessionRoutes)
  .route('/', viewerRoutes)
  .route('/', profileRoutes)
  .route('/', followRoutes)
  .route('/', carrotRoutes)
  .route('/', myDataRoutes)
  .route('/', sitemapRoutes)

export type AuthApi = typeof api
export default createArea<AuthEnv>('auth', api as never, ['CHAIN_ID', 'MAIL_FROM', 'BREACH_LIST_URL'], CALL_LIMITS)

/** Methods of this area that the cron calls. */
export class AuthRpc extends WorkerEntrypoint<AuthEnv> {
  /** Delivers the due events of the outbox to other areas. */
  async tick(): Promise<void> {
    await deliverUserEvents(this.env)
  }
}
