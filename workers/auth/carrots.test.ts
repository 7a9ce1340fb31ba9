import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { CarrotEntry, Carrots } from './carrots.schema.ts'
import { carrots, sessions } from './tables.ts'
import { ask, worldEnv } from './testing.ts'

const db = database(worldEnv)
/** Clocks only: the calls themselves take real time. */
const clock = (at: string) => vi.setSystemTime(new Date(at))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  clock('2026-11-21T09:30:00Z')
})
afterEach(() => vi.useRealTimers())

/** Somebody whose session outlasts the clock of these tests. */
async function somebody(): Promise<TestUser> {
  const user = await signedIn(worldEnv)
  await db.update(sessions).set({ expiresAt: 4_000_000_000 }).where(eq(sessions.userId, user.id))
  return user
}
const get = async (as: TestUser) => (await (await ask('GET', 'getCarrots', { as })).json()) as Carrots
const claim = async (as: TestUser) => {
  const answer = await ask('POST', 'claimCarrots', { as })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Carrots & { claimed: number }
}
const rows = (userId: number) => db.select().from(carrots).where(eq(carrots.userId, userId))
const MIDNIGHT = Date.UTC(2026, 10, 22) / 1000

describe('carrots', () => {
  it('are nobody’s without a session, and are claimed by POST', async () => {
    for (const [method, path] of [
      ['GET', 'getCarrots'],
      ['POST', 'claimCarrots'],
      ['GET', 'getCarrotHistory'],
    ] as const)
      expect(await codeOf(await ask(method, path))).toBe('unauthorized')
    const wrong = await ask('GET', 'claimCarrots', { as: await somebody() })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('can be claimed once in a UTC day: ten of them', async () => {
    const user = await somebody()
    expect(await get(user)).toEqual({ carrots: 0, claimable: 10, nextAt: MIDNIGHT })
    expect(await claim(user)).toEqual({ carrots: 10, claimable: 0, nextAt: MIDNIGHT, claimed: 10 })
    expect(await claim(user)).toEqual({ carrots: 10, claimable: 0, nextAt: MIDNIGHT, claimed: 0 })
    expect(await get(user)).toEqual({ carrots: 10, claimable: 0, nextAt: MIDNIGHT })
  })

  it('need no terms', async () => expect((await claim(await signedIn(worldEnv, { terms: false }))).carrots).toBe(10))

  it('turn with the day in UTC, whatever the hour elsewhere', async () => {
    const user = await somebody()
    clock('2026-11-21T00:00:00Z')
    expect((await claim(user)).claimed).toBe(10)
    clock('2026-11-21T23:59:59Z')
    expect(await claim(user)).toMatchObject({ claimed: 0, nextAt: MIDNIGHT })
    clock('2026-11-22T00:00:00Z')
    expect(await claim(user)).toEqual({ carrots: 20, claimable: 0, nextAt: MIDNIGHT + 86_400, claimed: 10 })
  })

  it('come once to somebody who asks two hundred times at once', { timeout: 60_000 }, async () => {
    const user = await somebody()
    const answers = await Promise.all(Array.from({ length: 200 }, () => claim(user)))
    expect(answers.filter(({ claimed }) => claimed === 10)).toHaveLength(1)
    expect(answers.filter(({ claimed }) => claimed === 0)).toHaveLength(199)
    for (const { carrots: balance, claimable } of answers) expect([balance, claimable]).toEqual([10, 0])
    expect(await rows(user.id)).toMatchObject([{ amount: 10, reason: 'daily', day: '2026-11-21' }])
  })

  it('have a key in the database that no second claim of a day gets past', async () => {
    const user = await somebody()
    await claim(user)
    const again = db.insert(carrots).values({ userId: user.id, amount: 10, reason: 'daily', day: '2026-11-21', at: 0 })
    await expect(again).rejects.toMatchObject({ cause: { message: expect.stringContaining('UNIQUE constraint failed') } })
  })

  it('are a ledger: the balance is the sum of its lines, newest told first, page by page', async () => {
    const [user, other] = [await somebody(), await somebody()]
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
    const first = (await (await ask('GET', 'getCarrotHistory', { as: user })).json()) as Page
    expect(first.entries).toHaveLength(30)
    expect(first.entries[0]).toMatchObject({ amount: -5, reason: 'spent', at: 99 })
    const second = (await (await ask('GET', `getCarrotHistory?before=${first.next}`, { as: user })).json()) as Page
    expect([second.entries.length, second.next]).toEqual([5, null])
    for (const before of ['0', 'abc', '-1', '1e3'])
      expect((await ask('GET', `getCarrotHistory?before=${before}`, { as: user })).status).toBe(422)
  })
})
