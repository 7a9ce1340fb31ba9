import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { accounts, sessions, users } from '../shared/tables.ts'
import { codeOf } from '../shared/testing.ts'
import { credentials, mailLinks } from './tables.ts'
import {
  cookieOf,
  infoOf,
  logIn,
  mockExternalServices,
  newEmail,
  newWallet,
  nonceFor,
  PASSWORD,
  register,
  registerAndConfirm,
  request,
  signInBody,
  signInWith,
  siweText,
  takeMail,
  testEnv,
  tokenOf,
} from './testing.ts'

// scrypt is slow by design, and slower on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const NEW_PASSWORD = 'three-quiet-otters-sing'
const db = database(testEnv)
let outgoing: ReturnType<typeof mockExternalServices>
beforeEach(() => {
  outgoing = mockExternalServices()
})
afterEach(() => vi.unstubAllGlobals())

const post = (cookie: string, path: string, sent: unknown) => request('POST', path, { body: sent, headers: { cookie } })
const proof = async (wallet: ReturnType<typeof newWallet>) => signInBody(wallet, siweText(await nonceFor(wallet)))
const sessionsOf = async (userId: number) => (await db.select().from(sessions).where(eq(sessions.userId, userId))).length
const idOf = async (cookie: string) => (await infoOf(cookie)).user_id!
const changePassword = (cookie: string) => post(cookie, 'changePassword', { current: PASSWORD, password: NEW_PASSWORD })

/** Runs `action` after a request has been authenticated, right before it inserts into this table. */
const beforeInsert = (table: string, action: () => Promise<unknown>) => raceBefore(`insert into \\"${table}\\"`, action)

describe('concurrent use of a password or a link', () => {
  it('login fails if the password is changed during the request', async () => {
    const email = newEmail()
    const owner = await registerAndConfirm(outgoing.mails, email)
    const id = await idOf(owner)
    let renewed = ''
    beforeInsert('sessions', async () => {
      renewed = cookieOf(await changePassword(owner))
    })
    expect(await logIn(email)).toBe('login_failed')
    expect((await infoOf(renewed)).user_id).toBe(id)
    expect(await sessionsOf(id)).toBe(1)
  })

  it('signInAgain and login fail if the password is changed during the request; a failed login keeps the session of its browser', async () => {
    const email = newEmail()
    const owner = await registerAndConfirm(outgoing.mails, email)
    const id = await idOf(owner)
    const other = await signInWith(newWallet())
    const old = await logIn(email)
    beforeInsert('sessions', () => changePassword(owner))
    expect(await codeOf(await post(old, 'signInAgain', { password: PASSWORD }))).toBe('password_wrong')
    expect(await sessionsOf(id)).toBe(1)
    // A browser that is signed in to another account keeps that session when its login fails.
    const renewed = await logIn(email, NEW_PASSWORD)
    beforeInsert('sessions', () => post(renewed, 'changePassword', { current: NEW_PASSWORD, password: PASSWORD }))
    const refused = await request('POST', 'login', { body: { email, password: NEW_PASSWORD }, headers: { cookie: other } })
    expect(await codeOf(refused)).toBe('login_failed')
    expect((await infoOf(other)).authorized).toBe(true)
  })

  it('confirmEmail in another browser fails if the password is changed during the request', async () => {
    const email = newEmail()
    const owner = await register(email)
    const token = tokenOf(await takeMail(outgoing.mails, email, /^Confirm/))
    beforeInsert('sessions', () => changePassword(owner))
    expect(await codeOf(await request('POST', 'confirmEmail', { body: { token, password: PASSWORD } }))).toBe('login_failed')
    const renewed = await logIn(email, NEW_PASSWORD)
    expect(await infoOf(renewed)).toMatchObject({ emailVerified: false })
    expect((await post(renewed, 'confirmEmail', { token })).status).toBe(200)
  })

  it('changePassword fails if the password is changed during the request', async () => {
    const email = newEmail()
    const owner = await registerAndConfirm(outgoing.mails, email)
    const id = await idOf(owner)
    const old = await logIn(email)
    beforeInsert('sessions', () => changePassword(owner))
    const response = await post(old, 'changePassword', { current: PASSWORD, password: 'four-loud-geese-dance' })
    expect(await codeOf(response)).toBe('unauthorized')
    expect(await sessionsOf(id)).toBe(1)
    expect(await logIn(email, 'four-loud-geese-dance')).toBe('login_failed')
    expect(await logIn(email, NEW_PASSWORD)).toMatch(/^__Host-session=/)
  })

  it('setEmail fails if the password is changed during the request', async () => {
    const email = newEmail()
    const owner = await registerAndConfirm(outgoing.mails, email)
    const id = await idOf(owner)
    const old = await logIn(email)
    beforeInsert('credentials', () => changePassword(owner))
    expect(await codeOf(await post(old, 'setEmail', { email: newEmail(), password: PASSWORD }))).toBe('unauthorized')
    expect(await db.select().from(credentials).where(eq(credentials.userId, id))).toMatchObject([{ claimedEmail: null }])
  })

  it.each([
    ['a name', (): object => ({ name: `late${Date.now()}`.slice(0, 20) })],
    ['a name and an address', (): object => ({ name: `both${Date.now()}`.slice(0, 20), email: newEmail() })],
  ])('setEmail with %s changes nothing if the session ends during the request', async (_, body) => {
    const cookie = await signInWith(newWallet())
    const id = await idOf(cookie)
    const race = raceBefore('update \\"users\\"', () => db.delete(sessions).where(eq(sessions.userId, id)))
    expect(await codeOf(await post(cookie, 'setEmail', body()))).toBe('unauthorized')
    expect(race.happened).toBe(true)
    const [user] = await db.select().from(users).where(eq(users.id, id))
    expect(user).toMatchObject({ username: null, email: null })
    expect(await db.select().from(credentials).where(eq(credentials.userId, id))).toEqual([])
  })

  it('setEmail changes nothing if another user takes the username during the request', async () => {
    const [cookie, other] = [await signInWith(newWallet()), await signInWith(newWallet())]
    const name = `one${Date.now()}`.slice(0, 20)
    const race = raceBefore('update \\"users\\"', () => post(other, 'setEmail', { name }))
    expect(await codeOf(await post(cookie, 'setEmail', { name, email: newEmail() }))).toBe('username_taken')
    expect(race.happened).toBe(true)
    expect(await infoOf(cookie)).toMatchObject({ username: null, email: null, newEmail: null })
  })

  it('setEmail fails if the session ends during the request, and the earlier confirmation link keeps working', async () => {
    const [email, other] = [newEmail(), newEmail()]
    const owner = await registerAndConfirm(outgoing.mails, email)
    const id = await idOf(owner)
    expect((await post(owner, 'setEmail', { email: other, password: PASSWORD })).status).toBe(200)
    const token = tokenOf(await takeMail(outgoing.mails, other, /^Confirm/))
    const old = await logIn(email)
    const race = beforeInsert('credentials', () => db.delete(sessions).where(eq(sessions.userId, id)))
    expect(await codeOf(await post(old, 'setEmail', { email: newEmail(), password: PASSWORD }))).toBe('unauthorized')
    expect(race.happened).toBe(true)
    const links = await db.select({ email: mailLinks.email }).from(mailLinks).where(eq(mailLinks.userId, id))
    expect(links).toEqual([{ email: other }])
    expect((await post(await logIn(email), 'confirmEmail', { token })).status).toBe(200)
  })

  it('confirmEmail in another browser fails if the link is used during the request', async () => {
    const email = newEmail()
    const owner = await register(email)
    const id = await idOf(owner)
    const token = tokenOf(await takeMail(outgoing.mails, email, /^Confirm/))
    beforeInsert('sessions', () => post(owner, 'confirmEmail', { token }))
    expect(await codeOf(await request('POST', 'confirmEmail', { body: { token, password: PASSWORD } }))).toBe('link_invalid')
    expect(await sessionsOf(id)).toBe(1)
  })
})

describe('a wallet that is unlinked during its sign-in', () => {
  it('cannot complete signInAgain', async () => {
    const [first, second] = [newWallet(), newWallet()]
    const owner = await signInWith(first)
    const id = await idOf(owner)
    expect((await post(owner, 'addAccount', await proof(second))).status).toBe(200)
    const old = await signInWith(first)
    const sent = await proof(second)
    beforeInsert('sessions', () => post(owner, 'removeAccount', { account: second.address }))
    expect(await codeOf(await post(old, 'signInAgain', sent))).toBe('sign_in_other')
    expect((await db.select().from(sessions).where(eq(sessions.userId, id))).map(({ account }) => account)).toEqual([
      first.address,
      first.address,
    ])
  })

  it('signs in to a new account', async () => {
    const [first, second] = [newWallet(), newWallet()]
    const owner = await signInWith(first)
    const id = await idOf(owner)
    expect((await post(owner, 'addAccount', await proof(second))).status).toBe(200)
    beforeInsert('sessions', () => post(owner, 'removeAccount', { account: second.address }))
    expect(await idOf(await signInWith(second))).not.toBe(id)
    expect(await sessionsOf(id)).toBe(1)
  })
})

it('a session that is ended during addAccount links no wallet', async () => {
  const mine = newWallet()
  const owner = await signInWith(mine)
  const [old, theirs] = [await signInWith(mine), newWallet()]
  const sent = await proof(theirs)
  beforeInsert('accounts', () => post(owner, 'endSession', { id: 'others' }))
  const response = await post(old, 'addAccount', sent)
  expect([response.status, await codeOf(response)]).toEqual([401, 'unauthorized'])
  expect(await db.select().from(accounts).where(eq(accounts.address, theirs.address))).toEqual([])
})
