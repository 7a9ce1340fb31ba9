import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { encodeFunctionData, zeroAddress } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { applications, listings } from '../listings/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { sanctions } from '../shared/sanction-tables.ts'
import { accounts, users } from '../shared/tables.ts'
import { call, clearLimits, codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import worker from './index.ts'
import { amountIn, type Quote } from './orders.schema.ts'
import { quotes } from './tables.ts'
import { createUser, db, deployed, newKey, node, OWNER, pay, publish, shownPlan, testEnv, transact, usdc } from './testing.ts'
import { prices } from './work-tables.ts'

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

/** The terms of the bids of {@link createBid} as the page of the job shows them. */
const BID = { title: 'Logo and identity', price: 77_000_000, delivery: 9 }

const shownFor = ({ applicationId, plan }: { applicationId?: string; plan?: string }) =>
  applicationId ? BID : shownPlan(plan === 'Hourly' ? plan : 'Studio')
const ask = (body: object, { as = buyer, headers = {} }: { as?: TestUser; headers?: Record<string, string> } = {}) =>
  call(worker, testEnv, createExecutionContext(), 'POST', '/api/orders/quoteOrder', {
    body: { serviceId, plan: 'Studio', shown: shownFor(body), token: usdc, account: as.address, ...body },
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

/** Creates an accepted bid with the service to a new job of `owner`. Returns its id. */
async function createBid(owner: TestUser, overrides: Partial<typeof applications.$inferInsert> = {}): Promise<string> {
  const listingId = await publish(owner, { listType: 'jobs', title: 'Posters for a tea festival' })
  const id = opaqueId()
  const terms = { bidService: serviceId, bidPrice: 77_000_000, bidDelivery: 9, message: 'Three posters, hand-lettered.' }
  await db.insert(applications).values({ id, listingId, userId: seller.id, status: 'accepted', createdAt: now(), ...terms, ...overrides })
  return id
}

it('quoteOrder finds nothing of a suspended seller: no plan, and no accepted bid', async () => {
  const applicationId = await createBid(buyer)
  const suspension = { userId: seller.id, kind: 'suspension', reason: 'Spam', at: now() }
  await db.insert(sanctions).values(suspension)
  for (const body of [{}, { applicationId, plan: undefined, hours: 5 }]) expect(await codeOf(await ask(body))).toBe('listing_not_found')
  await db.update(sanctions).set({ endedAt: now() }).where(eq(sanctions.userId, seller.id))
  await quote()
})

describe('quoteOrder for an accepted bid', () => {
  it('uses the price and delivery days of the bid, also when the service is disabled', async () => {
    const applicationId = await createBid(buyer)
    const { ref, amount, delivery, productId } = await quote({ applicationId, plan: undefined, hours: 5 })
    expect({ amount, delivery, productId }).toEqual({ amount: '77000000', delivery: 9, productId: serviceId })
    const [row] = await db.select().from(quotes).where(eq(quotes.ref, ref))
    expect(row).toMatchObject({ priceUsd: 77_000_000, buyerId: buyer.id, sellerId: seller.id })
    const [bid] = await db.select({ job: applications.listingId }).from(applications).where(eq(applications.id, applicationId))
    expect(JSON.parse(row!.terms)).toMatchObject({
      job: bid!.job,
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
    ['listing_not_found', 'a service that the team has hidden', async () => ask({ serviceId: await publish(seller, { hiddenAt: now() }) })],
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
    ['customPrice', 4_999_999],
    ['customPrice', 0],
    ['customPrice', -5_000_000],
    ['customPrice', 5_000_000.5],
    ['customPrice', 1_000_000_000_001],
    ['customPrice', '60000000'],
    ['shown', 'Studio'],
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
      title: 'Logo and identity',
      plan: 'Studio',
      delivery: 7,
      revisions: 2,
      description: 'Three directions',
      features: ['Vector files'],
      event: null,
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

  it('uses a custom price, and stores the price that it replaces', async () => {
    const termsOf = async ({ ref }: Quote) => JSON.parse((await db.select().from(quotes).where(eq(quotes.ref, ref)))[0]!.terms)
    const custom = await quote({ customPrice: 5_000_000 })
    expect(custom.amount).toBe('5000000')
    expect(await termsOf(custom)).toMatchObject({ plan: 'Studio', replacedPrice: 240_000_000 })
    const hourly = await quote({ plan: 'Hourly', hours: 4, customPrice: 130_000_000 })
    expect(hourly.amount).toBe('130000000')
    expect(await termsOf(hourly)).toMatchObject({ hours: 4, replacedPrice: 122_000_000 })
    const same = await quote({ customPrice: 240_000_000 })
    expect(await termsOf(same)).toMatchObject({ replacedPrice: null })
    const bid = await quote({ applicationId: await createBid(buyer), plan: undefined, customPrice: 80_000_000 })
    expect(await termsOf(bid)).toMatchObject({ replacedPrice: 77_000_000 })
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

describe('quoteOrder with other terms than the page showed', () => {
  const studio = shownPlan()
  it.each([
    ['title', 'Logo'],
    ['price', 200_000_000],
    ['hourly', true],
    ['delivery', 365],
    ['revisions', 0],
    ['description', 'Two directions'],
    ['features', ['Vector files', 'Print files']],
    ['features', []],
  ])('is refused if the `%s` of the plan was %j, and returns the current terms', async (field, value) => {
    const stored = await db.$count(quotes)
    const answer = await ask({ shown: { ...studio, [field]: value } })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ error: { code: 'terms_changed', details: { terms: studio } } })
    expect(await db.$count(quotes)).toBe(stored)
  })

  it.each(['title', 'price', 'delivery', 'revisions', 'description', 'features'])(
    'is refused without the `%s` of the plan',
    async (field) => {
      const { [field as 'title']: _, ...shown } = studio
      expect(await codeOf(await ask({ shown }))).toBe(field === 'title' || field === 'price' ? 'invalid_body' : 'terms_changed')
    },
  )

  it('is refused without any', async () => {
    expect(await codeOf(await ask({ shown: undefined }))).toBe('invalid_body')
  })

  it.each([
    ['price', 76_000_000],
    ['delivery', 8],
  ])('is refused if the `%s` of the bid was %d', async (field, value) => {
    const answer = await ask({ applicationId: await createBid(buyer), plan: undefined, shown: { ...BID, [field]: value } })
    const terms = { price: 77_000_000, hourly: false, delivery: 9 }
    expect(await answer.json()).toMatchObject({ error: { code: 'terms_changed', details: { terms } } })
  })

  it('is accepted for a bid whose service has another title', async () => {
    const { title } = await quote({ applicationId: await createBid(buyer), plan: undefined, shown: { ...BID, title: 'Posters' } })
    expect(title).toBe('Logo and identity')
  })

  it('is refused after an edit, also in the plan of an hourly order with a custom amount', async () => {
    const edited = await publish(seller)
    const body = { serviceId: edited, plan: 'Hourly', hours: 4, customPrice: 130_000_000 }
    await quote(body)
    const options = JSON.stringify({ Hourly: { ...shownPlan('Hourly'), delivery: 365, title: undefined } })
    await db.update(listings).set({ options }).where(eq(listings.id, edited))
    expect(await codeOf(await ask(body))).toBe('terms_changed')
    expect((await quote({ ...body, shown: { ...shownPlan('Hourly'), delivery: 365 } })).delivery).toBe(365)
  })

  it('returns the stored quote of a repeated request, with the terms that this request names', async () => {
    const edited = await publish(seller)
    const headers = newKey()
    const first = await quote({ serviceId: edited }, { headers })
    await db.update(listings).set({ title: 'Logo' }).where(eq(listings.id, edited))
    expect(await quote({ serviceId: edited }, { headers })).toEqual(first)
    const renamed = { serviceId: edited, shown: { ...studio, title: 'Logo' } }
    expect(await codeOf(await ask(renamed, { headers }))).toBe('idempotency_key_reused')
    expect(await codeOf(await ask({ serviceId: edited }, { headers: newKey() }))).toBe('terms_changed')
    expect((await quote(renamed, { headers: newKey() })).title).toBe('Logo')
  })
})

type Offer = { bid: string; service: number; owner: number }

describe('quoteOrder, while it reads the chain,', () => {
  /** Runs `change` when the next request to the node is sent. */
  const changeMeanwhile = (change: () => Promise<unknown>) => {
    const send = globalThis.fetch
    const changed = vi.fn(change)
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      if (!changed.mock.calls.length && String(input instanceof Request ? input.url : input).startsWith(testEnv.RPC_URL)) await changed()
      return send(input, init)
    })
    return changed
  }

  it.each([
    [
      'a withdrawn bid',
      'application_not_found',
      ({ bid }: Offer) => db.update(applications).set({ status: 'withdrawn' }).where(eq(applications.id, bid)),
    ],
    [
      'a deleted service',
      'listing_not_found',
      ({ service }: Offer) => db.update(listings).set({ deletedAt: now() }).where(eq(listings.id, service)),
    ],
    [
      'a deleted seller',
      'seller_unpayable',
      ({ owner }: Offer) =>
        db.batch([
          db.update(users).set({ deletedAt: now() }).where(eq(users.id, owner)),
          db.delete(accounts).where(eq(accounts.userId, owner)),
        ]),
    ],
  ])('notices %s, and stores no quote', async (_, code, change) => {
    const { id: owner } = await createUser('Chie Abe')
    const service = await publish({ ...seller, id: owner })
    const bid = await createBid(buyer, { userId: owner, bidService: service })
    const changed = changeMeanwhile(() => change({ bid, service, owner }))
    const answer = await ask({ serviceId: service, applicationId: bid, plan: undefined })
    expect(changed).toHaveBeenCalledOnce()
    expect(await codeOf(answer)).toBe(code)
    expect(await db.select().from(quotes).where(eq(quotes.applicationId, bid))).toEqual([])
  })
})

describe('quoteOrder in ETH', () => {
  const eth = { token: zeroAddress }
  const storePrice = async (priceUsd: number, age = 0) => {
    await db.delete(prices)
    await db.insert(prices).values({ feed: 'kraken', priceUsd, priceJpy: 450_000, at: now() - age })
  }

  it('uses the price of the feeds, rounds up, and stores the price with the terms', async () => {
    await storePrice(3_000_500_000)
    const terms = await quote(eth)
    expect(terms.amount).toBe('79986700000000000')
    const rate = { priceUsd: 3_000_500_000, priceJpy: 450_000, isJpyFixed: false, at: expect.closeTo(now(), -1) }
    expect(terms.rate).toEqual(rate)
    const [row] = await db.select({ terms: quotes.terms }).from(quotes).where(eq(quotes.ref, terms.ref))
    expect(JSON.parse(row!.terms)).toMatchObject({ rate })
  })

  it.each([
    [4, 11],
    [9, 6],
  ])('returns a quote that can be paid until its price is 15 minutes old (%i minutes: for %i)', async (age, minutes) => {
    await storePrice(3_000_000_000, age * 60)
    const { validUntil } = await quote(eth)
    // The chain’s clock may be a few seconds ahead of ours.
    expect(Math.abs(validUntil - now() - minutes * 60)).toBeLessThan(60)
  })

  it('refuses a quote at a price older than ten minutes, which would leave less than five minutes to pay', async () => {
    await storePrice(3_000_000_000, 10 * 60 + 1)
    const answer = await ask(eth)
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'price_unavailable'])
  })

  it('refuses a quote in ETH, but not one in USDC, while there is no price', async () => {
    await db.delete(prices)
    const answer = await ask(eth)
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'price_unavailable'])
    expect((await quote()).rate).toBeNull()
  })

  it('rounds amounts up', () => {
    expect(amountIn({ decimals: 18 }, 1, { priceUsd: 3_000_000 })).toBe(400_000_000_000n)
    expect(amountIn({ decimals: 6 }, 240_000_001, null)).toBe(240_000_001n)
  })
})
