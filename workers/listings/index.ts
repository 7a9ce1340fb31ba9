import { Hono } from 'hono'
import { type AreaVariables, createArea } from '../shared/area.ts'
import type { AreaEnv } from '../shared/env.ts'
import { services } from './services.ts'

const api = new Hono<{ Bindings: AreaEnv; Variables: AreaVariables }>().route('/', services)

export type ListingsApi = typeof api
export default createArea<AreaEnv>('listings', api as never, [])
