import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeCalls } from '../shared/calls.testing.ts'
import { database } from '../shared/db.ts'
import { FRESH_SECONDS } from '../shared/fresh-sign-in.schema.ts'
import { hash, now, secret } from '../shared/ids.ts'
import { accounts, sessions, users } from '../shared/tables.ts'
import { anotherSession, call, codeOf, signedIn } from '../shared/testing.ts'
import { callsOf } from '../shared/valid.ts'
import { FRESH_CALLS } from './fresh-sign-in.schema.ts'
import worker from './index.ts'
import { hashPassword } from './passwords.ts'
import { credentials, mailLinks, walletChanges } from './tables.ts'
import {
  mockContract,
  mockExternalServices,
  newEmail,
  newWallet,
  nonceFor,
  PASSWORD,
  request,
  signInBody,
  siweText,
  testEnv,
} from './testing.ts'
import type { NonceAnswer } from './users.schema.ts'

const area = '/api/auth'
const token = 'a'.repeat(43)
const paths = (...names: string[]) => names.map((name) => `POST ${area}/${name}`)

beforeEach(() => {
  mockExternalServices()
  mockContract(async () => false)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describeCalls('calls of auth', {
  app: worker,
  env: testEnv,
  send: (method, path, init) => call(worker, testEnv, createExecutionContext(), method, path, init),
  fresh: Object.entries(FRESH_CALLS).map(([name, { method }]) => `${method} ${area}/${name}`),
  lasting: [
    ...paths('getNonce', 'signIn', 'register', 'login', 'confirmEmail', 'resendConfirmation', 'requestPasswordReset', 'resetPassword'),
    ...paths(
      'signInAgain',
      'dismissWalletChange',
      'logout',
      'enableAccount',
      'setLanguage',
      'addProfile',
      'follow',
      'unfollow',
      'claimCarrots',
    ),
  ],
  world: async () => {
    const owner = await signedIn(testEnv)
    const seller = await signedIn(testEnv)
    const member = await signedIn(testEnv, { wallet: false })
    const newcomer = await signedIn(testEnv, { terms: false, name: '', wallet: false })
    const wallet = newWallet()
    const signInProof = { account: wallet.address, signature: wallet.sign('Sign in'), message: 'Sign in', provider: 'local.warren.seller' }
    const email = newEmail()
    const profile = {
      name: 'Aiko Mori',
      title: 'Draws',
      description: 'Marks that last.',
      image: null,
      video: 'https://youtu.be/dQw4w9WgXcQ',
      country: 'JP',
    }
    return {
      people: { owner, seller, member, newcomer },
      samples: {
        [`POST ${area}/getNonce`]: { json: { account: wallet.address } },
        [`POST ${area}/signIn`]: { json: signInProof },
        [`POST ${area}/addAccount`]: { json: signInProof },
        [`POST ${area}/signInAgain`]: { json: signInProof },
        [`GET ${area}/getAccounts`]: {},
        [`POST ${area}/dismissWalletChange`]: { json: { id: 1 } },
        [`POST ${area}/removeAccount`]: { json: { account: owner.address } },
        [`GET ${area}/verifyUserEmail`]: { query: { email } },
        [`POST ${area}/register`]: { json: { email, password: PASSWORD, language: 'en' } },
        [`POST ${area}/login`]: { json: { email, password: PASSWORD } },
        [`POST ${area}/changePassword`]: { json: { password: PASSWORD } },
        [`POST ${area}/confirmEmail`]: { json: { token, password: PASSWORD } },
        [`POST ${area}/resendConfirmation`]: {},
        [`POST ${area}/requestPasswordReset`]: { json: { email } },
        [`POST ${area}/resetPassword`]: { json: { token, password: PASSWORD } },
        [`POST ${area}/setEmail`]: { json: { email } },
        [`GET ${area}/getSessions`]: {},
        [`POST ${area}/logout`]: {},
        [`POST ${area}/endSession`]: { json: { id: 'others' } },
        [`GET ${area}/getUserInfo`]: {},
        [`POST ${area}/enableAccount`]: {},
        [`POST ${area}/setLanguage`]: { json: { language: 'ja' } },
        [`GET ${area}/getProfile`]: { query: { userId: String(owner.id) } },
        [`GET ${area}/getUserProfiles`]: { query: { users: `${owner.id},${seller.id}` } },
        [`POST ${area}/addProfile`]: { json: { profile } },
        [`POST ${area}/follow`]: { json: { userId: seller.id } },
        [`POST ${area}/unfollow`]: { json: { userId: seller.id } },
        [`GET ${area}/getFollowing`]: { query: { cursor: '1700000000.5' } },
        [`GET ${area}/getCarrots`]: {},
        [`POST ${area}/claimCarrots`]: {},
        [`GET ${area}/getCarrotHistory`]: { query: { before: '5' } },
        [`GET ${area}/getProfileParts`]: {},
        [`GET ${area}/getProfilePart`]: { query: { part: '0' } },
        [`GET ${area}/exportMyData`]: {},
        [`GET ${area}/getOpenOrders`]: {},
        [`POST ${area}/deleteAccount`]: { json: { confirm: 'DELETE' } },
      },
    }
  },
})

/**
 * Calls that change sign-in methods or sessions but need no fresh sign-in: they need a signature, a password or a link from a mail, or they
 * only sign out.
 */
const PROVEN = ['signIn', 'signInAgain', 'register', 'login', 'confirmEmail', 'resetPassword', 'logout']

describe('successful calls of auth', () => {
  const db = database(testEnv)
  const NEW_PASSWORD = 'three-quiet-otters-sing'
  const stored = hashPassword(PASSWORD)
  const names = callsOf(worker).flatMap(({ method, path }) =>
    method === 'POST' || path.endsWith('/exportMyData') ? [path.slice(area.length + 1)] : [],
  )
  const needsFreshSignIn = (name: string) => Object.hasOwn(FRESH_CALLS, name)

  /** A user with a wallet, a confirmed address, another claimed address, and a password. */
  async function createUser() {
    const [wallet, email, claimedEmail] = [newWallet(), newEmail(), newEmail()]
    const user = await signedIn(testEnv, { address: wallet.address })
    await db.batch([
      db.update(users).set({ email }).where(eq(users.id, user.id)),
      db.insert(credentials).values({ userId: user.id, passwordHash: await stored, claimedEmail, claimedAt: now() }),
    ])
    await anotherSession(testEnv, user)
    const createMailLink = async (purpose: 'confirm' | 'reset', to: string) => {
      const token = secret()
      await db.insert(mailLinks).values({ tokenHash: await hash(token), userId: user.id, purpose, email: to, expiresAt: now() + 600 })
      return token
    }
    const signInProof = async (of = newWallet()) => signInBody(of, siweText(await nonceFor(of)))
    const createOtherUser = async () => (await signedIn(testEnv)).id
    const createWalletChange = async () =>
      (
        await db
          .insert(walletChanges)
          .values({ userId: user.id, kind: 'removed', address: newWallet().address, at: now() })
          .returning({ id: walletChanges.id })
      )[0]!.id
    /** For each call, a body with which it succeeds. */
    const bodies: Record<string, () => unknown> = {
      getNonce: () => ({ account: wallet.address }),
      signIn: () => signInProof(wallet),
      signInAgain: () => signInProof(wallet),
      addAccount: () => signInProof(),
      removeAccount: () => ({ account: wallet.address }),
      dismissWalletChange: async () => ({ id: await createWalletChange() }),
      register: () => ({ email: newEmail(), password: PASSWORD }),
      login: () => ({ email, password: PASSWORD }),
      changePassword: () => ({ current: PASSWORD, password: NEW_PASSWORD }),
      confirmEmail: async () => ({ token: await createMailLink('confirm', claimedEmail) }),
      resendConfirmation: () => ({}),
      requestPasswordReset: () => ({ email }),
      resetPassword: async () => ({ token: await createMailLink('reset', email), password: NEW_PASSWORD }),
      setEmail: () => ({ email: newEmail(), password: PASSWORD }),
      logout: () => ({}),
      endSession: () => ({ id: 'others' }),
      enableAccount: () => ({}),
      setLanguage: () => ({ language: 'ja' }),
      addProfile: () => ({ profile: { name: 'Aiko Mori' } }),
      follow: async () => ({ userId: await createOtherUser() }),
      unfollow: async () => ({ userId: await createOtherUser() }),
      claimCarrots: () => ({}),
      exportMyData: () => undefined,
      deleteAccount: () => ({ confirm: 'DELETE' }),
    }
    return { user, bodies }
  }

  /** The sign-in methods, payout wallet and sessions of a user. */
  const stateOf = (id: number) =>
    db.batch([
      db.select().from(accounts).where(eq(accounts.userId, id)),
      db.select().from(credentials).where(eq(credentials.userId, id)),
      db.select({ email: users.email }).from(users).where(eq(users.id, id)),
      db.select({ session: sessions.tokenHash }).from(sessions).where(eq(sessions.userId, id)).orderBy(sessions.tokenHash),
    ])

  it('are tested for every POST call and for exportMyData', async () => {
    expect(Object.keys((await createUser()).bodies).sort()).toEqual([...names].sort())
  })

  it.each(names)('%s accepts a new session, and an old one unless it needs a fresh sign-in', async (name) => {
    const outcomes: (string | number)[] = []
    for (const age of [FRESH_SECONDS, 0]) {
      const { user, bodies } = await createUser()
      const sent = await bodies[name]!()
      if (age)
        await db
          .update(sessions)
          .set({ createdAt: now() - age })
          .where(eq(sessions.userId, user.id))
      const before = await stateOf(user.id)
      const response = await request(name === 'exportMyData' ? 'GET' : 'POST', name, { as: user, body: sent })
      outcomes.push(response.ok ? response.status : await codeOf(response))
      await response.text().catch(() => {})
      if (age && !PROVEN.includes(name)) expect(await stateOf(user.id)).toEqual(before)
      else if (PROVEN.includes(name) && name !== 'register') expect(await stateOf(user.id)).not.toEqual(before)
    }
    expect(outcomes).toEqual([needsFreshSignIn(name) ? 'sign_in_again' : 200, 200])
    if (needsFreshSignIn(name)) {
      const { bodies } = await createUser()
      const guest = await request(name === 'exportMyData' ? 'GET' : 'POST', name, { body: await bodies[name]!() })
      expect([guest.status, await codeOf(guest)]).toEqual([401, 'unauthorized'])
    }
  })
})

describe.each(['signIn', 'signInAgain', 'addAccount'])('%s refuses a sign-in message', (name) => {
  const codeFor = async (write: (nonce: NonceAnswer) => string, signer?: ReturnType<typeof newWallet>) => {
    const wallet = newWallet()
    const message = write(await nonceFor(wallet))
    const body = signInBody(wallet, message, (signer ?? wallet).sign(message))
    return codeOf(await request('POST', name, { as: await signedIn(testEnv), body }))
  }

  it.each([
    ['in another format', 'sign_in_message_invalid', () => 'Sign in'],
    ['for another domain', 'sign_in_message_mismatch', (nonce: NonceAnswer) => siweText(nonce, { domain: 'evil.example' })],
    ['with an unknown nonce', 'sign_in_nonce_invalid', (nonce: NonceAnswer) => siweText({ ...nonce, nonce: '0'.repeat(32) })],
    ['that is too old', 'sign_in_expired', (nonce: NonceAnswer) => siweText(nonce, { issuedAt: '2020-01-01T00:00:00Z' })],
  ])('%s', async (_, code, write) => {
    expect(await codeFor(write)).toBe(code)
  })

  it('that another wallet has signed, or whose signature cannot be checked', async () => {
    expect(await codeFor((nonce) => siweText(nonce), newWallet())).toBe('sign_in_signature_invalid')
    mockContract(() => Promise.reject(new Error('chain_unavailable')))
    expect(await codeFor((nonce) => siweText(nonce), newWallet())).toBe('sign_in_signature_unchecked')
  })
})
