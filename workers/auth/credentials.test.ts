import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { codeOf } from '../shared/testing.ts'
import { hashPassword } from './passwords.ts'
import { credentials, sessions } from './tables.ts'
import {
  ask,
  confirmed,
  cookieOf,
  infoOf,
  loginAs,
  mailTo,
  newEmail,
  newWallet,
  outside,
  PASSWORD,
  registered,
  signedInBy,
  tokenIn,
  worldEnv,
} from './testing.ts'

// scrypt is slow on purpose, and a busy machine makes it slower.
vi.setConfig({ testTimeout: 60_000 })

const db = database(worldEnv)
let asked: ReturnType<typeof outside>
beforeEach(() => {
  asked = outside()
})
afterEach(() => vi.unstubAllGlobals())

const stateOf = async (email: string) =>
  ((await (await ask('GET', `verifyUserEmail?email=${encodeURIComponent(email)}`)).json()) as { email: string }).email
const ruleOf = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { code: string; details: { path: string; rule: string } } }
  expect([answer.status, error.code]).toEqual([422, 'invalid_body'])
  return error.details.rule
}

describe('registering', () => {
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
  ])('does not take the address %j', async (email) => {
    expect(await ruleOf(await ask('POST', 'register', { body: { email, password: PASSWORD } }))).toBe('email')
  })

  it.each([
    ['short', 'seven77'],
    ['short', '🦊🦊🦊🦊🦊🦊🦊'],
    ['long', 'x'.repeat(129)],
  ])('tells that a password is too %s', async (rule, password) => {
    expect(await ruleOf(await ask('POST', 'register', { body: { email: newEmail(), password } }))).toBe(rule)
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
  ])('does not take the common password %s, nor ask the list of breaches', async (password) => {
    const answer = await ask('POST', 'register', { body: { email: newEmail(), password } })
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'password_common'])
    expect(asked.breaches).toEqual([])
  })

  it("does not take one's own address for a password", async () => {
    for (const password of ['haruka.mori', 'Haruka.Mori1', 'haruka.mori@example.com']) {
      const answer = await ask('POST', 'register', { body: { email: 'haruka.mori@example.com', password } })
      expect(await codeOf(answer)).toBe('password_common')
    }
  })

  it('does not take a breached password, of which only five digits of a sum are told', async () => {
    vi.unstubAllGlobals()
    asked = outside({ breached: ['a-well-known-secret'] })
    const answer = await ask('POST', 'register', { body: { email: newEmail(), password: 'a-well-known-secret' } })
    expect(await codeOf(answer)).toBe('password_common')
    expect(asked.breaches).toEqual([expect.stringMatching(/^[0-9A-F]{5}$/)])
    await registered(newEmail(), 'a-secret-nobody-knows')
  })

  it('goes on while the list of breaches is away', async () => {
    vi.unstubAllGlobals()
    asked = outside({ breached: null })
    await registered(newEmail())
  })

  it('signs in, sends a mail and keeps nothing readable', async () => {
    const email = newEmail()
    const answer = await ask('POST', 'register', {
      body: { email: ` ${email.replace('example', 'EXAMPLE')} `, password: PASSWORD, language: 'ja', text: 'x' },
    })
    expect(await answer.json()).toEqual({ status: 'success', authorized: 1 })
    expect(await infoOf(cookieOf(answer))).toMatchObject({
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
    const mail = await mailTo(asked.mails, email, /メールアドレスの確認/)
    expect(mail.from).toBe('Warren <hello@warren.example>')
    expect(mail.text).toContain('http://localhost:8788/confirm-email/#')
    expect(mail.html).not.toMatch(/<img|src=|http:\/\/(?!localhost:8788)/)
    const token = tokenIn(mail)
    for (const table of ['users', 'credentials', 'mail_links', 'sessions']) {
      const rows = JSON.stringify((await db.run(sql.raw(`select * from ${table}`))).rows)
      expect(rows).not.toContain(PASSWORD)
      expect(rows).not.toContain(token)
    }
  })

  it('takes addresses of other scripts in their one spelling', async () => {
    const local = newEmail().split('@')[0]!
    await registered(`${local}＠例え.jp`)
    expect(await stateOf(`${local}@xn--r8jz45g.jp`)).toBe('pending')
  })

  it('makes whole people only, also many at once', async () => {
    const emails = Array.from({ length: 4 }, newEmail)
    const cookies = await Promise.all(emails.map((email) => registered(email)))
    const infos = await Promise.all(cookies.map(infoOf))
    expect(infos.map((info) => info.email)).toEqual(emails)
    expect(new Set(infos.map((info) => info.user_id)).size).toBe(4)
  })

  it('says so where somebody has confirmed the address, in whatever case', async () => {
    const email = newEmail()
    await confirmed(asked.mails, email)
    const answer = await ask('POST', 'register', { body: { email: email.toUpperCase(), password: PASSWORD } })
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'email_taken'])
  })
})

describe('whether an address is free', () => {
  it('is told: free, begun, somebody’s', async () => {
    const email = newEmail()
    expect(await stateOf(email)).toBe('available')
    const cookie = await registered(email)
    expect(await stateOf(email.toUpperCase())).toBe('pending')
    const token = tokenIn(await mailTo(asked.mails, email, /^Confirm/))
    await ask('POST', 'confirmEmail', { body: { token }, headers: { cookie } })
    expect(await stateOf(email)).toBe('registered')
    expect((await ask('GET', 'verifyUserEmail?email=x')).status).toBe(422)
  })
})

describe('logging in', () => {
  it('works before and after the address is confirmed, in whatever case it is written', async () => {
    const email = newEmail()
    const cookie = await registered(email)
    const { user_id } = await infoOf(cookie)
    expect((await infoOf(await loginAs(email.toUpperCase()))).user_id).toBe(user_id)
    const token = tokenIn(await mailTo(asked.mails, email, /^Confirm/))
    await ask('POST', 'confirmEmail', { body: { token }, headers: { cookie } })
    const answer = await ask('POST', 'login', { body: { email, password: PASSWORD } })
    expect(await answer.json()).toEqual({ authorized: 1 })
    expect((await infoOf(cookieOf(answer))).user_id).toBe(user_id)
  })

  it('fails in the same words and with the same work, whether the password is wrong or nobody is there', async () => {
    const email = newEmail()
    await registered(email)
    const wallet = await signedInBy(newWallet())
    const walletsMail = newEmail()
    expect((await ask('POST', 'setEmail', { body: { email: walletsMail }, headers: { cookie: wallet } })).status).toBe(200)
    const failures = []
    for (const [who, password] of [
      [email, 'not-the-password'],
      [newEmail(), PASSWORD],
      [walletsMail, PASSWORD],
    ] as const) {
      const started = performance.now()
      const answer = await ask('POST', 'login', { body: { email: who, password } })
      failures.push({
        status: answer.status,
        code: await codeOf(answer),
        ms: performance.now() - started,
        cookie: answer.headers.get('set-cookie'),
      })
    }
    for (const { status, code, cookie } of failures) expect([status, code, cookie]).toEqual([401, 'login_failed', null])
    // One scrypt each, a tenth of a second and more, beside which nothing else counts.
    const times = failures.map(({ ms }) => ms)
    expect(Math.min(...times)).toBeGreaterThan(Math.max(...times) / 4)
    expect(Math.min(...times)).toBeGreaterThan(20)
  })

  it('takes a password in its other spellings, and no longer one', async () => {
    const email = newEmail()
    await registered(email, 'pässwörter im wald')
    expect(await loginAs(email, 'pa\u0308sswo\u0308rter im wald')).toMatch(/^__Host-session=/)
    expect(await loginAs(email, 'pässwörter im wald ')).toBe('login_failed')
  })

  it('hashes a password anew whose parameters have aged', async () => {
    const email = newEmail()
    const cookie = await registered(email)
    const { user_id } = await infoOf(cookie)
    const mine = eq(credentials.userId, user_id!)
    const { scryptSync } = await import('node:crypto')
    const old = `scrypt$14,8,1$${Buffer.from('salt').toString('base64url')}$${scryptSync(PASSWORD, 'salt', 32, { N: 2 ** 14, r: 8, p: 1 }).toString('base64url')}`
    await db.update(credentials).set({ passwordHash: old }).where(mine)
    expect(await loginAs(email, 'wrong-password')).toBe('login_failed')
    expect(await loginAs(email)).toMatch(/^__Host/)
    const [row] = await db.select().from(credentials).where(mine)
    expect(row!.passwordHash).toMatch(/^scrypt\$15,8,3\$[\w-]{22}\$[\w-]{43}$/)
    expect(await loginAs(email)).toMatch(/^__Host/)
  })

  it('ends the session the browser came with', async () => {
    const email = newEmail()
    const old = await registered(email)
    const cookie = await loginAs(email, PASSWORD, { cookie: old })
    expect((await infoOf(old)).authorized).toBe(false)
    expect((await infoOf(cookie)).authorized).toBe(true)
  })
})

describe('guessing a password', () => {
  const from = (address: string) => ({ 'x-address': address })
  /** Wrong passwords without their scrypt: the objects that count them are told directly. `place` left out is one of strangers. */
  async function wrong(times: number, account: string, place?: string) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(account.toLowerCase()))
    const name = `password ${Buffer.from(digest).toString('hex')}`
    const [subject, limits] = place ? ([`${name} ${place}`, [[5, 300]]] as const) : ([name, [[100, 86_400]]] as const)
    for (let i = 0; i < times; i++) expect(await worldEnv.LIMITS.getByName(subject).take('password', limits)).toBe(0)
  }

  it('is slowed down after five, and the answer tells for how long', async () => {
    const email = newEmail()
    await registered(email)
    const here = from('203.0.113.1')
    for (let i = 0; i < 5; i++) expect(await loginAs(email, 'guess-number-1', here)).toBe('login_failed')
    const answer = await ask('POST', 'login', { body: { email, password: PASSWORD }, headers: here })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^[1-9]\d?$/)])
    const { error } = (await answer.json()) as { error: { code: string; details: { retryAfter: number } } }
    expect(error).toMatchObject({ code: 'too_many_requests', details: { retryAfter: Number(answer.headers.get('retry-after')) } })
    // The owner, elsewhere, is not concerned.
    expect(await loginAs(email, PASSWORD, from('203.0.113.2'))).toMatch(/^__Host/)
  })

  it('counts many at once one by one', async () => {
    const email = newEmail()
    await wrong(3, email, '203.0.113.3')
    const codes = await Promise.all(Array.from({ length: 8 }, () => loginAs(email, 'guess-number-1', from('203.0.113.3'))))
    expect(codes.filter((code) => code === 'login_failed')).toHaveLength(2)
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(6)
  })

  it('is forgiven by the right one', async () => {
    const email = newEmail()
    await registered(email)
    for (let round = 0; round < 2; round++) {
      await wrong(4, email, '203.0.113.4')
      expect(await loginAs(email, PASSWORD, from('203.0.113.4'))).toMatch(/^__Host/)
    }
  })

  it('is limited for an account over all places, but not for a place its owner is known from', async () => {
    const email = newEmail()
    await registered(email)
    const home = from('203.0.113.5')
    expect(await loginAs(email, PASSWORD, home)).toMatch(/^__Host/)
    await wrong(100, email)
    expect(await loginAs(email, PASSWORD, from('198.51.100.250'))).toBe('too_many_requests')
    expect(await loginAs(email, PASSWORD, home)).toMatch(/^__Host/)
  })

  it('from everywhere keeps nobody out whose mailbox is theirs', async () => {
    const email = newEmail()
    await confirmed(asked.mails, email)
    await wrong(100, email)
    await wrong(5, email, '198.51.100.251')
    const phone = from('198.51.100.251')
    expect(await loginAs(email, PASSWORD, phone)).toBe('too_many_requests')
    await ask('POST', 'requestPasswordReset', { body: { email } })
    const token = tokenIn(await mailTo(asked.mails, email, /new password/))
    const password = 'another-kettle-entirely'
    expect((await ask('POST', 'resetPassword', { body: { token, password }, headers: phone })).status).toBe(200)
    expect(await loginAs(email, password, phone)).toMatch(/^__Host/)
  })

  it('from one place at many accounts is limited too, a /64 of IPv6 being one place', async () => {
    const place = worldEnv.LIMITS.getByName('place 2001:db8:77:1::/64')
    for (let i = 0; i < 50; i++) expect(await place.take('password', [[50, 600]])).toBe(0)
    expect(await loginAs(newEmail(), PASSWORD, from('2001:db8:77:1:abcd::9'))).toBe('too_many_requests')
    expect(await loginAs(newEmail(), PASSWORD, from('2001:db8:77:2:abcd::9'))).toBe('login_failed')
  })

  it('of somebody signed in is limited as well', async () => {
    const cookie = await registered(newEmail())
    await wrong(5, `user ${(await infoOf(cookie)).user_id}`, '203.0.113.9')
    const body = { current: PASSWORD, password: 'another-kettle-entirely' }
    const answer = await ask('POST', 'changePassword', { body, headers: { cookie, ...from('203.0.113.9') } })
    expect(await codeOf(answer)).toBe('too_many_requests')
  })
})

describe('asking too often', () => {
  const here = { 'x-address': '203.0.113.77' }
  it.each([
    ['register', 10, { email: 'x', password: 'y' }],
    ['requestPasswordReset', 10, { email: 'x' }],
    ['resetPassword', 20, { token: 'x' }],
    ['confirmEmail', 30, { token: 'x' }],
    ['signIn', 60, {}],
    ['getNonce', 120, { account: 'x' }],
    ['login', 100, { email: 'x' }],
  ] as const)('%s is refused after %i, with the wait', async (name, most, body) => {
    const once = () => ask('POST', name, { body, headers: here })
    for (let i = 0; i < most; i++) expect((await once()).status).toBe(422)
    let answer = await once()
    // On a slow machine some of it has come back meanwhile.
    for (let i = 0; i < most && answer.status === 422; i++) answer = await once()
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect((await ask('POST', name, { body, headers: { 'x-address': '203.0.113.78' } })).status).toBe(422)
  })

  it('verifyUserEmail is refused after 60', async () => {
    for (let i = 0; i < 60; i++) expect((await ask('GET', 'verifyUserEmail?email=x', { headers: here })).status).toBe(422)
    expect((await ask('GET', 'verifyUserEmail?email=x', { headers: here })).status).toBe(429)
  })
})

describe('changing the password', () => {
  const change = (cookie: string, body: object, headers = {}) => ask('POST', 'changePassword', { body, headers: { cookie, ...headers } })
  const NEW = 'another-kettle-entirely'

  it('needs a session, the current one, and a good new one', async () => {
    const cookie = await registered(newEmail())
    expect(await codeOf(await ask('POST', 'changePassword', { body: { current: PASSWORD, password: NEW } }))).toBe('unauthorized')
    expect(await codeOf(await change(cookie, { password: NEW }))).toBe('password_wrong')
    expect(await codeOf(await change(cookie, { current: 'not-the-password', password: NEW }))).toBe('password_wrong')
    expect(await ruleOf(await change(cookie, { current: PASSWORD, password: 'short' }))).toBe('short')
    expect(await codeOf(await change(cookie, { current: PASSWORD, password: 'password123' }))).toBe('password_common')
    expect((await infoOf(cookie)).authorized).toBe(true)
  })

  it('ends every other session, gives this browser a new one, and tells the owner', async () => {
    const email = newEmail()
    const cookie = await confirmed(asked.mails, email)
    const phone = await loginAs(email)
    const answer = await change(cookie, { current: PASSWORD, password: NEW })
    expect(await answer.json()).toEqual({ status: 'success' })
    const fresh = cookieOf(answer)
    expect(await Promise.all([cookie, phone, fresh].map(async (each) => (await infoOf(each)).authorized))).toEqual([false, false, true])
    expect(await loginAs(email)).toBe('login_failed')
    expect(await loginAs(email, NEW)).toMatch(/^__Host/)
    expect((await mailTo(asked.mails, email, /password was changed/)).text).not.toContain('#')
  })

  it('gives a wallet’s owner one once there is an address, if they have just signed in', async () => {
    const cookie = await signedInBy(newWallet())
    expect(await codeOf(await change(cookie, { password: NEW }))).toBe('email_required')
    const email = newEmail()
    await ask('POST', 'setEmail', { body: { email }, headers: { cookie } })
    const { user_id } = await infoOf(cookie)
    await db.update(sessions).set({ createdAt: sql`created_at - 3600` }).where(eq(sessions.userId, user_id!))
    expect(await codeOf(await change(cookie, { password: NEW }))).toBe('sign_in_again')
    await db.update(sessions).set({ createdAt: sql`created_at + 3600` }).where(eq(sessions.userId, user_id!))
    expect((await change(cookie, { password: NEW })).status).toBe(200)
    expect((await infoOf(await loginAs(email, NEW))).user_id).toBe(user_id)
  })
})

it('keeps a password as salted scrypt: twice the same is not the same', async () => {
  expect(await hashPassword(PASSWORD)).not.toBe(await hashPassword(PASSWORD))
})
