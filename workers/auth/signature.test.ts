import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf } from '../shared/testing.ts'
import { recover } from './signature.ts'
import { ask, body, chain, newWallet, nonceFor, signedInBy, silent, textFor } from './testing.ts'

afterEach(() => vi.unstubAllGlobals())

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const word = (value: bigint) => value.toString(16).padStart(64, '0')

describe('recovering who signed', () => {
  const made = (r: bigint, s: bigint, v = 27) => hexToBytes(word(r) + word(s) + v.toString(16))
  const hash = keccak_256(new Uint8Array([1, 2, 3]))

  it('finds what the library finds, for any key, message and half of the curve', () => {
    const seen = new Set<number>()
    for (let i = 0; i < 60; i++) {
      const { secretKey, publicKey } = secp256k1.keygen()
      const digest = crypto.getRandomValues(new Uint8Array(32))
      const [recovery, ...rest] = secp256k1.sign(digest, secretKey, { prehash: false, format: 'recovered' })
      seen.add(recovery!)
      const key = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)
      expect(recover(digest, Uint8Array.from([...rest, recovery! + 27]))).toBe(`0x${bytesToHex(keccak_256(key).subarray(12))}`)
    }
    expect([...seen].sort()).toEqual([0, 1])
  })

  it('takes a digest beyond the order of the curve', () => {
    const { secretKey, publicKey } = secp256k1.keygen()
    const digest = new Uint8Array(32).fill(255)
    const [recovery, ...rest] = secp256k1.sign(digest, secretKey, { prehash: false, format: 'recovered' })
    const key = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)
    expect(recover(digest, Uint8Array.from([...rest, recovery! + 27]))).toBe(`0x${bytesToHex(keccak_256(key).subarray(12))}`)
  })

  // 5 is the x of no point; G's x is that of two.
  const gx = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n
  it.each([
    ['r is 0', 0n, 1n],
    ['s is 0', gx, 0n],
    ['r is the order', N, 1n],
    ['r is beyond it', N + 1n, 1n],
    ['s is beyond half of it', gx, N / 2n + 1n],
    ['s is the order', gx, N],
    ['r is on no point', 5n, 1n],
  ])('finds nobody when %s', (_, r, s) => {
    for (const v of [27, 28]) expect(recover(hash, made(r, s, v))).toBeNull()
    expect(recover(hash, made(gx, 1n))).toMatch(/^0x/)
  })

  it('finds nobody at infinity', () => {
    // With R = G and s = h the key would be (hG - hG) / r.
    const small = hexToBytes(word(7n))
    expect(recover(small, made(gx, 7n, 27))).toBeNull()
    expect(recover(small, made(gx, 7n, 28))).toMatch(/^0x/)
  })
})

describe('a signature', () => {
  const spellings: [string, (signature: string) => string][] = [
    [
      'mirrored in s',
      (signature) => {
        const s = N - BigInt(`0x${signature.slice(66, 130)}`)
        return signature.slice(0, 66) + word(s) + (signature.endsWith('1b') ? '1c' : '1b')
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
