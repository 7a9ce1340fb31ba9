import { Hono } from 'hono'
import { type AreaVariables, createArea } from '../shared/area.ts'
import type { ChainEnv } from '../shared/env.ts'
import { profilePages } from './profiles.ts'
import { signIn } from './sign-in.ts'

const api = new Hono<{ Bindings: ChainEnv; Variables: AreaVariables }>().route('/', signIn).route('/', profilePages)

export type AuthApi = typeof api
export default createArea<ChainEnv>('auth', api as never, ['CHAIN_ID', 'RPC_URL'])
