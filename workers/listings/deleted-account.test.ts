import { eq } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { users } from '../shared/tables.ts'
import { codeOf, signedIn } from '../shared/testing.ts'
import { applications, listings } from './tables.ts'
import { ask, createFile, publishJob, serviceDraft, testEnv } from './testing.ts'

const db = database(testEnv)
afterEach(() => vi.unstubAllGlobals())

it.each(['addService', 'submitApplication'])('%s stores nothing if the account is deleted during the call', async (call) => {
  const [me, owner] = [await signedIn(testEnv), await signedIn(testEnv)]
  const body =
    call === 'addService'
      ? { product: serviceDraft([await createFile(me)]) }
      : { jobId: await publishJob(owner), message: 'I would like to.' }
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
