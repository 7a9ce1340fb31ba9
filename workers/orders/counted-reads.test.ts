import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Limiter } from '../shared/limits.ts'
import type { TestUser } from '../shared/testing.ts'
import { ask, report, requestQuote } from './order-calls.testing.ts'
import { createUser, pay, publish, shownPlan, testEnv, usdc } from './testing.ts'

/**
 * The node provider charges per request, so a call counts against its limit as often as it reads the node. The check of the endpoint's
 * chain, the first request of each batch, does not count.
 */
let seller: TestUser
let buyer: TestUser
let serviceId: number
beforeAll(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  serviceId = await publish(seller)
})
afterEach(() => vi.restoreAllMocks())

/** Makes a call. Returns how many requests the node got, how much of the network's limit was taken, and the status of the answer. */
async function countReads(counter: string, makeCall: (env: typeof testEnv) => Promise<Response>) {
  let [read, counted] = [0, 0]
  const originalFetch = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (String(input).startsWith(testEnv.RPC_URL)) read += (JSON.parse(String(init?.body)) as unknown[]).length - 1
    return originalFetch(input, init)
  })
  const getByName = (subject: string) => ({
    async take(name: string, _: unknown, amount = 1) {
      if (subject.startsWith('network ') && name === counter) counted += amount
      return 0
    },
    async refund() {},
  })
  const LIMITS = { getByName } as unknown as DurableObjectNamespace<Limiter>
  const { status } = await makeCall({ ...testEnv, LIMITS })
  vi.restoreAllMocks()
  return { read, counted, status }
}

it('getFees counts the reads for a seller whose fees are not in memory, else the call', async () => {
  const getFees = () => countReads('GET /api/orders/getFees', (env) => ask('GET', `getFees?seller=${buyer.address}`, undefined, {}, env))
  expect(await getFees()).toEqual({ read: 2, counted: 2, status: 200 })
  expect(await getFees()).toEqual({ read: 0, counted: 1, status: 200 })
})

it('quoteOrder counts each read; a refused request reads nothing and counts once', async () => {
  const quote = (token: string) =>
    countReads('POST /api/orders/quoteOrder', (env) =>
      ask('POST', 'quoteOrder', buyer, { serviceId, plan: 'Studio', shown: shownPlan(), token, account: buyer.address }, env),
    )
  expect(await quote(usdc)).toEqual({ read: 4, counted: 4, status: 200 })
  expect(await quote(seller.address)).toMatchObject({ read: 0, counted: 1 })
})

it('addOrder counts each read, also if the transaction is unknown', async () => {
  const add = (hash: `0x${string}`) => countReads('POST /api/orders/addOrder', (env) => report(hash, buyer, {}, env))
  expect(await add(await pay(buyer.address, await requestQuote(serviceId, buyer)))).toEqual({ read: 4, counted: 4, status: 200 })
  expect(await add(`0x${'17'.repeat(32)}`)).toEqual({ read: 2, counted: 2, status: 404 })
})
