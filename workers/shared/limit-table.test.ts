import { createExecutionContext } from 'cloudflare:test'
import type { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AREAS, areaEnv } from './areas.testing.ts'
import { CALLS, UNCOUNTED } from './call-limits/all.ts'
import { DAY, EVENTS, type Row } from './limit-table.ts'
import { call, codeOf, exhaustLimit, ORIGIN, signedIn } from './testing.ts'

const request = (route: string, options: Parameters<typeof call>[5] = {}) => {
  const [method, path] = route.split(' ') as ['GET' | 'POST', string]
  const area = AREAS[path.split('/')[2] as keyof typeof AREAS]
  return call(area as never, areaEnv, createExecutionContext(), method, path.replace(':id', 'x'.repeat(22)), options)
}

/** Every route as `METHOD /path`. Middleware (method ALL) is left out. */
const routes = Object.values(AREAS).flatMap((area) => [
  ...new Set((area as unknown as Hono).routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)),
])

describe('rate limit table', () => {
  it('is compared with the routes of every area', () => {
    expect(routes.length).toBeGreaterThan(60)
    for (const area of ['auth', 'chat', 'listings', 'notifications', 'orders', 'uploads'])
      expect(routes.filter((route) => route.includes(`/api/${area}/`)).length, area).toBeGreaterThan(4)
  })

  it('has a row for every call that changes something', () => {
    expect(routes.filter((route) => !route.startsWith('GET ') && !CALLS[route])).toEqual([])
  })

  it('has a row for every read or lists it as uncounted', () => {
    expect(routes.filter((route) => route.startsWith('GET ') && !CALLS[route] && !UNCOUNTED.includes(route))).toEqual([])
  })

  it('has no row for an unknown call, and no row for a call that is listed as uncounted', () => {
    expect([...Object.keys(CALLS), ...UNCOUNTED].filter((route) => !routes.includes(route))).toEqual([])
    expect(UNCOUNTED.filter((route) => CALLS[route])).toEqual([])
  })

  it('has a daily limit per network for every call', () => {
    const unbounded = Object.entries(CALLS).filter(([, { network }]) => !network?.some(([, seconds]) => seconds === DAY))
    expect(unbounded.map(([route]) => route)).toEqual([])
  })

  it('has a daily limit in every row with a limit per user, except mailFromNetwork', () => {
    const unbounded = Object.entries<Row>({ ...CALLS, ...EVENTS }).filter(([, { person, unconfirmed }]) =>
      [person, unconfirmed].some((limits) => limits && !limits.some(([, seconds]) => seconds === DAY)),
    )
    expect(unbounded.map(([name]) => name)).toEqual(['mailFromNetwork'])
  })

  it('gives unconfirmed users lower limits than confirmed ones', () => {
    const higher = Object.entries<Row>({ ...CALLS, ...EVENTS }).filter(([, { person = [], unconfirmed = [] }]) =>
      unconfirmed.some(([count, seconds]) => !person.some(([more, same]) => same === seconds && more > count)),
    )
    expect(higher.map(([name]) => name)).toEqual([])
  })
})

describe('a rate-limited call', () => {
  // The clock is stopped, because a limit of many requests a minute allows the next one after a fraction of a second.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it.each(Object.keys(CALLS))('%s returns 429 with Retry-After for a network at its limit, and for no other network', async (route) => {
    const address = `198.51.${Object.keys(CALLS).indexOf(route)}.7`
    await exhaustLimit(areaEnv, { network: address }, route)
    const response = await request(route, { headers: { 'x-address': address } })
    expect([response.status, await codeOf(response)]).toEqual([429, 'too_many_requests'])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    const upgrade: Record<string, string> =
      route.includes('rooms') || route.includes('inbox') ? { upgrade: 'websocket', origin: ORIGIN } : {}
    expect((await request(route, { headers: upgrade })).status).not.toBe(429)
  })

  const limitedPerUser = Object.keys(CALLS).filter((route) => CALLS[route]!.person)
  it.each(limitedPerUser)('%s returns 429 for a user at their limit, from any network', async (route) => {
    const person = await signedIn(areaEnv)
    await exhaustLimit(areaEnv, { person: person.id }, route)
    const response = await request(route, { as: person })
    expect([response.status, await codeOf(response)]).toEqual([429, 'too_many_requests'])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('does not count against the network when the limit of the user rejects it', async () => {
    const route = 'POST /api/auth/setLanguage'
    const person = await signedIn(areaEnv)
    await exhaustLimit(areaEnv, { person: person.id }, route)
    await exhaustLimit(areaEnv, { network: '198.51.100.99' }, route, 1)
    const headers = { 'x-address': '198.51.100.99' }
    expect((await request(route, { as: person, headers })).status).toBe(429)
    expect((await request(route, { as: await signedIn(areaEnv), headers, body: { language: 'en' } })).status).toBe(200)
  })
})
