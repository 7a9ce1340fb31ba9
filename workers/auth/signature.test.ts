import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf } from '../shared/testing.ts'
import { recover } from './signature.ts'
import { failToConnect, mockChain, newWallet, nonceFor, request, signInBody, signInWith, siweText } from './testing.ts'

afterEach(() => vi.unstubAllGlobals())

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const word = (value: bigint) => value.toString(16).padStart(64, '0')

describe('recover', () => {
  const signatureOf = (r: bigint, s: bigint, v = 27) => hexToBytes(word(r) + word(s) + v.toString(16))
  const hash = keccak_256(new Uint8Array([1, 2, 3]))

  it('agrees with the library for random keys and digests, and for both recovery ids', () => {
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
    mockChain(() => ({ result: '0x' }))
    const wallet = newWallet()
    const message = siweText(await nonceFor(wallet))
    const response = await request('POST', 'signIn', { body: signInBody(wallet, message, rewrite(wallet.sign(message)) as `0x${string}`) })
    expect([response.status, await codeOf(response)]).toEqual([401, 'sign_in_signature_invalid'])
  })
})

describe('smart wallets', () => {
  const wallet = { address: newWallet().address, sign: () => '0xc0ffee' as const }
  const accepted = { result: `0x1626ba7e${'0'.repeat(56)}` }
  const word = (hex: string) => hex.padStart(64, '0')
  const bytes = (hex: string) => word((hex.length / 2).toString(16)) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
  const magic = '6492'.repeat(16)
  /** Wraps (factory, calldata, signature) as ERC-6492 defines. */
  const wrapSignature = (inner: string): `0x${string}` => {
    const calldata = bytes('deadbeef')
    return `0x${word('fac70')}${word('60')}${word((96 + calldata.length / 2).toString(16))}${calldata}${bytes(inner)}${magic}`
  }
  const attempt = async (signature: `0x${string}` = '0xc0ffee') =>
    request('POST', 'signIn', { body: signInBody(wallet, siweText(await nonceFor(wallet)), signature) })

  it('sign in when the contract accepts the signature', async () => {
    const outgoing = mockChain((method) => (method === 'eth_getCode' ? { result: '0x6080' } : accepted))
    expect((await attempt()).status).toBe(200)
    expect(outgoing).toEqual(['eth_getCode', 'eth_call'])
  })

  it('sign in before deployment with an ERC-6492 wrapper', async () => {
    const calls: { data: string; to?: string }[] = []
    mockChain((method, [transaction]) => {
      if (method === 'eth_getCode') return { result: '0x' }
      calls.push(transaction!)
      return { result: '0x01' }
    })
    expect((await attempt(wrapSignature('c0ffee'))).status).toBe(200)
    expect(calls).toHaveLength(1)
    expect(calls[0]!.to).toBeUndefined()
    expect(calls[0]!.data).toContain(wallet.address.slice(2).toLowerCase())
  })

  it('sign in with the inner signature once deployed, without running the wrapped call', async () => {
    const calls: { data: string; to?: string }[] = []
    mockChain((method, [transaction]) => {
      if (method === 'eth_getCode') return { result: '0x6080' }
      calls.push(transaction!)
      return accepted
    })
    expect((await attempt(wrapSignature('c0ffee'))).status).toBe(200)
    expect(calls[0]!.to).toBe(wallet.address)
    expect(calls[0]!.data).not.toContain('deadbeef')
  })

  const rejections: [string, Record<string, unknown>, `0x${string}`][] = [
    ['the contract rejects', { eth_getCode: { result: '0x60' }, eth_call: { result: `0xffffffff${'0'.repeat(56)}` } }, '0xc0ffee'],
    [
      'the contract reverts',
      { eth_getCode: { result: '0x60' }, eth_call: { error: { code: 3, message: 'execution reverted' } } },
      '0xc0ffee',
    ],
    ['the result has extra bits', { eth_getCode: { result: '0x60' }, eth_call: { result: `0x1626ba7e${'0'.repeat(55)}1` } }, '0xc0ffee'],
    ['there is no contract', { eth_getCode: { result: '0x' }, eth_call: accepted }, '0xc0ffee'],
    [
      'the wrapper deploys another address',
      {
        eth_getCode: { result: '0x' },
        eth_call: { error: { code: -32000, message: 'execution reverted: SignatureValidator: deployment' } },
      },
      wrapSignature('c0ffee'),
    ],
    [
      'the wrapper is wrapped twice',
      { eth_getCode: { result: '0x' }, eth_call: { result: '0x01' } },
      wrapSignature(wrapSignature('c0ffee').slice(2)),
    ],
    ['the wrapper is cut short', { eth_getCode: { result: '0x' }, eth_call: { result: '0x01' } }, `0x${magic}`],
    [
      'an offset points outside the wrapper',
      { eth_getCode: { result: '0x' }, eth_call: { result: '0x01' } },
      `0x${word('1')}${word('60')}${'f'.repeat(64)}${magic}`,
    ],
  ]
  it.each(rejections)('are rejected when %s', async (_, replies, signature) => {
    mockChain((method) => replies[method])
    const response = await attempt(signature)
    expect([response.status, await codeOf(response)]).toEqual([401, 'sign_in_signature_invalid'])
  })

  const faults: [string, (method: string) => unknown][] = [
    ['unreachable', failToConnect],
    ['busy', () => new Response('slow down', { status: 429 })],
    ['returning HTML', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['failing internally', () => ({ error: { code: -32603, message: 'internal error' } })],
    ['returning no result', () => ({})],
    ['unreachable after the first call', (method) => (method === 'eth_getCode' ? { result: '0x60' } : failToConnect())],
  ]
  it.each(faults)('cannot sign in while the node is %s, but plain wallets can', async (_, reply) => {
    mockChain(reply)
    const response = await attempt()
    expect([response.status, await codeOf(response)]).toEqual([503, 'sign_in_signature_unchecked'])
    expect(response.headers.get('set-cookie')).toBeNull()
    await signInWith(newWallet())
  })
})
