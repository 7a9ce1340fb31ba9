import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { codeOf } from '../shared/testing.ts'
import { accounts, credentials, sessions } from './tables.ts'
import {
  ask,
  body,
  confirmed,
  cookieOf,
  infoOf,
  loginAs,
  mailTo,
  newEmail,
  newWallet,
  nonceFor,
  outside,
  PASSWORD,
  registered,
  signedInBy,
  textFor,
  tokenIn,
  worldEnv,
} from './testing.ts'

// scrypt is slow on purpose, and a busy machine makes it slower.
vi.setConfig({ testTimeout: 60_000 })

const NEW_PASSWORD = 'three-quiet-otters-sing'
const db = database(worldEnv)
let asked: ReturnType<typeof outside>
beforeEach(() => {
  asked = outside()
})
afterEach(() => vi.unstubAllGlobals())

const post = (cookie: string, path: string, sent: unknown) => ask('POST', path, { body: sent, headers: { cookie } })
const proof = async (wallet: ReturnType<typeof newWallet>) => body(wallet, textFor(await nonceFor(wallet)))
const sessionsOf = async (userId: number) => (await db.select().from(sessions).where(eq(sessions.userId, userId))).length
const idOf = async (cookie: string) => (await infoOf(cookie)).user_id!
const changePassword = (cookie: string) => post(cookie, 'changePassword', { current: PASSWORD, password: NEW_PASSWORD })

/** Runs `happens` once a request has checked who it is from, right before it writes rows of this table. */
const beforeInsert = (table: string, happens: () => Promise<unknown>) => raceBefore(`insert into \\"${table}\\"`, happens)

describe('a password that was changed while a request with the old one was under way', () => {
  it('begins no session by login', async () => {
    const email = newEmail()
    const owner = await confirmed(asked.mails, email)
    const id = await idOf(owner)
    let renewed = ''
    beforeInsert('sessions', async () => {
      renewed = cookieOf(await changePassword(owner))
    })
    expect(await loginAs(email)).toBe('login_failed')
    expect((await infoOf(renewed)).user_id).toBe(id)
    expect(await sessionsOf(id)).toBe(1)
  })

  it('begins no session by signing in again, and ends none', async () => {
    const email = newEmail()
    const owner = await confirmed(asked.mails, email)
    const id = await idOf(owner)
    const other = await signedInBy(newWallet())
    const old = await loginAs(email)
    beforeInsert('sessions', () => changePassword(owner))
    expect(await codeOf(await post(old, 'signInAgain', { password: PASSWORD }))).toBe('password_wrong')
    expect(await sessionsOf(id)).toBe(1)
    // A browser that is signed in to another account keeps that session when its login fails.
    const renewed = await loginAs(email, NEW_PASSWORD)
    beforeInsert('sessions', () => post(renewed, 'changePassword', { current: NEW_PASSWORD, password: PASSWORD }))
    const refused = await ask('POST', 'login', { body: { email, password: NEW_PASSWORD }, headers: { cookie: other } })
    expect(await codeOf(refused)).toBe('login_failed')
    expect((await infoOf(other)).authorized).toBe(true)
  })

  it('confirms no address in another browser', async () => {
    const email = newEmail()
    const owner = await registered(email)
    const token = tokenIn(await mailTo(asked.mails, email, /^Confirm/))
    beforeInsert('sessions', () => changePassword(owner))
    expect(await codeOf(await ask('POST', 'confirmEmail', { body: { token, password: PASSWORD } }))).toBe('login_failed')
    const renewed = await loginAs(email, NEW_PASSWORD)
    expect(await infoOf(renewed)).toMatchObject({ emailVerified: false })
    expect((await post(renewed, 'confirmEmail', { token })).status).toBe(200)
  })

  it('is not changed again with the old one', async () => {
    const email = newEmail()
    const owner = await confirmed(asked.mails, email)
    const id = await idOf(owner)
    const old = await loginAs(email)
    beforeInsert('sessions', () => changePassword(owner))
    const answer = await post(old, 'changePassword', { current: PASSWORD, password: 'four-loud-geese-dance' })
    expect(await codeOf(answer)).toBe('unauthorized')
    expect(await sessionsOf(id)).toBe(1)
    expect(await loginAs(email, 'four-loud-geese-dance')).toBe('login_failed')
    expect(await loginAs(email, NEW_PASSWORD)).toMatch(/^__Host-session=/)
  })

  it('leaves no claim of another address', async () => {
    const email = newEmail()
    const owner = await confirmed(asked.mails, email)
    const id = await idOf(owner)
    const old = await loginAs(email)
    beforeInsert('credentials', () => changePassword(owner))
    expect(await codeOf(await post(old, 'setEmail', { email: newEmail(), password: PASSWORD }))).toBe('unauthorized')
    expect(await db.select().from(credentials).where(eq(credentials.userId, id))).toMatchObject([{ claimedEmail: null }])
  })

  it('does not come back when two links confirm one address at once', async () => {
    const email = newEmail()
    const owner = await registered(email)
    const id = await idOf(owner)
    const token = tokenIn(await mailTo(asked.mails, email, /^Confirm/))
    beforeInsert('sessions', () => post(owner, 'confirmEmail', { token }))
    expect(await codeOf(await ask('POST', 'confirmEmail', { body: { token, password: PASSWORD } }))).toBe('link_invalid')
    expect(await sessionsOf(id)).toBe(1)
  })
})

describe('a wallet that was unlinked while it was signing in', () => {
  it('does not sign in again', async () => {
    const [first, second] = [newWallet(), newWallet()]
    const owner = await signedInBy(first)
    const id = await idOf(owner)
    expect((await post(owner, 'addAccount', await proof(second))).status).toBe(200)
    const old = await signedInBy(first)
    const sent = await proof(second)
    beforeInsert('sessions', () => post(owner, 'removeAccount', { account: second.address }))
    expect(await codeOf(await post(old, 'signInAgain', sent))).toBe('sign_in_other')
    expect((await db.select().from(sessions).where(eq(sessions.userId, id))).map(({ account }) => account)).toEqual([
      first.address,
      first.address,
    ])
  })

  it('signs in to an account of its own', async () => {
    const [first, second] = [newWallet(), newWallet()]
    const owner = await signedInBy(first)
    const id = await idOf(owner)
    expect((await post(owner, 'addAccount', await proof(second))).status).toBe(200)
    beforeInsert('sessions', () => post(owner, 'removeAccount', { account: second.address }))
    expect(await idOf(await signedInBy(second))).not.toBe(id)
    expect(await sessionsOf(id)).toBe(1)
  })
})

it('a session that was ended meanwhile links no wallet', async () => {
  const mine = newWallet()
  const owner = await signedInBy(mine)
  const [old, theirs] = [await signedInBy(mine), newWallet()]
  const sent = await proof(theirs)
  beforeInsert('accounts', () => post(owner, 'endSession', { id: 'others' }))
  const answer = await post(old, 'addAccount', sent)
  expect([answer.status, await codeOf(answer)]).toEqual([401, 'unauthorized'])
  expect(await db.select().from(accounts).where(eq(accounts.address, theirs.address))).toEqual([])
})
