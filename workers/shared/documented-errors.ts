import type { Hono } from 'hono'
import { CALLS } from './call-limits/all.ts'
import type { DocumentedCall } from './documentation.ts'
import type { ErrorCode } from './errors.schema.ts'
import { OPEN_CALLS } from './open-calls.ts'
import { requireSeller, requireUser } from './session.ts'
import { CALLS_REFUSED_TO_SUSPENDED } from './suspension-table.ts'
import { callsOf } from './valid.ts'

/** The routes of an area's app. */
export type RoutedApp = Pick<Hono<never>, 'routes'>

/** Who may make a call: anybody, a signed-in user, or a user who has accepted the terms. */
type Caller = 'anybody' | 'user' | 'seller'

/** The caller that the middleware of a route requires. */
export function callerOf({ routes }: RoutedApp, method: string, path: string): Caller {
  const handlers: unknown[] = routes.filter((route) => route.method === method && route.path === path).map(({ handler }) => handler)
  return handlers.includes(requireSeller) ? 'seller' : handlers.includes(requireUser) ? 'user' : 'anybody'
}

/**
 * Every error code that a call can answer: those of the checks before its handler, which follow from its route, and those of its handler,
 * which its documentation lists. A path with another method answers `method_not_allowed`, which belongs to no call.
 */
export function errorsOf(app: RoutedApp, name: string, { errors, status }: DocumentedCall): ErrorCode[] {
  const call = callsOf(app).find(({ method, path }) => `${method} ${path}` === name)
  if (!call) throw new Error(`${name} is documented, but no route`)
  const { method, path, inputs } = call
  const caller = callerOf(app, method, path)
  const hasInput = (target: string) => inputs.some((input) => input.target === target)
  const checks: [ErrorCode, boolean][] = [
    ['cross_origin', (method !== 'GET' && !OPEN_CALLS.has(name)) || status === 101],
    ['unsupported_media_type', method !== 'GET' && !OPEN_CALLS.has(name)],
    ['body_too_large', method !== 'GET'],
    ['too_many_requests', CALLS[name] !== undefined],
    ['unauthorized', caller !== 'anybody'],
    ['terms_required', caller === 'seller'],
    ['account_suspended', CALLS_REFUSED_TO_SUSPENDED.has(name)],
    ['bad_request', hasInput('json')],
    ['invalid_body', inputs.length > 0],
    ['internal', true],
    ['unavailable', true],
  ]
  return [...new Set([...checks.flatMap(([code, applies]) => (applies ? [code] : [])), ...errors])]
}
