import { createExecutionContext, env } from 'cloudflare:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, vi } from 'vitest'
import type { ChainEnv } from '../shared/env.ts'
import { call, ORIGIN } from '../shared/testing.ts'
import worker from './index.ts'
import { messageHash } from './signature.ts'
import { checksum } from './siwe.ts'
import type { NonceAnswer, UserInfo } from './users.schema.ts'

const RPC = 'https://rpc.test/'
export const worldEnv = { ...(env as unknown as ChainEnv), RPC_URL: RPC }
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
  chainId?: number
  issuedAt?: string
  more?: string
}
export function textFor(
  nonce: NonceAnswer,
  { domain = 'localhost:8788', uri = ORIGIN, chainId = 8453, issuedAt, more = '' }: Changes = {},
) {
  return `${domain} wants you to sign in with your Ethereum account:
${nonce.account}

${nonce.statement}

URI: ${uri}
Version: 1
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

/** Stands in for the chain; the database goes on answering. Calls that reach the chain are counted. */
export function chain(reply: (method: string, params: never[]) => unknown) {
  const real = globalThis.fetch
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    if (String(input) !== RPC) return real(input, init)
    const { method, params } = JSON.parse(String(init!.body))
    asked.push(method)
    const answer = reply(method, params)
    if (answer instanceof Response) return answer
    return Response.json({ jsonrpc: '2.0', id: 1, ...(answer as object) })
  })
  return asked
}
export const silent = () => {
  throw new TypeError('connection refused')
}
