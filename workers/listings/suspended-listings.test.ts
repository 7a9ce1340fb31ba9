import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { sanctions } from '../shared/sanction-tables.ts'
import { profiles, users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { followSuspensions } from './suspended-listings.ts'
import { changedListings, listings, suspendedListings } from './tables.ts'
import { ask, createFile, publish, serviceDraft, testEnv } from './testing.ts'

const db = database(testEnv)
const suspend = ({ id }: TestUser) => db.insert(sanctions).values({ userId: id, kind: 'suspension', reason: 'Spam', at: now() })
const end = ({ id }: TestUser) => db.update(sanctions).set({ endedAt: now() }).where(eq(sanctions.userId, id))
const found = async (path: string) =>
  ((await (await ask('GET', path)).json()) as { services: { id: number }[] }).services.map(({ id }) => id)
const counted = async () => {
  const [row] = await db.all<{ n: number }>(sql`select sum(count) as n from category_counts`)
  return row!.n
}

it('listings of a suspended member are not found, not listed, and not counted until the suspension ends', async () => {
  const [seller, other] = [await signedIn(testEnv), await signedIn(testEnv)]
  const word = `zw${seller.id}x`
  const [shown, kept] = [await publish(seller, { title: `A logo ${word}` }), await publish(other, { title: `A sign ${word}` })]
  const hidden = await publish(seller, { title: `Not yet ${word}`, enabled: false })
  const search = `query?type=services&text=${word}`
  const before = await counted()
  expect((await found(search)).sort()).toEqual([shown, kept].sort())
  await suspend(seller)
  await followSuspensions(db, { INDEXNOW_KEY: 'key' })
  expect(await found(search)).toEqual([kept])
  expect(await found(`query?type=services&userId=${seller.id}`)).toEqual([])
  expect(await codeOf(await ask('GET', `getListing?id=${shown}&listType=services`))).toBe('listing_not_found')
  expect((await ask('GET', `getListing?id=${shown}&listType=services`, { as: seller })).status).toBe(200)
  expect(await counted()).toBe(before - 1)
  expect((await db.select().from(changedListings).where(eq(changedListings.listingId, shown))).length).toBe(1)
  expect((await db.select().from(changedListings).where(eq(changedListings.listingId, hidden))).length).toBe(0)
  // Under another name in the meantime.
  await db.update(profiles).set({ name: 'Aiko Tanaka' }).where(eq(profiles.userId, seller.id))
  for (const userId of [other.id, undefined]) await followSuspensions(db, {}, userId)
  expect(await found(search)).toEqual([kept])
  await end(seller)
  await followSuspensions(db, {}, seller.id)
  expect((await found(search)).sort()).toEqual([shown, kept].sort())
  expect(await found(`query?type=services&text=Tanaka+${word}`)).toContain(shown)
  expect(await counted()).toBe(before)
  // Hidden after a report in the meantime: it stays hidden, and an admin can show it again as it was.
  await suspend(seller)
  await followSuspensions(db, {}, seller.id)
  await db.update(listings).set({ hiddenAt: 1, enabledBefore: false }).where(eq(listings.id, shown))
  await end(seller)
  await followSuspensions(db, {}, seller.id)
  const [reported] = await db.select().from(listings).where(eq(listings.id, shown))
  expect(reported).toMatchObject({ enabled: false, enabledBefore: true })
  const [row] = await db.select().from(listings).where(eq(listings.id, hidden))
  expect(row?.enabled).toBe(false)
})

it('a member who is being deleted leaves nothing behind, and others are hidden as before', async () => {
  const [gone, other] = [await signedIn(testEnv), await signedIn(testEnv)]
  await publish(gone)
  const hidden = await publish(other)
  for (const user of [gone, other]) await suspend(user)
  await db.update(users).set({ deletedAt: now() }).where(eq(users.id, gone.id))
  await followSuspensions(db, {})
  expect(await db.select().from(suspendedListings).where(eq(suspendedListings.userId, gone.id))).toEqual([])
  expect(await db.select().from(suspendedListings).where(eq(suspendedListings.userId, other.id))).toMatchObject([{ listingId: hidden }])
})

it('a suspended member can publish and enable nothing, but delete a listing, which then stays deleted', async () => {
  const seller = await signedIn(testEnv)
  const id = await publish(seller)
  const [file, place] = [await createFile(seller), { serviceId: id, listType: 'services' }]
  await suspend(seller)
  await followSuspensions(db, {}, seller.id)
  for (const [call, body] of [
    ['addService', { product: serviceDraft([file]) }],
    ['addService', { product: { ...serviceDraft([file]), id } }],
    ['toggleService', { ...place, enabled: true }],
  ] as const)
    expect(await codeOf(await ask('POST', call, { as: seller, body }))).toBe('account_suspended')
  expect((await ask('POST', 'deleteListing', { as: seller, body: { id, listType: 'services' } })).status).toBe(200)
  await end(seller)
  await followSuspensions(db, {}, seller.id)
  expect(await db.select({ enabled: listings.enabled }).from(listings).where(eq(listings.id, id))).toEqual([{ enabled: false }])
  expect(await db.select().from(suspendedListings).where(eq(suspendedListings.userId, seller.id))).toEqual([])
})

it('looks at the listings of suspended members only', async () => {
  const plan = await db.all<{ detail: string }>(sql`explain query plan select id from listings where +enabled = 1 and deleted_at is null
    and user_id in (select user_id from sanctions s where kind = 'suspension' and ended_at is null and (until is null or until > 1))`)
  expect(plan[0]?.detail).toContain('(user_id=?)')
})
