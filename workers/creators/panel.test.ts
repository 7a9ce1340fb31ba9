import { eq, sql } from 'drizzle-orm'
import { type Abi, encodeFunctionData, getAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reports } from '../orders/review-tables.ts'
import { STATUS } from '../orders/statuses.schema.ts'
import { orders } from '../orders/tables.ts'
import { createAdmin as createArbitrator, createUser, insertOrder, OWNER, transact } from '../orders/testing.ts'
import { deployment } from '../shared/chain.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { sanctions } from '../shared/sanction-tables.ts'
import { accounts } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { creatorApplications } from './creator-tables.ts'
import { MAX_PANEL_COUNT, type PanelAnswer } from './panel.schema.ts'
import { postReports } from './post-tables.ts'
import { suspend } from './posts.testing.ts'
import { CONTRACTS } from './setting-events.ts'
import { ask, createAdmin, createApplicant, db, newWallet, setAdmin, testEnv } from './testing.ts'

const deployed = deployment(testEnv)
const panelOf = async (as: TestUser, from = testEnv) =>
  ((await (await ask('GET', 'getPanel', as, undefined, from)).json()) as PanelAnswer).panel

/** Stores an open report of the orders area. */
const addReport = (kind: string, more: Partial<typeof reports.$inferInsert> = {}) =>
  db.insert(reports).values({ kind, thingId: opaqueId(), reporterId: 1, reason: 'spam', text: '', createdAt: now(), ...more })
/** Stores an open report of this area. */
const addPostReport = (kind: string, more: Partial<typeof postReports.$inferInsert> = {}) =>
  db.insert(postReports).values({ kind, thingId: opaqueId(), reporterId: 1, reason: 'spam', text: '', createdAt: now(), ...more })

const NO_PLATFORM = { applications: 0, posts: 0, listings: 0, members: 0, suspended: 0 }
const NO_ORDER_BOOK = { disputes: 0, messages: 0, reviews: 0, sponsors: 0 }

let admin: TestUser
let arbitrator: TestUser
beforeAll(async () => {
  admin = await createAdmin()
  arbitrator = await createArbitrator()
})
async function clear(): Promise<void> {
  for (const table of [reports, postReports, creatorApplications, sanctions]) await db.delete(table)
  await db.update(orders).set({ status: 5 })
}
beforeEach(clear)
// Other files of the project list the open reports of the same database.
afterAll(clear)

describe('getPanel', () => {
  it('gives nothing to a guest, a member, an admin who signed in with a password or was removed, and with the wallet of another member', async () => {
    await addPostReport('post')
    await addReport('conversation')
    const removed = await createAdmin()
    await setAdmin('removeAdmin', removed)
    const other = await createAdmin()
    await db.update(accounts).set({ userId: removed.id }).where(eq(accounts.address, other.address))
    for (const one of [await signedIn(testEnv, { address: newWallet() }), await createAdmin({ byWallet: false }), removed, other])
      expect(await panelOf(one)).toBeNull()
    expect(await codeOf(await ask('GET', 'getPanel'))).toBe('unauthorized')
    const offline = { ...testEnv, RPC_URL: 'http://127.0.0.1:9' }
    expect(await codeOf(await ask('GET', 'getPanel', admin, undefined, offline))).toBe('chain_unavailable')
  })

  it('gives an admin of one contract the numbers of that contract only', async () => {
    expect(await panelOf(admin)).toEqual({ isPlatformAdmin: true, isOrderBookAdmin: false, platform: NO_PLATFORM, orderBook: null })
    expect(await panelOf(arbitrator)).toEqual({ isPlatformAdmin: false, isOrderBookAdmin: true, platform: null, orderBook: NO_ORDER_BOOK })
    const both = await createArbitrator()
    await setAdmin('addAdmin', both)
    expect(await panelOf(both)).toEqual({
      ...{ isPlatformAdmin: true, isOrderBookAdmin: true },
      ...{ platform: NO_PLATFORM, orderBook: NO_ORDER_BOOK },
    })
  })

  it('gives no numbers to the wallet that is offered a contract', async () => {
    const next = await signedIn(testEnv, { address: newWallet() })
    await db.run(sql`update sessions set account = ${next.address} where user_id = ${next.id}`)
    const offer = (to: string) =>
      transact(
        OWNER,
        deployed.marketplace,
        encodeFunctionData({ abi: CONTRACTS.marketplace as Abi, functionName: 'transferOwnership', args: [to] }),
      )
    await offer(next.address)
    try {
      expect(await panelOf(next)).toEqual({ isPlatformAdmin: false, isOrderBookAdmin: false, platform: null, orderBook: null })
    } finally {
      await offer(getAddress(OWNER))
    }
    expect(await panelOf(next)).toBeNull()
  })

  it('counts what admins of the Platform have to decide, each thing once, without what is decided', async () => {
    await createApplicant()
    const { id } = await createApplicant()
    await db.update(creatorApplications).set({ state: 'asked' }).where(eq(creatorApplications.id, id))
    const { id: refused } = await createApplicant()
    await db.update(creatorApplications).set({ state: 'refused' }).where(eq(creatorApplications.id, refused))
    const pid = opaqueId()
    await addPostReport('post', { thingId: pid })
    await addPostReport('post', { thingId: pid, reporterId: 2 })
    await addPostReport('comment')
    await addPostReport('comment', { decidedAt: now() })
    await addPostReport('listing', { thingId: '7' })
    await addPostReport('person', { thingId: '7' })
    // The page of the same member.
    await addPostReport('page', { thingId: '7' })
    await suspend(await signedIn(testEnv))
    const over = await signedIn(testEnv)
    await suspend(over)
    await db.update(sanctions).set({ until: 1 }).where(eq(sanctions.userId, over.id))
    expect((await panelOf(admin))!.platform).toEqual({ applications: 1, posts: 2, listings: 1, members: 2, suspended: 1 })
  })

  it('counts what admins of the OrderBook have to decide, each thing once, without what is decided', async () => {
    const [buyer, seller] = [await createUser('Ben'), await createUser('Aiko')]
    await insertOrder(buyer, seller, { status: STATUS.indexOf('disputed') })
    await insertOrder(buyer, seller, { status: STATUS.indexOf('completed') })
    const review = opaqueId()
    await addReport('review', { thingId: review })
    await addReport('review', { thingId: review, reporterId: 2 })
    await addReport('answer', { thingId: review })
    await addReport('conversation', { thingId: `${opaqueId()}.3` })
    await addReport('conversation', { thingId: `${opaqueId()}.3.1`, decidedAt: now() })
    await addReport('sponsorship', { reporterId: 0 })
    expect((await panelOf(arbitrator))!.orderBook).toEqual({ disputes: 1, messages: 1, reviews: 2, sponsors: 1 })
  })

  it('stops at the highest count', async () => {
    const rows = Array.from({ length: MAX_PANEL_COUNT + 5 }, (_, i) => i)
    await db
      .insert(postReports)
      .values(rows.map((i) => ({ kind: 'listing', thingId: String(i + 1), reporterId: 1, reason: 'spam', text: '', createdAt: 1 })))
    expect((await panelOf(admin))!.platform).toMatchObject({ listings: MAX_PANEL_COUNT, members: 0 })
  })

  it('answers without numbers if they cannot be counted', async () => {
    await db.run(sql`alter table post_reports rename to moved_reports`)
    try {
      expect(await panelOf(admin)).toMatchObject({ isPlatformAdmin: true, platform: null })
    } finally {
      await db.run(sql`alter table moved_reports rename to post_reports`)
    }
  })
})
