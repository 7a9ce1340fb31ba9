import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { codeOf } from '../shared/testing.ts'
import {
  infoOf,
  logIn,
  mockExternalServices,
  newEmail,
  PASSWORD,
  register,
  registerAndConfirm,
  request,
  takeMail,
  testEnv,
  tokenOf,
} from './testing.ts'

// scrypt is slow by design, and slower on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let outgoing: ReturnType<typeof mockExternalServices>
beforeEach(() => {
  outgoing = mockExternalServices()
})
afterEach(() => vi.unstubAllGlobals())

describe('limits on wrong passwords', () => {
  const from = (address: string) => ({ 'x-address': address })
  /**
   * Counts wrong passwords directly in the Durable Objects, without scrypt. Without `network` they count as coming from untrusted networks.
   */
  async function countWrongPasswords(times: number, account: string, network?: string) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(account.toLowerCase()))
    const name = `password ${Buffer.from(digest).toString('hex')}`
    const [subject, limits] = network ? ([`${name} ${network}`, [[5, 300]]] as const) : ([name, [[100, 86_400]]] as const)
    for (let i = 0; i < times; i++) expect(await testEnv.LIMITS.getByName(subject).take('password', limits)).toBe(0)
  }

  it('reject the sixth attempt on an account from one network and return the time to wait', async () => {
    const email = newEmail()
    await register(email)
    const network = from('203.0.113.1')
    for (let i = 0; i < 5; i++) expect(await logIn(email, 'guess-number-1', network)).toBe('login_failed')
    const response = await request('POST', 'login', { body: { email, password: PASSWORD }, headers: network })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^[1-9]\d?$/)])
    const { error } = (await response.json()) as { error: { code: string; details: { retryAfter: number } } }
    expect(error).toMatchObject({ code: 'too_many_requests', details: { retryAfter: Number(response.headers.get('retry-after')) } })
    // The owner, on another network, can still log in.
    expect(await logIn(email, PASSWORD, from('203.0.113.2'))).toMatch(/^__Host/)
  })

  it('count concurrent attempts', async () => {
    const email = newEmail()
    await countWrongPasswords(3, email, '203.0.113.3')
    const codes = await Promise.all(Array.from({ length: 8 }, () => logIn(email, 'guess-number-1', from('203.0.113.3'))))
    expect(codes.filter((code) => code === 'login_failed')).toHaveLength(2)
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(6)
  })

  it('are reset by the right password', async () => {
    const email = newEmail()
    await register(email)
    for (let round = 0; round < 2; round++) {
      await countWrongPasswords(4, email, '203.0.113.4')
      expect(await logIn(email, PASSWORD, from('203.0.113.4'))).toMatch(/^__Host/)
    }
  })

  it('apply to an account across all networks, except networks where the owner has logged in', async () => {
    const email = newEmail()
    await register(email)
    const trustedNetwork = from('203.0.113.5')
    expect(await logIn(email, PASSWORD, trustedNetwork)).toMatch(/^__Host/)
    await countWrongPasswords(100, email)
    expect(await logIn(email, PASSWORD, from('198.51.100.250'))).toBe('too_many_requests')
    expect(await logIn(email, PASSWORD, trustedNetwork)).toMatch(/^__Host/)
  })

  it('do not lock out an owner who resets the password by mail', async () => {
    const email = newEmail()
    await registerAndConfirm(outgoing.mails, email)
    await countWrongPasswords(100, email)
    await countWrongPasswords(5, email, '198.51.100.251')
    const phone = from('198.51.100.251')
    expect(await logIn(email, PASSWORD, phone)).toBe('too_many_requests')
    await request('POST', 'requestPasswordReset', { body: { email } })
    const token = tokenOf(await takeMail(outgoing.mails, email, /new password/))
    const password = 'another-kettle-entirely'
    expect((await request('POST', 'resetPassword', { body: { token, password }, headers: phone })).status).toBe(200)
    expect(await logIn(email, password, phone)).toMatch(/^__Host/)
  })

  it('apply to attempts on many accounts from one network; an IPv6 /64 counts as one network', async () => {
    const network = testEnv.LIMITS.getByName('network 2001:db8:77:1::/64')
    for (let i = 0; i < 50; i++) expect(await network.take('password', [[50, 600]])).toBe(0)
    expect(await logIn(newEmail(), PASSWORD, from('2001:db8:77:1:abcd::9'))).toBe('too_many_requests')
    expect(await logIn(newEmail(), PASSWORD, from('2001:db8:77:2:abcd::9'))).toBe('login_failed')
  })

  it('apply to changePassword of a signed-in user', async () => {
    const cookie = await register(newEmail())
    await countWrongPasswords(5, `user ${(await infoOf(cookie)).user_id}`, '203.0.113.9')
    const body = { current: PASSWORD, password: 'another-kettle-entirely' }
    const response = await request('POST', 'changePassword', { body, headers: { cookie, ...from('203.0.113.9') } })
    expect(await codeOf(response)).toBe('too_many_requests')
  })
})

describe('rate limits per network', () => {
  const network = { 'x-address': '203.0.113.77' }
  it.each([
    ['register', 10, { email: 'x', password: 'y' }],
    ['requestPasswordReset', 10, { email: 'x' }],
    ['resetPassword', 20, { token: 'x' }],
    ['confirmEmail', 30, { token: 'x' }],
    ['signIn', 60, {}],
    ['getNonce', 120, { account: 'x' }],
    ['login', 100, { email: 'x' }],
  ] as const)('%s returns 429 with Retry-After after %i calls', async (name, maximum, body) => {
    const send = () => request('POST', name, { body, headers: network })
    for (let i = 0; i < maximum; i++) expect((await send()).status).toBe(422)
    let response = await send()
    // On a slow machine part of the limit is refilled in the meantime.
    for (let i = 0; i < maximum && response.status === 422; i++) response = await send()
    expect([response.status, Number(response.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect((await request('POST', name, { body, headers: { 'x-address': '203.0.113.78' } })).status).toBe(422)
  })

  it('verifyUserEmail returns 429 after 60 calls', async () => {
    for (let i = 0; i < 60; i++) expect((await request('GET', 'verifyUserEmail?email=x', { headers: network })).status).toBe(422)
    expect((await request('GET', 'verifyUserEmail?email=x', { headers: network })).status).toBe(429)
  })
})
