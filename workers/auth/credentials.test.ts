import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { sessions } from '../shared/tables.ts'
import { codeOf } from '../shared/testing.ts'
import { hashPassword } from './passwords.ts'
import { credentials } from './tables.ts'
import {
  cookieOf,
  infoOf,
  logIn,
  mockExternalServices,
  mockServicesPerTest,
  newEmail,
  newWallet,
  PASSWORD,
  register,
  registerAndConfirm,
  request,
  signInWith,
  takeMail,
  testEnv,
  tokenOf,
} from './testing.ts'

const db = database(testEnv)
const outgoing = mockServicesPerTest()

const stateOf = async (email: string) =>
  ((await (await request('GET', `verifyUserEmail?email=${encodeURIComponent(email)}`)).json()) as { email: string }).email
const ruleOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string; details: { path: string; rule: string } } }
  expect([response.status, error.code]).toEqual([422, 'invalid_body'])
  return error.details.rule
}

describe('register', () => {
  it.each([
    '',
    'aiko',
    'aiko@',
    '@example.com',
    'aiko@example',
    'aiko@example.c',
    'a b@example.com',
    'aiko@exa_mple.com',
    'aiko@-example.com',
    'aiko@example..com',
    'aiko@example.com, ben@example.com',
    'aiko@example.com\nBcc: x@y.com',
    '"aiko"@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}com`,
    'aiko@127.0.0.1',
  ])('rejects the address %j', async (email) => {
    expect(await ruleOf(await request('POST', 'register', { body: { email, password: PASSWORD } }))).toBe('email')
  })

  it.each([
    ['short', 'seven77'],
    ['short', '🦊🦊🦊🦊🦊🦊🦊'],
    ['long', 'x'.repeat(129)],
  ])('rejects a password that is too %s', async (rule, password) => {
    expect(await ruleOf(await request('POST', 'register', { body: { email: newEmail(), password } }))).toBe(rule)
  })

  it.each([
    'password',
    'Password1',
    'P@ssw0rd2024!',
    '12345678',
    '98765432',
    'qwertyuiop',
    'iloveyou',
    'aaaaaaaa',
    'abcdefgh',
    'abc12345',
    '11223344',
    'ｐａｓｓｗｏｒｄ',
    'warren2026',
    'Monkey123!',
  ])('rejects the common password %s without a request to the breach list', async (password) => {
    const response = await request('POST', 'register', { body: { email: newEmail(), password } })
    expect([response.status, await codeOf(response)]).toEqual([422, 'password_common'])
    expect(outgoing.breaches).toEqual([])
  })

  it("rejects a password made from the user's own address", async () => {
    for (const password of ['haruka.mori', 'Haruka.Mori1', 'haruka.mori@example.com']) {
      const response = await request('POST', 'register', { body: { email: 'haruka.mori@example.com', password } })
      expect(await codeOf(response)).toBe('password_common')
    }
  })

  it('rejects a breached password and sends only five digits of its hash to the breach list', async () => {
    vi.unstubAllGlobals()
    const outgoing = mockExternalServices({ breached: ['a-well-known-secret'] })
    const response = await request('POST', 'register', { body: { email: newEmail(), password: 'a-well-known-secret' } })
    expect(await codeOf(response)).toBe('password_common')
    expect(outgoing.breaches).toEqual([expect.stringMatching(/^[0-9A-F]{5}$/)])
    await register(newEmail(), 'an-unbreached-secret')
  })

  it('accepts passwords while the breach list is unavailable', async () => {
    vi.unstubAllGlobals()
    mockExternalServices({ breached: null })
    await register(newEmail())
  })

  it('signs in, sends a mail and stores no secret in plain text', async () => {
    const email = newEmail()
    const response = await request('POST', 'register', {
      body: { email: ` ${email.replace('example', 'EXAMPLE')} `, password: PASSWORD, language: 'ja', text: 'x' },
    })
    expect(await response.json()).toEqual({ status: 'success', authorized: 1 })
    expect(await infoOf(cookieOf(response))).toMatchObject({
      authorized: true,
      creator: false,
      email,
      emailVerified: false,
      newEmail: null,
      hasPassword: true,
      username: null,
      accounts: [],
      language: 'ja',
    })
    const mail = await takeMail(outgoing.mails, email, /メールアドレスの確認/)
    expect(mail.from).toBe('Warren <hello@warren.example>')
    expect(mail.text).toContain('http://localhost:8788/confirm-email/#')
    expect(mail.html).not.toMatch(/<img|src=|http:\/\/(?!localhost:8788)/)
    const token = tokenOf(mail)
    for (const table of ['users', 'credentials', 'mail_links', 'sessions']) {
      const rows = JSON.stringify((await db.run(sql.raw(`select * from ${table}`))).rows)
      expect(rows).not.toContain(PASSWORD)
      expect(rows).not.toContain(token)
    }
  })

  it('normalizes internationalized addresses', async () => {
    const local = newEmail().split('@')[0]!
    await register(`${local}＠例え.jp`)
    expect(await stateOf(`${local}@xn--r8jz45g.jp`)).toBe('pending')
  })

  it('creates one complete account for each of several concurrent requests', async () => {
    const emails = Array.from({ length: 4 }, newEmail)
    const cookies = await Promise.all(emails.map((email) => register(email)))
    const infos = await Promise.all(cookies.map(infoOf))
    expect(infos.map((info) => info.email)).toEqual(emails)
    expect(new Set(infos.map((info) => info.user_id)).size).toBe(4)
  })

  it('rejects a confirmed address even when it is written in upper case', async () => {
    const email = newEmail()
    await registerAndConfirm(outgoing.mails, email)
    const response = await request('POST', 'register', { body: { email: email.toUpperCase(), password: PASSWORD } })
    expect([response.status, await codeOf(response)]).toEqual([409, 'email_taken'])
  })
})

describe('verifyUserEmail', () => {
  it('returns available, pending or registered', async () => {
    const email = newEmail()
    expect(await stateOf(email)).toBe('available')
    const cookie = await register(email)
    expect(await stateOf(email.toUpperCase())).toBe('pending')
    const token = tokenOf(await takeMail(outgoing.mails, email, /^Confirm/))
    await request('POST', 'confirmEmail', { body: { token }, headers: { cookie } })
    expect(await stateOf(email)).toBe('registered')
    expect((await request('GET', 'verifyUserEmail?email=x')).status).toBe(422)
  })
})

describe('login', () => {
  it('signs in before and after the address is confirmed, and ignores the case of its letters', async () => {
    const email = newEmail()
    const cookie = await register(email)
    const { user_id } = await infoOf(cookie)
    expect((await infoOf(await logIn(email.toUpperCase()))).user_id).toBe(user_id)
    const token = tokenOf(await takeMail(outgoing.mails, email, /^Confirm/))
    await request('POST', 'confirmEmail', { body: { token }, headers: { cookie } })
    const response = await request('POST', 'login', { body: { email, password: PASSWORD } })
    expect(await response.json()).toEqual({ authorized: 1 })
    expect((await infoOf(cookieOf(response))).user_id).toBe(user_id)
  })

  it('gives the same response after a similar time for a wrong password, an unknown address and an account without a password', async () => {
    const email = newEmail()
    await register(email)
    const wallet = await signInWith(newWallet())
    const walletsMail = newEmail()
    expect((await request('POST', 'setEmail', { body: { email: walletsMail }, headers: { cookie: wallet } })).status).toBe(200)
    const failures = []
    for (const [who, password] of [
      [email, 'not-the-password'],
      [newEmail(), PASSWORD],
      [walletsMail, PASSWORD],
    ] as const) {
      const started = performance.now()
      const response = await request('POST', 'login', { body: { email: who, password } })
      failures.push({
        status: response.status,
        code: await codeOf(response),
        ms: performance.now() - started,
        cookie: response.headers.get('set-cookie'),
      })
    }
    for (const { status, code, cookie } of failures) expect([status, code, cookie]).toEqual([401, 'login_failed', null])
    // Each login computes one scrypt hash, which takes most of its time.
    const times = failures.map(({ ms }) => ms)
    expect(Math.min(...times)).toBeGreaterThan(Math.max(...times) / 4)
    expect(Math.min(...times)).toBeGreaterThan(20)
  })

  it('accepts another Unicode form of a password, but not an added space', async () => {
    const email = newEmail()
    await register(email, 'pässwörter im wald')
    expect(await logIn(email, 'pa\u0308sswo\u0308rter im wald')).toMatch(/^__Host-session=/)
    expect(await logIn(email, 'pässwörter im wald ')).toBe('login_failed')
  })

  it('hashes a password again if its scrypt parameters are old', async () => {
    const email = newEmail()
    const cookie = await register(email)
    const { user_id } = await infoOf(cookie)
    const mine = eq(credentials.userId, user_id!)
    const { scryptSync } = await import('node:crypto')
    const old = `scrypt$14,8,1$${Buffer.from('salt').toString('base64url')}$${scryptSync(PASSWORD, 'salt', 32, { N: 2 ** 14, r: 8, p: 1 }).toString('base64url')}`
    await db.update(credentials).set({ passwordHash: old }).where(mine)
    expect(await logIn(email, 'wrong-password')).toBe('login_failed')
    expect(await logIn(email)).toMatch(/^__Host/)
    const [row] = await db.select().from(credentials).where(mine)
    expect(row!.passwordHash).toMatch(/^scrypt\$15,8,3\$[\w-]{22}\$[\w-]{43}$/)
    expect(await logIn(email)).toMatch(/^__Host/)
  })

  it('ends the previous session of the browser', async () => {
    const email = newEmail()
    const old = await register(email)
    const cookie = await logIn(email, PASSWORD, { cookie: old })
    expect((await infoOf(old)).authorized).toBe(false)
    expect((await infoOf(cookie)).authorized).toBe(true)
  })
})

describe('changePassword', () => {
  const change = (cookie: string, body: object, headers = {}) =>
    request('POST', 'changePassword', { body, headers: { cookie, ...headers } })
  const NEW = 'another-kettle-entirely'

  it('needs a session, the current password and an acceptable new one', async () => {
    const cookie = await register(newEmail())
    expect(await codeOf(await request('POST', 'changePassword', { body: { current: PASSWORD, password: NEW } }))).toBe('unauthorized')
    expect(await codeOf(await change(cookie, { password: NEW }))).toBe('password_wrong')
    expect(await codeOf(await change(cookie, { current: 'not-the-password', password: NEW }))).toBe('password_wrong')
    expect(await ruleOf(await change(cookie, { current: PASSWORD, password: 'short' }))).toBe('short')
    expect(await codeOf(await change(cookie, { current: PASSWORD, password: 'password123' }))).toBe('password_common')
    expect((await infoOf(cookie)).authorized).toBe(true)
  })

  it('ends all sessions, starts a new one in this browser, and mails the owner', async () => {
    const email = newEmail()
    const cookie = await registerAndConfirm(outgoing.mails, email)
    const phone = await logIn(email)
    const response = await change(cookie, { current: PASSWORD, password: NEW })
    expect(await response.json()).toEqual({ status: 'success' })
    const fresh = cookieOf(response)
    expect(await Promise.all([cookie, phone, fresh].map(async (each) => (await infoOf(each)).authorized))).toEqual([false, false, true])
    expect(await logIn(email)).toBe('login_failed')
    expect(await logIn(email, NEW)).toMatch(/^__Host/)
    expect((await takeMail(outgoing.mails, email, /password was changed/)).text).not.toContain('#')
  })

  it('lets a wallet user with an e-mail address set a first password after a fresh sign-in', async () => {
    const cookie = await signInWith(newWallet())
    expect(await codeOf(await change(cookie, { password: NEW }))).toBe('email_required')
    const email = newEmail()
    await request('POST', 'setEmail', { body: { email }, headers: { cookie } })
    const { user_id } = await infoOf(cookie)
    await db.update(sessions).set({ createdAt: sql`created_at - 3600` }).where(eq(sessions.userId, user_id!))
    expect(await codeOf(await change(cookie, { password: NEW }))).toBe('sign_in_again')
    await db.update(sessions).set({ createdAt: sql`created_at + 3600` }).where(eq(sessions.userId, user_id!))
    expect((await change(cookie, { password: NEW })).status).toBe(200)
    expect((await infoOf(await logIn(email, NEW))).user_id).toBe(user_id)
  })
})

it('gives the same password a different hash each time', async () => {
  expect(await hashPassword(PASSWORD)).not.toBe(await hashPassword(PASSWORD))
})
