import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf } from '../shared/testing.ts'
import { ask, body, chain, newWallet, nonceFor, signedInBy, silent, textFor } from './testing.ts'

afterEach(() => vi.unstubAllGlobals())

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
