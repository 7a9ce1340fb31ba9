import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { TERMS_SINCE } from '../shared/session.ts'
import { accounts, sessions, users } from '../shared/tables.ts'
import { codeOf } from '../shared/testing.ts'
import { NEW_METHOD_SECONDS } from './fresh-sign-in.schema.ts'
import { nonces } from './tables.ts'
import {
  type Changes,
  cookieOf,
  infoOf,
  mockContract,
  newWallet,
  nonceFor,
  request,
  signInBody,
  signInWith,
  siweText,
  testEnv,
} from './testing.ts'
import type { LinkedWallet, Nonce } from './users.schema.ts'

afterEach(() => void vi.restoreAllMocks())

describe('signIn with a wallet', () => {
  it('creates an account for a new wallet and finds it the next time', async () => {
    const contractAccepts = mockContract(async () => false)
    const wallet = newWallet()
    const first = await infoOf(await signInWith(wallet, { 'accept-language': 'ja,en;q=0.5' }))
    expect(first).toMatchObject({
      authorized: true,
      creator: false,
      accounts: [wallet.address],
      language: 'ja',
      networks: [8453],
      name: null,
    })
    const second = await infoOf(await signInWith(wallet))
    expect(second.user_id).toBe(first.user_id)
    expect(contractAccepts).not.toHaveBeenCalled()
  })

  it('sets a Secure, HttpOnly, host-only cookie and stores only its hash', async () => {
    const wallet = newWallet()
    const response = await request('POST', 'signIn', { body: signInBody(wallet, siweText(await nonceFor(wallet))) })
    const cookie = response.headers.get('set-cookie')!
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const rows = await database(testEnv).select().from(sessions)
    expect(JSON.stringify(rows)).not.toContain(cookieOf(response).split('=')[1])
  })

  it('creates one account for concurrent first sign-ins of a wallet', async () => {
    const wallet = newWallet()
    const messages = await Promise.all([1, 2, 3, 4].map(async () => siweText(await nonceFor(wallet))))
    const responses = await Promise.all(messages.map((message) => request('POST', 'signIn', { body: signInBody(wallet, message) })))
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200])
    const ids = await Promise.all(responses.map(async (response) => (await infoOf(cookieOf(response))).user_id))
    expect(new Set(ids).size).toBe(1)
    expect(await database(testEnv).select().from(accounts).where(eq(accounts.address, wallet.address))).toHaveLength(1)
  })

  it('ends the previous session of the browser', async () => {
    const old = await signInWith(newWallet())
    await signInWith(newWallet(), { cookie: old })
    expect((await infoOf(old)).authorized).toBe(false)
  })
})

describe('a nonce', () => {
  it('is accepted only once', async () => {
    const wallet = newWallet()
    const signed = signInBody(wallet, siweText(await nonceFor(wallet)))
    expect((await request('POST', 'signIn', { body: signed })).status).toBe(200)
    const again = await request('POST', 'signIn', { body: signed })
    expect([again.status, await codeOf(again)]).toEqual([401, 'sign_in_nonce_invalid'])
  })

  it('is accepted for exactly one of several concurrent sign-ins', async () => {
    const wallet = newWallet()
    const signed = signInBody(wallet, siweText(await nonceFor(wallet)))
    const responses = await Promise.all(Array.from({ length: 8 }, () => request('POST', 'signIn', { body: signed })))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(responses.filter((response) => response.status === 401)).toHaveLength(7)
  })

  it('is used up by a wrong signature', async () => {
    const wallet = newWallet()
    mockContract(async () => false)
    const message = siweText(await nonceFor(wallet))
    expect(await codeOf(await request('POST', 'signIn', { body: signInBody(wallet, message, newWallet().sign(message)) }))).toBe(
      'sign_in_signature_invalid',
    )
    expect(await codeOf(await request('POST', 'signIn', { body: signInBody(wallet, message) }))).toBe('sign_in_nonce_invalid')
  })

  it('expires', async () => {
    const wallet = newWallet()
    const nonce = await nonceFor(wallet)
    await database(testEnv).update(nonces).set({ expiresAt: now() }).where(eq(nonces.nonce, nonce.nonce))
    expect(await codeOf(await request('POST', 'signIn', { body: signInBody(wallet, siweText(nonce)) }))).toBe('sign_in_nonce_invalid')
  })

  it('is rejected if the server did not issue it', async () => {
    const wallet = newWallet()
    const message = siweText({ ...(await nonceFor(wallet)), nonce: 'abcdefgh12345678' })
    expect(await codeOf(await request('POST', 'signIn', { body: signInBody(wallet, message) }))).toBe('sign_in_nonce_invalid')
  })
})

describe('a sign-in message', () => {
  it.each([
    ['for another domain', { domain: 'evil.example' }, 'sign_in_message_mismatch'],
    ['for another origin', { uri: 'https://evil.example' }, 'sign_in_message_mismatch'],
    ['for another chain', { chainId: 1 }, 'sign_in_message_mismatch'],
    ['issued in the future', { issuedAt: '2099-01-01T00:00:00Z' }, 'sign_in_message_mismatch'],
    ['that is too old', { issuedAt: '2020-01-01T00:00:00Z' }, 'sign_in_expired'],
    ['that has expired', { more: '\nExpiration Time: 2020-01-01T00:00:00Z' }, 'sign_in_expired'],
    ['with an invalid expiration time', { more: '\nExpiration Time: 2020-02-32T00:00:00Z' }, 'sign_in_message_invalid'],
    ['that is not valid yet', { more: '\nNot Before: 2099-01-01T00:00:00Z' }, 'sign_in_message_mismatch'],
    ['with a second nonce', { more: '\nNonce: 12345678' }, 'sign_in_message_invalid'],
    ['with a nonce in its statement', { statement: 'Sign in.\nNonce: 12345678' }, 'sign_in_message_invalid'],
    ['of version 2', { version: '2' }, 'sign_in_message_invalid'],
    ['whose chain id has a leading zero', { chainId: '08453' }, 'sign_in_message_mismatch'],
    ['whose chain id is in hex', { chainId: '0x2105' }, 'sign_in_message_invalid'],
  ] satisfies [string, Changes, string][])('%s is rejected without using up its nonce', async (_, changes, code) => {
    const wallet = newWallet()
    const nonce = await nonceFor(wallet)
    expect(await codeOf(await request('POST', 'signIn', { body: signInBody(wallet, siweText(nonce, changes)) }))).toBe(code)
    expect((await request('POST', 'signIn', { body: signInBody(wallet, siweText(nonce)) })).status).toBe(200)
  })

  it('for another account is rejected', async () => {
    const [wallet, other] = [newWallet(), newWallet()]
    const message = siweText(await nonceFor(other))
    expect(await codeOf(await request('POST', 'signIn', { body: signInBody(wallet, message) }))).toBe('sign_in_message_mismatch')
  })
})

describe('signIn', () => {
  it.each([
    ['account', { account: '0x12' }],
    ['signature', { signature: '0xzz' }],
    ['signature', { signature: '0x' }],
    ['message', { message: 7 }],
    ['provider', { provider: 'a b' }],
  ])('rejects a request with an invalid %s, and names the field: %j', async (path, changed) => {
    const wallet = newWallet()
    const response = await request('POST', 'signIn', { body: { ...signInBody(wallet, siweText(await nonceFor(wallet))), ...changed } })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_body', details: { path } } })
  })
})

describe('a message written by the wallet', () => {
  /** As Base Account writes it: with its own statement, without an expiration time. */
  const walletMessage = (wallet: { address: string }, nonce: string) =>
    siweText({ ...nonceOf(nonce), account: wallet.address as `0x${string}` }, { statement: 'Sign in with Ethereum to the app.' })
  const nonceOf = (nonce: string) => ({ nonce, statement: '', chainId: 8453, issuedAt: new Date().toISOString(), expirationTime: '' })
  const nonceWithoutAccount = async () => (await (await request('POST', 'getNonce', { body: {} })).json()) as Nonce

  it('signs in once with a nonce that was requested without an account', async () => {
    const [wallet, other] = [newWallet(), newWallet()]
    const response = await nonceWithoutAccount()
    expect(response).toEqual({
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      statement: expect.any(String),
      chainId: 8453,
      issuedAt: expect.any(String),
      expirationTime: expect.any(String),
    })
    expect((await request('POST', 'signIn', { body: signInBody(wallet, walletMessage(wallet, response.nonce)) })).status).toBe(200)
    const again = await request('POST', 'signIn', { body: signInBody(other, walletMessage(other, response.nonce)) })
    expect(await codeOf(again)).toBe('sign_in_nonce_invalid')
  })

  it('must be for the account in the body', async () => {
    const [wallet, other] = [newWallet(), newWallet()]
    const signed = signInBody(wallet, walletMessage(wallet, (await nonceWithoutAccount()).nonce))
    expect(await codeOf(await request('POST', 'signIn', { body: { ...signed, account: other.address } }))).toBe('sign_in_message_mismatch')
  })
})

describe('getAccounts', () => {
  it('needs a session', async () => {
    expect(await codeOf(await request('GET', 'getAccounts'))).toBe('unauthorized')
  })

  it("returns the caller's own wallets with provider and time", async () => {
    const [first, second] = [newWallet(), newWallet()]
    await signInWith(newWallet())
    const cookie = await signInWith(first)
    const linked = { ...signInBody(second, siweText(await nonceFor(second))), provider: 'io.example' }
    expect((await request('POST', 'addAccount', { body: linked, headers: { cookie } })).status).toBe(200)
    const { accounts } = (await (await request('GET', 'getAccounts', { headers: { cookie } })).json()) as { accounts: LinkedWallet[] }
    expect(accounts).toEqual([
      { address: first.address, provider: 'local.warren.seller', linkedAt: expect.any(Number), trustedFrom: 0, paidFrom: 0 },
      {
        address: second.address,
        provider: 'io.example',
        linkedAt: expect.any(Number),
        trustedFrom: accounts[1]!.linkedAt + NEW_METHOD_SECONDS,
        paidFrom: accounts[1]!.linkedAt + NEW_METHOD_SECONDS,
      },
    ])
    expect(Math.abs(accounts[1]!.linkedAt - now())).toBeLessThan(10)
  })
})

describe('addAccount', () => {
  it('needs a session', async () => {
    const wallet = newWallet()
    const response = await request('POST', 'addAccount', { body: signInBody(wallet, siweText(await nonceFor(wallet))) })
    expect(await codeOf(response)).toBe('unauthorized')
  })

  it('adds a wallet after the first; repeating the call changes nothing', async () => {
    const [first, second] = [newWallet(), newWallet()]
    const cookie = await signInWith(first)
    for (const _ of [1, 2]) {
      const response = await request('POST', 'addAccount', {
        body: signInBody(second, siweText(await nonceFor(second))),
        headers: { cookie },
      })
      expect(response.status).toBe(200)
    }
    expect((await infoOf(cookie)).accounts).toEqual([first.address, second.address])
    expect((await infoOf(await signInWith(second))).user_id).toBe((await infoOf(cookie)).user_id)
  })

  it('rejects a wallet of another account', async () => {
    const [mine, theirs] = [newWallet(), newWallet()]
    await signInWith(theirs)
    const cookie = await signInWith(mine)
    const response = await request('POST', 'addAccount', {
      body: signInBody(theirs, siweText(await nonceFor(theirs))),
      headers: { cookie },
    })
    expect([response.status, await codeOf(response)]).toEqual([409, 'account_taken'])
    expect((await infoOf(cookie)).accounts).toEqual([mine.address])
  })
})

describe('sessions and requests', () => {
  it('a session ends with a logout', async () => {
    const cookie = await signInWith(newWallet())
    const response = await request('POST', 'logout', { headers: { cookie } })
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-session=; Max-Age=0; Path=\/;/)
    expect((await infoOf(cookie)).authorized).toBe(false)
    expect(await codeOf(await request('POST', 'enableAccount', { headers: { cookie } }))).toBe('unauthorized')
  })

  it('a session ends when it expires', async () => {
    const cookie = await signInWith(newWallet())
    const { user_id } = await infoOf(cookie)
    await database(testEnv).update(sessions).set({ expiresAt: now() }).where(eq(sessions.userId, user_id!))
    expect((await infoOf(cookie)).authorized).toBe(false)
  })

  it('a logout needs no session', async () => {
    expect((await request('POST', 'logout')).status).toBe(200)
  })

  it.each([
    ...['getNonce', 'signIn', 'addAccount', 'removeAccount', 'logout', 'enableAccount', 'register', 'login', 'changePassword', 'setEmail'],
    ...['confirmEmail', 'resendConfirmation', 'requestPasswordReset', 'resetPassword', 'endSession', 'setLanguage'],
  ])('%s rejects GET, other origins and plain text', async (name) => {
    const get = await request('GET', name)
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    for (const origin of ['null', 'http://localhost:8788.evil.example', '']) {
      expect(await codeOf(await request('POST', name, { headers: { origin } }))).toBe('cross_origin')
    }
    expect((await request('POST', name, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  })
})

describe('the terms', () => {
  it('keep the time of the first acceptance', async () => {
    const cookie = await signInWith(newWallet())
    expect(await (await request('POST', 'enableAccount', { headers: { cookie } })).json()).toEqual({ creator: true })
    const { user_id, creator } = await infoOf(cookie)
    expect(creator).toBe(true)
    await database(testEnv).update(users).set({ termsAcceptedAt: 1000 }).where(eq(users.id, user_id!))
    await request('POST', 'enableAccount', { headers: { cookie } })
    const [row] = await database(testEnv).select().from(users).where(eq(users.id, user_id!))
    expect(row!.termsAcceptedAt).toBe(1000)
  })

  it('are asked for again if an earlier version was accepted', async () => {
    const cookie = await signInWith(newWallet())
    await request('POST', 'enableAccount', { headers: { cookie } })
    const { user_id } = await infoOf(cookie)
    await database(testEnv)
      .update(users)
      .set({ termsAcceptedAt: TERMS_SINCE - 1 })
      .where(eq(users.id, user_id!))
    expect((await infoOf(cookie)).creator).toBe(false)
    await request('POST', 'enableAccount', { headers: { cookie } })
    expect((await infoOf(cookie)).creator).toBe(true)
  })
})

describe('getUserInfo of a guest', () => {
  it('returns the sign-in statement, the language and the chain', async () => {
    const response = await request('GET', 'getUserInfo', { headers: { cookie: 'hl=ja', 'x-country': 'JP' } })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      authorized: false,
      creator: false,
      email: null,
      emailVerified: false,
      newEmail: null,
      payout: null,
      hasPassword: false,
      username: null,
      user_id: null,
      accounts: [],
      clientid: null,
      color_code: expect.stringMatching(/^#[0-9a-f]{6}$/),
      defaultview: 'services',
      engagement: 'Sign in. This costs nothing and moves no money.',
      language: 'ja',
      geoIp: '{"country":"JP"}',
      networks: [8453],
      name: null,
      image: null,
      suspension: null,

      creatorName: null,
    })
  })
})
