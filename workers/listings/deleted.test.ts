import { eq } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { users } from '../auth/tables.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { codeOf, signedIn } from '../shared/testing.ts'
import { applications, listings } from './tables.ts'
import { areaEnv, ask, draft, fileOf, publishJob } from './testing.ts'

const db = database(areaEnv)
afterEach(() => vi.unstubAllGlobals())

it.each(['addService', 'submitApplication'])('%s leaves nothing for an account that was deleted meanwhile', async (call) => {
  const [me, owner] = [await signedIn(areaEnv), await signedIn(areaEnv)]
  const body =
    call === 'addService' ? { product: draft([await fileOf(me)]) } : { jobId: await publishJob(owner), message: 'I would like to.' }
  const table = call === 'addService' ? 'listings' : 'applications'
  const race = raceBefore(`insert into \\"${table}\\"`, async () => {
    await db.update(users).set({ deletedAt: now() }).where(eq(users.id, me.id))
  })
  const answer = await ask('POST', call, { as: me, body })
  race.restore()
  expect(race.happened).toBe(true)
  expect([answer.status, await codeOf(answer)]).toEqual([401, 'unauthorized'])
  expect(await db.select().from(listings).where(eq(listings.userId, me.id))).toEqual([])
  expect(await db.select().from(applications).where(eq(applications.userId, me.id))).toEqual([])
})
