import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { codeOf } from '../shared/testing.ts'
import { FRESH_CALLS, FRESH_SECONDS, NEW_WAY_SECONDS } from './fresh.schema.ts'
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
  signedInBy,
  textFor,
  tokenIn,
  worldEnv,
} from './testing.ts'
import type { LinkedWallets } from './users.schema.ts'

const db = database(worldEnv)
let asked: ReturnType<typeof outside>
beforeEach(() => {
  asked = outside()
})
afterEach(() => vi.unstubAllGlobals())

type Wallet = ReturnType<typeof newWallet>
const post = (cookie: string, path: string, sent: unknown) => ask('POST', path, { body: sent, headers: { cookie } })
const proof = async (wallet: Wallet) => body(wallet, textFor(await nonceFor(wallet)))
const link = async (cookie: string, wallet: Wallet) => post(cookie, 'addAccount', await proof(wallet))
const remove = (cookie: string, { address }: Wallet) => post(cookie, 'removeAccount', { account: address })
const again = async (cookie: string, wallet: Wallet) => post(cookie, 'signInAgain', await proof(wallet))
const idOf = async (cookie: string) => (await infoOf(cookie)).user_id!
const walletsOf = async (cookie: string) => (await (await ask('GET', 'getAccounts', { headers: { cookie } })).json()) as LinkedWallets

/** Makes every session of this person as old as one that may change nothing. */
const age = async (cookie: string, seconds = FRESH_SECONDS) =>
  db
    .update(sessions)
    .set({ createdAt: sql`created_at - ${seconds}` })
    .where(eq(sessions.userId, await idOf(cookie)))
/** Lets the time of new ways in go by. */
const wait = async (cookie: string, seconds = NEW_WAY_SECONDS) => {
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

/** A body each call would take. */
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

describe('an old session', () => {
  it('links no wallet, and the signature can be sent again once the person has confirmed', async () => {
    const [mine, thiefs] = [newWallet(), newWallet()]
    const cookie = await signedInBy(mine)
    await age(cookie, 45 * 60)
    const sent = await proof(thiefs)
    const answer = await post(cookie, 'addAccount', sent)
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'sign_in_again'])
    expect((await infoOf(cookie)).accounts).toEqual([mine.address])
    const renewed = cookieOf(await again(cookie, mine))
    expect((await post(renewed, 'addAccount', sent)).status).toBe(200)
    expect((await infoOf(renewed)).accounts).toEqual([mine.address, thiefs.address])
  })

  it.each(CALLS)('may not %s', async (call) => {
    const cookie = await confirmed(asked.mails, newEmail())
    await age(cookie)
    const options = { headers: { cookie }, ...(FRESH_CALLS[call].method === 'POST' && { body: BODIES[call] }) }
    expect(await codeOf(await ask(FRESH_CALLS[call].method, call, options))).toBe('sign_in_again')
    expect(await infoOf(cookie)).toMatchObject({ authorized: true, newEmail: null })
  })

  it('is told so even where the body is wrong, and guests are told to log in', async () => {
    const cookie = await signedInBy(newWallet())
    await age(cookie)
    for (const call of CALLS.filter((each) => each !== 'setEmail' && each !== 'exportMyData'))
      expect(await codeOf(await post(cookie, call, { nonsense: 1 }))).toBe('sign_in_again')
    for (const call of CALLS) expect(await codeOf(await ask(FRESH_CALLS[call].method, call))).toBe('unauthorized')
  })

  it('may still log out, choose a language and a username', async () => {
    const cookie = await signedInBy(newWallet())
    await age(cookie)
    expect((await post(cookie, 'setEmail', { name: `slow${Date.now()}`.slice(0, 20) })).status).toBe(200)
    expect((await post(cookie, 'setLanguage', { language: 'ja' })).status).toBe(200)
    expect((await post(cookie, 'logout', {})).status).toBe(200)
  })
})

describe('signing in again', () => {
  it('renews the session by a linked wallet or the password, and ends the one before', async () => {
    const email = newEmail()
    const wallet = newWallet()
    let cookie = await confirmed(asked.mails, email)
    expect((await link(cookie, wallet)).status).toBe(200)
    for (const sign of [(old: string) => again(old, wallet), (old: string) => post(old, 'signInAgain', { password: PASSWORD })]) {
      await age(cookie)
      const before = cookie
      const answer = await sign(before)
      expect(answer.status).toBe(200)
      cookie = cookieOf(answer)
      expect((await infoOf(before)).authorized).toBe(false)
      expect((await post(cookie, 'addAccount', {})).status).toBe(422)
    }
  })

  it('takes no wallet of anybody else or of nobody, makes no account, and keeps the session', async () => {
    const [theirs, nobodys] = [newWallet(), newWallet()]
    const stranger = await signedInBy(theirs)
    const cookie = await signedInBy(newWallet())
    await age(cookie)
    for (const wallet of [theirs, nobodys]) expect(await codeOf(await again(cookie, wallet))).toBe('sign_in_other')
    expect((await db.select().from(accounts).where(eq(accounts.address, nobodys.address))).length).toBe(0)
    expect((await infoOf(cookie)).authorized).toBe(true)
    expect((await infoOf(stranger)).authorized).toBe(true)
    expect(await codeOf(await post(cookie, 'endSession', { id: 'all' }))).toBe('sign_in_again')
  })

  it('takes no wrong password, none where there is none, and no guest', async () => {
    const cookie = await confirmed(asked.mails, newEmail())
    await age(cookie)
    expect(await codeOf(await post(cookie, 'signInAgain', { password: 'not-the-password' }))).toBe('password_wrong')
    expect(await codeOf(await post(cookie, 'endSession', { id: 'all' }))).toBe('sign_in_again')
    expect(await codeOf(await post(await signedInBy(newWallet()), 'signInAgain', { password: PASSWORD }))).toBe('password_wrong')
    expect(await codeOf(await ask('POST', 'signInAgain', { body: { password: PASSWORD } }))).toBe('unauthorized')
    expect((await post(cookie, 'signInAgain', {})).status).toBe(422)
  })
})

describe('a session that began by a wallet linked less than 72 hours ago', () => {
  it('cannot shut the owner out: not remove, end, change, export or delete, until the time is over', async () => {
    const [first, added] = [newWallet(), newWallet()]
    const owner = await signedInBy(first)
    expect((await link(owner, added)).status).toBe(200)
    const cookie = await signedInBy(added)
    const older = CALLS.filter((call) => FRESH_CALLS[call].older)
    expect(older.length).toBe(CALLS.length - 1)
    for (const call of older) {
      const { method } = FRESH_CALLS[call]
      const sent = call === 'removeAccount' ? { account: first.address } : BODIES[call]
      expect([call, await codeOf(await ask(method, call, { headers: { cookie }, ...(method === 'POST' && { body: sent }) }))]).toEqual([
        call,
        'sign_in_older',
      ])
    }
    const refused = await post(cookie, 'removeAccount', { account: first.address })
    const { error } = (await refused.json()) as { error: { details: { until: number } } }
    expect(Math.abs(error.details.until - now() - NEW_WAY_SECONDS)).toBeLessThan(10)
    expect((await infoOf(owner)).authorized).toBe(true)

    await wait(cookie, NEW_WAY_SECONDS - 60)
    expect(await codeOf(await remove(cookie, first))).toBe('sign_in_older')
    await wait(cookie, 120)
    expect((await remove(cookie, first)).status).toBe(200)
  })

  it('may, once the person has confirmed by an older way', async () => {
    const [first, added] = [newWallet(), newWallet()]
    expect((await link(await signedInBy(first), added)).status).toBe(200)
    const cookie = await signedInBy(added)
    expect(await codeOf(await remove(cookie, added))).toBe('sign_in_older')
    expect(await codeOf(await remove(cookieOf(await again(cookie, added)), added))).toBe('sign_in_older')
    const renewed = cookieOf(await again(await signedInBy(added), first))
    expect((await remove(renewed, added)).status).toBe(200)
  })

  it('counts as new beside the password an account began with, though it was the first wallet', async () => {
    const cookie = await confirmed(asked.mails, newEmail())
    const wallet = newWallet()
    await link(cookie, wallet)
    const byWallet = await signedInBy(wallet)
    expect(await codeOf(await post(byWallet, 'setEmail', { email: newEmail(), password: PASSWORD }))).toBe('sign_in_older')
  })

  it('links ten wallets at most, and the same one again at any time', async () => {
    const wallets = Array.from({ length: 11 }, newWallet)
    const cookie = await signedInBy(wallets[0]!)
    for (const wallet of wallets.slice(1, 10)) expect((await link(cookie, wallet)).status).toBe(200)
    expect(await codeOf(await link(cookie, wallets[10]!))).toBe('wallet_limit')
    expect((await link(cookie, wallets[9]!)).status).toBe(200)
    expect((await walletsOf(cookie)).accounts).toHaveLength(10)
  })

  it('links a wallet, which is as new', async () => {
    const [first, second, third] = [newWallet(), newWallet(), newWallet()]
    await link(await signedInBy(first), second)
    expect((await link(await signedInBy(second), third)).status).toBe(200)
    expect(await codeOf(await remove(await signedInBy(third), first))).toBe('sign_in_older')
  })

  it('ends with its wallet, other sessions stay', async () => {
    const [first, added] = [newWallet(), newWallet()]
    const [owner, phone] = [await signedInBy(first), await signedInBy(first)]
    await link(owner, added)
    const thief = await signedInBy(added)
    expect((await remove(owner, added)).status).toBe(200)
    expect(await Promise.all([owner, phone, thief].map(async (each) => (await infoOf(each)).authorized))).toEqual([true, true, false])
  })

  it('is not made older by a password or an address that was added with it', async () => {
    const first = newWallet()
    const owner = await signedInBy(first)
    const email = newEmail()
    await post(owner, 'setEmail', { email })
    const token = tokenIn(await mailTo(asked.mails, email, /^Confirm/))
    const renewed = cookieOf(await post(owner, 'changePassword', { password: PASSWORD }))
    // Both before and after the address is confirmed.
    expect(await codeOf(await remove(await loginAs(email), first))).toBe('sign_in_older')
    expect((await post(renewed, 'confirmEmail', { token })).status).toBe(200)
    const byPassword = await loginAs(email)
    expect(await codeOf(await remove(byPassword, first))).toBe('sign_in_older')
    await wait(renewed)
    expect((await remove(await loginAs(email), first)).status).toBe(200)
  })
})

describe('the payout wallet', () => {
  it('is the first wallet at once, and never one linked less than 72 hours ago', async () => {
    const cookie = await confirmed(asked.mails, newEmail())
    const [first, second] = [newWallet(), newWallet()]
    await link(cookie, first)
    expect((await infoOf(cookie)).payout).toBe(first.address)
    await link(cookie, second)
    expect(await walletsOf(cookie)).toMatchObject({ payout: first.address })
    expect((await remove(cookie, first)).status).toBe(200)
    expect((await infoOf(cookie)).payout).toBeNull()
    await wait(cookie)
    expect((await infoOf(cookie)).payout).toBe(second.address)
  })

  it('is not replaced at once by removing it first', async () => {
    const cookie = await confirmed(asked.mails, newEmail())
    const [first, second] = [newWallet(), newWallet()]
    await link(cookie, first)
    await remove(cookie, first)
    await link(cookie, second)
    expect((await infoOf(cookie)).payout).toBeNull()
  })

  it('is the wallet an account began with', async () => {
    const wallet = newWallet()
    expect((await infoOf(await signedInBy(wallet))).payout).toBe(wallet.address)
  })
})

describe('a wallet that was added or removed', () => {
  it('is told of in the settings until it is dismissed, newest first, once each', async () => {
    const cookie = await confirmed(asked.mails, newEmail())
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

  it('is dismissed by its owner alone, and not by the new wallet', async () => {
    const [first, added] = [newWallet(), newWallet()]
    const owner = await signedInBy(first)
    await link(owner, added)
    const { id } = (await walletsOf(owner)).changes[0]!
    expect((await post(await signedInBy(newWallet()), 'dismissWalletChange', { id })).status).toBe(200)
    expect(await codeOf(await post(await signedInBy(added), 'dismissWalletChange', { id }))).toBe('sign_in_older')
    expect(await codeOf(await ask('POST', 'dismissWalletChange', { body: { id } }))).toBe('unauthorized')
    expect((await walletsOf(owner)).changes).toHaveLength(1)
    await age(owner)
    await wait(owner)
    expect((await post(owner, 'dismissWalletChange', { id })).status).toBe(200)
    expect((await walletsOf(owner)).changes).toEqual([])
  })

  it('cannot be dismissed for 72 hours where it was added, whoever asks', async () => {
    const first = newWallet()
    const owner = await signedInBy(first)
    const thief = await signedInBy(first)
    await link(thief, newWallet())
    const { id, at } = (await walletsOf(owner)).changes[0]!
    const refusedTo = async (cookie: string) => {
      const answer = await post(cookie, 'dismissWalletChange', { id })
      expect([answer.status, ((await answer.json()) as { error: unknown }).error]).toMatchObject([
        409,
        { code: 'notice_too_new', details: { until: at + NEW_WAY_SECONDS } },
      ])
    }
    await refusedTo(thief)
    await age(thief)
    await refusedTo(thief)
    await refusedTo(owner)
    await db.run(sql`update wallet_changes set at = at - ${NEW_WAY_SECONDS - 60} where id = ${id}`)
    expect(await codeOf(await post(owner, 'dismissWalletChange', { id }))).toBe('notice_too_new')
    await db.run(sql`update wallet_changes set at = at - 60 where id = ${id}`)
    expect((await post(owner, 'dismissWalletChange', { id })).status).toBe(200)
    expect((await walletsOf(owner)).changes).toEqual([])
  })

  it('is told by mail with what can be done, in the language of the account', async () => {
    const email = newEmail()
    const cookie = await confirmed(asked.mails, email)
    const [first, second] = [newWallet(), newWallet()]
    await link(cookie, first)
    const mail = await mailTo(asked.mails, email, /wallet was added/)
    expect(mail.text).toContain(`${first.address.slice(0, 6)}…${first.address.slice(-4)}`)
    expect(mail.text).toContain('72 hours')
    expect(mail.text).toContain('/settings/')
    await post(cookie, 'setLanguage', { language: 'ja' })
    await link(cookie, second)
    expect((await mailTo(asked.mails, email, /ウォレットが追加/)).text).toContain('72時間')
    await remove(cookie, second)
    expect((await mailTo(asked.mails, email, /ウォレットが外され/)).text).toContain('/settings/')
  })
})
