import { WorkerEntrypoint } from 'cloudflare:workers'
import { Hono } from 'hono'
import { type AreaVariables, createArea } from '../shared/area.ts'
import { carrotRoutes } from './carrots.ts'
import type { AuthEnv } from './env.ts'
import { followRoutes } from './follows.ts'
import { myDataRoutes } from './my-data.ts'
import { profilePages } from './profiles.ts'
import { signIn } from './sign-in.ts'
import { tellEvents } from './user-events.ts'

const api = new Hono<{ Bindings: AuthEnv; Variables: AreaVariables }>()
  .route('/', signIn)
  .route('/', profilePages)
  .route('/', followRoutes)
  .route('/', carrotRoutes)
  .route('/', myDataRoutes)

export type AuthApi = typeof api
export default createArea<AuthEnv>('auth', api as never, ['CHAIN_ID', 'RPC_URL'])

/** What the cron asks of this area. */
export class AuthRpc extends WorkerEntrypoint<AuthEnv> {
  /** Tells the other areas what they could not be told at once. */
  async tick(): Promise<void> {
    await tellEvents(this.env)
  }
}
