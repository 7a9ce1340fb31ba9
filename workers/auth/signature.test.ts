import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf } from '../shared/testing.ts'
import { messageHash, recover, verifySignature } from './signature.ts'
import { mockContract, newWallet, nonceFor, request, signInBody, signInWith, siweText, testEnv } from './testing.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const word = (value: bigint) => value.toString(16).padStart(64, '0')

describe('recover', () => {
  const signatureOf = (r: bigint, s: bigint, v = 27) => hexToBytes(word(r) + word(s) + v.toString(16))
  const hash = keccak_256(new Uint8Array([1, 2, 3]))

  it('returns the account that signed, for random keys and digests and for both recovery ids', () => {
    const recoveries = new Set<number>()
    for (let i = 0; i < 60; i++) {
      const { secretKey, publicKey } = secp256k1.keygen()
      const digest = crypto.getRandomValues(new Uint8Array(32))
      const [recovery, ...rest] = secp256k1.sign(digest, secretKey, { prehash: false, format: 'recovered' })
      recoveries.add(recovery!)
      const key = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)
      expect(recover(digest, Uint8Array.from([...rest, recovery! + 27]))).toBe(`0x${bytesToHex(keccak_256(key).subarray(12))}`)
    }
    expect([...recoveries].sort()).toEqual([0, 1])
  })

  it('accepts a digest larger than the order of the curve', () => {
    const { secretKey, publicKey } = secp256k1.keygen()
    const digest = new Uint8Array(32).fill(255)
    const [recovery, ...rest] = secp256k1.sign(digest, secretKey, { prehash: false, format: 'recovered' })
    const key = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)
    expect(recover(digest, Uint8Array.from([...rest, recovery! + 27]))).toBe(`0x${bytesToHex(keccak_256(key).subarray(12))}`)
  })

  // No point has the x coordinate 5; two points have that of G.
  const gx = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n
  it.each([
    ['r is 0', 0n, 1n],
    ['s is 0', gx, 0n],
    ['r is the order', N, 1n],
    ['r is larger than the order', N + 1n, 1n],
    ['s is in the upper half', gx, N / 2n + 1n],
    ['s is the order', gx, N],
    ['r is the x coordinate of no point', 5n, 1n],
  ])('returns null when %s', (_, r, s) => {
    for (const v of [27, 28]) expect(recover(hash, signatureOf(r, s, v))).toBeNull()
    expect(recover(hash, signatureOf(gx, 1n))).toMatch(/^0x/)
  })

  it('returns null for the point at infinity', () => {
    // With R = G and s = h the key would be (hG - hG) / r.
    const small = hexToBytes(word(7n))
    expect(recover(small, signatureOf(gx, 7n, 27))).toBeNull()
    expect(recover(small, signatureOf(gx, 7n, 28))).toMatch(/^0x/)
  })
})

describe('a signature of a plain account', () => {
  const variants: [string, (signature: string) => string][] = [
    [
      'with the high s',
      (signature) => {
        const s = N - BigInt(`0x${signature.slice(66, 130)}`)
        return signature.slice(0, 66) + word(s) + (signature.endsWith('1b') ? '1c' : '1b')
      },
    ],
    ['with v 0 or 1', (signature) => signature.slice(0, 130) + (signature.endsWith('1b') ? '00' : '01')],
    ['with an invalid v', (signature) => `${signature.slice(0, 130)}25`],
    ['of 64 bytes', (signature) => signature.slice(0, 130)],
    ['of 66 bytes', (signature) => `${signature}00`],
    ['of zeros', () => `0x${'00'.repeat(64)}1b`],
  ]
  it.each(variants)('%s is rejected', async (_, rewrite) => {
    mockContract(async () => false)
    const wallet = newWallet()
    const message = siweText(await nonceFor(wallet))
    const response = await request('POST', 'signIn', { body: signInBody(wallet, message, rewrite(wallet.sign(message)) as `0x${string}`) })
    expect([response.status, await codeOf(response)]).toEqual([401, 'sign_in_signature_invalid'])
  })
})

describe('smart wallets', () => {
  const wallet = { address: newWallet().address, sign: () => '0xc0ffee' as const }
  const attempt = async () => request('POST', 'signIn', { body: signInBody(wallet, siweText(await nonceFor(wallet))) })

  it('sign in when the orders worker says that the contract accepts the signature', async () => {
    const contractAccepts = mockContract(async () => true)
    const message = siweText(await nonceFor(wallet))
    expect((await request('POST', 'signIn', { body: signInBody(wallet, message, '0xC0FFEE') })).status).toBe(200)
    expect(contractAccepts.mock.calls).toEqual([[wallet.address, `0x${bytesToHex(messageHash(message))}`, '0xc0ffee']])
  })

  it('are rejected when the contract does not accept the signature', async () => {
    mockContract(async () => false)
    const response = await attempt()
    expect([response.status, await codeOf(response)]).toEqual([401, 'sign_in_signature_invalid'])
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  const faults: [string, () => unknown][] = [
    ['returns a rejected promise', () => Promise.reject(new Error('chain_unavailable'))],
    [
      'throws',
      () => {
        throw new TypeError('there is no such worker')
      },
    ],
    ['returns nothing', async () => undefined],
    ['returns text', async () => 'true'],
    ['returns an object', async () => ({ accepted: true })],
  ]
  it.each(faults)('cannot sign in while the orders worker %s, but other wallets can', async (_, answer) => {
    mockContract(answer as () => Promise<boolean>)
    const response = await attempt()
    expect([response.status, await codeOf(response)]).toEqual([503, 'sign_in_signature_unchecked'])
    expect(response.headers.get('set-cookie')).toBeNull()
    await signInWith(newWallet())
  })

  it('cannot sign in when the orders worker does not answer within 17 seconds', async () => {
    vi.useFakeTimers()
    mockContract(() => new Promise(() => {}))
    let code: string | undefined
    const check = verifySignature(testEnv, { account: wallet.address, text: 'Sign in', signature: '0xc0ffee' }).catch((error) => {
      code = error.code
    })
    await vi.advanceTimersByTimeAsync(16_999)
    expect(code).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await check
    expect(code).toBe('sign_in_signature_unchecked')
    expect(vi.getTimerCount()).toBe(0)
  })
})
