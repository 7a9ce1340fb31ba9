import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { sessions } from '../shared/tables.ts'
import { codeOf } from '../shared/testing.ts'
import { RESERVED_NAMES } from './credentials.schema.ts'
import { mailLinks } from './tables.ts'
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

const db = database(testEnv)
const OTHER = 'another-kettle-entirely'
let outgoing: ReturnType<typeof mockExternalServices>
beforeEach(() => {
  outgoing = mockExternalServices()
})
afterEach(() => vi.unstubAllGlobals())

const confirm = (token: string, cookie = '', password?: string) =>
  request('POST', 'confirmEmail', { body: { token, ...(password && { password }) }, headers: { cookie } })
const setEmail = (cookie: string, fields: object) => request('POST', 'setEmail', { body: fields, headers: { cookie } })
const reset = (token: string, password = OTHER) => request('POST', 'resetPassword', { body: { token, password } })
const resetToken = async (email: string) => {
  expect((await request('POST', 'requestPasswordReset', { body: { email } })).status).toBe(200)
  return tokenOf(await takeMail(outgoing.mails, email, /^Choose a new password/))
}
const confirmToken = async (email: string) => tokenOf(await takeMail(outgoing.mails, email, /^Confirm/))
const makeSessionsOlder = async (cookie: string, seconds: number) => {
  const { user_id } = await infoOf(cookie)
  await db
    .update(sessions)
    .set({ createdAt: sql`created_at - ${seconds}` })
    .where(eq(sessions.userId, user_id!))
}

describe('confirmation of an address', () => {
  it('works once, in the session that requested the link', async () => {
    const email = newEmail()
    const cookie = await register(email)
    const token = await confirmToken(email)
    expect(await (await confirm(token, cookie)).json()).toEqual({ email, authorized: 1 })
    expect(await infoOf(cookie)).toMatchObject({ email, emailVerified: true })
    const again = await confirm(token, cookie)
    expect([again.status, await codeOf(again)]).toEqual([410, 'link_invalid'])
  })

  it('succeeds once for four concurrent requests', async () => {
    const email = newEmail()
    const cookie = await register(email)
    const token = await confirmToken(email)
    const responses = await Promise.all([1, 2, 3, 4].map(() => confirm(token, cookie)))
    expect(responses.map((response) => response.status).sort()).toEqual([200, 410, 410, 410])
  })

  it.each(['', 'short', 'x'.repeat(44), '../../etc'])('rejects the malformed token %j, and an unknown one', async (token) => {
    expect((await confirm(token)).status).toBe(422)
    expect(await codeOf(await confirm('A'.repeat(43)))).toBe('link_invalid')
  })

  it('rejects an expired link', async () => {
    const email = newEmail()
    const cookie = await register(email)
    const token = await confirmToken(email)
    await db.update(mailLinks).set({ expiresAt: 1000 }).where(eq(mailLinks.email, email))
    expect(await codeOf(await confirm(token, cookie))).toBe('link_invalid')
    expect(await infoOf(cookie)).toMatchObject({ emailVerified: false })
  })

  it('needs the password in another browser and signs in there', async () => {
    const email = newEmail()
    const cookie = await register(email)
    const token = await confirmToken(email)
    expect(await codeOf(await confirm(token))).toBe('link_needs_login')
    expect(await codeOf(await confirm(token, '', 'not-the-password'))).toBe('login_failed')
    const response = await confirm(token, '', PASSWORD)
    expect(response.status).toBe(200)
    expect((await infoOf(cookieOf(response))).user_id).toBe((await infoOf(cookie)).user_id)
  })

  it('accepts only the newest link after resendConfirmation', async () => {
    const email = newEmail()
    const cookie = await register(email)
    const first = await confirmToken(email)
    expect((await request('POST', 'resendConfirmation', { headers: { cookie } })).status).toBe(200)
    const second = await confirmToken(email)
    expect(await codeOf(await confirm(first, cookie))).toBe('link_invalid')
    expect((await confirm(second, cookie)).status).toBe(200)
    expect(await codeOf(await request('POST', 'resendConfirmation', { headers: { cookie } }))).toBe('email_required')
    expect(await codeOf(await request('POST', 'resendConfirmation'))).toBe('unauthorized')
  })

  it('sends five mails for one network, then returns 429 with Retry-After', async () => {
    const email = newEmail()
    const network = { 'x-address': '203.0.113.40' }
    const cookie = await register(email, PASSWORD, network)
    await takeMail(outgoing.mails, email, /^Confirm/)
    for (let i = 0; i < 4; i++) {
      expect((await request('POST', 'resendConfirmation', { headers: { cookie, ...network } })).status).toBe(200)
      await takeMail(outgoing.mails, email, /^Confirm/)
    }
    const response = await request('POST', 'resendConfirmation', { headers: { cookie, ...network } })
    expect([response.status, Number(response.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  })
})

describe('an address that several users register', () => {
  it('can be registered and confirmed by its owner after another user has registered it', async () => {
    const email = newEmail()
    await register(email, 'the-squatters-choice')
    await confirmToken(email)
    const owner = await register(email)
    expect((await infoOf(await logIn(email))).user_id).toBe((await infoOf(owner)).user_id)
    expect((await confirm(await confirmToken(email), await logIn(email))).status).toBe(200)
  })

  it('belongs to the user who confirms it, even if another user registers it later', async () => {
    const email = newEmail()
    const owner = await register(email)
    const token = await confirmToken(email)
    await register(email, 'the-squatters-choice')
    expect(await logIn(email)).toBe('login_failed')
    expect((await confirm(token, '', PASSWORD)).status).toBe(200)
    expect((await infoOf(await logIn(email))).user_id).toBe((await infoOf(owner)).user_id)
  })

  it('is not confirmed for another account when the owner of the address opens the link that the other account requested', async () => {
    const email = newEmail()
    const otherAccount = await register(email, 'the-squatters-choice')
    const otherToken = await confirmToken(email)
    expect(await codeOf(await confirm(otherToken))).toBe('link_needs_login')
    const owner = await register(email)
    expect(await codeOf(await confirm(otherToken, owner))).toBe('link_needs_login')
    expect(await codeOf(await confirm(otherToken, owner, PASSWORD))).toBe('login_failed')
    expect((await infoOf(otherAccount)).emailVerified).toBe(false)
    expect((await confirm(await confirmToken(email), owner)).status).toBe(200)
    expect(await infoOf(owner)).toMatchObject({ email, emailVerified: true })
  })

  it('cannot be used by another account after its owner has confirmed it', async () => {
    const email = newEmail()
    const otherAccount = await register(email, 'the-squatters-choice')
    const otherToken = await confirmToken(email)
    const owner = await register(email)
    await confirm(await confirmToken(email), owner)
    expect(await logIn(email, 'the-squatters-choice')).toBe('login_failed')
    expect((await infoOf(await logIn(email))).user_id).toBe((await infoOf(owner)).user_id)
    expect(await codeOf(await confirm(otherToken, otherAccount))).toBe('email_taken')
    expect(await infoOf(otherAccount)).toMatchObject({ email: null, emailVerified: false })
    expect(await codeOf(await request('POST', 'resendConfirmation', { headers: { cookie: otherAccount } }))).toBe('email_required')
  })

  it('gets a mail without a reset link while no account has confirmed it', async () => {
    const email = newEmail()
    await register(email, 'the-squatters-choice')
    // A wallet account whose owner mistyped the address must not be lost to the owner of that mailbox.
    const typo = newEmail()
    const wallet = await signInWith(newWallet())
    await setEmail(wallet, { email: typo })
    for (const address of [email, typo]) {
      expect((await request('POST', 'requestPasswordReset', { body: { email: address } })).status).toBe(200)
      const mail = await takeMail(outgoing.mails, address, /^No account/)
      expect(mail.text).not.toMatch(/#[\w-]{43}/)
    }
  })

  it('goes to exactly one of two accounts that confirm it concurrently', async () => {
    const email = newEmail()
    const cookies = [await register(email), await register(email, OTHER)]
    const tokens = [await confirmToken(email), await confirmToken(email)]
    const responses = await Promise.all(cookies.flatMap((cookie) => tokens.map((token) => confirm(token, cookie))))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    const infos = await Promise.all(cookies.map(infoOf))
    expect(infos.filter((info) => info.emailVerified)).toHaveLength(1)
  })
})

describe('password reset', () => {
  it('gives the same response for a known and an unknown address', async () => {
    const email = newEmail()
    await registerAndConfirm(outgoing.mails, email)
    const responses = await Promise.all(
      [email, newEmail()].map((each) => request('POST', 'requestPasswordReset', { body: { email: each } })),
    )
    const [known, unknown] = await Promise.all(
      responses.map(async (response) => [
        response.status,
        await response.text(),
        [...response.headers].filter(([name]) => name !== 'x-request-id'),
      ]),
    )
    expect(known).toEqual(unknown)
  })

  it('sets the new password, ends all sessions, and mails the owner', async () => {
    const email = newEmail()
    const cookie = await registerAndConfirm(outgoing.mails, email)
    const phone = await logIn(email)
    await request('POST', 'requestPasswordReset', { body: { email: email.toUpperCase() } })
    const response = await reset(tokenOf(await takeMail(outgoing.mails, email, /^Choose/)))
    expect(await response.json()).toEqual({ status: 'success', email })
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await Promise.all([cookie, phone].map(async (each) => (await infoOf(each)).authorized))).toEqual([false, false])
    expect(await logIn(email)).toBe('login_failed')
    expect(await logIn(email, OTHER)).toMatch(/^__Host/)
    await takeMail(outgoing.mails, email, /password was changed/)
  })

  it('accepts only the newest link, and only once even for concurrent requests', async () => {
    const email = newEmail()
    await registerAndConfirm(outgoing.mails, email)
    const old = await resetToken(email)
    const token = await resetToken(email)
    expect(await codeOf(await reset(old))).toBe('link_invalid')
    const responses = await Promise.all([reset(token, 'kettle-number-one'), reset(token, 'kettle-number-two')])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 410])
    expect(await codeOf(await reset(token))).toBe('link_invalid')
  })

  it('keeps the link valid when the new password is rejected', async () => {
    const email = newEmail()
    await registerAndConfirm(outgoing.mails, email)
    const token = await resetToken(email)
    expect((await reset(token, 'short')).status).toBe(422)
    expect(await codeOf(await reset(token, 'password1'))).toBe('password_common')
    expect((await reset(token)).status).toBe(200)
  })

  it('rejects a link after an hour', async () => {
    const email = newEmail()
    await registerAndConfirm(outgoing.mails, email)
    const token = await resetToken(email)
    const [row] = await db.select().from(mailLinks).where(eq(mailLinks.email, email))
    expect(row!.expiresAt - Date.now() / 1000).toBeLessThanOrEqual(3600)
    await db.update(mailLinks).set({ expiresAt: 1000 }).where(eq(mailLinks.email, email))
    expect(await codeOf(await reset(token))).toBe('link_invalid')
    expect(await logIn(email)).toMatch(/^__Host/)
  })

  it('rejects confirmation links, and confirmEmail rejects reset links', async () => {
    const email = newEmail()
    const cookie = await register(email)
    const token = await confirmToken(email)
    expect(await codeOf(await reset(token))).toBe('link_invalid')
    await confirm(token, cookie)
    expect(await codeOf(await confirm(await resetToken(email), cookie))).toBe('link_invalid')
  })

  it('sets a first password for a wallet account', async () => {
    const email = newEmail()
    const cookie = await signInWith(newWallet())
    await setEmail(cookie, { email })
    await confirm(await confirmToken(email), cookie)
    const { user_id } = await infoOf(cookie)
    await reset(await resetToken(email))
    expect((await infoOf(await logIn(email, OTHER))).user_id).toBe(user_id)
  })

  it('sends at most five mails to one address', async () => {
    const email = newEmail()
    await registerAndConfirm(outgoing.mails, email)
    const network = { 'x-address': '203.0.113.41' }
    for (let i = 0; i < 5; i++) {
      await request('POST', 'requestPasswordReset', { body: { email }, headers: network })
      await takeMail(outgoing.mails, email, /^Choose/)
    }
    expect((await request('POST', 'requestPasswordReset', { body: { email }, headers: network })).status).toBe(200)
    // Wait for a mail to another address that is requested later: then the sixth mail would have arrived too.
    await request('POST', 'requestPasswordReset', { body: { email: `x${email}` } })
    await takeMail(outgoing.mails, `x${email}`, /^No account/)
    expect(outgoing.mails.filter((mail) => mail.to === email)).toEqual([])
  })
})

describe('setEmail', () => {
  it('needs a session', async () => {
    expect(await codeOf(await setEmail('', { name: 'aiko' }))).toBe('unauthorized')
  })

  it('adds a username and an address to a wallet account', async () => {
    const email = newEmail()
    const cookie = await signInWith(newWallet(), { 'accept-language': 'ja' })
    const name = `Aiko_${Date.now()}`.slice(0, 21)
    const response = await setEmail(cookie, { name, email })
    expect(await response.json()).toEqual({ email, username: name })
    expect(await infoOf(cookie)).toMatchObject({ email, emailVerified: false, newEmail: null, hasPassword: false, username: name })
    const token = tokenOf(await takeMail(outgoing.mails, email, /メールアドレスの確認/))
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
  ])('reports the rule %s for the name %j', async (rule, name) => {
    const response = await setEmail(await signInWith(newWallet()), { name })
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_body', details: { path: 'name', rule } } })
  })

  it('gives a username to only one of two concurrent requests, ignoring upper and lower case', async () => {
    const name = `u${Date.now()}`.slice(0, 20)
    const cookies = [await signInWith(newWallet()), await signInWith(newWallet())]
    const responses = await Promise.all([setEmail(cookies[0]!, { name }), setEmail(cookies[1]!, { name: name.toUpperCase() })])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
    const winningCookie = cookies[responses.findIndex((response) => response.status === 200)]!
    expect((await setEmail(winningCookie, { name: name.toUpperCase() })).status).toBe(200)
    const rejected = responses.find((response) => response.status === 409)!
    expect(await codeOf(rejected)).toBe('username_taken')
  })

  it('changes a username and frees the old one', async () => {
    const [cookie, other] = [await signInWith(newWallet()), await signInWith(newWallet())]
    const [old, name] = [`old${Date.now()}`, `new${Date.now()}`]
    await setEmail(cookie, { name: old })
    expect(await (await setEmail(cookie, { name })).json()).toEqual({ email: null, username: name })
    expect(await infoOf(cookie)).toMatchObject({ username: name, email: null, newEmail: null })
    expect(await codeOf(await setEmail(other, { name }))).toBe('username_taken')
    expect((await infoOf(other)).username).toBeNull()
    expect((await setEmail(other, { name: old })).status).toBe(200)
  })

  it('treats the first path segments of the site as reserved names', () => {
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
      expect(RESERVED_NAMES).toContain(word)
    }
  })

  it('rejects an address that another account has confirmed', async () => {
    const email = newEmail()
    await registerAndConfirm(outgoing.mails, email)
    const cookie = await signInWith(newWallet())
    expect(await codeOf(await setEmail(cookie, { email: email.toUpperCase() }))).toBe('email_taken')
    expect((await infoOf(cookie)).email).toBeNull()
  })

  it('needs a fresh sign-in for a new address, but not for a username', async () => {
    const cookie = await signInWith(newWallet())
    await makeSessionsOlder(cookie, 3600)
    expect(await codeOf(await setEmail(cookie, { email: newEmail() }))).toBe('sign_in_again')
    expect((await setEmail(cookie, { name: `late${Date.now()}`.slice(0, 20) })).status).toBe(200)
  })

  it('needs the password to change an address, keeps the old one until the new one is confirmed, and mails the old one', async () => {
    const [old, email] = [newEmail(), newEmail()]
    const cookie = await registerAndConfirm(outgoing.mails, old)
    expect(await codeOf(await setEmail(cookie, { email }))).toBe('password_wrong')
    expect(await codeOf(await setEmail(cookie, { email, password: 'not-the-password' }))).toBe('password_wrong')
    expect((await setEmail(cookie, { email, password: PASSWORD })).status).toBe(200)
    expect(await infoOf(cookie)).toMatchObject({ email: old, emailVerified: true, newEmail: email })
    // Until the new address is confirmed, the old one stays valid, and the new one cannot log in.
    expect(await logIn(email)).toBe('login_failed')
    const stale = await resetToken(old)
    expect((await confirm(await confirmToken(email), cookie)).status).toBe(200)
    expect(await infoOf(cookie)).toMatchObject({ email, emailVerified: true, newEmail: null })
    expect(await codeOf(await reset(stale))).toBe('link_invalid')
    const notice = await takeMail(outgoing.mails, old, /new e-mail address/)
    expect(notice.text).toContain('a…@example.com')
    expect(notice.text).not.toContain(email)
    expect(await logIn(old)).toBe('login_failed')
    expect(await logIn(email)).toMatch(/^__Host/)
  })

  it('discards the new address and its link when the confirmed address is set again', async () => {
    const [old, email] = [newEmail(), newEmail()]
    const cookie = await registerAndConfirm(outgoing.mails, old)
    await setEmail(cookie, { email, password: PASSWORD })
    const token = await confirmToken(email)
    expect((await setEmail(cookie, { email: old })).status).toBe(200)
    expect(await infoOf(cookie)).toMatchObject({ email: old, newEmail: null })
    expect(await codeOf(await confirm(token, cookie))).toBe('link_invalid')
  })
})

describe('wallets of an account', () => {
  const link = async (cookie: string, wallet = newWallet()) => {
    const response = await request('POST', 'addAccount', {
      body: signInBody(wallet, siweText(await nonceFor(wallet))),
      headers: { cookie },
    })
    expect(response.status).toBe(200)
    return wallet
  }
  const remove = (cookie: string, account: string) => request('POST', 'removeAccount', { body: { account }, headers: { cookie } })

  it('can be linked and then sign in to the same account; the owner gets a mail', async () => {
    const email = newEmail()
    const cookie = await registerAndConfirm(outgoing.mails, email)
    const wallet = await link(cookie)
    expect((await takeMail(outgoing.mails, email, /wallet was added/)).text).toContain(`${wallet.address.slice(0, 6)}…`)
    expect((await infoOf(await signInWith(wallet))).user_id).toBe((await infoOf(cookie)).user_id)
  })

  it('can be unlinked while another sign-in method exists', async () => {
    const email = newEmail()
    const cookie = await registerAndConfirm(outgoing.mails, email)
    const wallet = await link(cookie)
    expect(await (await remove(cookie, wallet.address.toLowerCase())).json()).toEqual({ accounts: [] })
    await takeMail(outgoing.mails, email, /wallet was removed/)
    expect((await infoOf(await signInWith(wallet))).user_id).not.toBe((await infoOf(cookie)).user_id)
  })

  it('cannot be unlinked when the account has no other wallet and no password with a confirmed address', async () => {
    const first = newWallet()
    const cookie = await signInWith(first)
    expect(await codeOf(await remove(cookie, first.address))).toBe('last_sign_in_way')
    const email = newEmail()
    await setEmail(cookie, { email })
    expect(await codeOf(await remove(cookie, first.address))).toBe('last_sign_in_way')
    await confirm(await confirmToken(email), cookie)
    expect(await codeOf(await remove(cookie, first.address))).toBe('last_sign_in_way')
  })

  it('cannot all be unlinked by concurrent requests', async () => {
    const first = newWallet()
    const cookie = await signInWith(first)
    const second = await link(cookie)
    const responses = await Promise.all([remove(cookie, first.address), remove(cookie, second.address)])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
    expect((await infoOf(cookie)).accounts).toHaveLength(1)
  })

  it('can be unlinked only by their owner, after a fresh sign-in', async () => {
    const theirs = newWallet()
    await signInWith(theirs)
    const cookie = await signInWith(newWallet())
    expect(await codeOf(await remove(cookie, theirs.address))).toBe('not_found')
    expect(await codeOf(await remove('', theirs.address))).toBe('unauthorized')
    await makeSessionsOlder(cookie, 3600)
    expect(await codeOf(await remove(cookie, theirs.address))).toBe('sign_in_again')
  })

  it('cannot be unlinked while an order depends on them', async () => {
    const first = newWallet()
    const cookie = await signInWith(first)
    const second = await link(cookie)
    const order = (id: string, status: number) =>
      db.run(sql`insert into orders (id, chain_id, contract, order_id, ref, terms_state, service_id, buyer, seller, token, price, fee_bps, delivery,
        status, status_at, created_at, terms) values (${id}, 1, '0x', ${id}, '0x', 'ok', 1, '0xb', ${second.address}, '0xt', '1', 0, 1, ${status}, 1, 1, '{}')`)
    await order(`${second.address}-done`, 5)
    await order(`${second.address}-open`, 1)
    expect(await codeOf(await remove(cookie, second.address))).toBe('wallet_in_use')
    expect((await remove(cookie, first.address)).status).toBe(200)
  })

  it('can be unlinked despite an unpaid quote', async () => {
    const first = newWallet()
    const cookie = await signInWith(first)
    const second = await link(cookie)
    await db.run(sql`insert into quotes (ref, chain_id, contract, service_id, buyer_id, seller_id, buyer, seller, token, amount, price_usd,
      fee_bps, delivery, terms, created_at, valid_until) values (${`0x${second.address}`}, 1, '0x', 1, 0, 0, '0xb', ${second.address}, '0xt', '1',
      1, 0, 1, '{}', 1, ${now() + 600})`)
    expect((await remove(cookie, second.address)).status).toBe(200)
  })
})
