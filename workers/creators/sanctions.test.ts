import { and, desc, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { listings, suspendedListings } from '../listings/tables.ts'
import { notifications } from '../notifications/tables.ts'
import { ADMIN } from '../orders/testing.ts'
import { findBrokenRow } from '../shared/audit-log.ts'
import { auditLog } from '../shared/audit-tables.ts'
import { FRESH_SECONDS } from '../shared/fresh-sign-in.schema.ts'
import { now } from '../shared/ids.ts'
import { sanctions } from '../shared/sanction-tables.ts'
import { accounts, sessions, users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { notifySanctioned } from './notify-sanctioned.ts'
import type { MemberStanding, SuspendedMemberPage } from './sanctions.schema.ts'
import { endSuspensions } from './sanctions.ts'
import { ask, createAdmin, db, newWallet, testEnv } from './testing.ts'

const DAY = 86_400
const CALLS = ['warnMember', 'suspendMember', 'endSuspension'] as const
type Call = (typeof CALLS)[number]

const reason = 'You advertise in comments.'
const send = (as: TestUser | undefined, call: Call, { id }: { id: number }, more: object = {}, from = testEnv) =>
  ask('POST', call, as, { userId: id, reason, ...(call === 'suspendMember' && { days: 7 }), ...more }, from)
const resultOf = async (response: Response) => (response.ok ? 200 : await codeOf(response))
const standingOf = async (as: TestUser, { id }: { id: number }) =>
  (await (await ask('GET', `getMemberStanding?userId=${id}`, as)).json()) as MemberStanding
const listed = async (as: TestUser, cursor = '') =>
  (await (await ask('GET', `getSuspendedMembers${cursor && `?cursor=${cursor}`}`, as)).json()) as SuspendedMemberPage
const rowsOf = ({ id }: { id: number }) => db.select().from(sanctions).where(eq(sanctions.userId, id)).orderBy(sanctions.id)
const entriesOf = ({ id }: { id: number }) =>
  db
    .select({ actor: auditLog.actor, action: auditLog.action, details: auditLog.details })
    .from(auditLog)
    .where(eq(auditLog.subject, String(id)))
    .orderBy(auditLog.id)
const notificationsOf = ({ id }: { id: number }) =>
  db.select().from(notifications).where(eq(notifications.userId, id)).orderBy(notifications.id)
const member = () => signedIn(testEnv, { name: 'Ben Carter', address: newWallet() })

async function publish({ id, address }: TestUser, over: Partial<typeof listings.$inferInsert> = {}): Promise<number> {
  const at = now()
  const values = {
    listType: 'services',
    account: address,
    lang: 'en',
    category: 'design',
    title: 'A logo',
    descriptionPreview: '',
    description: '',
  }
  const [row] = await db
    .insert(listings)
    .values({ userId: id, ...values, options: '{}', priceUsd: 1, createdAt: at, updatedAt: at, ...over })
    .returning({ id: listings.id })
  return row!.id
}
const enabledOf = async ({ id }: TestUser) =>
  (await db.select({ enabled: listings.enabled }).from(listings).where(eq(listings.userId, id)).orderBy(listings.id)).map(
    (row) => row.enabled,
  )

describe('the calls of sanctions', () => {
  it('are refused to everybody but admins of the Platform contract, and change nothing', async () => {
    const [user, other] = [await member(), await member()]
    const byPassword = await createAdmin({ byWallet: false })
    for (const [as, code] of [
      [undefined, 'unauthorized'],
      [other, 'forbidden'],
      [user, 'forbidden'],
      [byPassword, 'forbidden'],
    ] as const) {
      for (const call of CALLS) expect(await codeOf(await send(as, call, user))).toBe(code)
      for (const path of [`getMemberStanding?userId=${user.id}`, 'getSuspendedMembers'])
        expect(await codeOf(await ask('GET', path, as))).toBe(code)
    }
    expect([await rowsOf(user), await entriesOf(user)]).toEqual([[], []])
  })

  it('fail while the chain does not answer', async () => {
    const [admin, user] = [await createAdmin(), await member()]
    const offline = { ...testEnv, RPC_URL: 'http://127.0.0.1:9' }
    for (const call of CALLS) expect(await codeOf(await send(admin, call, user, {}, offline))).toBe('chain_unavailable')
    for (const path of [`getMemberStanding?userId=${user.id}`, 'getSuspendedMembers'])
      expect(await codeOf(await ask('GET', path, admin, undefined, offline))).toBe('chain_unavailable')
    expect(await rowsOf(user)).toEqual([])
  })

  it('need a fresh sign-in to suspend and to end a suspension', async () => {
    const [admin, user] = [await createAdmin(), await member()]
    await db
      .update(sessions)
      .set({ createdAt: now() - FRESH_SECONDS - 1 })
      .where(eq(sessions.userId, admin.id))
    for (const call of ['suspendMember', 'endSuspension'] as const)
      expect(await codeOf(await send(admin, call, user))).toBe('sign_in_again')
    expect(await rowsOf(user)).toEqual([])
    expect(await resultOf(await send(admin, 'warnMember', user))).toBe(200)
  })

  it('are refused for the own account, for admins of either contract, and for accounts that do not exist or were deleted', async () => {
    const [admin, other, arbitrator, gone] = [await createAdmin(), await createAdmin({ byWallet: false }), await member(), await member()]
    await db
      .insert(accounts)
      .values({ address: ADMIN, userId: arbitrator.id, provider: 'test', linkedAt: 1 })
      .onConflictDoUpdate({
        target: accounts.address,
        set: { userId: arbitrator.id },
      })
    await db.update(users).set({ deletedAt: 1 }).where(eq(users.id, gone.id))
    for (const subject of [admin, other, arbitrator]) {
      for (const call of ['warnMember', 'suspendMember'] as const) expect(await codeOf(await send(admin, call, subject))).toBe('forbidden')
      expect(await standingOf(admin, subject)).toMatchObject({ isExempt: true, suspension: null, past: [] })
    }
    expect(await codeOf(await send(admin, 'endSuspension', admin))).toBe('forbidden')
    for (const subject of [gone, { id: 2 ** 40 }]) {
      for (const call of ['warnMember', 'suspendMember'] as const) expect(await codeOf(await send(admin, call, subject))).toBe('not_found')
      expect(await codeOf(await ask('GET', `getMemberStanding?userId=${subject.id}`, admin))).toBe('not_found')
    }
    await db.delete(accounts).where(eq(accounts.address, ADMIN))
  })

  it('refuse an empty or long reason, and other than 1 to 365 days', async () => {
    const [admin, user] = [await createAdmin(), await member()]
    for (const call of CALLS)
      for (const wrong of [{ reason: '' }, { reason: ' \n\u200b ' }, { reason: 'x'.repeat(1001) }, { reason: undefined }, { userId: 0 }])
        expect(await codeOf(await send(admin, call, user, wrong))).toBe('invalid_body')
    for (const days of [0, 366, 1.5, '7', undefined])
      expect(await codeOf(await send(admin, 'suspendMember', user, { days }))).toBe('invalid_body')
    expect(await rowsOf(user)).toEqual([])
    for (const days of [1, 365]) {
      expect(await resultOf(await send(admin, 'suspendMember', user, { days, reason: 'x'.repeat(1000) }))).toBe(200)
      expect((await standingOf(admin, user)).suspension?.until).toBeCloseTo(now() + days * DAY, -1)
      expect(await resultOf(await send(admin, 'endSuspension', user))).toBe(200)
    }
  })
})

describe('warnMember', () => {
  it('notifies the member of the reason once, also by mail, and records it without the reason', async () => {
    const [admin, user] = [await createAdmin(), await member()]
    await db
      .update(users)
      .set({ email: `${user.id}@example.com` })
      .where(eq(users.id, user.id))
    expect(await resultOf(await send(admin, 'warnMember', user, { reason: ' Please <b>stop</b>.\n' }))).toBe(200)
    await notifySanctioned(testEnv)
    expect(await notificationsOf(user)).toMatchObject([
      {
        kind: 'memberWarned',
        thingKind: 'account',
        params: JSON.stringify({ title: 'Please <b>stop</b>.' }),
        mailDue: expect.any(Number),
        hidden: false,
      },
    ])
    expect(await entriesOf(user)).toEqual([{ actor: admin.address, action: 'memberWarned', details: '{}' }])
    expect(await standingOf(admin, user)).toEqual({
      userId: user.id,
      name: 'Ben Carter',
      isExempt: false,
      suspension: null,
      past: [{ kind: 'warning', at: expect.any(Number), until: null, reason: 'Please <b>stop</b>.', endedAt: null, endReason: null }],
    })
    expect(await findBrokenRow(db)).toBeNull()
  })
})

describe('a suspension', () => {
  it('hides the listings that were published, and shows only these again when it ends', async () => {
    const [admin, user, other] = [await createAdmin(), await member(), await member()]
    await publish(user)
    await publish(user, { enabled: false })
    const deleted = await publish(user)
    await publish(other)
    expect(await resultOf(await send(admin, 'suspendMember', user))).toBe(200)
    expect([await enabledOf(user), await enabledOf(other)]).toEqual([[false, false, false], [true]])
    await db.update(listings).set({ deletedAt: 1 }).where(eq(listings.id, deleted))
    // What was published in the same moment is hidden by the next run.
    await publish(user)
    await testEnv.LISTINGS.followSuspension(user.id)
    expect(await enabledOf(user)).toEqual([false, false, false, false])
    expect(await resultOf(await send(admin, 'endSuspension', user))).toBe(200)
    expect(await enabledOf(user)).toEqual([true, false, false, true])
    expect(await db.select().from(suspendedListings).where(eq(suspendedListings.userId, user.id))).toEqual([])
  })

  it('is stored and recorded once, also if the listings cannot be hidden at once', async () => {
    const [admin, user] = [await createAdmin(), await member()]
    await publish(user)
    const LISTINGS = { ...testEnv.LISTINGS, followSuspension: () => Promise.reject(new Error('away')) }
    const away = { ...testEnv, LISTINGS } as unknown as typeof testEnv
    const answers = await Promise.all([0, 1, 2].map(() => send(admin, 'suspendMember', user, {}, away)))
    expect((await Promise.all(answers.map(resultOf))).sort()).toEqual([200, 'conflict', 'conflict'])
    expect(await rowsOf(user)).toMatchObject([{ kind: 'suspension', reason, endedAt: null }])
    const [{ until }] = [(await rowsOf(user))[0]!]
    expect(await entriesOf(user)).toEqual([{ actor: admin.address, action: 'memberSuspended', details: JSON.stringify({ until }) }])
    await testEnv.LISTINGS.followSuspension(user.id)
    expect(await enabledOf(user)).toEqual([false])
  })

  it('is refused to be ended twice, or if there is none', async () => {
    const [admin, user] = [await createAdmin(), await member()]
    expect(await codeOf(await send(admin, 'endSuspension', user))).toBe('conflict')
    await send(admin, 'suspendMember', user, { days: null })
    const answers = await Promise.all([0, 1].map(() => send(admin, 'endSuspension', user, { reason: 'A mistake.' })))
    expect((await Promise.all(answers.map(resultOf))).sort()).toEqual([200, 'conflict'])
    expect((await entriesOf(user)).map(({ action }) => action)).toEqual(['memberSuspended', 'suspensionEnded'])
    expect(await standingOf(admin, user)).toMatchObject({
      suspension: null,
      past: [{ kind: 'suspension', until: null, endedAt: expect.any(Number), endReason: 'A mistake.' }],
    })
  })

  it('notifies of its beginning and of its end, with the reasons; by the cron if the notifications did not answer', async () => {
    const [admin, user] = [await createAdmin(), await member()]
    const away = { ...testEnv, NOTIFICATIONS: { ...testEnv.NOTIFICATIONS, notify: () => Promise.reject(new Error('away')) } }
    await send(admin, 'suspendMember', user, {}, away)
    expect(await notificationsOf(user)).toEqual([])
    await notifySanctioned(testEnv)
    await send(admin, 'endSuspension', user, { reason: 'A mistake.' })
    await notifySanctioned(testEnv)
    const [{ until }] = [(await rowsOf(user))[0]!]
    expect((await notificationsOf(user)).map(({ kind, params }) => [kind, JSON.parse(params)])).toEqual([
      ['memberSuspended', { title: reason, until }],
      ['suspensionEnded', { title: 'A mistake.' }],
    ])
  })

  it('ends by itself: the cron notes it, notifies, and shows the listings; and another one can follow before the cron has run', async () => {
    const [admin, user, again] = [await createAdmin(), await member(), await member()]
    await publish(user)
    for (const subject of [user, again]) {
      await send(admin, 'suspendMember', subject)
      await db
        .update(sanctions)
        .set({ at: now() - 2 * DAY, until: now() - DAY })
        .where(eq(sanctions.userId, subject.id))
    }
    expect((await standingOf(admin, user)).suspension).toBeNull()
    expect(await codeOf(await send(admin, 'endSuspension', user))).toBe('conflict')
    expect(await resultOf(await send(admin, 'suspendMember', again))).toBe(200)
    expect(await rowsOf(again)).toMatchObject([{ endedAt: expect.any(Number) }, { endedAt: null }])
    await endSuspensions(testEnv)
    await notifySanctioned(testEnv)
    await testEnv.LISTINGS.followSuspension(user.id)
    const [row] = await rowsOf(user)
    expect(row).toMatchObject({ endedAt: row!.until, endReason: null, unnotifiedAt: null })
    expect((await notificationsOf(user)).map(({ kind }) => kind)).toEqual(['memberSuspended', 'suspensionEnded'])
    expect(await enabledOf(user)).toEqual([true])
  })

  it('refuses the member what the table says, and is shown to admins in pages, the last first', async () => {
    const admin = await createAdmin()
    await db.delete(sanctions).where(sql`ended_at is null`)
    const people: TestUser[] = []
    for (let i = 0; i < 22; i++) people.push(await member())
    for (const one of people) expect(await resultOf(await send(admin, 'suspendMember', one, { days: null }))).toBe(200)
    const refused = await ask('POST', 'likePost', people[0], {})
    expect(await codeOf(refused)).toBe('account_suspended')
    const first = await listed(admin)
    expect(first.members.map(({ userId }) => userId)).toEqual(
      people
        .slice(2)
        .reverse()
        .map(({ id }) => id),
    )
    expect(first.members[0]).toEqual({ userId: people[21]!.id, name: 'Ben Carter', at: expect.any(Number), until: null, reason })
    const second = await listed(admin, first.next!)
    expect([second.members.map(({ userId }) => userId), second.next]).toEqual([[people[1]!.id, people[0]!.id], null])
    await send(admin, 'endSuspension', people[21]!)
    expect((await listed(admin)).members[0]?.userId).toBe(people[20]!.id)
    const [newest] = await db
      .select()
      .from(sanctions)
      .where(and(eq(sanctions.userId, people[0]!.id)))
      .orderBy(desc(sanctions.id))
    expect(newest?.endedAt).toBeNull()
  })
})
