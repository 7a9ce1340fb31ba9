import { Hono } from 'hono'
import { type AreaVariables, createArea } from '../shared/area.ts'
import type { AreaEnv } from '../shared/env.ts'

const api = new Hono<{ Bindings: AreaEnv; Variables: AreaVariables }>()

export type OrdersApi = typeof api
export default createArea<AreaEnv>('orders', api as never)
