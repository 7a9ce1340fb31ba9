import { createExecutionContext, env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import { type AreaVariables, createArea } from './area.ts'
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
const area = createArea<AreaEnv & LimitsEnv>('probe', api as never, [])
const areaEnv = env as unknown as AreaEnv & LimitsEnv
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, options: Parameters<typeof call>[5] = {}) =>
  call(area, areaEnv, createExecutionContext(), method, `/api/probe/${path}`, options)

describe('rights', () => {
  it('lets anybody read what is open and nobody unsigned what is not', async () => {
    expect(await (await ask('GET', 'open')).json()).toEqual({ viewer: null })
    const closed = await ask('GET', 'closed')
    expect(closed.status).toBe(401)
    expect(await codeOf(closed)).toBe('unauthorized')
  })

  it('knows the person behind a session', async () => {
    const user = await signedIn(areaEnv)
    expect(await (await ask('GET', 'closed', { as: user })).json()).toEqual({ id: user.id })
    const { viewer } = (await (await ask('GET', 'open', { as: user })).json()) as { viewer: object }
    const [session, signedInAt, lastSeenAt] = [expect.stringMatching(/^[0-9a-f]{32}$/), expect.any(Number), expect.any(Number)]
    const known = { id: user.id, creator: true, name: 'Aiko Mori', wallet: user.address, confirmed: true }
    expect(viewer).toEqual({ ...known, session, signedInAt, lastSeenAt, account: null, trustedFrom: expect.any(Number) })
    const unknown = await signedIn(areaEnv, { wallet: false })
    expect(await (await ask('GET', 'open', { as: unknown })).json()).toMatchObject({ viewer: { wallet: null, confirmed: false } })
  })

  it('does not take a made-up token', async () => {
    expect((await ask('GET', 'closed', { headers: { cookie: `__Host-session=${'a'.repeat(43)}` } })).status).toBe(401)
    expect((await ask('GET', 'closed', { headers: { cookie: '__Host-session=short' } })).status).toBe(401)
  })

  it('asks for the terms before anything is sold', async () => {
    const answer = await ask('POST', 'change', { as: await signedIn(areaEnv, { terms: false }) })
    expect(answer.status).toBe(403)
    expect(await codeOf(answer)).toBe('terms_required')
  })
})

describe('what is refused before a handler runs', () => {
  it.each(['null', 'https://localhost:8788', 'http://localhost:8788.evil.example', 'http://localhost', ''])(
    'a change from origin "%s"',
    async (origin) => {
      const answer = await ask('POST', 'change', { as: await signedIn(areaEnv), headers: { origin } })
      expect(answer.status).toBe(403)
      expect(await codeOf(answer)).toBe('cross_origin')
    },
  )

  it('a change that the browser says comes from another site', async () => {
    const answer = await ask('POST', 'change', { as: await signedIn(areaEnv), headers: { 'sec-fetch-site': 'same-site' } })
    expect(await codeOf(answer)).toBe('cross_origin')
  })

  it('a socket from elsewhere', async () => {
    const answer = await ask('GET', 'open', { headers: { upgrade: 'websocket', origin: 'https://evil.example' } })
    expect(await codeOf(answer)).toBe('cross_origin')
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'a body of type "%s"',
    async (type) => {
      const answer = await area.fetch(
        new Request(`${ORIGIN}/api/probe/change`, {
          method: 'POST',
          body: new Blob(['{}']),
          headers: { origin: ORIGIN, ...(type && { 'content-type': type }) },
        }),
        areaEnv,
        createExecutionContext(),
      )
      expect(answer.status).toBe(415)
      expect(await codeOf(answer)).toBe('unsupported_media_type')
    },
  )

  it('a body of more than one MiB', async () => {
    const answer = await ask('POST', 'change', { as: await signedIn(areaEnv), body: { text: 'x'.repeat(1024 * 1024) } })
    expect(answer.status).toBe(413)
    expect(await codeOf(answer)).toBe('body_too_large')
  })
})

describe('answers', () => {
  it('says which methods a path takes', async () => {
    const answer = await ask('GET', 'change')
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
    expect((await ask('GET', 'nowhere')).status).toBe(404)
  })

  it('keeps the text of an unknown fault to itself, and names the request', async () => {
    const answer = await ask('GET', 'broken')
    expect(answer.status).toBe(500)
    const text = await answer.text()
    expect(text).not.toContain('secret detail')
    expect(JSON.parse(text).error).toMatchObject({ code: 'internal', requestId: answer.headers.get('x-request-id') })
  })

  it('tells the log why a query failed, and nothing of what people wrote', async () => {
    const lines = vi.spyOn(console, 'error').mockReturnValue()
    expect((await ask('GET', 'query')).status).toBe(500)
    const [[line]] = lines.mock.calls as [[string]]
    lines.mockRestore()
    expect(line).toContain('no such table: nowhere')
    expect(line).not.toContain('aiko@example.com')
  })

  it('fails whole, and tells the log what is missing, where a variable was forgotten', async () => {
    const lines = vi.spyOn(console, 'error').mockReturnValue()
    const needy = createArea<AreaEnv & LimitsEnv>('probe', api as never, ['DATABASE_TOKEN'])
    const bare = { ...areaEnv, APP_ORIGINS: '', DATABASE_TOKEN: '' }
    const answer = await call(needy, bare, createExecutionContext(), 'GET', '/api/probe/open')
    const [[line]] = lines.mock.calls as [[string]]
    lines.mockRestore()
    expect([answer.status, await codeOf(answer)]).toEqual([500, 'internal'])
    expect(line).toContain('missing in the environment: APP_ORIGINS, DATABASE_TOKEN')
  })

  it('carries a code, its details and no caching', async () => {
    const answer = await ask('GET', 'refused')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({ error: { code: 'not_found', details: { what: 'thing' } } })
  })
})
