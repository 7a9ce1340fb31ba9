import { WorkerEntrypoint } from 'cloudflare:workers'
import { Hono } from 'hono'
import { createArea } from '../shared/area.ts'
import { carrotRoutes } from './carrots.ts'
import { credentialRoutes } from './credentials.ts'
import { emailRoutes } from './email.ts'
import type { AuthEnv } from './env.ts'
import { followRoutes } from './follows.ts'
import { myDataRoutes } from './my-data.ts'
import { profilePages } from './profiles.ts'
import { type Env, sessionRoutes } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { tellEvents } from './user-events.ts'
import { viewerRoutes } from './viewer.ts'

export { Limiter } from '../shared/limits.ts'

const api = new Hono<Env>()
  .route('/', signIn)
  .route('/', credentialRoutes)
  .route('/', emailRoutes)
  .route('/', sessionRoutes)
  .route('/', viewerRoutes)
  .route('/', profilePages)
  .route('/', followRoutes)
  .route('/', carrotRoutes)
  .route('/', myDataRoutes)

export type AuthApi = typeof api
export default createArea<AuthEnv>('auth', api as never, ['CHAIN_ID', 'RPC_URL', 'MAIL_FROM', 'BREACH_LIST_URL'])

/** What the cron asks of this area. */
export class AuthRpc extends WorkerEntrypoint<AuthEnv> {
  /** Tells the other areas what they could not be told at once. */
  async tick(): Promise<void> {
    await tellEvents(this.env)
  }
}
