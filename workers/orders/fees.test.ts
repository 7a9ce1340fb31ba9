import { createExecutionContext } from 'cloudflare:test'
import { encodeFunctionData, type Hex, toHex } from 'viem'
import { afterEach, expect, it, vi } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { call, codeOf, exhaustLimit } from '../shared/testing.ts'
import worker from './index.ts'
import { deployed, OWNER, testEnv, transact } from './testing.ts'

afterEach(() => vi.restoreAllMocks())
const ask = (seller?: string, headers = {}) =>
  call(worker, testEnv, createExecutionContext(), 'GET', `/api/orders/getFees${seller === undefined ? '' : `?seller=${seller}`}`, {
    headers,
  })
const newSeller = (): Hex => toHex(crypto.getRandomValues(new Uint8Array(20)))

it.each(['0x12', '1', `0x${'zz'.repeat(20)}`, `0x${'12'.repeat(21)}`])('rejects the seller %s', async (seller) => {
  expect(await codeOf(await ask(seller))).toBe('invalid_body')
})

it('returns chain_unavailable while the chain does not respond', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'))
  expect(await codeOf(await ask(newSeller()))).toBe('chain_unavailable')
})

it('returns 429 to a network over the limit', async () => {
  await exhaustLimit(testEnv, { network: '203.0.113.77' }, 'GET /api/orders/getFees')
  expect((await ask(undefined, { 'x-address': '203.0.113.77' })).status).toBe(429)
})

it('returns the default fees, or those of a seller with a fee of their own', async () => {
  const seller = newSeller()
  const data = encodeFunctionData({ abi: orderBookAbi, functionName: 'setCustomFee', args: [seller, 250n] })
  await transact(OWNER, deployed.orderBook, data)
  const [standard, own] = (await Promise.all([ask(newSeller()), ask(seller)].map(async (answer) => (await answer).json()))) as {
    feeBps: number
    arbitrationFeeBps: number
  }[]
  expect(own).toEqual({ feeBps: 250, arbitrationFeeBps: 500 })
  expect(await (await ask()).json()).toEqual(standard)
  expect(standard).toEqual({ feeBps: 1000, arbitrationFeeBps: 500 })
})

it('reads the chain once a minute for each seller', async () => {
  const seller = newSeller()
  const fees = await (await ask(seller)).json()
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'))
  expect(await (await ask(seller)).json()).toEqual(fees)
  expect(fetched).not.toHaveBeenCalled()
})
