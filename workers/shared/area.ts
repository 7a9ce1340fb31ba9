import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { AreaVariables } from './area-variables.ts'
import { networkOf } from './client-network.ts'
import { isAccountDeleted, isBusy } from './db.ts'
import type { AreaEnv } from './env.ts'
import { checkEnv, origins } from './env.ts'
import { ApiError } from './errors.ts'
import { opaqueId } from './ids.ts'
import type { Limits } from './limit-table.ts'
import { type LimitsEnv, limitCalls } from './limits.ts'
import { describeError, log } from './log.ts'
import { OPEN_CALLS } from './open-calls.ts'
import { readViewer } from './session.ts'
import { refuseSuspended } from './suspensions.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const MAX_BODY_BYTES = 1024 * 1024

/** Turns an error into the error response. An unknown error is logged and reported as `internal`, without details. */
function errorResponse(error: unknown, requestId: string): Response {
  const known =
    error instanceof ApiError
      ? error
      : error instanceof HTTPException && error.status === 400
        ? new ApiError('bad_request')
        : isAccountDeleted(error)
          ? new ApiError('unauthorized')
          : isBusy(error)
            ? new ApiError('unavailable', { part: 'db', retryAfter: 1 })
            : null
  if (!known) log('error', 'unhandled', { requestId, error: describeError(error) })
  const failure = known ?? new ApiError('internal')
  const { retryAfter } = (failure.details ?? {}) as { retryAfter?: number }
  return Response.json(failure.body(requestId), {
    status: failure.status,
    headers: { 'cache-control': 'no-store', 'x-request-id': requestId, ...(retryAfter && { 'retry-after': String(retryAfter) }) },
  })
}

/**
 * Throws `cross_origin` if a request that changes state, or a WebSocket upgrade, comes from an origin that is not the app's (CSRF
 * protection).
 */
function checkOrigin(request: Request, env: AreaEnv): void {
  const upgrade = request.headers.get('upgrade') !== null
  if (SAFE_METHODS.has(request.method) && !upgrade) return
  const origin = request.headers.get('origin')
  if (!origin || !origins(env).includes(origin)) throw new ApiError('cross_origin')
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin') throw new ApiError('cross_origin')
}

/** The methods that the area's routes accept at this path, for the 405 response. Middleware does not count. */
function allowedMethods(app: Hono<never>, path: string): string[] {
  const matches = (pattern: string) => {
    const [patternParts, pathParts] = [pattern.split('/'), path.split('/')]
    return patternParts.length === pathParts.length && patternParts.every((part, i) => part.startsWith(':') || part === pathParts[i])
  }
  return [...new Set(app.routes.filter((route) => route.method !== 'ALL' && matches(route.path)).map((route) => route.method))]
}

/**
 * Builds the app of an area. It adds the request id, one log line per request, the error envelope, the same-origin check, a limit of 1 MiB
 * for JSON bodies, 405 with Allow, `no-store` unless a handler sets `cache-control`, the viewer, the refusal of suspended members, and the
 * rate limits of the call. `api` is mounted at `/api/<area>`; `needs` are the environment variables it requires besides those of every area;
 * `limits` are those of its calls; `extend` mounts routes outside of `/api/<area>`, such as /media.
 */
export function createArea<E extends AreaEnv & LimitsEnv>(
  area: string,
  api: Hono<never>,
  needs: (keyof E & string)[],
  limits: Limits,
  extend?: (app: Hono<{ Bindings: E; Variables: AreaVariables }>) => void,
) {
  const app = new Hono<{ Bindings: E; Variables: AreaVariables }>()
  app.use(async (c, next) => {
    const started = Date.now()
    const requestId = c.req.header('x-request-id') ?? opaqueId()
    c.set('requestId', requestId)
    c.set('network', networkOf(c.req.header('x-address') ?? ''))
    c.set('limits', limits)
    await next()
    if (c.res.status !== 101) {
      if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
      c.res.headers.set('x-request-id', requestId)
    }
    log('info', 'request', { area, requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms: Date.now() - started })
  })
  app.use(async (c, next) => {
    checkEnv(c.env, ['ENV', 'APP_ORIGINS', 'DATABASE_URL', ...needs])
    // Checked first: an unknown method gets 405 whatever its origin and body.
    const methods = allowedMethods(app as never, c.req.path)
    if (methods.length && !methods.includes(c.req.method === 'HEAD' ? 'GET' : c.req.method)) {
      const response = errorResponse(new ApiError('method_not_allowed', { allow: methods }), c.get('requestId'))
      response.headers.set('allow', methods.join(', '))
      return response
    }
    if (OPEN_CALLS.has(`${c.req.method} ${c.req.path}`)) return next()
    checkOrigin(c.req.raw, c.env)
    if (!SAFE_METHODS.has(c.req.method)) {
      const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
      if (type !== 'application/json') throw new ApiError('unsupported_media_type')
    }
    await next()
  })
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => errorResponse(new ApiError('body_too_large'), c.get('requestId')) }))
  app.use('/api/*', readViewer as never)
  app.use('/api/*', refuseSuspended as never)
  app.use('/api/*', limitCalls as never)
  app.route(`/api/${area}`, api as never)
  extend?.(app)
  app.notFound((c: Context) => errorResponse(new ApiError('not_found'), c.get('requestId')))
  app.onError((error, c) => errorResponse(error, c.get('requestId')))
  return app
}
