import { Hono } from 'hono'
import { type AreaVariables, createArea } from '../shared/area.ts'
import type { AreaEnv } from '../shared/env.ts'

const api = new Hono<{ Bindings: AreaEnv; Variables: AreaVariables }>()

export type UploadsApi = typeof api
export default createArea<AreaEnv>('uploads', api as never)
