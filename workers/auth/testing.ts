import { createExecutionContext, env } from 'cloudflare:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { FRESH_SECONDS } from '../shared/fresh-sign-in.schema.ts'
import { sessions } from '../shared/tables.ts'
import { call, codeOf, ORIGIN } from '../shared/testing.ts'
import type { AuthEnv } from './env.ts'
import worker from './index.ts'
import { messageHash, type SignatureEnv } from './signature.ts'
import { checksum } from './siwe.ts'
import type { NonceAnswer, UserInfo } from './users.schema.ts'

const bindings = env as unknown as AuthEnv
/** The chain does not respond until a test replaces `contractAccepts` with {@link mockContract}. */
export const testEnv: AuthEnv = {
  ...bindings,
  ORDERS: {
    eraseUser: (userId) => bindings.ORDERS.eraseUser(userId),
    contractAccepts: async () => {
      throw new Error('chain_unavailable')
    },
  },
}
/** Replaces the orders worker's check of a contract's signature, until `vi.restoreAllMocks()`. Returns the mock. */
export const mockContract = (answer: SignatureEnv['ORDERS']['contractAccepts']) =>
  vi.spyOn(testEnv.ORDERS, 'contractAccepts').mockImplementation(answer as AuthEnv['ORDERS']['contractAccepts'])
export const request = (method: 'GET' | 'POST', path: string, options: Parameters<typeof call>[5] = {}) =>
  call(worker, testEnv, createExecutionContext(), method, `/api/auth/${path}`, options)

interface Wallet {
  address: `0x${string}`
  sign: (text: string) => `0x${string}`
}
export function newWallet(): Wallet {
  const key = secp256k1.utils.randomSecretKey()
  const address = checksum(`0x${bytesToHex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))}`)
  const sign = (text: string): `0x${string}` => {
    const [recovery, ...rest] = secp256k1.sign(messageHash(text), key, { prehash: false, format: 'recovered' })
    return `0x${bytesToHex(Uint8Array.from([...rest, recovery! + 27]))}`
  }
  return { address, sign }
}

export async function nonceFor(wallet: Wallet): Promise<NonceAnswer> {
  const response = await request('POST', 'getNonce', { body: { account: wallet.address.toLowerCase() } })
  expect(response.status).toBe(200)
  return response.json()
}

export interface Changes {
  domain?: string
  uri?: string
  chainId?: number | string
  issuedAt?: string
  statement?: string
  version?: string
  more?: string
}
export function siweText(
  nonce: NonceAnswer,
  { domain = 'localhost:8788', uri = ORIGIN, chainId = 8453, issuedAt, statement, version = '1', more = '' }: Changes = {},
) {
  return `${domain} wants you to sign in with your Ethereum account:
${nonce.account}

${statement ?? nonce.statement}

URI: ${uri}
Version: ${version}
Chain ID: ${chainId}
Nonce: ${nonce.nonce}
Issued At: ${issuedAt ?? nonce.issuedAt}${more}`
}

export const signInBody = (wallet: Wallet, message: string, signature = wallet.sign(message)) => ({
  account: wallet.address,
  signature,
  message,
  provider: 'local.warren.seller',
})
export const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''

export async function signInWith(wallet: Wallet, headers: Record<string, string> = {}): Promise<string> {
  const response = await request('POST', 'signIn', { body: signInBody(wallet, siweText(await nonceFor(wallet))), headers })
  expect(response.status).toBe(200)
  return cookieOf(response)
}
export const infoOf = async (cookie: string) => (await (await request('GET', 'getUserInfo', { headers: { cookie } })).json()) as UserInfo

/** Makes all sessions of this user older, by default too old for sensitive calls. */
export async function makeSessionsOlder(cookie: string, seconds = FRESH_SECONDS): Promise<void> {
  const { user_id } = await infoOf(cookie)
  await database(testEnv)
    .update(sessions)
    .set({ createdAt: sql`created_at - ${seconds}` })
    .where(eq(sessions.userId, user_id!))
}

interface ExternalServices {
  /** Passwords in the list of breaches; null makes the list unavailable. */
  breached?: string[] | null
}

/**
 * Replaces fetch for the mail provider and the list of breaches; database requests still go through. Returns the outgoing requests to
 * each of them.
 */
export function mockExternalServices({ breached = [] }: ExternalServices = {}) {
  const originalFetch = globalThis.fetch
  const outgoing = { mails: [] as SentMail[], breaches: [] as string[] }
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const url = String(input)
    if (url === `${testEnv.RESEND_URL}/emails`) {
      const { to, ...mail } = JSON.parse(String(init!.body))
      outgoing.mails.push({ ...mail, to: to[0] })
      return Response.json({ id: 'mail' })
    }
    const [, prefix] = new RegExp(`^${testEnv.BREACH_LIST_URL}/range/(.*)$`).exec(url) ?? []
    if (prefix !== undefined) {
      outgoing.breaches.push(prefix)
      if (!breached) throw new TypeError('connection refused')
      const digests = await Promise.all(breached.map(sha1))
      return new Response(digests.flatMap((digest) => (digest.startsWith(prefix) ? [`${digest.slice(5)}:7`] : [])).join('\r\n'))
    }
    return originalFetch(input, init)
  })
  return outgoing
}

/**
 * Replaces fetch in every test of a file as {@link mockExternalServices} does, and gives the tests the time that scrypt needs: it is slow by
 * design, and slower on a busy machine. Returns the outgoing requests of the current test.
 */
export function mockServicesPerTest() {
  vi.setConfig({ testTimeout: 60_000 })
  const outgoing: ReturnType<typeof mockExternalServices> = { mails: [], breaches: [] }
  beforeEach(() => void Object.assign(outgoing, mockExternalServices()))
  afterEach(() => vi.unstubAllGlobals())
  return outgoing
}

async function sha1(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text)))
    .toString('hex')
    .toUpperCase()
}

interface SentMail {
  from: string
  to: string
  subject: string
  text: string
  html: string
}
/** Waits for a mail to this address with a matching subject, and removes it from the list. */
export async function takeMail(mails: SentMail[], to: string, subject: RegExp): Promise<SentMail> {
  const position = await vi.waitUntil(() => 1 + mails.findIndex((mail) => mail.to === to && subject.test(mail.subject)), {
    timeout: 20_000,
    interval: 5,
  })
  return mails.splice(position - 1, 1)[0]!
}
export const tokenOf = (mail: SentMail) => /#([\w-]{43})/.exec(mail.text)![1]!

let addressCount = 0
/** A new, unique address. */
export const newEmail = () => `aiko.${Date.now()}.${addressCount++}@example.com`
export const PASSWORD = 'a-kettle-of-nightingales'

/** Registers and returns the cookie. */
export async function register(email: string, password = PASSWORD, headers: Record<string, string> = {}): Promise<string> {
  const response = await request('POST', 'register', { body: { email, password }, headers })
  expect(response.status).toBe(200)
  return cookieOf(response)
}
/** Takes the confirmation mail to this address and returns the token of its link. */
export const confirmToken = async (mails: SentMail[], email: string) => tokenOf(await takeMail(mails, email, /^Confirm/))
export const confirmEmail = (token: string, cookie = '', password?: string) =>
  request('POST', 'confirmEmail', { body: { token, ...(password && { password }) }, headers: { cookie } })
export const setEmail = (cookie: string, fields: object) => request('POST', 'setEmail', { body: fields, headers: { cookie } })
export const OTHER_PASSWORD = 'another-kettle-entirely'
/** Requests a password reset and returns the token of its link. */
export async function resetToken(mails: SentMail[], email: string): Promise<string> {
  expect((await request('POST', 'requestPasswordReset', { body: { email } })).status).toBe(200)
  return tokenOf(await takeMail(mails, email, /^Choose a new password/))
}
export const resetPassword = (token: string, password = OTHER_PASSWORD) => request('POST', 'resetPassword', { body: { token, password } })

/** Registers and opens the link in the confirmation mail. */
export async function registerAndConfirm(mails: SentMail[], email: string, password = PASSWORD): Promise<string> {
  const cookie = await register(email, password)
  expect((await confirmEmail(await confirmToken(mails, email), cookie)).status).toBe(200)
  return cookie
}
/** Logs in and returns the cookie, or the error code. */
export async function logIn(email: string, password = PASSWORD, headers: Record<string, string> = {}): Promise<string> {
  const response = await request('POST', 'login', { body: { email, password }, headers })
  return response.ok ? cookieOf(response) : codeOf(response)
}
