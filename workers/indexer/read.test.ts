import { afterEach, describe, expect, it, vi } from 'vitest'
import { readHead } from '../shared/chain-reading/read.ts'
import { HEALTH_LIMITS } from '../shared/health.schema.ts'
import { now } from '../shared/ids.ts'
import { hexOf } from '../shared/rpc.ts'

afterEach(() => vi.unstubAllGlobals())

describe('readHead', () => {
  /** Endpoints on Base, by host: the number and the age in seconds of their newest block. */
  function endpoints(heads: Record<string, [number: number, age: number]>): string {
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const [number, age] = heads[new URL(url).host]!
      const results: Record<string, unknown> = {
        eth_chainId: '0x2105',
        eth_blockNumber: hexOf(number),
        eth_getBlockByNumber: { number: hexOf(number), timestamp: hexOf(now() - age) },
      }
      const calls = JSON.parse(String(init.body)) as { id: number; method: string }[]
      return Response.json(calls.map(({ id, method }) => ({ id, result: results[method] })))
    })
    return Object.keys(heads)
      .map((host) => `https://${host}`)
      .join()
  }
  const OLD = HEALTH_LIMITS.headAge + 10

  it('asks the next endpoint if an endpoint’s newest block is old, and uses the old block if there is no other endpoint', async () => {
    expect(await readHead({ RPC_URL: endpoints({ 'old1.test': [1, OLD], 'new1.test': [9, 0] }), CHAIN_ID: '8453' })).toBe(9)
    expect(await readHead({ RPC_URL: endpoints({ 'new2.test': [1, 0], 'new3.test': [9, 0] }), CHAIN_ID: '8453' })).toBe(1)
    expect(await readHead({ RPC_URL: endpoints({ 'old2.test': [1, OLD] }), CHAIN_ID: '8453' })).toBe(1)
  })
})
