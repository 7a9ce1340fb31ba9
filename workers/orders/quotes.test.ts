import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { encodeFunctionData, zeroAddress } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { applications } from '../listings/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { accounts } from '../shared/tables.ts'
import { call, clearLimits, codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import worker from './index.ts'
import { amountIn, type Quote } from './orders.schema.ts'
import { prices, quotes } from './tables.ts'
import { createUser, db, deployed, newKey, node, OWNER, pay, publish, testEnv, transact, usdc } from './testing.ts'

let seller: TestUser
let buyer: TestUser
let serviceId: number
beforeAll(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  serviceId = await publish(seller)
})
beforeEach(() => clearLimits(testEnv, buyer.id, 'POST /api/orders/quoteOrder'))
afterEach(() => vi.restoreAllMocks())

const ask = (body: object, { as = buyer, headers = {} }: { as?: TestUser; headers?: Record<string, string> } = {}) =>
  call(worker, testEnv, createExecutionContext(), 'POST', '/api/orders/quoteOrder', {
    body: { serviceId, plan: 'Studio', token: usdc, account: as.address, ...body },
    as,
    headers,
  })
/** The status of a mined transaction: 0x1 for success, 0x0 for failure. */
const receiptStatus = async (hash: string) => (await node<{ status: string }>('eth_getTransactionReceipt', hash)).status

const quote = async (body: object = {}, options = {}) => {
  const answer = await ask(body, options)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Quote
}

/** Mocks the answer of the price feed; other requests go to the real fetch. */
function mockFeed(answer: () => Response) {
  const real = globalThis.fetch
  return vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) => (String(input).startsWith(testEnv.PRICE_FEED_URL) ? Promise.resolve(answer()) : real(input, init)))
}
const spotPrice = (amount: unknown) => () => Response.json({ data: { amount, base: 'ETH', currency: 'USD' } })

/** Creates an accepted bid with the service to a new job of `owner`. Returns its id. */
async function createBid(owner: TestUser, overrides: Partial<typeof applications.$inferInsert> = {}): Promise<string> {
  const listingId = await publish(owner, { listType: 'jobs', title: 'Posters for a tea festival' })
  const id = opaqueId()
  const terms = { bidService: serviceId, bidPrice: 77_000_000, bidDelivery: 9, message: 'Three posters, hand-lettered.' }
  await db.insert(applications).values({ id, listingId, userId: seller.id, status: 'accepted', createdAt: now(), ...terms, ...overrides })
  return id
}

describe('quoteOrder for an accepted bid', () => {
  it('uses the price and delivery days of the bid, also when the service is disabled', async () => {
    const applicationId = await createBid(buyer)
    const { ref, amount, delivery, productId } = await quote({ applicationId, plan: undefined, hours: 5 })
    expect({ amount, delivery, productId }).toEqual({ amount: '77000000', delivery: 9, productId: serviceId })
    const [row] = await db.select().from(quotes).where(eq(quotes.ref, ref))
    expect(row).toMatchObject({ priceUsd: 77_000_000, buyerId: buyer.id, sellerId: seller.id })
    expect(JSON.parse(row!.terms)).toMatchObject({
      plan: 'Posters for a tea festival',
      description: 'Three posters, hand-lettered.',
      features: [],
      hours: null,
    })
    const disabled = await publish(seller, { enabled: false })
    const other = await createBid(buyer, { bidService: disabled })
    expect((await quote({ applicationId: other, serviceId: disabled })).amount).toBe('77000000')
  })

  it('refuses a bid for another user or service, a bid that is not accepted, and an unknown id', async () => {
    const stranger = await createUser('Sam Stranger')
    const errorCode = async (applicationId: string, options = {}, body = {}) => codeOf(await ask({ applicationId, ...body }, options))
    expect(await errorCode(await createBid(buyer), { as: stranger })).toBe('application_not_found')
    expect(await errorCode(await createBid(buyer), {}, { serviceId: await publish(seller) })).toBe('application_not_found')
    for (const status of ['sent', 'declined', 'withdrawn'])
      expect(await errorCode(await createBid(buyer, { status }))).toBe('application_not_found')
    expect(await errorCode('x'.repeat(22))).toBe('application_not_found')
    expect(await errorCode(await createBid(buyer, { bidService: null, bidPrice: null, bidDelivery: null }))).toBe('application_not_found')
    expect((await ask({ applicationId: "' or 1=1 --" })).status).toBe(422)
    // The bidder cannot order their own service.
    expect(await errorCode(await createBid(seller), { as: seller })).toBe('own_listing')
  })
})

describe('quoteOrder refuses', () => {
  it('requests over the rate limit of a network', async () => {
    await exhaustLimit(testEnv, { network: '203.0.113.52' }, 'POST /api/orders/quoteOrder')
    const answer = await ask({}, { headers: { 'x-address': '203.0.113.52' } })
    expect([answer.status, await codeOf(answer)]).toEqual([429, 'too_many_requests'])
  })

  it('a guest', async () => {
    const answer = await call(worker, testEnv, createExecutionContext(), 'POST', '/api/orders/quoteOrder', { body: {} })
    expect(await codeOf(answer)).toBe('unauthorized')
  })

  it.each([
    ['own_listing', "the seller's own service", async () => ask({}, { as: seller })],
    ['listing_not_found', 'an unknown service', async () => ask({ serviceId: 999_999_999 })],
    ['listing_not_found', 'a deleted service', async () => ask({ serviceId: await publish(seller, { deletedAt: now() }) })],
    ['listing_not_found', 'a job', async () => ask({ serviceId: await publish(seller, { listType: 'jobs' }) })],
    ['listing_not_found', 'a disabled service', async () => ask({ serviceId: await publish(seller, { enabled: false }) })],
    ['plan_not_found', 'an unknown plan', async () => ask({ plan: 'Cheapest' })],
    ['plan_not_found', 'a plan named like a property of every object', async () => ask({ plan: 'constructor' })],
    ['token_unsupported', 'an unknown token', async () => ask({ token: '0x000000000000000000000000000000000000dead' })],
    ['wallet_required', "another user's wallet", async () => ask({ account: seller.address })],
    [
      'seller_unpayable',
      'a seller without a wallet',
      async () => ask({ serviceId: await publish(await signedIn(testEnv, { wallet: false })) }),
    ],
  ] as const)('with %s an order for or with %s', async (code, _what, request) => {
    expect(await codeOf(await request())).toBe(code)
  })

  it('disabled, deleted and unknown services with the same answer', async () => {
    const disabled = await publish(seller, { enabled: false })
    const deleted = await publish(seller, { enabled: false, deletedAt: now() })
    for (const [more, code] of [
      [{}, 'listing_not_found'],
      [{ applicationId: 'x'.repeat(22) }, 'application_not_found'],
    ] as const)
      for (const id of [disabled, deleted, 999_999_999]) {
        const answer = await ask({ serviceId: id, ...more })
        expect([answer.status, await codeOf(answer)]).toEqual([404, code])
      }
  })

  it.each([
    ['hours', 0],
    ['hours', 1001],
    ['hours', 1.5],
    ['hours', 'NaN'],
    ['serviceId', -1],
    ['token', '0x12'],
    ['account', 'me'],
    ['plan', ''],
  ])('an invalid `%s`, such as %s, and names the field', async (field, value) => {
    const answer = await ask({ [field]: value })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_body', details: { path: field } } })
  })

  it('a token that the contract no longer accepts', async () => {
    const setPayable = (enable: boolean) =>
      transact(OWNER, deployed.orderBook, encodeFunctionData({ abi: orderBookAbi, functionName: 'setPayableToken', args: [usdc, enable] }))
    await setPayable(false)
    expect(await codeOf(await ask({}))).toBe('token_unsupported')
    await setPayable(true)
  })

  it.each([['null'], ['[null]'], ['[{"id":0,"result":null}]'], ['"no"']])(
    'an order and returns chain_unavailable when the node answers %s',
    async (text) => {
      vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
        String(input).startsWith(testEnv.RPC_URL) ? Promise.resolve(new Response(text)) : realFetch(input, init),
      )
      expect(await codeOf(await ask({}))).toBe('chain_unavailable')
    },
  )

  it('an order and returns chain_unavailable when the node answers with an error', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      String(input).startsWith(testEnv.RPC_URL) ? Promise.resolve(new Response('<html>', { status: 502 })) : realFetch(input, init),
    )
    expect(await codeOf(await ask({}))).toBe('chain_unavailable')
  })
})
const realFetch = globalThis.fetch

describe('quoteOrder', () => {
  it('fixes the terms for 15 minutes', async () => {
    const terms = await quote()
    expect(terms).toMatchObject({
      chainId: 31337,
      contract: deployed.orderBook,
      seller: seller.address,
      productId: serviceId,
      delivery: 7,
      token: usdc,
      amount: '240000000',
      feeBps: 1000,
      fee: '24000000',
      sellerGets: '216000000',
      rate: null,
    })
    expect(terms.ref).toMatch(/^0x[0-9a-f]{64}$/)
    expect(terms.validUntil - now()).toBeGreaterThan(14 * 60)
    const [row] = await db.select().from(quotes).where(eq(quotes.ref, terms.ref))
    expect(row).toMatchObject({ buyerId: buyer.id, sellerId: seller.id, buyer: buyer.address })
    expect(JSON.parse(row!.terms)).toMatchObject({ title: 'Logo and identity', plan: 'Studio', seller: { name: 'Aiko Mori' } })
  })

  it('multiplies the price by the hours of an hourly plan only', async () => {
    expect((await quote({ plan: 'Hourly', hours: 4 })).amount).toBe('122000000')
    expect((await quote({ hours: 4 })).amount).toBe('240000000')
  })

  it('reads the custom fee of the seller from the chain', async () => {
    const special = await createUser('Cheap Fee')
    await transact(
      OWNER,
      deployed.orderBook,
      encodeFunctionData({ abi: orderBookAbi, functionName: 'setCustomFee', args: [special.address, 250n] }),
    )
    const terms = await quote({ serviceId: await publish(special) })
    expect(terms).toMatchObject({ feeBps: 250, arbitrationFeeBps: 500, fee: '6000000', sellerGets: '234000000' })
  })

  it('quotes both fees as the contract fixes them, with the arbitration fee lowered so that their sum is within the limit', async () => {
    expect(await quote()).toMatchObject({ feeBps: 1000, arbitrationFeeBps: 500 })
    const highFeeSeller = await createUser('Dear Fee')
    const setFee = (functionName: 'setCustomFee' | 'setArbitrationFee', ...args: unknown[]) =>
      transact(OWNER, deployed.orderBook, encodeFunctionData({ abi: orderBookAbi, functionName, args } as never))
    // Together with the current arbitration fee, the seller's custom fee exceeds the limit.
    await setFee('setArbitrationFee', 0n)
    await setFee('setCustomFee', highFeeSeller.address, 1800n)
    await setFee('setArbitrationFee', 500n)
    expect(await quote({ serviceId: await publish(highFeeSeller) })).toMatchObject({ feeBps: 1800, arbitrationFeeBps: 200 })
  })

  it('gives terms that the contract refuses only if a fee rose after the quote', async () => {
    const special = await createUser('Raised Fee')
    const setFee = (feeBps: bigint) =>
      transact(
        OWNER,
        deployed.orderBook,
        encodeFunctionData({ abi: orderBookAbi, functionName: 'setCustomFee', args: [special.address, feeBps] }),
      )
    const terms = await quote({ serviceId: await publish(special) })
    await setFee(1001n)
    expect(await receiptStatus(await pay(buyer.address, terms))).toBe('0x0')
    await setFee(1000n)
    expect(await receiptStatus(await pay(buyer.address, { ...terms, arbitrationFeeBps: 499 }))).toBe('0x0')
    expect(await receiptStatus(await pay(buyer.address, terms))).toBe('0x1')
  })

  it('pays the wallet of the listing while it is linked, else the first linked wallet', async () => {
    const other = await createUser('Two Wallets')
    const second = `0x${'ab'.repeat(20)}`
    await db.insert(accounts).values({ address: second, userId: other.id, provider: 'test', linkedAt: now() + 1 })
    expect((await quote({ serviceId: await publish(other, { account: second }) })).seller).toBe(second)
    expect((await quote({ serviceId: await publish(other, { account: `0x${'cd'.repeat(20)}` }) })).seller).toBe(other.address)
  })

  it('returns the same quote for the same idempotency key, also to concurrent requests', async () => {
    const headers = newKey()
    const [one, two] = await Promise.all([quote({}, { headers }), quote({}, { headers })])
    expect(one).toEqual(two)
    expect(await quote({}, { headers })).toEqual(one)
    expect(await codeOf(await ask({ plan: 'Hourly' }, { headers }))).toBe('idempotency_key_reused')
    expect(await codeOf(await ask({ hours: 3 }, { headers }))).toBe('idempotency_key_reused')
    expect(await codeOf(await ask({}, { headers: { 'idempotency-key': 'no good' } }))).toBe('bad_request')
    const both = { headers: newKey() }
    const answers = await Promise.all([ask({}, both), ask({ plan: 'Hourly' }, both)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await quote({}, { headers: newKey() })).ref).not.toBe(one.ref)
  })
})

describe('quoteOrder in ETH', () => {
  const eth = { token: zeroAddress }
  const clearPrices = () => db.delete(prices)

  it('uses the price of the feed, rounds up, and asks the feed once for two quotes', async () => {
    await clearPrices()
    const fetchSpy = mockFeed(spotPrice('3000.50'))
    const terms = await quote(eth)
    expect(terms.rate).toMatchObject({ priceUsd: 3_000_500_000 })
    const wei = BigInt(terms.amount)
    expect(wei).toBe(79_986_700_000_000_000n)
    await quote(eth)
    expect(fetchSpy.mock.calls.filter(([input]) => String(input).startsWith(testEnv.PRICE_FEED_URL))).toHaveLength(1)
  })

  it('uses the last price for at most 15 minutes while the feed is down', async () => {
    mockFeed(() => new Response('busy', { status: 503 }))
    const storePrice = async (seconds: number) => {
      await clearPrices()
      await db.insert(prices).values({ symbol: 'ETH', priceUsd: 2_000_000_000, at: now() - seconds })
    }
    await storePrice(14 * 60)
    expect((await quote(eth)).amount).toBe('120000000000000000')
    await storePrice(16 * 60)
    expect(await codeOf(await ask(eth))).toBe('price_unavailable')
    await clearPrices()
    expect(await codeOf(await ask(eth))).toBe('price_unavailable')
    expect(await codeOf(await call(worker, testEnv, createExecutionContext(), 'GET', '/api/orders/getPrice'))).toBe('price_unavailable')
  })

  it.each([['NaN'], ['-3'], ['0'], [Number.POSITIVE_INFINITY], ['1e9'], [null]])(
    'refuses an ETH price of %s from the feed',
    async (amount) => {
      await clearPrices()
      mockFeed(spotPrice(amount))
      expect(await codeOf(await ask(eth))).toBe('price_unavailable')
    },
  )

  it('rounds amounts up', () => {
    expect(amountIn({ decimals: 18 }, 1, { priceUsd: 3_000_000, at: 0 })).toBe(400_000_000_000n)
    expect(amountIn({ decimals: 6 }, 240_000_001, null)).toBe(240_000_001n)
  })
})
