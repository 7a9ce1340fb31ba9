import { createExecutionContext } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { postReports } from '../creators/post-tables.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { ListingsRpc } from './index.ts'
import type { ListingPage } from './listings.schema.ts'
import { listings } from './tables.ts'
import { ask, createFile, publish, publishEvent, publishJob, serviceDraft, testEnv } from './testing.ts'

const db = database(testEnv)
const admin = `0x${'A'.repeat(40)}`
const rpc = new ListingsRpc(createExecutionContext(), testEnv)
const setHidden = async (id: number, isHidden: boolean) =>
  rpc.hideListing({ id, isHidden, admin, updatedAt: (await row(id))?.updatedAt ?? 0 })

/** Hides a listing after a report. */
async function hide(id: number) {
  const report = { kind: 'listing', thingId: String(id), reporterId: 1, reason: 'spam', text: '', createdAt: now() }
  await db.insert(postReports).values(report).onConflictDoNothing()
  expect(await setHidden(id, true)).toBe(true)
}

const found = async (title: string, type = 'services') => {
  const response = await ask('GET', `query?type=${type}&text=${encodeURIComponent(title)}`)
  return ((await response.json()) as ListingPage).services.map(({ id }) => id)
}
const countOf = async (category: string) =>
  (await db.all<{ count: number }>(sql`select coalesce(sum(count), 0) as count from category_counts where category = ${category}`))[0]!
    .count
const row = async (id: number) => (await db.select().from(listings).where(eq(listings.id, id)))[0]!
const save = async (user: TestUser, id: number, enabled: boolean, title: string) =>
  ask('POST', 'addService', { as: user, body: { product: { ...serviceDraft([await createFile(user)], { title }), id, enabled } } })

it('is not hidden without an open report, and not shown again unless it is hidden', async () => {
  const id = await publish(await signedIn(testEnv))
  expect([await setHidden(id, true), await setHidden(id, false), await setHidden(2 ** 40, true)]).toEqual([false, false, false])
  expect(await row(id)).toMatchObject({ enabled: true, hiddenAt: null })
})

it('is hidden again without a new report after it was shown by mistake, unless it was changed since', async () => {
  const id = await publish(await signedIn(testEnv))
  await hide(id)
  await db.update(postReports).set({ decidedAt: now() })
  expect([await setHidden(id, false), await setHidden(id, true), await setHidden(id, true)]).toEqual([true, true, false])
  await setHidden(id, false)
  const { updatedAt } = await row(id)
  expect(await rpc.hideListing({ id, isHidden: true, admin, updatedAt: updatedAt - 1 })).toBe(false)
  expect(await row(id)).toMatchObject({ enabled: true, hiddenAt: null })
})

it('is not shown again as an admin has seen it if its owner saved it in the same second', async () => {
  const user = await signedIn(testEnv)
  const id = await publish(user)
  await hide(id)
  // The last save was in the present second, or later by the clock of another server.
  const updatedAt = now() + 60
  await db.update(listings).set({ updatedAt }).where(eq(listings.id, id))
  expect((await save(user, id, false, 'Something else entirely')).status).toBe(200)
  expect((await row(id)).updatedAt).toBe(updatedAt + 1)
  expect(await rpc.hideListing({ id, isHidden: false, admin, updatedAt })).toBe(false)
  expect(await setHidden(id, false)).toBe(true)
})

it('a hidden service is in no list, search, sitemap or count, and is there again once it is shown', async () => {
  const user = await signedIn(testEnv)
  const title = `Zebra lettering ${crypto.randomUUID().slice(0, 8)}`
  const id = await publish(user, { title })
  const before = await countOf('design')
  expect(await found(title)).toContain(id)
  await hide(id)
  expect(await found(title)).not.toContain(id)
  expect(await countOf('design')).toBe(before - 1)
  expect((await ask('GET', `getListing?id=${id}`)).status).toBe(404)
  expect(await (await ask('GET', `query?type=services&userId=${user.id}`)).text()).not.toContain(title)
  expect(await setHidden(id, true)).toBe(false)
  expect(await setHidden(id, false)).toBe(true)
  expect(await found(title)).toContain(id)
  expect(await countOf('design')).toBe(before)
})

it('its owner can change and delete a hidden listing, but neither save nor switch it as published', async () => {
  const user = await signedIn(testEnv)
  const id = await publish(user)
  await hide(id)
  expect(await codeOf(await save(user, id, true, 'A new title for it'))).toBe('listing_hidden')
  expect(await row(id)).toMatchObject({ title: 'Logo and identity for small studios', enabled: false })
  expect((await save(user, id, false, 'A new title for it')).status).toBe(200)
  const toggled = await ask('POST', 'toggleService', { as: user, body: { serviceId: id, enabled: true } })
  expect(await codeOf(toggled)).toBe('listing_hidden')
  expect(await row(id)).toMatchObject({ title: 'A new title for it', enabled: false })
  await rpc.reindexUser(user.id)
  expect(await found('A new title for it')).not.toContain(id)
  await setHidden(id, false)
  expect(await found('A new title for it')).toContain(id)
  await hide(id)
  expect((await ask('POST', 'deleteListing', { as: user, body: { id } })).status).toBe(200)
  expect(await setHidden(id, false)).toBe(false)
})

it('a listing that is hidden while its owner enables it stays hidden', async () => {
  const user = await signedIn(testEnv)
  const ids = await Promise.all(Array.from({ length: 4 }, () => publish(user)))
  await db.update(listings).set({ enabled: false }).where(eq(listings.userId, user.id))
  await Promise.all(
    ids.flatMap((id) => [
      ask('POST', 'toggleService', { as: user, body: { serviceId: id, enabled: true } }),
      save(user, id, true, 'A title of the race'),
      hide(id),
    ]),
  )
  for (const id of ids) expect(await row(id)).toMatchObject({ enabled: false, hiddenAt: expect.any(Number) })
})

it.each([
  ['jobs', 'jobId', publishJob],
  ['events', 'eventId', publishEvent],
] as const)('nobody can apply to hidden %s, and nobody is accepted until they are shown again', async (_, field, publishOne) => {
  const [owner, early, late] = [await signedIn(testEnv), await signedIn(testEnv), await signedIn(testEnv)]
  const id = await publishOne(owner)
  const apply = (as: TestUser) => ask('POST', 'submitApplication', { as, body: { [field]: id, message: 'I would like to come.' } })
  const { application } = (await (await apply(early)).json()) as { application: { id: string } }
  await hide(id)
  expect(await codeOf(await apply(late))).toBe('listing_not_found')
  const answer = (accept: boolean) => ask('POST', 'answerApplication', { as: owner, body: { id: application.id, accept, message: '' } })
  expect(await codeOf(await answer(true))).toBe('listing_hidden')
  await setHidden(id, false)
  expect((await answer(true)).status).toBe(200)
})

it('notifies the owner by the cron if that failed at first', async () => {
  const user = await signedIn(testEnv)
  const id = await publish(user)
  const broken = { ...testEnv, NOTIFICATIONS: { notify: () => Promise.reject(new Error('down')) } } as unknown as typeof testEnv
  await db.insert(postReports).values({ kind: 'listing', thingId: String(id), reporterId: 1, reason: 'spam', text: '', createdAt: now() })
  expect(await new ListingsRpc(createExecutionContext(), broken).hideListing({ id, isHidden: true, admin, updatedAt: 0 })).toBe(true)
  const { unnotifiedAt } = await row(id)
  expect(unnotifiedAt).toBeGreaterThan(0)
  await rpc.tick(now())
  expect(await row(id)).toMatchObject({ unnotifiedAt: null, hiddenAt: unnotifiedAt })
})
