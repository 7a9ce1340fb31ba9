import { createExecutionContext, env } from 'cloudflare:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, vi } from 'vitest'
import { call, codeOf, ORIGIN } from '../shared/testing.ts'
import type { AuthEnv } from './env.ts'
import worker from './index.ts'
import { messageHash } from './signature.ts'
import { checksum } from './siwe.ts'
import type { NonceAnswer, UserInfo } from './users.schema.ts'

const RPC = 'https://rpc.test/'
export const worldEnv = { ...(env as unknown as AuthEnv), RPC_URL: RPC }
export const ask = (method: 'GET' | 'POST', path: string, options: Parameters<typeof call>[5] = {}) =>
  call(worker, worldEnv, createExecutionContext(), method, `/api/auth/${path}`, options)

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
  const answer = await ask('POST', 'getNonce', { body: { account: wallet.address.toLowerCase() } })
  expect(answer.status).toBe(200)
  return answer.json()
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
export function textFor(
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

export const body = (wallet: Wallet, message: string, signature = wallet.sign(message)) => ({
  account: wallet.address,
  signature,
  message,
  provider: 'local.warren.seller',
})
export const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

export async function signedInBy(wallet: Wallet, headers: Record<string, string> = {}): Promise<string> {
  const answer = await ask('POST', 'signIn', { body: body(wallet, textFor(await nonceFor(wallet))), headers })
  expect(answer.status).toBe(200)
  return cookieOf(answer)
}
export const infoOf = async (cookie: string) => (await (await ask('GET', 'getUserInfo', { headers: { cookie } })).json()) as UserInfo

interface Away {
  /** Answers the chain's calls. */
  rpc?: (method: string, params: never[]) => unknown
  /** Passwords that stand in the list of breaches; null is a list that is away. */
  breached?: string[] | null
}

/** Stands in for what is outside: chain, mail, list of breaches; the database goes on answering. Answers what each was asked. */
export function outside({ rpc = silent, breached = [] }: Away = {}) {
  const real = globalThis.fetch
  const asked = { chain: [] as string[], mails: [] as SentMail[], breaches: [] as string[] }
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const url = String(input)
    if (url === RPC) {
      const { method, params } = JSON.parse(String(init!.body))
      asked.chain.push(method)
      const answer = rpc(method, params)
      return answer instanceof Response ? answer : Response.json({ jsonrpc: '2.0', id: 1, ...(answer as object) })
    }
    if (url === `${worldEnv.RESEND_URL}/emails`) {
      const { to, ...mail } = JSON.parse(String(init!.body))
      asked.mails.push({ ...mail, to: to[0] })
      return Response.json({ id: 'mail' })
    }
    const [, prefix] = new RegExp(`^${worldEnv.BREACH_LIST_URL}/range/(.*)$`).exec(url) ?? []
    if (prefix !== undefined) {
      asked.breaches.push(prefix)
      if (!breached) throw new TypeError('connection refused')
      const sums = await Promise.all(breached.map(sha1))
      return new Response(sums.flatMap((sum) => (sum.startsWith(prefix) ? [`${sum.slice(5)}:7`] : [])).join('\r\n'))
    }
    return real(input, init)
  })
  return asked
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
/** Waits for a mail to this address whose subject fits, and takes it. */
export async function mailTo(mails: SentMail[], to: string, subject: RegExp): Promise<SentMail> {
  const at = await vi.waitUntil(() => 1 + mails.findIndex((mail) => mail.to === to && subject.test(mail.subject)), {
    timeout: 4000,
    interval: 5,
  })
  return mails.splice(at - 1, 1)[0]!
}
export const tokenIn = (mail: SentMail) => /#([\w-]{43})/.exec(mail.text)![1]!

/** Stands in for the chain alone. Calls that reach it are counted. */
export const chain = (reply: NonNullable<Away['rpc']>): string[] => outside({ rpc: reply }).chain
export const silent = () => {
  throw new TypeError('connection refused')
}

let people = 0
/** An address nobody else has. */
export const newEmail = () => `aiko.${Date.now()}.${people++}@example.com`
export const PASSWORD = 'a-kettle-of-nightingales'

/** Registers and answers the cookie. */
export async function registered(email: string, password = PASSWORD, headers: Record<string, string> = {}): Promise<string> {
  const answer = await ask('POST', 'register', { body: { email, password }, headers })
  expect(answer.status).toBe(200)
  return cookieOf(answer)
}
/** Registers and opens the link in the mail. */
export async function confirmed(mails: SentMail[], email: string, password = PASSWORD): Promise<string> {
  const cookie = await registered(email, password)
  const token = tokenIn(await mailTo(mails, email, /^Confirm/))
  expect((await ask('POST', 'confirmEmail', { body: { token }, headers: { cookie } })).status).toBe(200)
  return cookie
}
/** Logs in and answers the code of the failure, or the cookie. */
export async function loginAs(email: string, password = PASSWORD, headers: Record<string, string> = {}): Promise<string> {
  const answer = await ask('POST', 'login', { body: { email, password }, headers })
  return answer.ok ? cookieOf(answer) : codeOf(answer)
}
