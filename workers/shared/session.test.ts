import { createExecutionContext, env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import { createArea } from './area.ts'
import type { AreaVariables } from './area-variables.ts'
import { database } from './db.ts'
import type { AreaEnv } from './env.ts'
import { ApiError } from './errors.ts'
import type { LimitsEnv } from './limits.ts'
import { requireSeller, requireUser } from './session.ts'
import { call, codeOf, ORIGIN, signedIn } from './testing.ts'

const api = new Hono<{ Bindings: AreaEnv; Variables: AreaVariables }>()
  .get('/open', (c) => c.json({ viewer: c.var.viewer }))
  .get('/closed', requireUser, (c) => c.json({ id: c.var.user.id }))
  .post('/change', requireSeller, (c) => c.json({ id: c.var.user.id }))
  .get('/broken', () => {
    throw new Error('secret detail')
  })
  .get('/query', async (c) => c.json(await database(c.env).run(sql`select ${'aiko@example.com'} from nowhere`)))
  .get('/refused', () => {
    throw new ApiError('not_found', { what: 'thing' })
  })
const area = createArea<AreaEnv & LimitsEnv>('probe', api as never, [], {})
const areaEnv = env as unknown as AreaEnv & LimitsEnv
const request = (method: 'GET' | 'POST' | 'PUT', path: string, options: Parameters<typeof call>[5] = {}) =>
  call(area, areaEnv, createExecutionContext(), method, `/api/probe/${path}`, options)

describe('access control', () => {
  it('allows public routes without a session and returns 401 for protected ones', async () => {
    expect(await (await request('GET', 'open')).json()).toEqual({ viewer: null })
    const closed = await request('GET', 'closed')
    expect(closed.status).toBe(401)
    expect(await codeOf(closed)).toBe('unauthorized')
  })

  it('reads the user of a session', async () => {
    const user = await signedIn(areaEnv)
    expect(await (await request('GET', 'closed', { as: user })).json()).toEqual({ id: user.id })
    const { viewer } = (await (await request('GET', 'open', { as: user })).json()) as { viewer: object }
    const [session, signedInAt, lastSeenAt] = [expect.stringMatching(/^[0-9a-f]{32}$/), expect.any(Number), expect.any(Number)]
    const known = { id: user.id, creator: true, name: 'Aiko Mori', wallet: user.address, confirmed: true }
    expect(viewer).toEqual({ ...known, session, signedInAt, lastSeenAt, account: null, trustedFrom: expect.any(Number), suspension: null })
    const unknown = await signedIn(areaEnv, { wallet: false })
    expect(await (await request('GET', 'open', { as: unknown })).json()).toMatchObject({ viewer: { wallet: null, confirmed: false } })
  })

  it('rejects an invented session token', async () => {
    expect((await request('GET', 'closed', { headers: { cookie: `__Host-session=${'a'.repeat(43)}` } })).status).toBe(401)
    expect((await request('GET', 'closed', { headers: { cookie: '__Host-session=short' } })).status).toBe(401)
  })

  it('requires accepted terms from sellers', async () => {
    const response = await request('POST', 'change', { as: await signedIn(areaEnv, { terms: false }) })
    expect(response.status).toBe(403)
    expect(await codeOf(response)).toBe('terms_required')
  })
})

describe('checks before the handler', () => {
  it.each(['null', 'https://localhost:8788', 'http://localhost:8788.evil.example', 'http://localhost', ''])(
    'reject a POST from origin "%s"',
    async (origin) => {
      const response = await request('POST', 'change', { as: await signedIn(areaEnv), headers: { origin } })
      expect(response.status).toBe(403)
      expect(await codeOf(response)).toBe('cross_origin')
    },
  )

  it.each(['same-site', 'cross-site'])('reject a POST that the browser marks as %s', async (site) => {
    const response = await request('POST', 'change', { as: await signedIn(areaEnv), headers: { 'sec-fetch-site': site } })
    expect(await codeOf(response)).toBe('cross_origin')
  })

  it('reject a WebSocket upgrade from another origin', async () => {
    const response = await request('GET', 'open', { headers: { upgrade: 'websocket', origin: 'https://evil.example' } })
    expect(await codeOf(response)).toBe('cross_origin')
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'reject a body of type "%s"',
    async (type) => {
      const response = await area.fetch(
        new Request(`${ORIGIN}/api/probe/change`, {
          method: 'POST',
          body: new Blob(['{}']),
          headers: { origin: ORIGIN, ...(type && { 'content-type': type }) },
        }),
        areaEnv,
        createExecutionContext(),
      )
      expect(response.status).toBe(415)
      expect(await codeOf(response)).toBe('unsupported_media_type')
    },
  )

  it('reject a body of more than one MiB', async () => {
    const response = await request('POST', 'change', { as: await signedIn(areaEnv), body: { text: 'x'.repeat(1024 * 1024) } })
    expect(response.status).toBe(413)
    expect(await codeOf(response)).toBe('body_too_large')
  })
})

describe('responses', () => {
  it('with status 405 list the allowed methods', async () => {
    const response = await request('GET', 'change')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect((await request('GET', 'nowhere')).status).toBe(404)
  })

  it('hide the message of an internal error and include the request id', async () => {
    const response = await request('GET', 'broken')
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).not.toContain('secret detail')
    expect(JSON.parse(text).error).toMatchObject({ code: 'internal', requestId: response.headers.get('x-request-id') })
  })

  it('to a failed query are internal errors, logged with the reason but without the parameters', async () => {
    const lines = vi.spyOn(console, 'error').mockReturnValue()
    expect((await request('GET', 'query')).status).toBe(500)
    const [[line]] = lines.mock.calls as [[string]]
    lines.mockRestore()
    expect(line).toContain('no such table: nowhere')
    expect(line).not.toContain('aiko@example.com')
  })

  it('are internal errors while variables are missing, and the log names the missing ones', async () => {
    const lines = vi.spyOn(console, 'error').mockReturnValue()
    const areaWithMissingEnv = createArea<AreaEnv & LimitsEnv>('probe', api as never, ['DATABASE_TOKEN'], {})
    const incompleteEnv = { ...areaEnv, APP_ORIGINS: '', DATABASE_TOKEN: '' }
    const response = await call(areaWithMissingEnv, incompleteEnv, createExecutionContext(), 'GET', '/api/probe/open')
    const [[line]] = lines.mock.calls as [[string]]
    lines.mockRestore()
    expect([response.status, await codeOf(response)]).toEqual([500, 'internal'])
    expect(line).toContain('missing in the environment: APP_ORIGINS, DATABASE_TOKEN')
  })

  it('contain an error code and details, and forbid caching', async () => {
    const response = await request('GET', 'refused')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ error: { code: 'not_found', details: { what: 'thing' } } })
  })
})
