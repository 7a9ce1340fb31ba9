import { createExecutionContext } from 'cloudflare:test'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import listingsArea, { type ListingsRpc } from '../listings/index.ts'
import type { Listing } from '../listings/listings.schema.ts'
import { listingMedia, listings } from '../listings/tables.ts'
import { notifications } from '../notifications/tables.ts'
import { publish } from '../orders/testing.ts'
import { auditLog } from '../shared/audit-tables.ts'
import { hiddenProfiles } from '../shared/hidden-tables.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { profiles, users } from '../shared/tables.ts'
import { call, codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { CreatorsEnv } from './env.ts'
import { addFile } from './folios.testing.ts'
import type { PostReportPage } from './post-reports.schema.ts'
import { postComments, postReports, posts } from './post-tables.ts'
import { ask, createAdmin, db, setAdmin, testEnv } from './testing.ts'

const report = (as: TestUser | undefined, id: number, more: object = {}, from = testEnv) =>
  ask('POST', 'reportListing', as, { id, reason: 'fraud', ...more }, from)
const reportPerson = (as: TestUser | undefined, { id }: { id: number }, more: object = {}) =>
  ask('POST', 'reportPerson', as, { userId: id, reason: 'abuse', ...more })
const listed = async (as: TestUser, list = 'open') => (await (await ask('GET', `getPostReports?list=${list}`, as)).json()) as PostReportPage
/** The version of the listing with this id, or of the profile of the member. */
const versionOf = async (id: number, kind: string): Promise<number> => {
  const [found] =
    kind === 'person'
      ? await db.select({ version: profiles.updatedAt }).from(profiles).where(eq(profiles.userId, id))
      : await db.select({ version: listings.updatedAt }).from(listings).where(eq(listings.id, id))
  return found?.version ?? 0
}
/** Decides about a thing as it is now. */
const decide = async (as: TestUser | undefined, id: number, action: string, kind = 'listing', from: CreatorsEnv = testEnv) =>
  ask('POST', 'decidePostReports', as, { kind, id: String(id), action, version: await versionOf(id, kind) }, from)

/** Asks the listings worker itself. Its own worker serves the RPC, with the same database. */
const askListings = (method: 'GET' | 'POST', path: string, as?: TestUser, body?: unknown) =>
  call(listingsArea, { ...testEnv, AI_MODEL: 'model' } as never, createExecutionContext(), method, `/api/listings/${path}`, {
    ...(as && { as }),
    body,
  })
const getListing = async (id: number, as?: TestUser) => {
  const response = await askListings('GET', `getListing?id=${id}`, as)
  return response.ok ? ((await response.json()) as Listing) : null
}
const toggle = (as: TestUser, id: number, enabled: boolean) => askListings('POST', 'toggleService', as, { serviceId: id, enabled })
const row = async (id: number) => (await db.select().from(listings).where(eq(listings.id, id)))[0]!
/** The last entry of the audit log before the test. Members of other tests may have the id of a listing of this one. */
let lastEntry = 0
const actionsOf = async (subject: number) =>
  (
    await db
      .select()
      .from(auditLog)
      .where(
        and(
          gt(auditLog.id, lastEntry),
          eq(auditLog.subject, String(subject)),
          inArray(auditLog.action, ['listingHidden', 'listingRestored', 'postReportsDismissed']),
        ),
      )
  ).map(({ action, actor }) => [action, actor])

/** A member with a published service, somebody who reports it, and an admin. */
async function createWorld() {
  const owner = await signedIn(testEnv, { name: 'Aiko Mori' })
  const member = await signedIn(testEnv, { name: 'Ben Carter' })
  const id = await publish(owner, {
    updatedAt: 5,
    title: 'Logos at half price',
    descriptionPreview: 'Pay me outside.',
    description: '<p>Write <b>me</b></p>',
  })
  return { owner, member, id }
}

beforeEach(async () => {
  await db.delete(postReports)
  // Files of the same project may leave hidden things, which the list of hidden ones has too.
  for (const table of [listings, posts, postComments, hiddenProfiles]) await db.update(table).set({ hiddenAt: null })
  lastEntry = (await db.get<{ id: number }>(sql`select coalesce(max(id), 0) as id from audit_log`)).id
})

describe('reportListing', () => {
  it('is refused for guests, the owner, and what is not published, and stores nothing', async () => {
    const { owner, member, id } = await createWorld()
    expect(await codeOf(await report(undefined, id))).toBe('unauthorized')
    expect(await codeOf(await report(owner, id))).toBe('forbidden')
    expect(await codeOf(await report(member, 2 ** 40))).toBe('listing_not_found')
    await toggle(owner, id, false)
    expect(await codeOf(await report(member, id))).toBe('listing_not_found')
    for (const more of [{ reason: 'boring' }, { text: 'x'.repeat(1001) }, { id: -1 }])
      expect(await codeOf(await report(member, id, more))).toBe('invalid_body')
    expect(await db.select().from(postReports)).toEqual([])
  })

  it('is possible once per member, and again after a change that follows a decision', async () => {
    const { member, id } = await createWorld()
    const answers = await Promise.all([report(member, id), report(member, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const admin = await createAdmin()
    expect((await decide(admin, id, 'dismiss')).status).toBe(200)
    expect(await codeOf(await report(member, id))).toBe('reported_already')
    await db
      .update(listings)
      .set({ updatedAt: 2 ** 33, title: 'New' })
      .where(eq(listings.id, id))
    expect((await report(member, id, { text: ' Again ' })).status).toBe(200)
    expect(await db.select().from(postReports)).toMatchObject([
      { text: 'Again', content: 'New\nPay me outside.\nWrite me', decidedAt: null },
    ])
  })
})

describe('reportPerson', () => {
  it('is refused for guests, about the caller, and about unknown or deleted members, and stores nothing', async () => {
    const { owner, member } = await createWorld()
    expect(await codeOf(await reportPerson(undefined, owner))).toBe('unauthorized')
    expect(await codeOf(await reportPerson(member, member))).toBe('forbidden')
    expect(await codeOf(await reportPerson(member, { id: 2 ** 40 }))).toBe('not_found')
    const leaving = await signedIn(testEnv, { name: 'Gone' })
    await db.update(users).set({ deletedAt: 1 }).where(eq(users.id, leaving.id))
    expect(await codeOf(await reportPerson(member, leaving))).toBe('not_found')
    expect(await db.select().from(postReports)).toEqual([])
  })

  it('copies the texts of the profile, and is possible once until a decision', async () => {
    const { owner, member } = await createWorld()
    const video = { videoProvider: 'youtube', videoId: 'dQw4w9WgXcQ' }
    await db
      .update(profiles)
      .set({ title: 'I draw', description: 'Cheap', ...video })
      .where(eq(profiles.userId, owner.id))
    expect((await reportPerson(member, owner, { text: 'Rude' })).status).toBe(200)
    expect(await codeOf(await reportPerson(member, owner))).toBe('reported_already')
    const admin = await createAdmin()
    const content = 'Aiko Mori\nI draw\nCheap\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ'
    expect((await listed(admin)).things).toEqual([
      {
        kind: 'person',
        id: String(owner.id),
        author: { id: owner.id, name: 'Aiko Mori' },
        text: content,
        ...{ media: [], mediaCount: 0 },
        version: await versionOf(owner.id, 'person'),
        hidden: false,
        count: 1,
        reports: [{ reason: 'abuse', text: 'Rude', at: expect.any(Number), content }],
      },
    ])
    expect((await decide(admin, owner.id, 'dismiss', 'person')).status).toBe(200)
    expect(await actionsOf(owner.id)).toEqual([['postReportsDismissed', admin.address]])
    expect(await codeOf(await decide(admin, owner.id, 'dismiss', 'person'))).toBe('report_not_found')
    expect((await reportPerson(member, owner)).status).toBe(200)
  })

  it('lets an admin not dismiss reports about themselves', async () => {
    const { member } = await createWorld()
    const admin = await createAdmin()
    await reportPerson(member, admin)
    expect(await codeOf(await decide(admin, admin.id, 'dismiss', 'person'))).toBe('forbidden')
  })
})

describe('decisions about listings', () => {
  it('are refused for guests, members, the owner and a removed admin, and change nothing', async () => {
    const { owner, member, id } = await createWorld()
    await report(member, id)
    const removed = await createAdmin()
    await setAdmin('removeAdmin', removed)
    for (const [as, code] of [
      [undefined, 'unauthorized'],
      [member, 'forbidden'],
      [owner, 'forbidden'],
      [removed, 'forbidden'],
    ] as const)
      for (const action of ['hide', 'dismiss', 'restore']) expect(await codeOf(await decide(as, id, action))).toBe(code)
    expect([await row(id), await actionsOf(id)]).toMatchObject([{ enabled: true, hiddenAt: null }, []])
  })

  it('need an open report to hide, and a hidden listing to restore', async () => {
    const { member, id } = await createWorld()
    const admin = await createAdmin()
    for (const action of ['hide', 'dismiss', 'restore']) expect(await codeOf(await decide(admin, id, action))).toBe('report_not_found')
    expect(await codeOf(await decide(admin, 2 ** 40, 'hide'))).toBe('report_not_found')
    await report(member, id)
    expect(await codeOf(await decide(admin, id, 'restore'))).toBe('report_not_found')
    expect([await row(id), await actionsOf(id)]).toMatchObject([{ enabled: true, hiddenAt: null }, []])
  })

  it('hide the listing for everybody but its owner, who cannot enable it, is notified once, and sees it restored', async () => {
    const { owner, member, id } = await createWorld()
    const admin = await createAdmin()
    const picture = await addFile(owner)
    await db.insert(listingMedia).values({ listingId: id, mediaId: picture, position: 0 })
    await report(member, id, { text: 'Asks for payment outside' })
    expect((await listed(admin)).things).toMatchObject([
      {
        kind: 'listing',
        id: String(id),
        listType: 'services',
        title: 'Logos at half price',
        author: { id: owner.id },
        media: [{ id: picture, kind: 'image' }],
        hidden: false,
        count: 1,
      },
    ])
    expect(await getListing(id)).toMatchObject({ hidden: false })
    const both = await Promise.all([decide(admin, id, 'hide'), decide(admin, id, 'hide')])
    expect(both.map(({ status }) => status)).toContain(200)
    expect(await actionsOf(id)).toEqual([['listingHidden', admin.address]])
    expect([await getListing(id), await getListing(id, member)]).toEqual([null, null])
    expect(await getListing(id, owner)).toMatchObject({ enabled: false, hidden: true })
    expect(await codeOf(await toggle(owner, id, true))).toBe('listing_hidden')
    expect((await toggle(owner, id, false)).status).toBe(200)
    expect(await codeOf(await report(member, id))).toBe('listing_not_found')
    expect((await listed(admin)).things).toEqual([])
    expect((await listed(admin, 'hidden')).things).toMatchObject([{ kind: 'listing', id: String(id), hidden: true, count: 0 }])
    expect((await decide(admin, id, 'restore')).status).toBe(200)
    expect(await getListing(id, member)).toMatchObject({ enabled: true, hidden: false })
    expect((await listed(admin, 'hidden')).things).toEqual([])
    const told = await db.select().from(notifications).where(eq(notifications.userId, owner.id))
    expect(told.map(({ kind, thingKind, thingId, params }) => [kind, thingKind, thingId, JSON.parse(params)])).toEqual(
      ['listingHidden', 'listingRestored'].map((kind) => [
        kind,
        'listing',
        String(id),
        { title: 'Logos at half price', listType: 'services' },
      ]),
    )
    expect((await row(id)).unnotifiedAt).toBeNull()
    expect((await actionsOf(id)).map(([action]) => action)).toEqual(['listingHidden', 'listingRestored'])
  })

  it('restore a listing that its owner had disabled before as disabled', async () => {
    const { owner, member, id } = await createWorld()
    const admin = await createAdmin()
    await report(member, id)
    await toggle(owner, id, false)
    expect((await decide(admin, id, 'hide')).status).toBe(200)
    expect((await decide(admin, id, 'restore')).status).toBe(200)
    expect(await row(id)).toMatchObject({ enabled: false, hiddenAt: null, enabledBefore: null })
    expect((await toggle(owner, id, true)).status).toBe(200)
  })

  it('neither dismiss nor restore what was changed after the admin had seen it', async () => {
    const { owner, member, id } = await createWorld()
    const admin = await createAdmin()
    const seen = async (action: string, version: number, kind = 'listing', of = id) =>
      codeOf(await ask('POST', 'decidePostReports', admin, { kind, id: String(of), action, version }))
    await report(member, id)
    await reportPerson(member, owner)
    await db.update(listings).set({ updatedAt: 6 }).where(eq(listings.id, id))
    await db.update(profiles).set({ updatedAt: 7 }).where(eq(profiles.userId, owner.id))
    expect([await seen('dismiss', 5), await seen('dismiss', 5, 'person', owner.id)]).toEqual(['conflict', 'conflict'])
    expect((await listed(admin)).things).toMatchObject([{ version: 6 }, { version: 7 }])
    expect((await decide(admin, id, 'hide')).status).toBe(200)
    await db.update(listings).set({ updatedAt: 8 }).where(eq(listings.id, id))
    expect([await seen('restore', 6), await row(id)]).toMatchObject(['conflict', { enabled: false }])
    expect([(await decide(admin, id, 'restore')).status, (await decide(admin, owner.id, 'dismiss', 'person')).status]).toEqual([200, 200])
  })

  it('close the reports by a second try if that failed after the listing was hidden', async () => {
    const { member, id } = await createWorld()
    const admin = await createAdmin()
    await report(member, id)
    await (testEnv.LISTINGS as unknown as ListingsRpc).hideListing({ id, isHidden: true, admin: admin.address, updatedAt: 5 })
    expect((await listed(admin)).things).toMatchObject([{ id: String(id), hidden: true }])
    expect((await decide(admin, id, 'hide')).status).toBe(200)
    expect((await listed(admin)).things).toEqual([])
    expect(await actionsOf(id)).toHaveLength(1)
  })

  it('let an admin neither dismiss reports of their own listing nor restore it', async () => {
    const { member } = await createWorld()
    const admin = await createAdmin()
    const id = await publish(admin)
    await report(member, id)
    for (const action of ['dismiss', 'restore']) expect(await codeOf(await decide(admin, id, action))).toBe('forbidden')
    expect((await decide(admin, id, 'hide')).status).toBe(200)
  })

  it('lose the reports of a listing that its owner deletes, and do not list it as hidden', async () => {
    const { owner, member, id } = await createWorld()
    const admin = await createAdmin()
    await report(member, id)
    await decide(admin, id, 'hide')
    expect((await askListings('POST', 'deleteListing', owner, { id })).status).toBe(200)
    expect(await db.select().from(postReports)).toEqual([])
    expect((await listed(admin, 'hidden')).things).toEqual([])
    expect(await codeOf(await decide(admin, id, 'restore'))).toBe('report_not_found')
  })
})

it('a report of a member or listing that is deleted in the same moment is not stored, and an older one can be dismissed', async () => {
  const { owner, member, id } = await createWorld()
  const leave = async () => {
    await db.update(users).set({ deletedAt: 5 }).where(eq(users.id, owner.id))
    await db.delete(profiles).where(eq(profiles.userId, owner.id))
  }
  const first = raceBefore('insert into \\"post_reports\\"', () => askListings('POST', 'deleteListing', owner, { id }))
  expect([await codeOf(await report(member, id)), first.happened]).toEqual(['listing_not_found', true])
  first.restore()
  const second = raceBefore('insert into \\"post_reports\\"', leave)
  expect([await codeOf(await reportPerson(member, owner)), second.happened]).toEqual(['not_found', true])
  second.restore()
  expect(await db.select().from(postReports)).toEqual([])
  const left = { kind: 'person', thingId: String(owner.id), reporterId: member.id, reason: 'abuse', text: '', content: 'x', createdAt: 1 }
  await db.insert(postReports).values(left)
  const admin = await createAdmin()
  expect((await decide(admin, owner.id, 'dismiss', 'person')).status).toBe(200)
  expect(await db.select().from(postReports)).toMatchObject([{ content: null, decidedAt: expect.any(Number) }])
  expect(await codeOf(await decide(admin, owner.id, 'dismiss', 'person'))).toBe('report_not_found')
})
