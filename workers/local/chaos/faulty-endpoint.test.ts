import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../contracts/script/anvil.ts'
import { seeded } from '../../../tools/random.ts'
import type { RawBlock } from '../../shared/rpc.ts'
import { testChain } from '../chain/test-chain.ts'
import { type Answer, type Branch, recordBranch } from './abandoned-branch.ts'
import { faultyEndpoint, NEVER_ANSWERS, ON_A_FORK, RANDOM_FAULTS } from './faulty-endpoint.ts'

let chain: Awaited<ReturnType<typeof testChain>>
let endpoint: Awaited<ReturnType<typeof faultyEndpoint>>
let branch: Branch | null = null
beforeAll(async () => {
  chain = await testChain()
  endpoint = await faultyEndpoint(chain.url, seeded(1), () => branch)
})
afterAll(() => {
  endpoint.close()
  chain.stop()
})

/** Sends one request as a batch, and returns its result. */
async function ask<T>(method: string, ...params: unknown[]): Promise<T> {
  const answer = await fetch(endpoint.url, { method: 'POST', body: JSON.stringify([{ jsonrpc: '2.0', id: 1, method, params }]) })
  return ((await answer.json()) as Answer[])[0]!.result as T
}
const readBlock = (number: number) => ask<RawBlock | null>('eth_getBlockByNumber', `0x${number.toString(16)}`, false)

test('an endpoint on a fork returns the replaced blocks instead of the new ones, and no block after the last of them', async () => {
  const [from, to] = ['0x00000000000000000000000000000000000000aa', '0x00000000000000000000000000000000000000bb']
  await call(chain.url, 'anvil_impersonateAccount', [from])
  await call(chain.url, 'anvil_setBalance', [from, '0xde0b6b3a7640000'])
  const hash = await call<string>(chain.url, 'eth_sendTransaction', [{ from, to, value: '0x1' }])
  const head = Number(await ask<string>('eth_blockNumber'))
  const old = await Promise.all([head - 2, head - 1, head].map(readBlock))
  branch = await recordBranch(chain.url, 2)
  await call(chain.url, 'anvil_reorg', [2, []])
  await call(chain.url, 'evm_mine')

  const now = await Promise.all([head - 2, head - 1, head].map(readBlock))
  expect(now.map((block, i) => block!.hash === old[i]!.hash)).toEqual([true, false, false])
  expect(await ask('eth_getTransactionReceipt', hash)).toBeNull()
  endpoint.setFault(ON_A_FORK)
  expect(await Promise.all([head - 2, head - 1, head].map(readBlock))).toEqual(old)
  expect(await readBlock(head + 1)).toBeNull()
  expect(Number(await ask<string>('eth_blockNumber'))).toBe(head)
  expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ blockHash: old[2]!.hash })
  expect(endpoint.counts.get(ON_A_FORK)).toBeGreaterThan(0)
})

test('an endpoint that never answers keeps the request open until its client gives up', async () => {
  endpoint.setFault(NEVER_ANSWERS)
  await expect(fetch(endpoint.url, { method: 'POST', body: '[]', signal: AbortSignal.timeout(300) })).rejects.toThrow('timeout')
  expect(endpoint.counts.get(NEVER_ANSWERS)).toBe(1)
})

test('every random fault is set once before one is set again', () => {
  const set = new Set<string>()
  for (let i = 0; i < RANDOM_FAULTS.length; i++) set.add(endpoint.change(1)!)
  expect([...set].sort()).toEqual([...RANDOM_FAULTS].sort())
})
