import { createExecutionContext, env } from 'cloudflare:test'
import type { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import auth from '../auth/index.ts'
import chat from '../chat/index.ts'
import listings from '../listings/index.ts'
import orders from '../orders/index.ts'
import uploads from '../uploads/index.ts'
import type { AreaEnv } from './env.ts'
import { CALLS, DAY, EVENTS, type Row, UNCOUNTED } from './limit-table.ts'
import type { LimitsEnv } from './limits.ts'
import { call, codeOf, ORIGIN, signedIn, useUp } from './testing.ts'

const AREAS = { auth, chat, listings, orders, uploads }
/** Enough for every area to begin; counting comes before anything of a call is done. */
const areaEnv = {
  ...env,
  CHAIN_ID: '31337',
  RPC_URL: 'http://rpc.invalid',
  PRICE_FEED_URL: 'http://feed.invalid',
  AI_MODEL: 'none',
  S3_ENDPOINT: 'http://files.invalid',
  R2_ACCESS_KEY_ID: 'test',
  R2_SECRET_ACCESS_KEY: 'test',
} as unknown as AreaEnv & LimitsEnv

const at = (route: string, options: Parameters<typeof call>[5] = {}) => {
  const [method, path] = route.split(' ') as ['GET' | 'POST', string]
  const area = AREAS[path.split('/')[2] as keyof typeof AREAS]
  return call(area as never, areaEnv, createExecutionContext(), method, path.replace(':id', 'x'.repeat(22)), options)
}

/** Every route a request can end in, as `METHOD /path`; middleware answers to all methods. */
const routes = Object.values(AREAS).flatMap((area) => [
  ...new Set((area as unknown as Hono).routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)),
])

describe('the table of limits', () => {
  it('finds the routes of every area', () => {
    expect(routes.length).toBeGreaterThan(60)
    for (const area of ['auth', 'chat', 'listings', 'orders', 'uploads'])
      expect(routes.filter((route) => route.includes(`/api/${area}/`)).length, area).toBeGreaterThan(4)
  })

  it('has a row for every call that changes something', () => {
    expect(routes.filter((route) => !route.startsWith('GET ') && !CALLS[route])).toEqual([])
  })

  it('has a row for every read, or says that it is not counted', () => {
    expect(routes.filter((route) => route.startsWith('GET ') && !CALLS[route] && !UNCOUNTED.includes(route))).toEqual([])
  })

  it('has no row of a call that is not there, and none twice', () => {
    expect([...Object.keys(CALLS), ...UNCOUNTED].filter((route) => !routes.includes(route))).toEqual([])
    expect(UNCOUNTED.filter((route) => CALLS[route])).toEqual([])
  })

  it('bounds every call of a network by the day', () => {
    const unbounded = Object.entries(CALLS).filter(([, { network }]) => !network?.some(([, seconds]) => seconds === DAY))
    expect(unbounded.map(([route]) => route)).toEqual([])
  })

  it('bounds by the day whatever it bounds of a person', () => {
    const unbounded = Object.entries<Row>({ ...CALLS, ...EVENTS }).filter(([, { person, unconfirmed }]) =>
      [person, unconfirmed].some((limits) => limits && !limits.some(([, seconds]) => seconds === DAY)),
    )
    expect(unbounded.map(([name]) => name)).toEqual(['mailFromNetwork'])
  })

  it('lets nobody do more by not confirming who they are', () => {
    const looser = Object.entries<Row>({ ...CALLS, ...EVENTS }).filter(([, { person = [], unconfirmed = [] }]) =>
      unconfirmed.some(([count, seconds]) => !person.some(([more, same]) => same === seconds && more > count)),
    )
    expect(looser.map(([name]) => name)).toEqual([])
  })
})

describe('a call of the table', () => {
  it.each(Object.keys(CALLS))('%s is refused to a network that made too many, with the wait, and to no other', async (route) => {
    const address = `198.51.${Object.keys(CALLS).indexOf(route)}.7`
    await useUp(areaEnv, { network: address }, route)
    const answer = await at(route, { headers: { 'x-address': address } })
    expect([answer.status, await codeOf(answer)]).toEqual([429, 'too_many_requests'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    const upgrade: Record<string, string> =
      route.includes('rooms') || route.includes('inbox') ? { upgrade: 'websocket', origin: ORIGIN } : {}
    expect((await at(route, { headers: upgrade })).status).not.toBe(429)
  })

  const ofPeople = Object.keys(CALLS).filter((route) => CALLS[route]!.person)
  it.each(ofPeople)('%s is refused to a person who made too many, wherever they are', async (route) => {
    const person = await signedIn(areaEnv)
    await useUp(areaEnv, { person: person.id }, route)
    const answer = await at(route, { as: person })
    expect([answer.status, await codeOf(answer)]).toEqual([429, 'too_many_requests'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('that is refused to a person costs their network nothing', async () => {
    const route = 'POST /api/auth/setLanguage'
    const person = await signedIn(areaEnv)
    await useUp(areaEnv, { person: person.id }, route)
    await useUp(areaEnv, { network: '198.51.100.99' }, route, 1)
    const headers = { 'x-address': '198.51.100.99' }
    expect((await at(route, { as: person, headers })).status).toBe(429)
    expect((await at(route, { as: await signedIn(areaEnv), headers, body: { language: 'en' } })).status).toBe(200)
  })
})
