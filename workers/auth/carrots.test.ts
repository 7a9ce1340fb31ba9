import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { sessions } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { CarrotEntry, Carrots } from './carrots.schema.ts'
import { carrots } from './tables.ts'
import { request, testEnv } from './testing.ts'

const db = database(testEnv)
/** Only the date is faked; timers are real. */
const setClock = (at: string) => vi.setSystemTime(new Date(at))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  setClock('2026-11-21T09:30:00Z')
})
afterEach(() => vi.useRealTimers())

/** A user whose session does not expire at the dates of these tests. */
async function createUser(): Promise<TestUser> {
  const user = await signedIn(testEnv)
  await db.update(sessions).set({ expiresAt: 4_000_000_000 }).where(eq(sessions.userId, user.id))
  return user
}
const get = async (as: TestUser) => (await (await request('GET', 'getCarrots', { as })).json()) as Carrots
const claim = async (as: TestUser) => {
  const response = await request('POST', 'claimCarrots', { as })
  expect(response.status).toBe(200)
  return (await response.json()) as Carrots & { claimed: number }
}
const rows = (userId: number) => db.select().from(carrots).where(eq(carrots.userId, userId))
const MIDNIGHT = Date.UTC(2026, 10, 22) / 1000

describe('carrots', () => {
  it('need a session, and can be claimed only by a POST request', async () => {
    for (const [method, path] of [
      ['GET', 'getCarrots'],
      ['POST', 'claimCarrots'],
      ['GET', 'getCarrotHistory'],
    ] as const)
      expect(await codeOf(await request(method, path))).toBe('unauthorized')
    const wrong = await request('GET', 'claimCarrots', { as: await createUser() })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('can be claimed once per UTC day, ten at a time', async () => {
    const user = await createUser()
    expect(await get(user)).toEqual({ carrots: 0, claimable: 10, nextAt: MIDNIGHT })
    expect(await claim(user)).toEqual({ carrots: 10, claimable: 0, nextAt: MIDNIGHT, claimed: 10 })
    expect(await claim(user)).toEqual({ carrots: 10, claimable: 0, nextAt: MIDNIGHT, claimed: 0 })
    expect(await get(user)).toEqual({ carrots: 10, claimable: 0, nextAt: MIDNIGHT })
  })

  it('can be claimed before the terms are accepted', async () =>
    expect((await claim(await signedIn(testEnv, { terms: false }))).carrots).toBe(10))

  it('can be claimed again when the next UTC day begins', async () => {
    const user = await createUser()
    setClock('2026-11-21T00:00:00Z')
    expect((await claim(user)).claimed).toBe(10)
    setClock('2026-11-21T23:59:59Z')
    expect(await claim(user)).toMatchObject({ claimed: 0, nextAt: MIDNIGHT })
    setClock('2026-11-22T00:00:00Z')
    expect(await claim(user)).toEqual({ carrots: 20, claimable: 0, nextAt: MIDNIGHT + 86_400, claimed: 10 })
  })

  it('are added once for two hundred concurrent claims', { timeout: 60_000 }, async () => {
    const user = await createUser()
    const responses = await Promise.all(Array.from({ length: 200 }, () => claim(user)))
    expect(responses.filter(({ claimed }) => claimed === 10)).toHaveLength(1)
    expect(responses.filter(({ claimed }) => claimed === 0)).toHaveLength(199)
    for (const { carrots: balance, claimable } of responses) expect([balance, claimable]).toEqual([10, 0])
    expect(await rows(user.id)).toMatchObject([{ amount: 10, reason: 'daily', day: '2026-11-21' }])
  })

  it('have a unique key that rejects a second claim on the same day', async () => {
    const user = await createUser()
    await claim(user)
    const again = db.insert(carrots).values({ userId: user.id, amount: 10, reason: 'daily', day: '2026-11-21', at: 0 })
    await expect(again).rejects.toMatchObject({ cause: { message: expect.stringContaining('UNIQUE constraint failed') } })
  })

  it('have a balance that is the sum of the ledger, and a history in pages, newest first', async () => {
    const [user, other] = [await createUser(), await createUser()]
    await claim(other)
    const days = Array.from({ length: 34 }, (_, i) => ({
      userId: user.id,
      amount: 10,
      reason: 'daily',
      day: `2026-0${1 + (i % 9)}-${10 + i}`,
      at: i,
    }))
    await db.insert(carrots).values([...days, { userId: user.id, amount: -5, reason: 'spent', day: null, at: 99 }])
    expect(await get(user)).toMatchObject({ carrots: 335, claimable: 10 })
    type Page = { entries: CarrotEntry[]; next: number | null }
    const first = (await (await request('GET', 'getCarrotHistory', { as: user })).json()) as Page
    expect(first.entries).toHaveLength(30)
    expect(first.entries[0]).toMatchObject({ amount: -5, reason: 'spent', at: 99 })
    const second = (await (await request('GET', `getCarrotHistory?before=${first.next}`, { as: user })).json()) as Page
    expect([second.entries.length, second.next]).toEqual([5, null])
    for (const before of ['0', 'abc', '-1', '1e3'])
      expect((await request('GET', `getCarrotHistory?before=${before}`, { as: user })).status).toBe(422)
  })
})
