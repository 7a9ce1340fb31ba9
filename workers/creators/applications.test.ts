import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { VECTORS } from '../listings/richtext.testing.ts'
import { now } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import type { MailText } from '../shared/render-mail.ts'
import { accounts, users } from '../shared/tables.ts'
import { clearLimits, codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { cleanLine, cleanLines } from '../shared/text.schema.ts'
import type { MyApplication, NameAnswer } from './applications.schema.ts'
import { creatorApplications, creators } from './creator-tables.ts'
import { application, ask, createApplicant, db, newName, testEnv } from './testing.ts'

const apply = (user: TestUser, overrides: Record<string, unknown> = {}) => ask('POST', 'contact', user, application(user, overrides))
const resultOf = async (response: Response) => (response.status === 200 ? 'success' : codeOf(response))
const stateOf = async (user: TestUser) => ((await (await ask('GET', 'getMyApplication', user)).json()) as MyApplication).application
const checkName = async (name: string, as?: TestUser) =>
  (await (await ask('GET', `checkCreatorName?name=${encodeURIComponent(name)}`, as)).json()) as NameAnswer
const isStored = async (name: string) => (await db.select().from(creatorApplications).where(eq(creatorApplications.name, name))).length
const setUsername = (user: TestUser, username: string) => db.update(users).set({ username }).where(eq(users.id, user.id))
const makeCreator = (user: TestUser, name: string, removedAt: number | null = null) =>
  db.insert(creators).values({ userId: user.id, name, wallet: user.address, since: now(), removedAt })

describe('contact refuses', () => {
  it('a guest', async () => {
    expect(await codeOf(await ask('POST', 'contact'))).toBe('unauthorized')
  })

  it.each<[string, Record<string, unknown>]>([
    ['no e-mail address', { email: '' }],
    ['a wrong e-mail address', { email: 'aiko@example' }],
    ['a link without https', { sns: 'http://example.com/aiko' }],
    ['a link that is a script', { sns: 'javascript:alert(1)' }],
    ['a link with a password', { sns: 'https://me:secret@example.com/' }],
    ['a link to a host without a dot', { sns: 'https://localhost/' }],
    ['a word instead of a link', { sns: 'aiko' }],
    ['a long link', { sns: `https://example.com/${'x'.repeat(300)}` }],
    ['a link that is long as an address', { sns: `https://example.com/${'あ'.repeat(100)}` }],
    ['no full name', { fullname: '' }],
    ['an invisible full name', { fullname: '\u200b \u3164' }],
    ['a long full name', { fullname: 'x'.repeat(101) }],
    ['no text', { text: ' \n ' }],
    ['a long text', { text: 'x'.repeat(2001) }],
    ['a wallet that is none', { wallet: '0x1' }],
    ['a name of one letter', { name: 'a' }],
    ['a long name', { name: 'a'.repeat(21) }],
    ['a name with a symbol', { name: 'ai_ko' }],
    ['a name with a space', { name: 'ai ko' }],
    ['a name of other letters', { name: 'あいこ' }],
    ['a name that is no text', { name: 7 }],
  ])('%s, and stores nothing', async (_, fields) => {
    const user = await signedIn(testEnv)
    expect(await codeOf(await apply(user, fields))).toBe('invalid_body')
    expect(await stateOf(user)).toBeNull()
  })

  it('reserved, imitating and abusive names', async () => {
    const user = await signedIn(testEnv)
    for (const name of ['Messenger', 'WarrenTeam', 'Fuck0ff'])
      expect(await codeOf(await apply(user, { name }))).toBe('creator_name_reserved')
    expect(await stateOf(user)).toBeNull()
  })

  it('a wallet of somebody else, and one that is no longer linked', async () => {
    const [user, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    expect(await codeOf(await apply(user, { wallet: other.address }))).toBe('wallet_required')
    await db.delete(accounts).where(eq(accounts.userId, user.id))
    expect(await codeOf(await apply(user))).toBe('wallet_required')
    expect(await stateOf(user)).toBeNull()
  })

  it('names of others in any case: a username, a creator, a removed creator, and an open application', async () => {
    const user = await signedIn(testEnv)
    const [named, creator, removed] = [await signedIn(testEnv), await signedIn(testEnv), await signedIn(testEnv)]
    const [a, b, c] = [newName(), newName(), newName()]
    await setUsername(named, a)
    await makeCreator(creator, b)
    await makeCreator(removed, c, now())
    const { name: d } = await createApplicant()
    for (const name of [a, b, c, d].map((each) => each.toUpperCase())) {
      expect(await codeOf(await apply(user, { name }))).toBe('creator_name_taken')
      expect(await checkName(name, user)).toEqual({ available: false, reason: 'taken' })
    }
    expect(await stateOf(user)).toBeNull()
  })

  it('a second application with other content, and one of a creator', async () => {
    const { user, body } = await createApplicant()
    expect(await codeOf(await ask('POST', 'contact', user, { ...body, text: 'Another text.' }))).toBe('application_open')
    expect(await stateOf(user)).toMatchObject({ text: body.text })
    const creator = await signedIn(testEnv)
    await makeCreator(creator, newName())
    expect(await codeOf(await apply(creator))).toBe('creator_exists')
  })

  it('an account that was deleted in the meantime', async () => {
    const user = await signedIn(testEnv)
    const race = raceBefore('insert into creator_applications', () =>
      db.update(users).set({ deletedAt: now() }).where(eq(users.id, user.id)),
    )
    const response = await apply(user)
    race.restore()
    expect([race.happened, await codeOf(response)]).toEqual([true, 'unauthorized'])
    expect(await db.select().from(creatorApplications).where(eq(creatorApplications.userId, user.id))).toEqual([])
  })
})

describe('contact', () => {
  it('stores the cleaned application, and the same again changes nothing', async () => {
    const user = await signedIn(testEnv)
    const name = newName()
    const body = application(user, {
      name: ` ${name} `,
      sns: 'https://EXAMPLE.com/あ',
      fullname: ' 森  愛子\u202e',
      wallet: user.address.toUpperCase().replace('0X', '0x'),
    })
    const mails: MailText[] = []
    const mailing = { ...testEnv, NOTIFICATIONS: { ...testEnv.NOTIFICATIONS, mailTeam: async (mail: MailText) => void mails.push(mail) } }
    for (let i = 0; i < 2; i++) {
      const response = await ask('POST', 'contact', user, body, mailing)
      expect([response.status, await response.json()]).toEqual([200, { status: 'success' }])
    }
    const stored = await stateOf(user)
    expect(stored).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      state: 'sent',
      email: 'aiko@example.com',
      sns: 'https://example.com/%E3%81%82',
      fullname: '森 愛子',
      wallet: user.address,
      name,
      text: 'I draw books for children.',
      questions: [],
      reason: '',
      sentAt: expect.any(Number),
      stateAt: stored!.sentAt,
    })
    expect(await isStored(name)).toBe(1)
    expect(mails).toMatchObject([{ subject: `Creator application: ${name}` }])
  })

  it('takes no social link, and the own username in another case', async () => {
    const user = await signedIn(testEnv)
    const name = newName()
    await setUsername(user, name)
    expect(await checkName(name.toUpperCase())).toEqual({ available: false, reason: 'taken' })
    expect(await checkName(name.toUpperCase(), user)).toEqual({ available: true, reason: null })
    expect(await resultOf(await apply(user, { name: name.toUpperCase(), sns: undefined }))).toBe('success')
    expect(await stateOf(user)).toMatchObject({ name: name.toUpperCase(), sns: '' })
  })

  it('replaces a refused application, but keeps a granted one', async () => {
    const { user, id } = await createApplicant()
    await db
      .update(creatorApplications)
      .set({ state: 'refused', reason: 'Too little.', questions: '[{}]' })
      .where(eq(creatorApplications.id, id))
    const name = newName()
    expect(await resultOf(await apply(user, { name }))).toBe('success')
    const renewed = await stateOf(user)
    expect(renewed).toMatchObject({ state: 'sent', name, reason: '', questions: [] })
    expect(renewed!.id).not.toBe(id)
    await db.update(creatorApplications).set({ state: 'granted' }).where(eq(creatorApplications.id, renewed!.id))
    await makeCreator(user, name)
    expect(await codeOf(await apply(user))).toBe('creator_exists')
    expect(await stateOf(user)).toMatchObject({ state: 'granted', name })
  })

  it('gives a name to only one of several members who apply at the same time', async () => {
    const name = newName()
    const people = await Promise.all(Array.from({ length: 5 }, () => signedIn(testEnv)))
    const results = await Promise.all(
      people.map(async (user, i) => resultOf(await apply(user, { name: i % 2 ? name.toUpperCase() : name }))),
    )
    expect(results.toSorted()).toEqual([...Array(4).fill('creator_name_taken'), 'success'])
  })

  it('stores every published vector as plain text, and none as a social link', async () => {
    const user = await signedIn(testEnv)
    for (const [i, vector] of VECTORS.entries()) {
      if (i % 3 === 0)
        for (const call of ['contact', 'withdrawApplication']) await clearLimits(testEnv, user.id, `POST /api/creators/${call}`)
      const [text, fullname] = [`x ${vector}`, [...`x ${vector}`].slice(0, 100).join('').toWellFormed()]
      expect(await resultOf(await apply(user, { text: text.toWellFormed(), fullname }))).toBe('success')
      expect(await stateOf(user)).toMatchObject({ text: cleanLines(text.toWellFormed()), fullname: cleanLine(fullname) })
      await ask('POST', 'withdrawApplication', user, {})
      expect(await resultOf(await apply(user, { sns: vector }))).toBe('invalid_body')
    }
  })

  it('stores only one of several applications that a member sends at the same time', async () => {
    const user = await signedIn(testEnv)
    const results = await Promise.all(Array.from({ length: 4 }, async () => resultOf(await apply(user))))
    expect(results.toSorted()).toEqual([...Array(3).fill('application_open'), 'success'])
  })

  it('is refused if the name becomes a username, or the wallet is unlinked, between the check and the statement', async () => {
    const [user, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    const name = newName()
    const race = raceBefore('insert into creator_applications', () => setUsername(other, name))
    const response = await apply(user, { name })
    race.restore()
    expect([race.happened, await codeOf(response)]).toEqual([true, 'creator_name_taken'])
    const second = raceBefore('insert into creator_applications', () => db.delete(accounts).where(eq(accounts.userId, user.id)))
    const unlinked = await apply(user)
    second.restore()
    expect([second.happened, await codeOf(unlinked)]).toEqual([true, 'wallet_required'])
  })
})

describe('checkCreatorName', () => {
  it.each([
    ['a', 'invalid'],
    ['a'.repeat(21), 'invalid'],
    ['ai-ko', 'invalid'],
    ['愛子', 'invalid'],
    ['', 'invalid'],
    ['Following', 'reserved'],
    ['WarrenSupport', 'reserved'],
    ['sh1t', 'reserved'],
  ])('answers for %s: %s', async (name, reason) => {
    expect(await checkName(name)).toEqual({ available: false, reason })
  })

  it('frees the name of a withdrawn and of a refused application', async () => {
    const { user, name, id } = await createApplicant()
    expect(await checkName(name)).toEqual({ available: false, reason: 'taken' })
    expect(await checkName(name, user)).toEqual({ available: true, reason: null })
    await db.update(creatorApplications).set({ state: 'refused' }).where(eq(creatorApplications.id, id))
    expect(await checkName(name)).toEqual({ available: true, reason: null })
    const second = await createApplicant()
    expect(await resultOf(await ask('POST', 'withdrawApplication', second.user))).toBe('success')
    expect(await checkName(second.name)).toEqual({ available: true, reason: null })
  })
})

describe('withdrawApplication', () => {
  it('deletes the own open application only, may be repeated, and is refused after the decision', async () => {
    const [{ user, name }, other] = [await createApplicant(), await createApplicant()]
    expect(await codeOf(await ask('POST', 'withdrawApplication'))).toBe('unauthorized')
    for (let i = 0; i < 2; i++) expect(await resultOf(await ask('POST', 'withdrawApplication', user))).toBe('success')
    expect([await isStored(name), await isStored(other.name)]).toEqual([0, 1])
    await db.update(creatorApplications).set({ state: 'refused' }).where(eq(creatorApplications.id, other.id))
    expect(await codeOf(await ask('POST', 'withdrawApplication', other.user))).toBe('application_answered')
    expect(await stateOf(other.user)).toMatchObject({ state: 'refused' })
  })
})
