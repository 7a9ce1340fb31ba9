import { createExecutionContext } from 'cloudflare:test'
import { encodeFunctionData, type Hex } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { now } from '../shared/ids.ts'
import { call, codeOf, exhaustLimit } from '../shared/testing.ts'
import worker from './index.ts'
import { cursors } from './tables.ts'
import { db, deployed, testEnv, usdc } from './testing.ts'

const ask = (body: unknown, headers = {}) =>
  call(worker, testEnv, createExecutionContext(), 'POST', '/api/orders/rpc', { body: JSON.stringify(body), headers })
const rpcCall = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params })
const counterData = encodeFunctionData({ abi: orderBookAbi, functionName: 'orderIdCounter' })

describe('the RPC proxy', () => {
  it('forwards single requests and batches', async () => {
    expect(await (await ask(rpcCall('eth_chainId'))).json()).toMatchObject({ jsonrpc: '2.0', id: 1, result: '0x7a69' })
    const batch = [
      { ...rpcCall('eth_blockNumber'), id: 7 },
      { ...rpcCall('eth_call', { to: deployed.orderBook, data: counterData }, 'latest'), id: 8 },
    ]
    const answers = (await (await ask(batch)).json()) as { id: number; result: Hex }[]
    expect(answers.map(({ id }) => id)).toEqual([7, 8])
    expect(answers[1]!.result).toMatch(/^0x[0-9a-f]{64}$/)
  })

  it('limits the requests of each network separately, and returns Retry-After', async () => {
    await exhaustLimit(testEnv, { network: '203.0.113.50' }, 'POST /api/orders/rpc')
    const answer = await ask(rpcCall('eth_chainId'), { 'x-address': '203.0.113.50' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await ask(rpcCall('eth_chainId'), { 'x-address': '203.0.113.51' })).status).toBe(200)
  })

  it('counts each request of a batch', async () => {
    const network = { network: '203.0.113.54' }
    const from = { 'x-address': '203.0.113.54' }
    await exhaustLimit(testEnv, network, 'POST /api/orders/rpc', 20)
    const twenty = Array.from({ length: 20 }, () => rpcCall('eth_chainId'))
    expect((await ask(twenty, from)).status).toBe(200)
    const answer = await ask(twenty, from)
    expect(answer.status).toBe(429)
    // The limit regains ten requests per second, and the first batch may have taken a second itself.
    expect([1, 2]).toContain(Number(answer.headers.get('retry-after')))
  })

  it('forwards a revert with its data', async () => {
    const data = encodeFunctionData({ abi: orderBookAbi, functionName: 'getOrder', args: [10n ** 12n] })
    const answer = await ask(rpcCall('eth_call', { to: deployed.orderBook, data }, 'latest'))
    expect(await answer.json()).toMatchObject({ error: { code: 3, data: expect.stringMatching(/^0x/) } })
  })

  it.each([
    'eth_sendRawTransaction',
    'eth_sendTransaction',
    'eth_getLogs',
    'eth_accounts',
    'anvil_setBalance',
    'evm_increaseTime',
    'debug_traceCall',
    'txpool_content',
    'web3_sha3',
    'constructor',
  ])('refuses %s, alone and in a batch', async (method) => {
    expect(await codeOf(await ask(rpcCall(method)))).toBe('rpc_method_refused')
    expect(await codeOf(await ask([rpcCall('eth_chainId'), rpcCall(method)]))).toBe('rpc_method_refused')
  })

  it('refuses calls to other contracts, calls without an address, and state overrides', async () => {
    const foreignCall = { to: '0x000000000000000000000000000000000000dead', data: counterData }
    expect(await codeOf(await ask(rpcCall('eth_call', foreignCall, 'latest')))).toBe('rpc_method_refused')
    expect(await codeOf(await ask(rpcCall('eth_estimateGas', { data: '0x60' })))).toBe('rpc_method_refused')
    expect(await codeOf(await ask(rpcCall('eth_call', null, 'latest')))).toBe('rpc_method_refused')
    const overridden = rpcCall('eth_call', { to: usdc, data: counterData }, 'latest', { [usdc]: { code: '0x60' } })
    expect(await codeOf(await ask(overridden))).toBe('rpc_method_refused')
  })

  it('accepts at most twenty requests in a batch', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, id) => ({ ...rpcCall('eth_chainId'), id }))
    expect((await ask(many(20))).status).toBe(200)
    expect(await codeOf(await ask(many(21)))).toBe('invalid_body')
    expect(await codeOf(await ask([]))).toBe('invalid_body')
    expect(await codeOf(await ask('eth_chainId'))).toBe('invalid_body')
  })

  it('refuses an oversized answer of the node', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ jsonrpc: '2.0', id: 1, result: 'f'.repeat(5_000_000) }))
    expect(await codeOf(await ask(rpcCall('eth_getBlockByNumber', 'latest', true)))).toBe('chain_unavailable')
    vi.restoreAllMocks()
  })

  it('refuses cross-origin requests', async () => {
    expect(await codeOf(await ask(rpcCall('eth_chainId'), { origin: 'https://evil.example' }))).toBe('cross_origin')
  })
})

describe('GET /health', () => {
  const health = async (env = testEnv) => (await call(worker, env, createExecutionContext(), 'GET', '/api/orders/health')).json()

  it('reports for each check whether it is ok or what is wrong', async () => {
    expect(await health()).toMatchObject({ db: 'ok', chain: 'ok', contracts: 'ok' })
    const unreachable = { ...testEnv, RPC_URL: 'http://127.0.0.1:9' }
    expect(await health(unreachable)).toMatchObject({ db: 'ok', chain: 'does not answer', contracts: 'does not answer' })
    const otherCode = { ...testEnv, LOCAL_DEPLOYMENT: JSON.stringify({ ...deployed, orderBookCodeHash: `0x${'0'.repeat(64)}` }) }
    expect(await health(otherCode)).toMatchObject({ contracts: 'the code of the OrderBook is another one' })
    const noCode = { ...testEnv, LOCAL_DEPLOYMENT: JSON.stringify({ ...deployed, orderBook: `0x${'1'.repeat(40)}` }) }
    expect(await health(noCode)).toMatchObject({ contracts: 'no code at the address of the OrderBook', cron: 'has not run yet' })
  })
  it('reports a cron that is behind and a node without new blocks', async () => {
    const { chainId, orderBook: contract } = deployed
    await db.insert(cursors).values({ chainId, contract, blockNumber: -1000, blockHash: '0x', updatedAt: now() })
    expect(await health()).toMatchObject({ cron: expect.stringMatching(/^1\d+ blocks behind$/) })
    await db.delete(cursors)
    const real = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const text = await (await real(input, init)).text()
      return new Response(text.replace(/"timestamp":"0x[0-9a-f]+"/g, '"timestamp":"0x5f5e100"').replace('"0x7a69"', '"0x2105"'))
    })
    const base = { ...testEnv, LOCAL_DEPLOYMENT: JSON.stringify({ ...deployed, chainId: 8453 }) }
    expect(await health(base)).toMatchObject({ chain: expect.stringMatching(/^its newest block is \d+ s old$/) })
    vi.restoreAllMocks()
  })
})
