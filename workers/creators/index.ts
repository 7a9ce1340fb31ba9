import { Hono } from 'hono'
import { createArea } from '../shared/area.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import type { CreatorsEnv } from './env.ts'
import { linkPreviewRoutes } from './link-previews.ts'

export { Limiter } from '../shared/limits.ts'

const api = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>().route('/', linkPreviewRoutes)

export type CreatorsApi = typeof api
export default createArea<CreatorsEnv>('creators', api as never, ['DNS_URL'])
