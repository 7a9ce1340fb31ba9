import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { creatorApplications, creators } from '../creators/creator-tables.ts'
import { database } from '../shared/db.ts'
import { opaqueId } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { codeOf, signedIn } from '../shared/testing.ts'
import { RESERVED_NAMES } from './credentials.schema.ts'
import { mailLinks } from './tables.ts'
import {
  confirmEmail,
  confirmToken,
  cookieOf,
  infoOf,
  logIn,
  makeSessionsOlder,
  mockServicesPerTest,
  newEmail,
  newWallet,
  OTHER_PASSWORD,
  PASSWORD,
  register,
  registerAndConfirm,
  request,
  resetPassword,
  resetToken,
  setEmail,
  signInWith,
  takeMail,
  testEnv,
  tokenOf,
} from './testing.ts'

const db = database(testEnv)
const outgoing = mockServicesPerTest()

describe('confirmation of an address', () => {
  it('needs no password in the session that requested the link, and succeeds only once', async () => {
    const email = newEmail()
    const cookie = await register(email)
    const token = await confirmToken(outgoing.mails, email)
    expect(await (await confirmEmail(token, cookie)).json()).toEqual({ email, authorized: 1 })
    expect(await infoOf(cookie)).toMatchObject({ email, emailVerified: true })
    const again = await confirmEmail(token, cookie)
    expect([again.status, await codeOf(again)]).toEqual([410, 'link_invalid'])
  })

  it('succeeds once for four concurrent requests', async () => {
    const email = newEmail()
    const cookie = await register(email)
    const token = await confirmToken(outgoing.mails, email)
    const responses = await Promise.all([1, 2, 3, 4].map(() => confirmEmail(token, cookie)))
    expect(responses.map((response) => response.status).sort()).toEqual([200, 410, 410, 410])
  })

  it.each(['', 'short', 'x'.repeat(44), '../../etc'])('rejects the malformed token %j, and an unknown one', async (token) => {
    expect((await confirmEmail(token)).status).toBe(422)
    expect(await codeOf(await confirmEmail('A'.repeat(43)))).toBe('link_invalid')
  })

  it('rejects an expired link', async () => {
    const email = newEmail()
    const cookie = await register(email)
    const token = await confirmToken(outgoing.mails, email)
    await db.update(mailLinks).set({ expiresAt: 1000 }).where(eq(mailLinks.email, email))
    expect(await codeOf(await confirmEmail(token, cookie))).toBe('link_invalid')
    expect(await infoOf(cookie)).toMatchObject({ emailVerified: false })
  })

  it('needs the password in another browser and signs in there', async () => {
    const email = newEmail()
    const cookie = await register(email)
    const token = await confirmToken(outgoing.mails, email)
    expect(await codeOf(await confirmEmail(token))).toBe('link_needs_login')
    expect(await codeOf(await confirmEmail(token, '', 'not-the-password'))).toBe('login_failed')
    const response = await confirmEmail(token, '', PASSWORD)
    expect(response.status).toBe(200)
    expect((await infoOf(cookieOf(response))).user_id).toBe((await infoOf(cookie)).user_id)
  })

  it('accepts only the newest link after resendConfirmation', async () => {
    const email = newEmail()
    const cookie = await register(email)
    const first = await confirmToken(outgoing.mails, email)
    expect((await request('POST', 'resendConfirmation', { headers: { cookie } })).status).toBe(200)
    const second = await confirmToken(outgoing.mails, email)
    expect(await codeOf(await confirmEmail(first, cookie))).toBe('link_invalid')
    expect((await confirmEmail(second, cookie)).status).toBe(200)
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
    await confirmToken(outgoing.mails, email)
    const owner = await register(email)
    expect((await infoOf(await logIn(email))).user_id).toBe((await infoOf(owner)).user_id)
    expect((await confirmEmail(await confirmToken(outgoing.mails, email), await logIn(email))).status).toBe(200)
  })

  it('belongs to the user who confirms it, even if another user registers it later', async () => {
    const email = newEmail()
    const owner = await register(email)
    const token = await confirmToken(outgoing.mails, email)
    await register(email, 'the-squatters-choice')
    expect(await logIn(email)).toBe('login_failed')
    expect((await confirmEmail(token, '', PASSWORD)).status).toBe(200)
    expect((await infoOf(await logIn(email))).user_id).toBe((await infoOf(owner)).user_id)
  })

  it('is not confirmed for another account when the owner of the address opens the link that the other account requested', async () => {
    const email = newEmail()
    const otherAccount = await register(email, 'the-squatters-choice')
    const otherToken = await confirmToken(outgoing.mails, email)
    expect(await codeOf(await confirmEmail(otherToken))).toBe('link_needs_login')
    const owner = await register(email)
    expect(await codeOf(await confirmEmail(otherToken, owner))).toBe('link_needs_login')
    expect(await codeOf(await confirmEmail(otherToken, owner, PASSWORD))).toBe('login_failed')
    expect((await infoOf(otherAccount)).emailVerified).toBe(false)
    expect((await confirmEmail(await confirmToken(outgoing.mails, email), owner)).status).toBe(200)
    expect(await infoOf(owner)).toMatchObject({ email, emailVerified: true })
  })

  it('cannot be used by another account after its owner has confirmed it', async () => {
    const email = newEmail()
    const otherAccount = await register(email, 'the-squatters-choice')
    const otherToken = await confirmToken(outgoing.mails, email)
    const owner = await register(email)
    await confirmEmail(await confirmToken(outgoing.mails, email), owner)
    expect(await logIn(email, 'the-squatters-choice')).toBe('login_failed')
    expect((await infoOf(await logIn(email))).user_id).toBe((await infoOf(owner)).user_id)
    expect(await codeOf(await confirmEmail(otherToken, otherAccount))).toBe('email_taken')
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
    const cookies = [await register(email), await register(email, OTHER_PASSWORD)]
    const tokens = [await confirmToken(outgoing.mails, email), await confirmToken(outgoing.mails, email)]
    const responses = await Promise.all(cookies.flatMap((cookie) => tokens.map((token) => confirmEmail(token, cookie))))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    const infos = await Promise.all(cookies.map(infoOf))
    expect(infos.filter((info) => info.emailVerified)).toHaveLength(1)
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
    expect((await confirmEmail(token, cookie)).status).toBe(200)
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

  it('refuses the names of other creators and of open applications, in any case, but not the own ones', async () => {
    const cookie = await signInWith(newWallet())
    const [{ user_id: me }, creator, asked, refused, late] = [
      await infoOf(cookie),
      ...(await Promise.all(Array.from({ length: 4 }, () => signedIn(testEnv)))),
    ]
    const tag = crypto.randomUUID().slice(0, 6)
    const apply = (userId: number, name: string, state: string) =>
      db
        .insert(creatorApplications)
        .values({ id: opaqueId(), userId, state, name, email: '', sns: '', fullName: '', wallet: '0x1', text: '', sentAt: 1, stateAt: 1 })
    await db.insert(creators).values({ userId: creator!.id, name: `Page${tag}`, wallet: `0x${tag}`, since: 1, removedAt: 2 })
    await apply(asked!.id, `Asked${tag}`, 'asked')
    await apply(refused!.id, `Refused${tag}`, 'refused')
    await apply(me!, `Mine${tag}`, 'sent')
    for (const name of [`PAGE${tag}`, `asked${tag}`]) expect(await codeOf(await setEmail(cookie, { name }))).toBe('username_taken')
    // Somebody applies with the name between the checks and the statement.
    const race = raceBefore('update \\"users\\"', () => apply(late!.id, `Late${tag}`, 'sent'))
    const response = await setEmail(cookie, { name: `late${tag}` })
    race.restore()
    expect([race.happened, await codeOf(response)]).toEqual([true, 'username_taken'])
    expect((await infoOf(cookie)).username).toBeNull()
    for (const name of [`Refused${tag}`, `mine${tag}`]) expect((await setEmail(cookie, { name })).status).toBe(200)
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
      'bibi',
      'public',
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
    const stale = await resetToken(outgoing.mails, old)
    expect((await confirmEmail(await confirmToken(outgoing.mails, email), cookie)).status).toBe(200)
    expect(await infoOf(cookie)).toMatchObject({ email, emailVerified: true, newEmail: null })
    expect(await codeOf(await resetPassword(stale))).toBe('link_invalid')
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
    const token = await confirmToken(outgoing.mails, email)
    expect((await setEmail(cookie, { email: old })).status).toBe(200)
    expect(await infoOf(cookie)).toMatchObject({ email: old, newEmail: null })
    expect(await codeOf(await confirmEmail(token, cookie))).toBe('link_invalid')
  })
})
