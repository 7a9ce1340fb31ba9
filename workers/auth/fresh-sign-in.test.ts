import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { accounts, sessions } from '../shared/tables.ts'
import { codeOf } from '../shared/testing.ts'
import { FRESH_CALLS, NEW_METHOD_SECONDS } from './fresh-sign-in.schema.ts'
import { credentials } from './tables.ts'
import {
  cookieOf,
  infoOf,
  logIn,
  makeSessionsOlder,
  mockExternalServices,
  newEmail,
  newWallet,
  nonceFor,
  PASSWORD,
  registerAndConfirm,
  request,
  signInBody,
  signInWith,
  siweText,
  takeMail,
  testEnv,
  tokenOf,
} from './testing.ts'
import type { LinkedWallets } from './users.schema.ts'

const db = database(testEnv)
let outgoing: ReturnType<typeof mockExternalServices>
beforeEach(() => {
  outgoing = mockExternalServices()
})
afterEach(() => vi.unstubAllGlobals())

type Wallet = ReturnType<typeof newWallet>
const post = (cookie: string, path: string, sent: unknown) => request('POST', path, { body: sent, headers: { cookie } })
const proof = async (wallet: Wallet) => signInBody(wallet, siweText(await nonceFor(wallet)))
const link = async (cookie: string, wallet: Wallet) => post(cookie, 'addAccount', await proof(wallet))
const remove = (cookie: string, { address }: Wallet) => post(cookie, 'removeAccount', { account: address })
const signInAgain = async (cookie: string, wallet: Wallet) => post(cookie, 'signInAgain', await proof(wallet))
const idOf = async (cookie: string) => (await infoOf(cookie)).user_id!
const walletsOf = async (cookie: string) => (await (await request('GET', 'getAccounts', { headers: { cookie } })).json()) as LinkedWallets

/** Moves the times of a user's sign-in methods into the past, as if they were added earlier. */
const advanceTrust = async (cookie: string, seconds = NEW_METHOD_SECONDS) => {
  const id = await idOf(cookie)
  await db.batch([
    db
      .update(accounts)
      .set({ trustedFrom: sql`trusted_from - ${seconds}`, paidFrom: sql`paid_from - ${seconds}`, linkedAt: sql`linked_at - ${seconds}` })
      .where(eq(accounts.userId, id)),
    db
      .update(sessions)
      .set({ trustedFrom: sql`trusted_from - ${seconds}` })
      .where(eq(sessions.userId, id)),
    db
      .update(credentials)
      .set({ trustedFrom: sql`trusted_from - ${seconds}` })
      .where(eq(credentials.userId, id)),
    db.run(sql`update wallet_changes set at = at - ${seconds} where user_id = ${id}`),
  ])
}

/** A body for each call. The fresh sign-in is checked before the body. */
const BODIES: Record<keyof typeof FRESH_CALLS, unknown> = {
  addAccount: {},
  removeAccount: { account: newWallet().address },
  setEmail: { email: newEmail() },
  changePassword: { current: PASSWORD, password: 'three-quiet-otters-sing' },
  endSession: { id: 'others' },
  exportMyData: undefined,
  deleteAccount: { confirm: 'DELETE' },
}
const CALLS = Object.keys(BODIES) as (keyof typeof FRESH_CALLS)[]

describe('a session without a fresh sign-in', () => {
  it('cannot link a wallet, but can link it with the same signature after signInAgain', async () => {
    const [mine, attackersWallet] = [newWallet(), newWallet()]
    const cookie = await signInWith(mine)
    await makeSessionsOlder(cookie, 45 * 60)
    const sent = await proof(attackersWallet)
    const response = await post(cookie, 'addAccount', sent)
    expect([response.status, await codeOf(response)]).toEqual([403, 'sign_in_again'])
    expect((await infoOf(cookie)).accounts).toEqual([mine.address])
    const renewed = cookieOf(await signInAgain(cookie, mine))
    expect((await post(renewed, 'addAccount', sent)).status).toBe(200)
    expect((await infoOf(renewed)).accounts).toEqual([mine.address, attackersWallet.address])
  })

  it.each(CALLS)('cannot call %s', async (call) => {
    const cookie = await registerAndConfirm(outgoing.mails, newEmail())
    await makeSessionsOlder(cookie)
    const options = { headers: { cookie }, ...(FRESH_CALLS[call].method === 'POST' && { body: BODIES[call] }) }
    expect(await codeOf(await request(FRESH_CALLS[call].method, call, options))).toBe('sign_in_again')
    expect(await infoOf(cookie)).toMatchObject({ authorized: true, newEmail: null })
  })

  it('gets sign_in_again even with an invalid body, while a guest gets unauthorized', async () => {
    const cookie = await signInWith(newWallet())
    await makeSessionsOlder(cookie)
    for (const call of CALLS.filter((each) => each !== 'setEmail' && each !== 'exportMyData'))
      expect(await codeOf(await post(cookie, call, { nonsense: 1 }))).toBe('sign_in_again')
    for (const call of CALLS) expect(await codeOf(await request(FRESH_CALLS[call].method, call))).toBe('unauthorized')
  })

  it('can still log out, choose a language and set a username', async () => {
    const cookie = await signInWith(newWallet())
    await makeSessionsOlder(cookie)
    expect((await post(cookie, 'setEmail', { name: `slow${Date.now()}`.slice(0, 20) })).status).toBe(200)
    expect((await post(cookie, 'setLanguage', { language: 'ja' })).status).toBe(200)
    expect((await post(cookie, 'logout', {})).status).toBe(200)
  })
})

describe('signInAgain', () => {
  it('starts a new session with a linked wallet or the password, and ends the previous one', async () => {
    const email = newEmail()
    const wallet = newWallet()
    let cookie = await registerAndConfirm(outgoing.mails, email)
    expect((await link(cookie, wallet)).status).toBe(200)
    for (const sign of [(old: string) => signInAgain(old, wallet), (old: string) => post(old, 'signInAgain', { password: PASSWORD })]) {
      await makeSessionsOlder(cookie)
      const before = cookie
      const response = await sign(before)
      expect(response.status).toBe(200)
      cookie = cookieOf(response)
      expect((await infoOf(before)).authorized).toBe(false)
      expect((await post(cookie, 'addAccount', {})).status).toBe(422)
    }
  })

  it('rejects wallets that are not linked to the user, creates no account, and keeps the session', async () => {
    const [theirs, unlinked] = [newWallet(), newWallet()]
    const stranger = await signInWith(theirs)
    const cookie = await signInWith(newWallet())
    await makeSessionsOlder(cookie)
    for (const wallet of [theirs, unlinked]) expect(await codeOf(await signInAgain(cookie, wallet))).toBe('sign_in_other')
    expect((await db.select().from(accounts).where(eq(accounts.address, unlinked.address))).length).toBe(0)
    expect((await infoOf(cookie)).authorized).toBe(true)
    expect((await infoOf(stranger)).authorized).toBe(true)
    expect(await codeOf(await post(cookie, 'endSession', { id: 'all' }))).toBe('sign_in_again')
  })

  it('rejects a wrong password, any password if the account has none, and guests', async () => {
    const cookie = await registerAndConfirm(outgoing.mails, newEmail())
    await makeSessionsOlder(cookie)
    expect(await codeOf(await post(cookie, 'signInAgain', { password: 'not-the-password' }))).toBe('password_wrong')
    expect(await codeOf(await post(cookie, 'endSession', { id: 'all' }))).toBe('sign_in_again')
    expect(await codeOf(await post(await signInWith(newWallet()), 'signInAgain', { password: PASSWORD }))).toBe('password_wrong')
    expect(await codeOf(await request('POST', 'signInAgain', { body: { password: PASSWORD } }))).toBe('unauthorized')
    expect((await post(cookie, 'signInAgain', {})).status).toBe(422)
  })
})

describe('a session of a sign-in method added less than 72 hours ago', () => {
  it('cannot unlink a wallet, end sessions, change the address or password, export data or delete the account', async () => {
    const [first, added] = [newWallet(), newWallet()]
    const owner = await signInWith(first)
    expect((await link(owner, added)).status).toBe(200)
    const cookie = await signInWith(added)
    const older = CALLS.filter((call) => FRESH_CALLS[call].older)
    expect(older.length).toBe(CALLS.length - 1)
    for (const call of older) {
      const { method } = FRESH_CALLS[call]
      const sent = call === 'removeAccount' ? { account: first.address } : BODIES[call]
      expect([call, await codeOf(await request(method, call, { headers: { cookie }, ...(method === 'POST' && { body: sent }) }))]).toEqual([
        call,
        'sign_in_older',
      ])
    }
    const refused = await post(cookie, 'removeAccount', { account: first.address })
    const { error } = (await refused.json()) as { error: { details: { until: number } } }
    expect(Math.abs(error.details.until - now() - NEW_METHOD_SECONDS)).toBeLessThan(10)
    expect((await infoOf(owner)).authorized).toBe(true)

    await advanceTrust(cookie, NEW_METHOD_SECONDS - 60)
    expect(await codeOf(await remove(cookie, first))).toBe('sign_in_older')
    await advanceTrust(cookie, 120)
    expect((await remove(cookie, first)).status).toBe(200)
  })

  it('can unlink a wallet after signInAgain with an older sign-in method', async () => {
    const [first, added] = [newWallet(), newWallet()]
    expect((await link(await signInWith(first), added)).status).toBe(200)
    const cookie = await signInWith(added)
    expect(await codeOf(await remove(cookie, added))).toBe('sign_in_older')
    expect(await codeOf(await remove(cookieOf(await signInAgain(cookie, added)), added))).toBe('sign_in_older')
    const renewed = cookieOf(await signInAgain(await signInWith(added), first))
    expect((await remove(renewed, added)).status).toBe(200)
  })

  it('cannot change the address of an account that was created with a password, even if the method is its first wallet', async () => {
    const cookie = await registerAndConfirm(outgoing.mails, newEmail())
    const wallet = newWallet()
    await link(cookie, wallet)
    const byWallet = await signInWith(wallet)
    expect(await codeOf(await post(byWallet, 'setEmail', { email: newEmail(), password: PASSWORD }))).toBe('sign_in_older')
  })

  it('can link wallets until the account has ten, and can link one of the ten again', async () => {
    const wallets = Array.from({ length: 11 }, newWallet)
    const cookie = await signInWith(wallets[0]!)
    for (const wallet of wallets.slice(1, 10)) expect((await link(cookie, wallet)).status).toBe(200)
    expect(await codeOf(await link(cookie, wallets[10]!))).toBe('wallet_limit')
    expect((await link(cookie, wallets[9]!)).status).toBe(200)
    expect((await walletsOf(cookie)).accounts).toHaveLength(10)
  })

  it('can link another wallet, whose sessions are limited too', async () => {
    const [first, second, third] = [newWallet(), newWallet(), newWallet()]
    await link(await signInWith(first), second)
    expect((await link(await signInWith(second), third)).status).toBe(200)
    expect(await codeOf(await remove(await signInWith(third), first))).toBe('sign_in_older')
  })

  it('ends when its wallet is unlinked; other sessions stay', async () => {
    const [first, added] = [newWallet(), newWallet()]
    const [owner, phone] = [await signInWith(first), await signInWith(first)]
    await link(owner, added)
    const attacker = await signInWith(added)
    expect((await remove(owner, added)).status).toBe(200)
    expect(await Promise.all([owner, phone, attacker].map(async (each) => (await infoOf(each)).authorized))).toEqual([true, true, false])
  })

  it('cannot unlink a wallet for 72 hours if the method is a password that was added to a wallet account', async () => {
    const first = newWallet()
    const owner = await signInWith(first)
    const email = newEmail()
    await post(owner, 'setEmail', { email })
    const token = tokenOf(await takeMail(outgoing.mails, email, /^Confirm/))
    const renewed = cookieOf(await post(owner, 'changePassword', { password: PASSWORD }))
    // The password counts as new before and after the address is confirmed.
    expect(await codeOf(await remove(await logIn(email), first))).toBe('sign_in_older')
    expect((await post(renewed, 'confirmEmail', { token })).status).toBe(200)
    const byPassword = await logIn(email)
    expect(await codeOf(await remove(byPassword, first))).toBe('sign_in_older')
    await advanceTrust(renewed)
    expect((await remove(await logIn(email), first)).status).toBe(200)
  })
})

describe('the payout wallet', () => {
  it('is the first linked wallet at once, but a second wallet only 72 hours after it was linked', async () => {
    const cookie = await registerAndConfirm(outgoing.mails, newEmail())
    const [first, second] = [newWallet(), newWallet()]
    await link(cookie, first)
    expect((await infoOf(cookie)).payout).toBe(first.address)
    await link(cookie, second)
    expect(await walletsOf(cookie)).toMatchObject({ payout: first.address })
    expect((await remove(cookie, first)).status).toBe(200)
    expect((await infoOf(cookie)).payout).toBeNull()
    await advanceTrust(cookie)
    expect((await infoOf(cookie)).payout).toBe(second.address)
  })

  it('is not replaced at once by a wallet that is linked after the old one was unlinked', async () => {
    const cookie = await registerAndConfirm(outgoing.mails, newEmail())
    const [first, second] = [newWallet(), newWallet()]
    await link(cookie, first)
    await remove(cookie, first)
    await link(cookie, second)
    expect((await infoOf(cookie)).payout).toBeNull()
  })

  it('is the wallet that created the account', async () => {
    const wallet = newWallet()
    expect((await infoOf(await signInWith(wallet))).payout).toBe(wallet.address)
  })
})

describe('notices about added and removed wallets', () => {
  it('are listed once each until dismissed, newest first', async () => {
    const cookie = await registerAndConfirm(outgoing.mails, newEmail())
    const wallet = newWallet()
    await link(cookie, wallet)
    await link(cookie, wallet)
    await remove(cookie, wallet)
    const { changes } = await walletsOf(cookie)
    expect(changes.map(({ kind, address }) => [kind, address])).toEqual([
      ['removed', wallet.address],
      ['added', wallet.address],
    ])
    expect((await post(cookie, 'dismissWalletChange', { id: changes[0]!.id })).status).toBe(200)
    expect((await walletsOf(cookie)).changes.map(({ kind }) => kind)).toEqual(['added'])
  })

  it('can be dismissed by the owner, but not by another user, a guest or a session of the new wallet', async () => {
    const [first, added] = [newWallet(), newWallet()]
    const owner = await signInWith(first)
    await link(owner, added)
    const { id } = (await walletsOf(owner)).changes[0]!
    expect((await post(await signInWith(newWallet()), 'dismissWalletChange', { id })).status).toBe(200)
    expect(await codeOf(await post(await signInWith(added), 'dismissWalletChange', { id }))).toBe('sign_in_older')
    expect(await codeOf(await request('POST', 'dismissWalletChange', { body: { id } }))).toBe('unauthorized')
    expect((await walletsOf(owner)).changes).toHaveLength(1)
    await makeSessionsOlder(owner)
    await advanceTrust(owner)
    expect((await post(owner, 'dismissWalletChange', { id })).status).toBe(200)
    expect((await walletsOf(owner)).changes).toEqual([])
  })

  it('cannot be dismissed by any session for 72 hours after a wallet was added', async () => {
    const first = newWallet()
    const owner = await signInWith(first)
    const attacker = await signInWith(first)
    await link(attacker, newWallet())
    const { id, at } = (await walletsOf(owner)).changes[0]!
    const expectRejection = async (cookie: string) => {
      const response = await post(cookie, 'dismissWalletChange', { id })
      expect([response.status, ((await response.json()) as { error: unknown }).error]).toMatchObject([
        409,
        { code: 'notice_too_new', details: { until: at + NEW_METHOD_SECONDS } },
      ])
    }
    await expectRejection(attacker)
    await makeSessionsOlder(attacker)
    await expectRejection(attacker)
    await expectRejection(owner)
    await db.run(sql`update wallet_changes set at = at - ${NEW_METHOD_SECONDS - 60} where id = ${id}`)
    expect(await codeOf(await post(owner, 'dismissWalletChange', { id }))).toBe('notice_too_new')
    await db.run(sql`update wallet_changes set at = at - 60 where id = ${id}`)
    expect((await post(owner, 'dismissWalletChange', { id })).status).toBe(200)
    expect((await walletsOf(owner)).changes).toEqual([])
  })

  it('are also sent by mail, with a link to the settings, in the language of the account', async () => {
    const email = newEmail()
    const cookie = await registerAndConfirm(outgoing.mails, email)
    const [first, second] = [newWallet(), newWallet()]
    await link(cookie, first)
    const mail = await takeMail(outgoing.mails, email, /wallet was added/)
    expect(mail.text).toContain(`${first.address.slice(0, 6)}…${first.address.slice(-4)}`)
    expect(mail.text).toContain('72 hours')
    expect(mail.text).toContain('/settings/')
    await post(cookie, 'setLanguage', { language: 'ja' })
    await link(cookie, second)
    expect((await takeMail(outgoing.mails, email, /ウォレットが追加/)).text).toContain('72時間')
    await remove(cookie, second)
    expect((await takeMail(outgoing.mails, email, /ウォレットが外され/)).text).toContain('/settings/')
  })
})
