import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { decodeErrorResult, encodeFunctionData, type Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { HEALTH_LIMITS } from '../shared/health.schema.ts'
import { now } from '../shared/ids.ts'
import { hexOf, rpc } from '../shared/rpc.ts'
import { call, codeOf, exhaustLimit } from '../shared/testing.ts'
import { withdrawCall } from './calldata.schema.ts'
import worker from './index.ts'
import { indexing } from './indexing.ts'
import { db, deployed, testEnv, usdc } from './testing.ts'
import { cursors, indexerErrors, unexpectedEvents } from './work-tables.ts'

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

  it.each([[[0, 1]], [[1, 0]], [[5, 5]]])('answers a batch with the ids %j in the order of its requests', async (ids) => {
    const [block, code] = [rpcCall('eth_blockNumber'), rpcCall('eth_getCode', deployed.orderBook, 'latest')]
    const answers = (await (
      await ask([
        { ...block, id: ids[0] },
        { ...code, id: ids[1] },
      ])
    ).json()) as { id: unknown; result: string }[]
    expect(answers.map(({ id }) => id)).toEqual(ids)
    expect(answers[0]!.result.length).toBeLessThan(20)
    expect(answers[1]!.result.length).toBeGreaterThan(1000)
  })

  it('limits the requests of each network separately, and returns Retry-After', async () => {
    await exhaustLimit(testEnv, { network: '203.0.113.50' }, 'POST /api/orders/rpc')
    const answer = await ask(rpcCall('eth_chainId'), { 'x-address': '203.0.113.50' })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
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

  it('runs the simulation of a withdrawal from each contract that can owe something', async () => {
    const data = withdrawCall(usdc, `0x${'11'.repeat(20)}`)
    for (const to of [deployed.orderBook, deployed.marketplace]) {
      const answer = await ask(rpcCall('eth_call', { from: `0x${'22'.repeat(20)}`, to, data }, 'latest'))
      const { error } = (await answer.json()) as { error: { data: Hex } }
      expect(decodeErrorResult({ abi: orderBookAbi, data: error.data }).errorName).toBe('NothingOwed')
    }
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
    expect(await health(unreachable)).toMatchObject({ db: 'ok', chain: 'endpoint 0: unreachable', contracts: 'does not answer' })
    const otherCode = { ...testEnv, LOCAL_DEPLOYMENT: JSON.stringify({ ...deployed, orderBookCodeHash: `0x${'0'.repeat(64)}` }) }
    expect(await health(otherCode)).toMatchObject({ contracts: 'the code of the OrderBook is another one' })
    const noCode = { ...testEnv, LOCAL_DEPLOYMENT: JSON.stringify({ ...deployed, orderBook: `0x${'1'.repeat(40)}` }) }
    expect(await health(noCode)).toMatchObject({ contracts: 'no code at the address of the OrderBook', cron: 'has not run yet' })
  })

  /** Changes the newest block that the node reports; null removes the block. Other responses stay unchanged. */
  function changeHead(change: (block: { number: Hex; timestamp: Hex }) => object | null) {
    const originalFetch = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const response = await originalFetch(input, init)
      if (!String(input).startsWith(testEnv.RPC_URL)) return response
      const calls = JSON.parse(String(init?.body)) as { id: number; method: string; params: unknown[] }[]
      const answers = (await response.json()) as { id: number; result: { number: Hex; timestamp: Hex } }[]
      const isHead = (id: number) =>
        calls.some((each) => each.id === id && each.method === 'eth_getBlockByNumber' && each.params[0] === 'latest')
      const changed = (block: { number: Hex; timestamp: Hex }) => {
        const fields = change(block)
        return fields && { ...block, ...fields }
      }
      return Response.json(answers.map((answer) => (isHead(answer.id) ? { ...answer, result: changed(answer.result) } : answer)))
    })
  }
  const later = (value: Hex, by: number) => hexOf(Number(value) + by)

  it('reports the other parts if the node has no newest block', async () => {
    changeHead(() => null)
    expect(await health()).toMatchObject({ db: 'ok', chain: 'does not answer', contracts: 'ok', blocksBehind: null })
    vi.restoreAllMocks()
  })

  describe('with a cursor', () => {
    const { chainId, orderBook: contract } = deployed
    beforeEach(async () => {
      const [head] = await rpc<[{ number: Hex; hash: Hex }]>(testEnv, ['eth_getBlockByNumber', 'latest', false])
      await db.delete(cursors)
      await db.insert(cursors).values({ chainId, contract, blockNumber: Number(head.number), blockHash: head.hash, updatedAt: now() })
    })
    afterEach(async () => {
      vi.restoreAllMocks()
      await db.delete(cursors)
    })

    it('reports no lag for an indexer that has read everything', async () => {
      expect(await health()).toMatchObject({ cron: 'ok', blocksBehind: 0, secondsBehind: 0 })
    })

    it.each([
      [HEALTH_LIMITS.blocksBehind, 10, 'ok'],
      [HEALTH_LIMITS.blocksBehind + 1, 10, `${HEALTH_LIMITS.blocksBehind + 1} blocks behind`],
      [5, HEALTH_LIMITS.secondsBehind, 'ok'],
      [5, HEALTH_LIMITS.secondsBehind + 1, '5 blocks behind'],
    ])('reports a lag of %i blocks and %i seconds as %s', async (blocks, seconds, cron) => {
      changeHead(({ number, timestamp }) => ({ number: later(number, blocks), timestamp: later(timestamp, seconds) }))
      expect(await health()).toMatchObject({ cron, blocksBehind: blocks, secondsBehind: seconds })
    })

    it('reports a cron without progress', async () => {
      await db.update(cursors).set({ updatedAt: now() - HEALTH_LIMITS.cronAge - 1 })
      expect(await health()).toMatchObject({ cron: expect.stringMatching(/^got no further for 20\d s$/) })
    })

    it('counts unexpected events and returns the last error of the indexer', async () => {
      const row = { chainId, contract, blockNumber: 1, blockHash: '0x', logIndex: 0, timestamp: 1, reason: 'unknown_event', content: '{}' }
      await db.insert(unexpectedEvents).values([0, 1].map((ordinal) => ({ ...row, transactionHash: '0xodd', ordinal })))
      await indexing(testEnv).reportError('an earlier error')
      await indexing(testEnv).reportError('x'.repeat(10_000))
      expect(await health()).toMatchObject({ cron: 'ok', unexpectedEvents: 2, lastError: { message: 'x'.repeat(500) } })
      await db.delete(unexpectedEvents).where(eq(unexpectedEvents.transactionHash, '0xodd'))
      await db.delete(indexerErrors)
      expect(await health()).toMatchObject({ unexpectedEvents: 0, lastError: null })
    })

    it('reports an old newest block on Base, and an endpoint on another chain by its position', async () => {
      const base = { ...testEnv, LOCAL_DEPLOYMENT: JSON.stringify({ ...deployed, chainId: 8453 }) }
      changeHead(() => ({ timestamp: '0x5f5e100' }))
      expect(await health(base)).toMatchObject({ chain: expect.stringMatching(/^its newest block is \d+ s old$/) })
      expect(await health({ ...base, CHAIN_ID: '8453' })).toMatchObject({ chain: 'endpoint 0: is on chain 31337, not 8453' })
    })
  })
})
