import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { isOfDeleted } from './db.ts'
import type { AreaEnv } from './env.ts'
import { checkEnv, origins } from './env.ts'
import { ApiError } from './errors.ts'
import { opaqueId } from './ids.ts'
import { type LimitsEnv, limitCalls } from './limits.ts'
import { log, reasonOf } from './log.ts'
import { placeOf } from './place.ts'
import { readViewer, type Viewer } from './session.ts'

/** What every handler finds in `c.var`. */
export interface AreaVariables {
  requestId: string
  viewer: Viewer | null
  /** Where the request comes from, as limits count it. */
  place: string
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const MAX_BODY_BYTES = 1024 * 1024

/** Answers a failure with its code; what is no ApiError is logged and told as `internal`, without its text. */
export function answerError(error: unknown, requestId: string): Response {
  const known =
    error instanceof ApiError
      ? error
      : error instanceof HTTPException && error.status === 400
        ? new ApiError('bad_request')
        : isOfDeleted(error)
          ? new ApiError('unauthorized')
          : null
  if (!known) log('error', 'unhandled', { requestId, error: reasonOf(error) })
  const failure = known ?? new ApiError('internal')
  const { retryAfter } = (failure.details ?? {}) as { retryAfter?: number }
  return Response.json(failure.body(requestId), {
    status: failure.status,
    headers: { 'cache-control': 'no-store', 'x-request-id': requestId, ...(retryAfter && { 'retry-after': String(retryAfter) }) },
  })
}

/** A browser names where a request comes from; what changes state, and every socket, must come from the app itself. */
function checkOrigin(request: Request, env: AreaEnv): void {
  const upgrade = request.headers.get('upgrade') !== null
  if (SAFE.has(request.method) && !upgrade) return
  const origin = request.headers.get('origin')
  if (!origin || !origins(env).includes(origin)) throw new ApiError('cross_origin')
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin') throw new ApiError('cross_origin')
}

/** The methods some route of the area takes at this path, for the 405 answer; middleware does not count. */
function allowed(app: Hono<never>, path: string): string[] {
  const matches = (pattern: string) => {
    const [want, have] = [pattern.split('/'), path.split('/')]
    return want.length === have.length && want.every((part, i) => part.startsWith(':') || part === have[i])
  }
  return [...new Set(app.routes.filter((route) => route.method !== 'ALL' && matches(route.path)).map((route) => route.method))]
}

/**
 * An area's outer app: request id, one log line, the error envelope, same-origin check, JSON bodies of at most 1 MiB,
 * 405 with Allow, `no-store` unless a handler says otherwise, the viewer, and the call's limits. `api` is mounted at `/api/<area>`;
 * `needs` are the variables it cannot do without besides those of every area; `extend` mounts what lives elsewhere, such as /media.
 */
export function createArea<E extends AreaEnv & LimitsEnv>(
  area: string,
  api: Hono<never>,
  needs: (keyof E & string)[],
  extend?: (app: Hono<{ Bindings: E; Variables: AreaVariables }>) => void,
) {
  const app = new Hono<{ Bindings: E; Variables: AreaVariables }>()
  app.use(async (c, next) => {
    const started = Date.now()
    const requestId = c.req.header('x-request-id') ?? opaqueId()
    c.set('requestId', requestId)
    c.set('place', placeOf(c.req.header('x-address') ?? ''))
    await next()
    if (c.res.status !== 101) {
      if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
      c.res.headers.set('x-request-id', requestId)
    }
    log('info', 'request', { area, requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms: Date.now() - started })
  })
  app.use(async (c, next) => {
    checkEnv(c.env, ['ENV', 'APP_ORIGINS', 'DATABASE_URL', ...needs])
    // Told first: a method nobody answers is wrong from everywhere and with every body.
    const methods = allowed(app as never, c.req.path)
    if (methods.length && !methods.includes(c.req.method === 'HEAD' ? 'GET' : c.req.method)) {
      const answer = answerError(new ApiError('method_not_allowed', { allow: methods }), c.get('requestId'))
      answer.headers.set('allow', methods.join(', '))
      return answer
    }
    checkOrigin(c.req.raw, c.env)
    if (!SAFE.has(c.req.method)) {
      const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
      if (type !== 'application/json') throw new ApiError('unsupported_media_type')
    }
    await next()
  })
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => answerError(new ApiError('body_too_large'), c.get('requestId')) }))
  app.use('/api/*', readViewer as never)
  app.use('/api/*', limitCalls as never)
  app.route(`/api/${area}`, api as never)
  extend?.(app)
  app.notFound((c: Context) => answerError(new ApiError('not_found'), c.get('requestId')))
  app.onError((error, c) => answerError(error, c.get('requestId')))
  return app
}
