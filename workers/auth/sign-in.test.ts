import { createExecutionContext, env } from 'cloudflare:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import type { ChainEnv } from '../shared/env.ts'
import { now } from '../shared/ids.ts'
import { call, codeOf, ORIGIN } from '../shared/testing.ts'
import worker from './index.ts'
import { messageHash } from './signature.ts'
import { checksum } from './siwe.ts'
import { accounts, nonces, sessions, users } from './tables.ts'
import type { NonceAnswer, UserInfo } from './users.schema.ts'

const RPC = 'https://rpc.test/'
const worldEnv = { ...(env as unknown as ChainEnv), RPC_URL: RPC }
const ask = (method: 'GET' | 'POST', path: string, options: Parameters<typeof call>[5] = {}) =>
  call(worker, worldEnv, createExecutionContext(), method, `/api/auth/${path}`, options)

interface Wallet {
  address: `0x${string}`
  sign: (text: string) => `0x${string}`
}
function newWallet(): Wallet {
  const key = secp256k1.utils.randomSecretKey()
  const address = checksum(`0x${bytesToHex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))}`)
  const sign = (text: string): `0x${string}` => {
    const [recovery, ...rest] = secp256k1.sign(messageHash(text), key, { prehash: false, format: 'recovered' })
    return `0x${bytesToHex(Uint8Array.from([...rest, recovery! + 27]))}`
  }
  return { address, sign }
}

async function nonceFor(wallet: Wallet): Promise<NonceAnswer> {
  const answer = await ask('POST', 'getNonce', { body: { account: wallet.address.toLowerCase() } })
  expect(answer.status).toBe(200)
  return answer.json()
}

interface Changes {
  domain?: string
  uri?: string
  chainId?: number
  issuedAt?: string
  more?: string
}
function textFor(nonce: NonceAnswer, { domain = 'localhost:8788', uri = ORIGIN, chainId = 8453, issuedAt, more = '' }: Changes = {}) {
  return `${domain} wants you to sign in with your Ethereum account:
${nonce.account}

${nonce.statement}

URI: ${uri}
Version: 1
Chain ID: ${chainId}
Nonce: ${nonce.nonce}
Issued At: ${issuedAt ?? nonce.issuedAt}${more}`
}

const body = (wallet: Wallet, message: string, signature = wallet.sign(message)) => ({
  account: wallet.address,
  signature,
  message,
  provider: 'local.warren.seller',
})
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

async function signedInBy(wallet: Wallet, headers: Record<string, string> = {}): Promise<string> {
  const answer = await ask('POST', 'signIn', { body: body(wallet, textFor(await nonceFor(wallet))), headers })
  expect(answer.status).toBe(200)
  return cookieOf(answer)
}
const infoOf = async (cookie: string) => (await (await ask('GET', 'getUserInfo', { headers: { cookie } })).json()) as UserInfo

/** Stands in for the chain; the database goes on answering. Calls that reach the chain are counted. */
function chain(reply: (method: string, params: never[]) => unknown) {
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
const silent = () => {
  throw new TypeError('connection refused')
}
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

describe('a signature', () => {
  const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const spellings: [string, (signature: string) => string][] = [
    [
      'mirrored in s',
      (signature) => {
        const s = N - BigInt(`0x${signature.slice(66, 130)}`)
        return signature.slice(0, 66) + s.toString(16).padStart(64, '0') + (signature.endsWith('1b') ? '1c' : '1b')
      },
    ],
    ['with v 0 or 1', (signature) => signature.slice(0, 130) + (signature.endsWith('1b') ? '00' : '01')],
    ['with v beyond', (signature) => `${signature.slice(0, 130)}25`],
    ['of 64 bytes', (signature) => signature.slice(0, 130)],
    ['of 66 bytes', (signature) => `${signature}00`],
    ['of zeros', () => `0x${'00'.repeat(64)}1b`],
  ]
  it.each(spellings)('%s is refused', async (_, spell) => {
    chain(() => ({ result: '0x' }))
    const wallet = newWallet()
    const message = textFor(await nonceFor(wallet))
    const answer = await ask('POST', 'signIn', { body: body(wallet, message, spell(wallet.sign(message)) as `0x${string}`) })
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'sign_in_signature_invalid'])
  })
})

describe('smart wallets', () => {
  const wallet = { address: newWallet().address, sign: () => '0xc0ffee' as const }
  const yes = { result: `0x1626ba7e${'0'.repeat(56)}` }
  const word = (hex: string) => hex.padStart(64, '0')
  const bytes = (hex: string) => word((hex.length / 2).toString(16)) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
  const magic = '6492'.repeat(16)
  /** (factory, calldata, signature) as ERC-6492 wraps them. */
  const wrapped = (inner: string): `0x${string}` => {
    const calldata = bytes('deadbeef')
    return `0x${word('fac70')}${word('60')}${word((96 + calldata.length / 2).toString(16))}${calldata}${bytes(inner)}${magic}`
  }
  const attempt = async (signature: `0x${string}` = '0xc0ffee') =>
    ask('POST', 'signIn', { body: body(wallet, textFor(await nonceFor(wallet)), signature) })

  it('signs in when its contract agrees', async () => {
    const asked = chain((method) => (method === 'eth_getCode' ? { result: '0x6080' } : yes))
    expect((await attempt()).status).toBe(200)
    expect(asked).toEqual(['eth_getCode', 'eth_call'])
  })

  it('signs in before it is deployed, by the wrapper', async () => {
    const calls: { data: string; to?: string }[] = []
    chain((method, [transaction]) => {
      if (method === 'eth_getCode') return { result: '0x' }
      calls.push(transaction!)
      return { result: '0x01' }
    })
    expect((await attempt(wrapped('c0ffee'))).status).toBe(200)
    expect(calls).toHaveLength(1)
    expect(calls[0]!.to).toBeUndefined()
    expect(calls[0]!.data).toContain(wallet.address.slice(2).toLowerCase())
  })

  it('is asked about the inner signature once it is deployed; the wrapped call is not run', async () => {
    const calls: { data: string; to?: string }[] = []
    chain((method, [transaction]) => {
      if (method === 'eth_getCode') return { result: '0x6080' }
      calls.push(transaction!)
      return yes
    })
    expect((await attempt(wrapped('c0ffee'))).status).toBe(200)
    expect(calls[0]!.to).toBe(wallet.address)
    expect(calls[0]!.data).not.toContain('deadbeef')
  })

  const noes: [string, Record<string, unknown>, `0x${string}`][] = [
    ['the contract says no', { eth_getCode: { result: '0x60' }, eth_call: { result: `0xffffffff${'0'.repeat(56)}` } }, '0xc0ffee'],
    [
      'the contract reverts',
      { eth_getCode: { result: '0x60' }, eth_call: { error: { code: 3, message: 'execution reverted' } } },
      '0xc0ffee',
    ],
    ['the answer is dirty', { eth_getCode: { result: '0x60' }, eth_call: { result: `0x1626ba7e${'0'.repeat(55)}1` } }, '0xc0ffee'],
    ['there is no contract', { eth_getCode: { result: '0x' }, eth_call: yes }, '0xc0ffee'],
    [
      'the wrapper deploys another address',
      {
        eth_getCode: { result: '0x' },
        eth_call: { error: { code: -32000, message: 'execution reverted: SignatureValidator: deployment' } },
      },
      wrapped('c0ffee'),
    ],
    ['the wrapper is wrapped twice', { eth_getCode: { result: '0x' }, eth_call: { result: '0x01' } }, wrapped(wrapped('c0ffee').slice(2))],
    ['the wrapper is cut short', { eth_getCode: { result: '0x' }, eth_call: { result: '0x01' } }, `0x${magic}`],
    [
      'the wrapper points outside itself',
      { eth_getCode: { result: '0x' }, eth_call: { result: '0x01' } },
      `0x${word('1')}${word('60')}${'f'.repeat(64)}${magic}`,
    ],
  ]
  it.each(noes)('is refused when %s', async (_, replies, signature) => {
    chain((method) => replies[method])
    const answer = await attempt(signature)
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'sign_in_signature_invalid'])
  })

  const faults: [string, (method: string) => unknown][] = [
    ['silent', silent],
    ['busy', () => new Response('slow down', { status: 429 })],
    ['talking HTML', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['confused', () => ({ error: { code: -32603, message: 'internal error' } })],
    ['empty', () => ({})],
    ['silent after the first answer', (method) => (method === 'eth_getCode' ? { result: '0x60' } : silent())],
  ]
  it.each(faults)('stays out while the chain is %s, plain wallets do not', async (_, reply) => {
    chain(reply)
    const answer = await attempt()
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'sign_in_signature_unchecked'])
    expect(answer.headers.get('set-cookie')).toBeNull()
    await signedInBy(newWallet())
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

  it.each(['getNonce', 'signIn', 'addAccount', 'logout', 'enableAccount'])(
    '%s takes no GET, no foreign origin and no plain text',
    async (name) => {
      const get = await ask('GET', name)
      expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
      for (const origin of ['null', 'http://localhost:8788.evil.example', '']) {
        expect(await codeOf(await ask('POST', name, { headers: { origin } }))).toBe('cross_origin')
      }
      expect((await ask('POST', name, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    },
  )
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
    expect(await answer.json()).toMatchObject({
      authorized: false,
      user_id: null,
      accounts: [],
      language: 'ja',
      geoIp: '{"country":"JP"}',
      networks: [8453],
    })
  })
})
