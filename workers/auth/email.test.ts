import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { codeOf } from '../shared/testing.ts'
import { RESERVED } from './credentials.schema.ts'
import { mailLinks, sessions } from './tables.ts'
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

const db = database(worldEnv)
const OTHER = 'another-kettle-entirely'
let asked: ReturnType<typeof outside>
beforeEach(() => {
  asked = outside()
})
afterEach(() => vi.unstubAllGlobals())

const confirm = (token: string, cookie = '', password?: string) =>
  ask('POST', 'confirmEmail', { body: { token, ...(password && { password }) }, headers: { cookie } })
const setEmail = (cookie: string, fields: object) => ask('POST', 'setEmail', { body: fields, headers: { cookie } })
const reset = (token: string, password = OTHER) => ask('POST', 'resetPassword', { body: { token, password } })
const resetToken = async (email: string) => {
  expect((await ask('POST', 'requestPasswordReset', { body: { email } })).status).toBe(200)
  return tokenIn(await mailTo(asked.mails, email, /^Choose a new password/))
}
const confirmToken = async (email: string) => tokenIn(await mailTo(asked.mails, email, /^Confirm/))
const age = async (cookie: string, seconds: number) => {
  const { user_id } = await infoOf(cookie)
  await db
    .update(sessions)
    .set({ createdAt: sql`created_at - ${seconds}` })
    .where(eq(sessions.userId, user_id!))
}

describe('confirming an address', () => {
  it('works once, for the session that asked', async () => {
    const email = newEmail()
    const cookie = await registered(email)
    const token = await confirmToken(email)
    expect(await (await confirm(token, cookie)).json()).toEqual({ email, authorized: 1 })
    expect(await infoOf(cookie)).toMatchObject({ email, emailVerified: true })
    const again = await confirm(token, cookie)
    expect([again.status, await codeOf(again)]).toEqual([410, 'link_invalid'])
  })

  it('is one event for two clicks at once', async () => {
    const email = newEmail()
    const cookie = await registered(email)
    const token = await confirmToken(email)
    const answers = await Promise.all([1, 2, 3, 4].map(() => confirm(token, cookie)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410, 410, 410])
  })

  it.each(['', 'short', 'x'.repeat(44), '../../etc'])('takes no made-up token %j', async (token) => {
    expect((await confirm(token)).status).toBe(422)
    expect(await codeOf(await confirm('A'.repeat(43)))).toBe('link_invalid')
  })

  it('ends with its time', async () => {
    const email = newEmail()
    const cookie = await registered(email)
    const token = await confirmToken(email)
    await db.update(mailLinks).set({ expiresAt: 1000 }).where(eq(mailLinks.email, email))
    expect(await codeOf(await confirm(token, cookie))).toBe('link_invalid')
    expect(await infoOf(cookie)).toMatchObject({ emailVerified: false })
  })

  it('needs the password in another browser, and signs in there', async () => {
    const email = newEmail()
    const cookie = await registered(email)
    const token = await confirmToken(email)
    expect(await codeOf(await confirm(token))).toBe('link_needs_login')
    expect(await codeOf(await confirm(token, '', 'not-the-password'))).toBe('login_failed')
    const answer = await confirm(token, '', PASSWORD)
    expect(answer.status).toBe(200)
    expect((await infoOf(cookieOf(answer))).user_id).toBe((await infoOf(cookie)).user_id)
  })

  it('is asked for again, and then only the newest link works', async () => {
    const email = newEmail()
    const cookie = await registered(email)
    const first = await confirmToken(email)
    expect((await ask('POST', 'resendConfirmation', { headers: { cookie } })).status).toBe(200)
    const second = await confirmToken(email)
    expect(await codeOf(await confirm(first, cookie))).toBe('link_invalid')
    expect((await confirm(second, cookie)).status).toBe(200)
    expect(await codeOf(await ask('POST', 'resendConfirmation', { headers: { cookie } }))).toBe('email_required')
    expect(await codeOf(await ask('POST', 'resendConfirmation'))).toBe('unauthorized')
  })

  it('fills no mailbox: five mails an hour from one place, then the wait is told', async () => {
    const email = newEmail()
    const here = { 'x-address': '203.0.113.40' }
    const cookie = await registered(email, PASSWORD, here)
    await mailTo(asked.mails, email, /^Confirm/)
    for (let i = 0; i < 4; i++) {
      expect((await ask('POST', 'resendConfirmation', { headers: { cookie, ...here } })).status).toBe(200)
      await mailTo(asked.mails, email, /^Confirm/)
    }
    const answer = await ask('POST', 'resendConfirmation', { headers: { cookie, ...here } })
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  })
})

describe('an address that somebody else took first', () => {
  it('stays free to its owner, whoever registered with it', async () => {
    const email = newEmail()
    await registered(email, 'the-squatters-choice')
    await confirmToken(email)
    const owner = await registered(email)
    expect((await infoOf(await loginAs(email))).user_id).toBe((await infoOf(owner)).user_id)
    expect((await confirm(await confirmToken(email), await loginAs(email))).status).toBe(200)
  })

  it('is theirs again as soon as they confirm it, whoever registered with it since', async () => {
    const email = newEmail()
    const owner = await registered(email)
    const token = await confirmToken(email)
    await registered(email, 'the-squatters-choice')
    expect(await loginAs(email)).toBe('login_failed')
    expect((await confirm(token, '', PASSWORD)).status).toBe(200)
    expect((await infoOf(await loginAs(email))).user_id).toBe((await infoOf(owner)).user_id)
  })

  it('is not theirs even when its owner opens their link', async () => {
    const email = newEmail()
    const squatter = await registered(email, 'the-squatters-choice')
    const trap = await confirmToken(email)
    expect(await codeOf(await confirm(trap))).toBe('link_needs_login')
    const owner = await registered(email)
    expect(await codeOf(await confirm(trap, owner))).toBe('link_needs_login')
    expect(await codeOf(await confirm(trap, owner, PASSWORD))).toBe('login_failed')
    expect((await infoOf(squatter)).emailVerified).toBe(false)
    expect((await confirm(await confirmToken(email), owner)).status).toBe(200)
    expect(await infoOf(owner)).toMatchObject({ email, emailVerified: true })
  })

  it('is out of their reach once it is confirmed: no login, no link, no claim', async () => {
    const email = newEmail()
    const squatter = await registered(email, 'the-squatters-choice')
    const trap = await confirmToken(email)
    const owner = await registered(email)
    await confirm(await confirmToken(email), owner)
    expect(await loginAs(email, 'the-squatters-choice')).toBe('login_failed')
    expect((await infoOf(await loginAs(email))).user_id).toBe((await infoOf(owner)).user_id)
    expect(await codeOf(await confirm(trap, squatter))).toBe('email_taken')
    expect(await infoOf(squatter)).toMatchObject({ email: null, emailVerified: false })
    expect(await codeOf(await ask('POST', 'resendConfirmation', { headers: { cookie: squatter } }))).toBe('email_required')
  })

  it('leads nobody into their account by a reset, and them into nobody’s', async () => {
    const email = newEmail()
    await registered(email, 'the-squatters-choice')
    // A wallet's owner who mistyped their address must not lose the account to whoever has that mailbox.
    const typo = newEmail()
    const wallet = await signedInBy(newWallet())
    await setEmail(wallet, { email: typo })
    for (const address of [email, typo]) {
      expect((await ask('POST', 'requestPasswordReset', { body: { email: address } })).status).toBe(200)
      const mail = await mailTo(asked.mails, address, /^No account/)
      expect(mail.text).not.toMatch(/#[\w-]{43}/)
    }
  })

  it('goes to exactly one of two who confirm at once', async () => {
    const email = newEmail()
    const cookies = [await registered(email), await registered(email, OTHER)]
    const tokens = [await confirmToken(email), await confirmToken(email)]
    const answers = await Promise.all(cookies.flatMap((cookie) => tokens.map((token) => confirm(token, cookie))))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const infos = await Promise.all(cookies.map(infoOf))
    expect(infos.filter((info) => info.emailVerified)).toHaveLength(1)
  })
})

describe('a forgotten password', () => {
  it('is answered the same for everybody, at once and before anything is looked up', async () => {
    const email = newEmail()
    await confirmed(asked.mails, email)
    const answers = await Promise.all([email, newEmail()].map((each) => ask('POST', 'requestPasswordReset', { body: { email: each } })))
    const [known, unknown] = await Promise.all(
      answers.map(async (answer) => [answer.status, await answer.text(), [...answer.headers].filter(([name]) => name !== 'x-request-id')]),
    )
    expect(known).toEqual(unknown)
  })

  it('gets a new one, ends every session, and tells the owner', async () => {
    const email = newEmail()
    const cookie = await confirmed(asked.mails, email)
    const phone = await loginAs(email)
    await ask('POST', 'requestPasswordReset', { body: { email: email.toUpperCase() } })
    const answer = await reset(tokenIn(await mailTo(asked.mails, email, /^Choose/)))
    expect(await answer.json()).toEqual({ status: 'success', email })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await Promise.all([cookie, phone].map(async (each) => (await infoOf(each)).authorized))).toEqual([false, false])
    expect(await loginAs(email)).toBe('login_failed')
    expect(await loginAs(email, OTHER)).toMatch(/^__Host/)
    await mailTo(asked.mails, email, /password was changed/)
  })

  it('takes a link once, also twice at once, and only the newest', async () => {
    const email = newEmail()
    await confirmed(asked.mails, email)
    const old = await resetToken(email)
    const token = await resetToken(email)
    expect(await codeOf(await reset(old))).toBe('link_invalid')
    const answers = await Promise.all([reset(token, 'kettle-number-one'), reset(token, 'kettle-number-two')])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410])
    expect(await codeOf(await reset(token))).toBe('link_invalid')
  })

  it('keeps the link when the new password is refused', async () => {
    const email = newEmail()
    await confirmed(asked.mails, email)
    const token = await resetToken(email)
    expect((await reset(token, 'short')).status).toBe(422)
    expect(await codeOf(await reset(token, 'password1'))).toBe('password_common')
    expect((await reset(token)).status).toBe(200)
  })

  it('has an hour', async () => {
    const email = newEmail()
    await confirmed(asked.mails, email)
    const token = await resetToken(email)
    const [row] = await db.select().from(mailLinks).where(eq(mailLinks.email, email))
    expect(row!.expiresAt - Date.now() / 1000).toBeLessThanOrEqual(3600)
    await db.update(mailLinks).set({ expiresAt: 1000 }).where(eq(mailLinks.email, email))
    expect(await codeOf(await reset(token))).toBe('link_invalid')
    expect(await loginAs(email)).toMatch(/^__Host/)
  })

  it('is not mended by a link of another kind, nor an address confirmed by one', async () => {
    const email = newEmail()
    const cookie = await registered(email)
    const token = await confirmToken(email)
    expect(await codeOf(await reset(token))).toBe('link_invalid')
    await confirm(token, cookie)
    expect(await codeOf(await confirm(await resetToken(email), cookie))).toBe('link_invalid')
  })

  it('gives a wallet’s owner a password too', async () => {
    const email = newEmail()
    const cookie = await signedInBy(newWallet())
    await setEmail(cookie, { email })
    await confirm(await confirmToken(email), cookie)
    const { user_id } = await infoOf(cookie)
    await reset(await resetToken(email))
    expect((await infoOf(await loginAs(email, OTHER))).user_id).toBe(user_id)
  })

  it('goes unanswered in a mailbox that has had enough', async () => {
    const email = newEmail()
    await confirmed(asked.mails, email)
    const here = { 'x-address': '203.0.113.41' }
    for (let i = 0; i < 5; i++) {
      await ask('POST', 'requestPasswordReset', { body: { email }, headers: here })
      await mailTo(asked.mails, email, /^Choose/)
    }
    expect((await ask('POST', 'requestPasswordReset', { body: { email }, headers: here })).status).toBe(200)
    // Another mail that was asked for later is there, that one is not.
    await ask('POST', 'requestPasswordReset', { body: { email: `x${email}` } })
    await mailTo(asked.mails, `x${email}`, /^No account/)
    expect(asked.mails.filter((mail) => mail.to === email)).toEqual([])
  })
})

describe('giving a name and an address', () => {
  it('needs a session', async () => {
    expect(await codeOf(await setEmail('', { name: 'aiko' }))).toBe('unauthorized')
  })

  it('completes the account of a wallet', async () => {
    const email = newEmail()
    const cookie = await signedInBy(newWallet(), { 'accept-language': 'ja' })
    const name = `Aiko_${Date.now()}`.slice(0, 21)
    const answer = await setEmail(cookie, { name, email })
    expect(await answer.json()).toEqual({ email, username: name })
    expect(await infoOf(cookie)).toMatchObject({ email, emailVerified: false, newEmail: null, hasPassword: false, username: name })
    const token = tokenIn(await mailTo(asked.mails, email, /メールアドレスの確認/))
    expect((await confirm(token, cookie)).status).toBe(200)
    expect(await infoOf(cookie)).toMatchObject({ email, emailVerified: true })
  })

  it.each([
    ['username', 'abc'],
    ['username', 'a'.repeat(22)],
    ['username', 'ai ko'],
    ['username', 'аiko'],
    ['username', 'aiko!'],
    ['username', 'あいこさん'],
    ['reserved', 'Services'],
    ['reserved', 'admin'],
    ['reserved', 'ＬＯＧＩＮ'],
    ['reserved', 'tokuteishotorihiki'],
  ])('tells by the rule %s that the name %j will not do', async (rule, name) => {
    const answer = await setEmail(await signedInBy(newWallet()), { name })
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_body', details: { path: 'name', rule } } })
  })

  it('gives a name to one person, in whatever case, also when two ask at once', async () => {
    const name = `u${Date.now()}`.slice(0, 20)
    const cookies = [await signedInBy(newWallet()), await signedInBy(newWallet())]
    const answers = await Promise.all([setEmail(cookies[0]!, { name }), setEmail(cookies[1]!, { name: name.toUpperCase() })])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    const winner = cookies[answers.findIndex((answer) => answer.status === 200)]!
    expect((await setEmail(winner, { name: name.toUpperCase() })).status).toBe(200)
    const loser = answers.find((answer) => answer.status === 409)!
    expect(await codeOf(loser)).toBe('username_taken')
  })

  it('changes a name, and the old one is free again', async () => {
    const [cookie, other] = [await signedInBy(newWallet()), await signedInBy(newWallet())]
    const [old, name] = [`old${Date.now()}`, `new${Date.now()}`]
    await setEmail(cookie, { name: old })
    expect(await (await setEmail(cookie, { name })).json()).toEqual({ email: null, username: name })
    expect(await infoOf(cookie)).toMatchObject({ username: name, email: null, newEmail: null })
    expect(await codeOf(await setEmail(other, { name }))).toBe('username_taken')
    expect((await infoOf(other)).username).toBeNull()
    expect((await setEmail(other, { name: old })).status).toBe(200)
  })

  it('reserves every word the app leads to', () => {
    for (const word of [
      'services',
      'jobs',
      'events',
      'profile',
      'list',
      'search',
      'collection',
      'messenger',
      'orders',
      'faq',
      'privacy',
      'about',
      'login',
      'api',
      'media',
      'local',
    ]) {
      expect(RESERVED).toContain(word)
    }
  })

  it('does not take an address somebody confirmed', async () => {
    const email = newEmail()
    await confirmed(asked.mails, email)
    const cookie = await signedInBy(newWallet())
    expect(await codeOf(await setEmail(cookie, { email: email.toUpperCase() }))).toBe('email_taken')
    expect((await infoOf(cookie)).email).toBeNull()
  })

  it('is not for a browser that was left open', async () => {
    const cookie = await signedInBy(newWallet())
    await age(cookie, 3600)
    expect(await codeOf(await setEmail(cookie, { email: newEmail() }))).toBe('sign_in_again')
    expect((await setEmail(cookie, { name: `late${Date.now()}`.slice(0, 20) })).status).toBe(200)
  })

  it('changes an address with the password, once the new one is confirmed, and tells the old one', async () => {
    const [old, email] = [newEmail(), newEmail()]
    const cookie = await confirmed(asked.mails, old)
    expect(await codeOf(await setEmail(cookie, { email }))).toBe('password_wrong')
    expect(await codeOf(await setEmail(cookie, { email, password: 'not-the-password' }))).toBe('password_wrong')
    expect((await setEmail(cookie, { email, password: PASSWORD })).status).toBe(200)
    expect(await infoOf(cookie)).toMatchObject({ email: old, emailVerified: true, newEmail: email })
    // Until then the old address is the one that counts, and the new one opens nothing.
    expect(await loginAs(email)).toBe('login_failed')
    const stale = await resetToken(old)
    expect((await confirm(await confirmToken(email), cookie)).status).toBe(200)
    expect(await infoOf(cookie)).toMatchObject({ email, emailVerified: true, newEmail: null })
    expect(await codeOf(await reset(stale))).toBe('link_invalid')
    const notice = await mailTo(asked.mails, old, /new e-mail address/)
    expect(notice.text).toContain('a…@example.com')
    expect(notice.text).not.toContain(email)
    expect(await loginAs(old)).toBe('login_failed')
    expect(await loginAs(email)).toMatch(/^__Host/)
  })

  it('goes back to the confirmed address', async () => {
    const [old, email] = [newEmail(), newEmail()]
    const cookie = await confirmed(asked.mails, old)
    await setEmail(cookie, { email, password: PASSWORD })
    const token = await confirmToken(email)
    expect((await setEmail(cookie, { email: old })).status).toBe(200)
    expect(await infoOf(cookie)).toMatchObject({ email: old, newEmail: null })
    expect(await codeOf(await confirm(token, cookie))).toBe('link_invalid')
  })
})

describe('wallets of an account with an address', () => {
  const link = async (cookie: string, wallet = newWallet()) => {
    const answer = await ask('POST', 'addAccount', { body: body(wallet, textFor(await nonceFor(wallet))), headers: { cookie } })
    expect(answer.status).toBe(200)
    return wallet
  }
  const remove = (cookie: string, account: string) => ask('POST', 'removeAccount', { body: { account }, headers: { cookie } })

  it('are linked, tell the owner, and sign in to the same person', async () => {
    const email = newEmail()
    const cookie = await confirmed(asked.mails, email)
    const wallet = await link(cookie)
    expect((await mailTo(asked.mails, email, /wallet was added/)).text).toContain(`${wallet.address.slice(0, 6)}…`)
    expect((await infoOf(await signedInBy(wallet))).user_id).toBe((await infoOf(cookie)).user_id)
  })

  it('can be removed while another way in is left', async () => {
    const email = newEmail()
    const cookie = await confirmed(asked.mails, email)
    const wallet = await link(cookie)
    expect(await (await remove(cookie, wallet.address.toLowerCase())).json()).toEqual({ accounts: [] })
    await mailTo(asked.mails, email, /wallet was removed/)
    expect((await infoOf(await signedInBy(wallet))).user_id).not.toBe((await infoOf(cookie)).user_id)
  })

  it('cannot be removed when they are the only way in: no other wallet, no password to a confirmed address', async () => {
    const first = newWallet()
    const cookie = await signedInBy(first)
    expect(await codeOf(await remove(cookie, first.address))).toBe('last_sign_in_way')
    const email = newEmail()
    await setEmail(cookie, { email })
    expect(await codeOf(await remove(cookie, first.address))).toBe('last_sign_in_way')
    await confirm(await confirmToken(email), cookie)
    expect(await codeOf(await remove(cookie, first.address))).toBe('last_sign_in_way')
  })

  it('cannot all be removed at once', async () => {
    const first = newWallet()
    const cookie = await signedInBy(first)
    const second = await link(cookie)
    const answers = await Promise.all([remove(cookie, first.address), remove(cookie, second.address)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect((await infoOf(cookie)).accounts).toHaveLength(1)
  })

  it('are only one’s own to remove, from a fresh session', async () => {
    const theirs = newWallet()
    await signedInBy(theirs)
    const cookie = await signedInBy(newWallet())
    expect(await codeOf(await remove(cookie, theirs.address))).toBe('not_found')
    expect(await codeOf(await remove('', theirs.address))).toBe('unauthorized')
    await age(cookie, 3600)
    expect(await codeOf(await remove(cookie, theirs.address))).toBe('sign_in_again')
  })

  it('stay while an order depends on them', async () => {
    const first = newWallet()
    const cookie = await signedInBy(first)
    const second = await link(cookie)
    const order = (id: string, status: number) =>
      db.run(sql`insert into orders (id, chain_id, contract, order_id, ref, terms_state, service_id, buyer, seller, token, price, fee_bps, delivery,
        status, status_at, created_at, terms) values (${id}, 1, '0x', ${id}, '0x', 'ok', 1, '0xb', ${second.address}, '0xt', '1', 0, 1, ${status}, 1, 1, '{}')`)
    await order(`${second.address}-done`, 5)
    await order(`${second.address}-open`, 1)
    expect(await codeOf(await remove(cookie, second.address))).toBe('wallet_in_use')
    expect((await remove(cookie, first.address)).status).toBe(200)
  })

  it('are not kept by a quote that nobody has paid, which costs a stranger nothing', async () => {
    const first = newWallet()
    const cookie = await signedInBy(first)
    const second = await link(cookie)
    await db.run(sql`insert into quotes (ref, chain_id, contract, service_id, buyer_id, seller_id, buyer, seller, token, amount, price_usd,
      fee_bps, delivery, terms, created_at, valid_until) values (${`0x${second.address}`}, 1, '0x', 1, 0, 0, '0xb', ${second.address}, '0xt', '1',
      1, 0, 1, '{}', 1, ${now() + 600})`)
    expect((await remove(cookie, second.address)).status).toBe(200)
  })
})
