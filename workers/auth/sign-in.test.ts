import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { codeOf } from '../shared/testing.ts'
import { NEW_WAY_SECONDS } from './fresh.schema.ts'
import { accounts, nonces, sessions, users } from './tables.ts'
import { ask, body, type Changes, chain, cookieOf, infoOf, newWallet, nonceFor, signedInBy, silent, textFor, worldEnv } from './testing.ts'
import type { LinkedWallet, Nonce } from './users.schema.ts'

afterEach(() => vi.unstubAllGlobals())

describe('signing in with a wallet', () => {
  it('makes a person of a new wallet, and knows them the next time', async () => {
    const asked = chain(silent)
    const wallet = newWallet()
    const first = await infoOf(await signedInBy(wallet, { 'accept-language': 'ja,en;q=0.5' }))
    expect(first).toMatchObject({
      authorized: true,
      creator: false,
      accounts: [wallet.address],
      language: 'ja',
      networks: [8453],
      name: null,
    })
    const second = await infoOf(await signedInBy(wallet))
    expect(second.user_id).toBe(first.user_id)
    expect(asked).toEqual([])
  })

  it('sets a cookie no script, sibling host or plain connection can touch, and keeps only its hash', async () => {
    const wallet = newWallet()
    const answer = await ask('POST', 'signIn', { body: body(wallet, textFor(await nonceFor(wallet))) })
    const cookie = answer.headers.get('set-cookie')!
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const rows = await database(worldEnv).select().from(sessions)
    expect(JSON.stringify(rows)).not.toContain(cookieOf(answer).split('=')[1])
  })

  it('is one person for one wallet, however many first sign-ins race', async () => {
    const wallet = newWallet()
    const messages = await Promise.all([1, 2, 3, 4].map(async () => textFor(await nonceFor(wallet))))
    const answers = await Promise.all(messages.map((message) => ask('POST', 'signIn', { body: body(wallet, message) })))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    const ids = await Promise.all(answers.map(async (answer) => (await infoOf(cookieOf(answer))).user_id))
    expect(new Set(ids).size).toBe(1)
    expect(await database(worldEnv).select().from(accounts).where(eq(accounts.address, wallet.address))).toHaveLength(1)
  })

  it('ends the session the browser came with', async () => {
    const old = await signedInBy(newWallet())
    await signedInBy(newWallet(), { cookie: old })
    expect((await infoOf(old)).authorized).toBe(false)
  })
})

describe('a nonce', () => {
  it('works once', async () => {
    const wallet = newWallet()
    const signed = body(wallet, textFor(await nonceFor(wallet)))
    expect((await ask('POST', 'signIn', { body: signed })).status).toBe(200)
    const again = await ask('POST', 'signIn', { body: signed })
    expect([again.status, await codeOf(again)]).toEqual([401, 'sign_in_nonce_invalid'])
  })

  it('lets exactly one of many at once in', async () => {
    const wallet = newWallet()
    const signed = body(wallet, textFor(await nonceFor(wallet)))
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('POST', 'signIn', { body: signed })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(7)
  })

  it('is used up by a wrong signature too', async () => {
    const wallet = newWallet()
    chain((method) => (method === 'eth_getCode' ? { result: '0x' } : { result: '0x' }))
    const message = textFor(await nonceFor(wallet))
    expect(await codeOf(await ask('POST', 'signIn', { body: body(wallet, message, newWallet().sign(message)) }))).toBe(
      'sign_in_signature_invalid',
    )
    expect(await codeOf(await ask('POST', 'signIn', { body: body(wallet, message) }))).toBe('sign_in_nonce_invalid')
  })

  it('expires', async () => {
    const wallet = newWallet()
    const nonce = await nonceFor(wallet)
    await database(worldEnv).update(nonces).set({ expiresAt: now() }).where(eq(nonces.nonce, nonce.nonce))
    expect(await codeOf(await ask('POST', 'signIn', { body: body(wallet, textFor(nonce)) }))).toBe('sign_in_nonce_invalid')
  })

  it('is ours', async () => {
    const wallet = newWallet()
    const message = textFor({ ...(await nonceFor(wallet)), nonce: 'abcdefgh12345678' })
    expect(await codeOf(await ask('POST', 'signIn', { body: body(wallet, message) }))).toBe('sign_in_nonce_invalid')
  })
})

describe('a message', () => {
  it.each([
    ['for another domain', { domain: 'evil.example' }, 'sign_in_message_mismatch'],
    ['for another origin', { uri: 'https://evil.example' }, 'sign_in_message_mismatch'],
    ['for another chain', { chainId: 1 }, 'sign_in_message_mismatch'],
    ['from the future', { issuedAt: '2099-01-01T00:00:00Z' }, 'sign_in_message_mismatch'],
    ['from long ago', { issuedAt: '2020-01-01T00:00:00Z' }, 'sign_in_expired'],
    ['that has ended', { more: '\nExpiration Time: 2020-01-01T00:00:00Z' }, 'sign_in_expired'],
    ['whose end cannot be read', { more: '\nExpiration Time: 2020-02-32T00:00:00Z' }, 'sign_in_message_invalid'],
    ['that has not begun', { more: '\nNot Before: 2099-01-01T00:00:00Z' }, 'sign_in_message_mismatch'],
    ['with a second nonce', { more: '\nNonce: 12345678' }, 'sign_in_message_invalid'],
    ['with a nonce in its statement', { statement: 'Sign in.\nNonce: 12345678' }, 'sign_in_message_invalid'],
    ['of version 2', { version: '2' }, 'sign_in_message_invalid'],
    ['whose chain is written oddly', { chainId: '08453' }, 'sign_in_message_mismatch'],
    ['whose chain is in hex', { chainId: '0x2105' }, 'sign_in_message_invalid'],
  ] satisfies [string, Changes, string][])('%s is refused, and its nonce stays', async (_, changes, code) => {
    const wallet = newWallet()
    const nonce = await nonceFor(wallet)
    expect(await codeOf(await ask('POST', 'signIn', { body: body(wallet, textFor(nonce, changes)) }))).toBe(code)
    expect((await ask('POST', 'signIn', { body: body(wallet, textFor(nonce)) })).status).toBe(200)
  })

  it('about somebody else is refused', async () => {
    const [wallet, other] = [newWallet(), newWallet()]
    const message = textFor(await nonceFor(other))
    expect(await codeOf(await ask('POST', 'signIn', { body: body(wallet, message) }))).toBe('sign_in_message_mismatch')
  })

  it.each([
    ['account', { account: '0x12' }],
    ['signature', { signature: '0xzz' }],
    ['signature', { signature: '0x' }],
    ['message', { message: 7 }],
    ['provider', { provider: 'a b' }],
  ])('with a wrong %s in the body is told which', async (path, changed) => {
    const wallet = newWallet()
    const answer = await ask('POST', 'signIn', { body: { ...body(wallet, textFor(await nonceFor(wallet))), ...changed } })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_body', details: { path } } })
  })
})

describe('a message the wallet writes itself', () => {
  /** As Base Account writes it: a statement of its own, no end. */
  const written = (wallet: { address: string }, nonce: string) =>
    textFor({ ...nonceOf(nonce), account: wallet.address as `0x${string}` }, { statement: 'Sign in with Ethereum to the app.' })
  const nonceOf = (nonce: string) => ({ nonce, statement: '', chainId: 8453, issuedAt: new Date().toISOString(), expirationTime: '' })
  const nameless = async () => (await (await ask('POST', 'getNonce', { body: {} })).json()) as Nonce

  it('signs in with a nonce that was asked for nobody, once', async () => {
    const [wallet, other] = [newWallet(), newWallet()]
    const answer = await nameless()
    expect(answer).toEqual({
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      statement: expect.any(String),
      chainId: 8453,
      issuedAt: expect.any(String),
      expirationTime: expect.any(String),
    })
    expect((await ask('POST', 'signIn', { body: body(wallet, written(wallet, answer.nonce)) })).status).toBe(200)
    const again = await ask('POST', 'signIn', { body: body(other, written(other, answer.nonce)) })
    expect(await codeOf(again)).toBe('sign_in_nonce_invalid')
  })

  it('is about the account that is named with it', async () => {
    const [wallet, other] = [newWallet(), newWallet()]
    const signed = body(wallet, written(wallet, (await nameless()).nonce))
    expect(await codeOf(await ask('POST', 'signIn', { body: { ...signed, account: other.address } }))).toBe('sign_in_message_mismatch')
  })
})

describe('the linked wallets', () => {
  it('are told to nobody without a session', async () => {
    expect(await codeOf(await ask('GET', 'getAccounts'))).toBe('unauthorized')
  })

  it("are one's own, with what they were linked by and since when", async () => {
    const [first, second] = [newWallet(), newWallet()]
    await signedInBy(newWallet())
    const cookie = await signedInBy(first)
    const linked = { ...body(second, textFor(await nonceFor(second))), provider: 'io.example' }
    expect((await ask('POST', 'addAccount', { body: linked, headers: { cookie } })).status).toBe(200)
    const { accounts } = (await (await ask('GET', 'getAccounts', { headers: { cookie } })).json()) as { accounts: LinkedWallet[] }
    expect(accounts).toEqual([
      { address: first.address, provider: 'local.warren.seller', linkedAt: expect.any(Number), trustedFrom: 0, paidFrom: 0 },
      {
        address: second.address,
        provider: 'io.example',
        linkedAt: expect.any(Number),
        trustedFrom: accounts[1]!.linkedAt + NEW_WAY_SECONDS,
        paidFrom: accounts[1]!.linkedAt + NEW_WAY_SECONDS,
      },
    ])
    expect(Math.abs(accounts[1]!.linkedAt - now())).toBeLessThan(10)
  })
})

describe('linking another wallet', () => {
  it('needs a session', async () => {
    const wallet = newWallet()
    const answer = await ask('POST', 'addAccount', { body: body(wallet, textFor(await nonceFor(wallet))) })
    expect(await codeOf(answer)).toBe('unauthorized')
  })

  it('adds it behind the first, and twice changes nothing', async () => {
    const [first, second] = [newWallet(), newWallet()]
    const cookie = await signedInBy(first)
    for (const _ of [1, 2]) {
      const answer = await ask('POST', 'addAccount', { body: body(second, textFor(await nonceFor(second))), headers: { cookie } })
      expect(answer.status).toBe(200)
    }
    expect((await infoOf(cookie)).accounts).toEqual([first.address, second.address])
    expect((await infoOf(await signedInBy(second))).user_id).toBe((await infoOf(cookie)).user_id)
  })

  it("does not take somebody else's", async () => {
    const [mine, theirs] = [newWallet(), newWallet()]
    await signedInBy(theirs)
    const cookie = await signedInBy(mine)
    const answer = await ask('POST', 'addAccount', { body: body(theirs, textFor(await nonceFor(theirs))), headers: { cookie } })
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'account_taken'])
    expect((await infoOf(cookie)).accounts).toEqual([mine.address])
  })
})

describe('a session', () => {
  it('is over after logout', async () => {
    const cookie = await signedInBy(newWallet())
    const answer = await ask('POST', 'logout', { headers: { cookie } })
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-session=; Max-Age=0; Path=\/;/)
    expect((await infoOf(cookie)).authorized).toBe(false)
    expect(await codeOf(await ask('POST', 'enableAccount', { headers: { cookie } }))).toBe('unauthorized')
  })

  it('is over when its time is', async () => {
    const cookie = await signedInBy(newWallet())
    const { user_id } = await infoOf(cookie)
    await database(worldEnv).update(sessions).set({ expiresAt: now() }).where(eq(sessions.userId, user_id!))
    expect((await infoOf(cookie)).authorized).toBe(false)
  })

  it('may be ended by somebody without one', async () => {
    expect((await ask('POST', 'logout')).status).toBe(200)
  })

  it.each([
    ...['getNonce', 'signIn', 'addAccount', 'removeAccount', 'logout', 'enableAccount', 'register', 'login', 'changePassword', 'setEmail'],
    ...['confirmEmail', 'resendConfirmation', 'requestPasswordReset', 'resetPassword', 'endSession', 'setLanguage'],
  ])('%s takes no GET, no foreign origin and no plain text', async (name) => {
    const get = await ask('GET', name)
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    for (const origin of ['null', 'http://localhost:8788.evil.example', '']) {
      expect(await codeOf(await ask('POST', name, { headers: { origin } }))).toBe('cross_origin')
    }
    expect((await ask('POST', name, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  })
})

describe('the terms', () => {
  it('are accepted once, at the first time', async () => {
    const cookie = await signedInBy(newWallet())
    expect(await (await ask('POST', 'enableAccount', { headers: { cookie } })).json()).toEqual({ creator: true })
    const { user_id, creator } = await infoOf(cookie)
    expect(creator).toBe(true)
    await database(worldEnv).update(users).set({ termsAcceptedAt: 1000 }).where(eq(users.id, user_id!))
    await ask('POST', 'enableAccount', { headers: { cookie } })
    const [row] = await database(worldEnv).select().from(users).where(eq(users.id, user_id!))
    expect(row!.termsAcceptedAt).toBe(1000)
  })
})

describe('what a guest is told', () => {
  it('has a statement to sign, a language and the chain', async () => {
    const answer = await ask('GET', 'getUserInfo', { headers: { cookie: 'hl=ja', 'x-country': 'JP' } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({
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
    })
  })
})
