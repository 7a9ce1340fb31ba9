import { afterEach, describe, expect, it, vi } from 'vitest'
import { contractAccepts } from './contract-signature.ts'

afterEach(() => vi.unstubAllGlobals())

const env = { RPC_URL: 'https://rpc.test/', CHAIN_ID: '8453' }
const ACCOUNT = '0xAbCdEf0123456789aBcDeF0123456789abCDef01'
const HASH = `0x${'5a'.repeat(32)}`

const failToConnect = () => {
  throw new TypeError('connection refused')
}

/** Replaces fetch for the chain. `reply` answers every call except that for the chain id. Returns the calls that were made. */
function mockChain(reply: (method: string, params: { data: string; to?: string }[]) => unknown): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (_: RequestInfo, init?: RequestInit) => {
    const responses: object[] = []
    for (const { id, method, params } of JSON.parse(String(init!.body))) {
      if (method !== 'eth_chainId') calls.push(method)
      const response = method === 'eth_chainId' ? { result: '0x2105' } : reply(method, params)
      if (response instanceof Response) return response
      responses.push({ jsonrpc: '2.0', id, ...(response as object) })
    }
    return Response.json(responses)
  })
  return calls
}

const accepted = { result: `0x1626ba7e${'0'.repeat(56)}` }
const word = (hex: string) => hex.padStart(64, '0')
const bytes = (hex: string) => word((hex.length / 2).toString(16)) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
const magic = '6492'.repeat(16)
/** Wraps (factory, calldata, signature) as ERC-6492 defines. */
const wrapSignature = (inner: string) => {
  const calldata = bytes('deadbeef')
  return `0x${word('fac70')}${word('60')}${word((96 + calldata.length / 2).toString(16))}${calldata}${bytes(inner)}${magic}`
}

describe('the signature of a contract', () => {
  it('is accepted when the contract accepts it', async () => {
    const calls = mockChain((method) => (method === 'eth_getCode' ? { result: '0x6080' } : accepted))
    expect(await contractAccepts(env, ACCOUNT, HASH, '0xc0ffee')).toBe(true)
    expect(calls).toEqual(['eth_getCode', 'eth_call'])
  })

  it('is accepted before deployment with an ERC-6492 wrapper', async () => {
    const transactions: { data: string; to?: string }[] = []
    mockChain((method, [transaction]) => {
      if (method === 'eth_getCode') return { result: '0x' }
      transactions.push(transaction!)
      return { result: '0x01' }
    })
    expect(await contractAccepts(env, ACCOUNT, HASH, wrapSignature('c0ffee'))).toBe(true)
    expect(transactions).toHaveLength(1)
    expect(transactions[0]!.to).toBeUndefined()
    expect(transactions[0]!.data).toContain(ACCOUNT.slice(2).toLowerCase())
    expect(transactions[0]!.data).toContain(HASH.slice(2))
  })

  it('is taken out of its wrapper once the contract is deployed, and the wrapped call is not run', async () => {
    const transactions: { data: string; to?: string }[] = []
    mockChain((method, [transaction]) => {
      if (method === 'eth_getCode') return { result: '0x6080' }
      transactions.push(transaction!)
      return accepted
    })
    expect(await contractAccepts(env, ACCOUNT, HASH, wrapSignature('c0ffee'))).toBe(true)
    expect(transactions[0]!.to).toBe(ACCOUNT)
    expect(transactions[0]!.data).toContain(HASH.slice(2))
    expect(transactions[0]!.data).not.toContain('deadbeef')
  })

  const refusals: [string, Record<string, unknown>, string][] = [
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
  it.each(refusals)('is not accepted when %s', async (_, replies, signature) => {
    mockChain((method) => replies[method])
    expect(await contractAccepts(env, ACCOUNT, HASH, signature)).toBe(false)
  })

  const faults: [string, (method: string) => unknown][] = [
    ['unreachable', failToConnect],
    ['busy', () => new Response('slow down', { status: 429 })],
    ['returning HTML', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['failing internally', () => ({ error: { code: -32603, message: 'internal error' } })],
    ['returning no result', () => ({})],
    ['returning null', () => ({ result: null })],
    ['returning text that is not hex', () => ({ result: 'reverted' })],
    ['unreachable after the first call', (method) => (method === 'eth_getCode' ? { result: '0x60' } : failToConnect())],
  ]
  it.each(faults)('is neither accepted nor rejected while the node is %s', async (_, reply) => {
    mockChain(reply)
    await expect(contractAccepts(env, ACCOUNT, HASH, '0xc0ffee')).rejects.toThrow()
  })

  it.each([
    ['an account of 19 bytes', ACCOUNT.slice(0, -2), HASH, '0xc0ffee'],
    ['an account of 21 bytes', `${ACCOUNT}00`, HASH, '0xc0ffee'],
    ['a hash of 31 bytes', ACCOUNT, HASH.slice(0, -2), '0xc0ffee'],
    ['a hash of 33 bytes', ACCOUNT, `${HASH}00`, '0xc0ffee'],
    ['a hash without 0x', ACCOUNT, HASH.slice(2), '0xc0ffee'],
    ['an empty signature', ACCOUNT, HASH, '0x'],
    ['a signature of half a byte', ACCOUNT, HASH, '0xc0f'],
    ['a signature of more than 32768 characters', ACCOUNT, HASH, `0x${'c0'.repeat(16_384)}`],
  ])('is refused without a call to the chain if there is %s', async (_, account, hash, signature) => {
    const calls = mockChain((method) => (method === 'eth_getCode' ? { result: '0x6080' } : accepted))
    await expect(contractAccepts(env, account, hash, signature)).rejects.toThrow()
    expect(calls).toEqual([])
    expect(await contractAccepts(env, ACCOUNT, HASH, `0x${'c0'.repeat(16_383)}`)).toBe(true)
  })
})
