import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { NotificationEvent } from '../notifications/notifications.schema.ts'
import { notifications } from '../notifications/tables.ts'
import { findBrokenRow } from '../shared/audit-log.ts'
import { auditLog } from '../shared/audit-tables.ts'
import { opaqueId } from '../shared/ids.ts'
import { accounts, users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { ApplicationPage, MyApplication } from './applications.schema.ts'
import { creatorApplications } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'
import { notifyApplicants } from './notify-applicants.ts'
import { application, ask, createAdmin, createApplicant, db, setAdmin, testEnv } from './testing.ts'

const decide = (admin: TestUser | undefined, id: string, action = 'refuse', text = 'We need more works.', from?: CreatorsEnv) =>
  ask('POST', 'answerCreatorApplication', admin, { id, action, text }, from)
const reply = (user: TestUser | undefined, question: number, answer: string) =>
  ask('POST', 'answerApplicationQuestion', user, { question, answer })
const resultOf = async (response: Response) => (response.status === 200 ? 'success' : codeOf(response))
const stateOf = async (user: TestUser) => ((await (await ask('GET', 'getMyApplication', user)).json()) as MyApplication).application
const entriesOf = (id: string) => db.select().from(auditLog).where(eq(auditLog.subject, id)).orderBy(auditLog.id)
const kindsOf = async (user: TestUser) =>
  (await db.select().from(notifications).where(eq(notifications.userId, user.id)).orderBy(desc(notifications.id))).map(({ kind }) => kind)

let admin: TestUser
beforeAll(async () => {
  admin = await createAdmin()
})

describe('each call of an admin is refused', () => {
  it('to a guest, a member, an admin who signed in with a password, and one who was removed or whose wallet was unlinked', async () => {
    const { user, id } = await createApplicant()
    const [removed, unlinked] = [await createAdmin(), await createAdmin()]
    const calls = [
      (as?: TestUser) => ask('GET', 'getCreatorApplications', as),
      (as?: TestUser) => decide(as, id),
      (as?: TestUser) => decide(as, id, 'ask'),
    ]
    expect((await calls[0]!(removed)).status).toBe(200)
    await setAdmin('removeAdmin', removed)
    await db.update(accounts).set({ userId: user.id }).where(eq(accounts.address, unlinked.address))
    const others = [user, await signedIn(testEnv, { wallet: false }), await createAdmin({ byWallet: false }), removed, unlinked]
    for (const make of calls) {
      expect(await codeOf(await make())).toBe('unauthorized')
      for (const other of others) expect(await codeOf(await make(other))).toBe('forbidden')
    }
    expect([await stateOf(user), await entriesOf(id)]).toMatchObject([{ state: 'sent' }, []])
  })

  it('while the chain does not answer', async () => {
    const { user, id } = await createApplicant()
    const offline = { ...testEnv, RPC_URL: 'http://127.0.0.1:9' }
    expect(await codeOf(await ask('GET', 'getCreatorApplications', admin, undefined, offline))).toBe('chain_unavailable')
    expect(await codeOf(await decide(admin, id, 'refuse', 'No.', offline))).toBe('chain_unavailable')
    expect(await stateOf(user)).toMatchObject({ state: 'sent' })
  })
})

describe('answerCreatorApplication refuses', () => {
  it('an unknown application, an empty or long text, and another action', async () => {
    const { id } = await createApplicant()
    expect(await codeOf(await decide(admin, opaqueId()))).toBe('creator_application_not_found')
    for (const text of ['', ' \n', 'x'.repeat(1001)]) expect(await codeOf(await decide(admin, id, 'ask', text))).toBe('invalid_body')
    expect(await codeOf(await decide(admin, id, 'grant'))).toBe('invalid_body')
    expect(await entriesOf(id)).toEqual([])
  })

  it('the own application', async () => {
    const own = await createAdmin()
    await ask('POST', 'contact', own, application(own))
    const { id } = (await stateOf(own))!
    for (const action of ['ask', 'refuse']) expect(await codeOf(await decide(own, id, action))).toBe('forbidden')
    expect([await stateOf(own), await entriesOf(id)]).toMatchObject([{ state: 'sent' }, []])
  })

  it('a decided application, a question while one is open, and more than ten questions', async () => {
    const { user, id } = await createApplicant()
    for (let i = 0; i < 10; i++) {
      expect(await resultOf(await decide(admin, id, 'ask', `Question ${i}`))).toBe('success')
      expect(await codeOf(await decide(admin, id, 'ask'))).toBe('question_open')
      expect(await resultOf(await reply(user, i, `Answer ${i}`))).toBe('success')
    }
    expect(await codeOf(await decide(admin, id, 'ask'))).toBe('question_limit')
    expect(await resultOf(await decide(admin, id))).toBe('success')
    for (const action of ['ask', 'refuse']) expect(await codeOf(await decide(admin, id, action, 'Again'))).toBe('application_answered')
    expect(await stateOf(user)).toMatchObject({ state: 'refused', reason: 'We need more works.' })
    expect(await entriesOf(id)).toHaveLength(11)
  })

  it('all but one of several answers at the same time', async () => {
    const { id } = await createApplicant()
    const results = await Promise.all(Array.from({ length: 4 }, async () => resultOf(await decide(admin, id))))
    expect(results.toSorted()).toEqual([...Array(3).fill('application_answered'), 'success'])
    expect(await entriesOf(id)).toHaveLength(1)
    expect(await findBrokenRow(db)).toBeNull()
  })
})

describe('a question', () => {
  it('is answered once by the applicant, who is notified, and its text is not in the log', async () => {
    const { user, id } = await createApplicant()
    const other = await createApplicant()
    expect(await codeOf(await reply(user, 0, 'Too early'))).toBe('question_missing')
    expect(await resultOf(await decide(admin, id, 'ask', 'Since when do you draw?'))).toBe('success')
    expect(await stateOf(user)).toMatchObject({
      state: 'asked',
      questions: [{ question: 'Since when do you draw?', askedAt: expect.any(Number), answer: null, answeredAt: null }],
    })
    expect(await kindsOf(user)).toEqual(['creatorQuestion'])

    expect(await codeOf(await reply(undefined, 0, 'x'))).toBe('unauthorized')
    expect(await codeOf(await reply(other.user, 0, 'x'))).toBe('question_missing')
    expect(await codeOf(await reply(await signedIn(testEnv), 0, 'x'))).toBe('creator_application_not_found')
    for (const question of [-1, 1.5, 10, '0'])
      expect(await codeOf(await ask('POST', 'answerApplicationQuestion', user, { question, answer: 'x' }))).toBe('invalid_body')
    for (const answer of ['', 'x'.repeat(2001)]) expect(await codeOf(await reply(user, 0, answer))).toBe('invalid_body')
    expect(await codeOf(await reply(user, 1, 'x'))).toBe('question_missing')

    for (let i = 0; i < 2; i++) expect(await resultOf(await reply(user, 0, 'Since 2019, "daily".'))).toBe('success')
    expect(await codeOf(await reply(user, 0, 'Since 2020.'))).toBe('question_missing')
    expect(await stateOf(user)).toMatchObject({
      state: 'sent',
      questions: [{ answer: 'Since 2019, "daily".', answeredAt: expect.any(Number) }],
    })
    expect(await entriesOf(id)).toMatchObject([{ actor: admin.address, action: 'creatorApplicationAsked', details: '{}' }])
  })
})

describe('a refusal', () => {
  it('is shown to the applicant with its reason, logged, and notified once', async () => {
    const { user, id, name } = await createApplicant()
    await db
      .update(users)
      .set({ email: `${name}@example.com` })
      .where(eq(users.id, user.id))
    expect(await resultOf(await decide(admin, id, 'refuse', 'Too few works.\n\nPlease show us more.'))).toBe('success')
    expect(await stateOf(user)).toMatchObject({ state: 'refused', reason: 'Too few works.\n\nPlease show us more.' })
    expect(await entriesOf(id)).toMatchObject([{ actor: admin.address, action: 'creatorApplicationRefused', details: '{}' }])
    await notifyApplicants(testEnv)
    const rows = await db.select().from(notifications).where(eq(notifications.userId, user.id))
    expect(rows).toMatchObject([{ kind: 'creatorRefused', thingKind: 'application', thingId: id, params: JSON.stringify({ title: name }) }])
    expect(rows[0]!.mailDue).not.toBeNull()
  })

  it('is notified by the cron if the notifications did not answer, and not for an application that was sent again', async () => {
    const [{ user, id }, again] = [await createApplicant(), await createApplicant()]
    const away = {
      ...testEnv,
      NOTIFICATIONS: { notify: () => Promise.reject(new Error('away')), mailTeam: async () => {} },
    } as unknown as CreatorsEnv
    for (const one of [id, again.id]) expect(await resultOf(await decide(admin, one, 'refuse', 'No.', away))).toBe('success')
    expect(await kindsOf(user)).toEqual([])
    await ask('POST', 'contact', again.user, application(again.user))
    const sent: NotificationEvent[] = []
    const counting = {
      ...testEnv,
      NOTIFICATIONS: { notify: async (events: NotificationEvent[]) => void sent.push(...events) },
    } as unknown as CreatorsEnv
    await notifyApplicants(counting)
    await notifyApplicants(counting)
    expect(sent.filter(({ userId }) => userId === user.id)).toMatchObject([{ kind: 'creatorRefused', key: `creatorRefused ${id}` }])
    expect(sent.filter(({ userId }) => userId === again.user.id)).toEqual([])
  })

  it.each([
    { questions: '{', state: 'asked' },
    { stateAt: 1e13, state: 'refused' },
    { stateAt: 'x' as never, state: 'refused' },
  ])('is notified although another application is damaged: %o', async (damage) => {
    const [{ user, id }, damaged] = [await createApplicant(), await createApplicant()]
    await db
      .update(creatorApplications)
      .set({ unnotified: true, ...damage })
      .where(eq(creatorApplications.id, damaged.id))
    await db.update(creatorApplications).set({ unnotified: true, state: 'refused' }).where(eq(creatorApplications.id, id))
    await notifyApplicants(testEnv)
    expect([await kindsOf(user), await kindsOf(damaged.user)]).toEqual([['creatorRefused'], []])
    const [left] = await db.select().from(creatorApplications).where(eq(creatorApplications.id, damaged.id))
    expect(left!.unnotified).toBe(false)
    await db.delete(creatorApplications).where(eq(creatorApplications.id, damaged.id))
  })
})

describe('getCreatorApplications', () => {
  it('lists the open ones with their applicants, oldest first, in pages', async () => {
    const refused = await createApplicant()
    await decide(admin, refused.id)
    const named = await createApplicant()
    await decide(admin, named.id, 'ask', 'Who are you?')
    // Older than all others, so that they are the first page. The first ones are sent in the same second.
    const ids = await Promise.all(Array.from({ length: 25 }, async () => (await createApplicant()).id))
    await db.run(sql`update creator_applications set sent_at = 1000 where id in (select value from json_each(${JSON.stringify(ids)}))`)
    const page = async (cursor?: string) =>
      (await (await ask('GET', `getCreatorApplications${cursor ? `?cursor=${cursor}` : ''}`, admin)).json()) as ApplicationPage
    const first = await page()
    expect(first.applications).toHaveLength(20)
    const listed = [...first.applications]
    for (let { next } = first; next; ) {
      const more = await page(next)
      listed.push(...more.applications)
      next = more.next
    }
    expect(listed.slice(0, 25).map(({ id }) => id)).toEqual(ids.toSorted())
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
    expect(listed.find(({ id }) => id === refused.id)).toBeUndefined()
    expect(listed.find(({ id }) => id === named.id)).toMatchObject({
      ...named.body,
      state: 'asked',
      questions: [{ question: 'Who are you?' }],
      applicant: { id: named.user.id, name: 'Aiko Mori' },
    })
    expect(await codeOf(await ask('GET', 'getCreatorApplications?cursor=x', admin))).toBe('invalid_body')
  })

  it('lists those in one state, and decided ones from the newest', async () => {
    const [sent, asked] = [await createApplicant(), await createApplicant()]
    await decide(admin, asked.id, 'ask', 'Who are you?')
    const refused = await Promise.all(Array.from({ length: 22 }, async () => (await createApplicant()).id))
    for (const id of refused) await decide(admin, id)
    // Newer than all others, so that they are the first page.
    const list = JSON.stringify(refused)
    await db.run(sql`update creator_applications set sent_at = 2000000000 where id in (select value from json_each(${list}))`)
    const idsOf = async (state: string) => {
      const ids: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = `state=${state}${cursor && `&cursor=${cursor}`}`
        const page = (await (await ask('GET', `getCreatorApplications?${query}`, admin)).json()) as ApplicationPage
        ids.push(...page.applications.map(({ id }) => id))
        cursor = page.next
      }
      expect(new Set(ids).size).toBe(ids.length)
      return ids
    }
    const lists = { sent: await idsOf('sent'), asked: await idsOf('asked'), refused: await idsOf('refused') }
    expect(lists.refused.slice(0, 22)).toEqual(refused.toSorted().toReversed())
    for (const [id, state] of [
      [sent.id, 'sent'],
      [asked.id, 'asked'],
      [refused[0]!, 'refused'],
    ] as const)
      expect(Object.entries(lists).flatMap(([name, ids]) => (ids.includes(id) ? [name] : []))).toEqual([state])
    expect(await idsOf('granted')).not.toContain(sent.id)
    expect(await codeOf(await ask('GET', 'getCreatorApplications?state=gone', admin))).toBe('invalid_body')
  })
})
