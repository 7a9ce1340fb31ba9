import { createExecutionContext } from 'cloudflare:test'
import { and, eq, inArray } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notifications } from '../notifications/tables.ts'
import { auditLog } from '../shared/audit-tables.ts'
import { hiddenProfiles } from '../shared/hidden-tables.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { profiles, users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { addFile, addVideo } from './folios.testing.ts'
import { CreatorsRpc } from './index.ts'
import type { PostReportPage } from './post-reports.schema.ts'
import { postReports } from './post-tables.ts'
import { commented, commentsOf, postOf, savedPost } from './posts.testing.ts'
import { ask, createAdmin, createCreator, db, setAdmin, testEnv } from './testing.ts'

const VERSION = 5
const report = (as: TestUser, { id }: { id: number }) => ask('POST', 'reportPerson', as, { userId: id, reason: 'abuse' })
const decide = (as: TestUser | undefined, { id }: { id: number }, action: string, version = VERSION, from = testEnv) =>
  ask('POST', 'decidePostReports', as, { kind: 'person', id: String(id), action, version }, from)
const listed = async (as: TestUser, list = 'open') =>
  // Other tests leave hidden posts.
  ((await (await ask('GET', `getPostReports?list=${list}`, as)).json()) as PostReportPage).things.filter(({ kind }) => kind === 'person')
const rowOf = async ({ id }: { id: number }) => (await db.select().from(hiddenProfiles).where(eq(hiddenProfiles.userId, id)))[0]
const actionsOf = async ({ id }: { id: number }) =>
  (
    await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, String(id)), inArray(auditLog.action, ['profileHidden', 'profileRestored'])))
  ).map(({ action, actor }) => [action, actor])
const notificationsOf = async ({ id }: { id: number }) =>
  (await db.select().from(notifications).where(eq(notifications.userId, id))).map(({ kind }) => kind)

/** Gives the member a profile of the version 5. */
async function describeMember<Member extends { id: number }>(member: Member): Promise<Member> {
  const texts = { name: 'Aiko Mori', title: 'Cheap logos', description: 'Pay me outside.', updatedAt: VERSION }
  await db
    .insert(profiles)
    .values({ userId: member.id, ...texts })
    .onConflictDoUpdate({ target: profiles.userId, set: texts })
  return member
}

/** A member with a profile, somebody who has reported it, and an admin. */
async function createWorld() {
  const person = await describeMember(await signedIn(testEnv))
  const member = await signedIn(testEnv, { name: 'Ben Carter' })
  await report(member, person)
  return { person, member, admin: await createAdmin() }
}

beforeEach(async () => {
  await db.delete(postReports)
  await db.delete(hiddenProfiles)
})
afterEach(() => void vi.useRealTimers())

describe('hiding a profile', () => {
  it('is refused for guests, members, its owner and a removed admin, and changes nothing', async () => {
    const { person, member } = await createWorld()
    const removed = await createAdmin()
    await setAdmin('removeAdmin', removed)
    for (const [as, code] of [
      [undefined, 'unauthorized'],
      [member, 'forbidden'],
      [person, 'forbidden'],
      [removed, 'forbidden'],
    ] as const)
      for (const action of ['hide', 'restore']) expect(await codeOf(await decide(as, person, action))).toBe(code)
    expect([await rowOf(person), await actionsOf(person), await notificationsOf(person)]).toEqual([undefined, [], []])
  })

  it('needs an open report, and a member who exists', async () => {
    const { admin, person } = await createWorld()
    const unreported = await describeMember(await signedIn(testEnv))
    for (const subject of [unreported, { id: 2 ** 40 }])
      for (const action of ['hide', 'restore']) expect(await codeOf(await decide(admin, subject, action))).toBe('report_not_found')
    expect(await codeOf(await decide(admin, person, 'restore'))).toBe('report_not_found')
    const leave = async () => {
      await db.update(users).set({ deletedAt: 5 }).where(eq(users.id, person.id))
      await db.delete(profiles).where(eq(profiles.userId, person.id))
    }
    const race = raceBefore('insert into audit_log', leave)
    expect(await codeOf(await decide(admin, person, 'hide'))).toBe('report_not_found')
    expect([race.happened, await rowOf(person), await actionsOf(person)]).toEqual([true, undefined, []])
    race.restore()
    await expect(db.insert(hiddenProfiles).values({ userId: person.id, hiddenAt: 1 })).rejects.toThrow()
  })

  it('shows admins the whole profile, hides it with an entry in the log, and notifies its member once', async () => {
    const { person, admin } = await createWorld()
    const [image, video] = [await addFile(person), await addVideo(person)]
    await db.update(profiles).set({ image, videoProvider: 'file', videoId: video }).where(eq(profiles.userId, person.id))
    const shown = {
      ...{ kind: 'person', id: String(person.id), text: 'Aiko Mori\nCheap logos\nPay me outside.', mediaCount: 2 },
      media: [{ id: image }, { id: video }],
    }
    expect(await listed(admin)).toMatchObject([{ ...shown, hidden: false, count: 1 }])
    const both = await Promise.all([decide(admin, person, 'hide'), decide(admin, person, 'hide')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await actionsOf(person)).toEqual([['profileHidden', admin.address]])
    expect([await listed(admin), await listed(admin, 'hidden')]).toMatchObject([[], [{ ...shown, hidden: true, count: 0 }]])
    expect(await notificationsOf(person)).toEqual(['profileHidden'])
    expect(await rowOf(person)).toMatchObject({ hiddenAt: expect.any(Number), unnotifiedAt: null })
    expect(await db.select().from(profiles).where(eq(profiles.userId, person.id))).toMatchObject([{ title: 'Cheap logos', image }])
  })

  it('is ended as the version that the admin has seen, and can be done again after another report', async () => {
    const { person, member, admin } = await createWorld()
    await decide(admin, person, 'hide')
    await db.update(profiles).set({ title: 'Logos', updatedAt: 6 }).where(eq(profiles.userId, person.id))
    expect(await codeOf(await decide(admin, person, 'restore', 5))).toBe('conflict')
    const change = async () => {
      await db.update(profiles).set({ updatedAt: 7 }).where(eq(profiles.userId, person.id))
    }
    const race = raceBefore('insert into audit_log', change)
    expect([await codeOf(await decide(admin, person, 'restore', 6)), race.happened]).toEqual(['conflict', true])
    race.restore()
    expect(await rowOf(person)).toMatchObject({ hiddenAt: expect.any(Number) })
    expect((await decide(admin, person, 'restore', 7)).status).toBe(200)
    expect(await rowOf(person)).toMatchObject({ hiddenAt: null, unnotifiedAt: null })
    expect(await listed(admin, 'hidden')).toEqual([])
    expect(await notificationsOf(person)).toEqual(['profileHidden', 'profileRestored'])
    expect((await report(member, person)).status).toBe(200)
    expect((await decide(admin, person, 'hide', 7)).status).toBe(200)
    expect((await actionsOf(person)).map(([action]) => action)).toEqual(['profileHidden', 'profileRestored', 'profileHidden'])
  })

  it('is possible again without a new report after it was shown by mistake, as the admin has seen it', async () => {
    const { person, admin } = await createWorld()
    await decide(admin, person, 'hide')
    await decide(admin, person, 'restore')
    expect(await codeOf(await decide(admin, person, 'hide', 4))).toBe('conflict')
    expect(await rowOf(person)).toMatchObject({ hiddenAt: null })
    const both = await Promise.all([decide(admin, person, 'hide'), decide(admin, person, 'hide')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await rowOf(person)).toMatchObject({ hiddenAt: expect.any(Number) })
    expect((await actionsOf(person)).map(([action]) => action)).toEqual(['profileHidden', 'profileRestored', 'profileHidden'])
  })

  it('lets an admin not show their own profile again', async () => {
    const { admin, member } = await createWorld()
    const other = await describeMember(await createAdmin())
    await report(member, other)
    expect((await decide(admin, other, 'hide')).status).toBe(200)
    expect(await codeOf(await decide(other, other, 'restore'))).toBe('forbidden')
    expect(await rowOf(other)).toMatchObject({ hiddenAt: expect.any(Number) })
  })

  it('takes the title and the picture from posts and comments', async () => {
    const { user, name } = await createCreator()
    await describeMember(user)
    const image = await addFile(user)
    await db.update(profiles).set({ image }).where(eq(profiles.userId, user.id))
    const { pid } = await savedPost(user, name)
    await commented(user, pid)
    const shown = { userId: user.id, name: 'Aiko Mori', title: 'Cheap logos', image }
    const read = async () => [(await postOf(name, pid)).owner, (await commentsOf(pid)).comments[0]!.author]
    expect(await read()).toMatchObject([shown, shown])
    const [member, admin] = [await signedIn(testEnv), await createAdmin()]
    await report(member, user)
    await decide(admin, user, 'hide')
    const hidden = { ...shown, title: '', image: null }
    expect(await read()).toMatchObject([hidden, hidden])
    await decide(admin, user, 'restore')
    expect(await read()).toMatchObject([shown, shown])
  })

  it('is followed up by the cron if that failed at first', async () => {
    const { person, admin } = await createWorld()
    const broken = { ...testEnv, NOTIFICATIONS: { ...testEnv.NOTIFICATIONS, notify: () => Promise.reject(new Error('down')) } }
    expect((await decide(admin, person, 'hide', VERSION, broken as typeof testEnv)).status).toBe(200)
    expect((await rowOf(person))!.unnotifiedAt).toBeGreaterThan(0)
    await new CreatorsRpc(createExecutionContext(), testEnv).tick()
    expect([(await rowOf(person))!.unnotifiedAt, await notificationsOf(person)]).toEqual([null, ['profileHidden']])
  })

  it('is followed up by the cron if an admin has decided again in the same second', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { person, admin } = await createWorld()
    await decide(admin, person, 'hide')
    const broken = { ...testEnv, NOTIFICATIONS: { ...testEnv.NOTIFICATIONS, notify: () => Promise.reject(new Error('down')) } }
    const notify = () => decide(admin, person, 'hide', VERSION, broken as typeof testEnv)
    const during = { ...testEnv, NOTIFICATIONS: { ...testEnv.NOTIFICATIONS, notify } } as unknown as typeof testEnv
    await decide(admin, person, 'restore', VERSION, during)
    expect(await rowOf(person)).toMatchObject({ hiddenAt: expect.any(Number), unnotifiedAt: expect.any(Number) })
  })

  it('is followed up for the others if the search index of one member cannot be written', async () => {
    const [{ person: broken, admin }, { person }] = [await createWorld(), await createWorld()]
    const reindexPerson = (id: number) => (id === broken.id ? Promise.reject(new Error('broken')) : testEnv.LISTINGS.reindexPerson(id))
    const env = { ...testEnv, LISTINGS: { ...testEnv.LISTINGS, reindexPerson } } as typeof testEnv
    const down = { ...env, NOTIFICATIONS: { ...testEnv.NOTIFICATIONS, notify: () => Promise.reject(new Error('down')) } }
    for (const member of [broken, person]) await decide(admin, member, 'hide', VERSION, down as typeof testEnv)
    await new CreatorsRpc(createExecutionContext(), env).tick()
    expect([(await rowOf(broken))!.unnotifiedAt, (await rowOf(person))!.unnotifiedAt]).toEqual([expect.any(Number), null])
    expect([await notificationsOf(broken), await notificationsOf(person)]).toEqual([[], ['profileHidden']])
  })

  it('is not logged again for a hidden profile, whose further reports are dismissed', async () => {
    const { person, member, admin } = await createWorld()
    await decide(admin, person, 'hide')
    await report(member, person)
    expect(await codeOf(await decide(admin, person, 'hide'))).toBe('report_not_found')
    expect((await decide(admin, person, 'dismiss')).status).toBe(200)
    expect(await actionsOf(person)).toEqual([['profileHidden', admin.address]])
    expect(await rowOf(person)).toMatchObject({ hiddenAt: expect.any(Number) })
  })

  it('leaves nothing of a deleted account', async () => {
    const { person, admin } = await createWorld()
    await decide(admin, person, 'hide')
    await new CreatorsRpc(createExecutionContext(), testEnv).eraseUser(person.id)
    expect(await rowOf(person)).toBeUndefined()
  })
})
