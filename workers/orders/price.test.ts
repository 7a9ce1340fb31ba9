import { createExecutionContext } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { now } from '../shared/ids.ts'
import { call } from '../shared/testing.ts'
import worker from './index.ts'
import { combine, MAX_AGE_SECONDS, MAX_NEW_AGE_SECONDS, refreshPrices } from './price.ts'
import { FEEDS } from './price-feeds.ts'
import { changeFeeds, db, type FeedChanges, resetFeeds, testEnv } from './testing.ts'
import { prices } from './work-tables.ts'

beforeEach(async () => {
  await resetFeeds()
  await db.delete(prices)
})
afterEach(resetFeeds)

const getPrice = async () => {
  const answer = await call(worker, testEnv, createExecutionContext(), 'GET', '/api/orders/getPrice')
  const body = (await answer.json()) as { error?: { code: string; details: { reason: string } } } & Record<string, unknown>
  return body.error ? `${answer.status} ${body.error.code} ${body.error.details.reason}` : body
}
/** Changes what the feeds answer, runs the cron's step, and returns what getPrice answers. */
const priceAfter = async (changes: FeedChanges) => {
  await changeFeeds(changes)
  await refreshPrices(db, testEnv)
  return getPrice()
}
const MISSING = '503 price_unavailable no_feed'
const APART = '503 price_unavailable feeds_apart'
const bothUsd = (usd: unknown) => ({ coinbase: { usd }, kraken: { usd } })

describe('combine', () => {
  it.each([
    ['no_feed', []],
    ['no_feed', [{ price: 3000, age: MAX_NEW_AGE_SECONDS + 1 }]],
    [{ price: 3000, age: MAX_NEW_AGE_SECONDS }, [{ price: 3000, age: MAX_NEW_AGE_SECONDS }]],
    [
      { price: 1010, age: 60 },
      [
        { price: 1000, age: 60 },
        { price: 1020, age: 5 },
      ],
    ],
    [
      'feeds_apart',
      [
        { price: 1000, age: 60 },
        { price: 1021, age: 5 },
      ],
    ],
    [
      'feeds_apart',
      [
        { price: 1021, age: 5 },
        { price: 1000, age: 60 },
      ],
    ],
    // The last answer of a feed that has failed for eleven minutes is only compared.
    [
      { price: 1020, age: 5 },
      [
        { price: 1000, age: MAX_NEW_AGE_SECONDS + 60 },
        { price: 1020, age: 5 },
      ],
    ],
    [
      'feeds_apart',
      [
        { price: 1000, age: MAX_AGE_SECONDS },
        { price: 1021, age: 5 },
      ],
    ],
    [
      { price: 1021, age: 5 },
      [
        { price: 1000, age: MAX_AGE_SECONDS + 1 },
        { price: 1021, age: 5 },
      ],
    ],
  ])('returns %j for %j', (expected, answers) => {
    const time = 1_800_000_000
    const at = ({ price, age }: { price: number; age: number }) => ({ price, at: time - age })
    expect(combine(answers.map(at), time)).toEqual(typeof expected === 'string' ? expected : at(expected))
  })
})

describe('the price of ETH', () => {
  it('is the mean of both feeds, in USD and JPY', async () => {
    expect(await priceAfter({ coinbase: { usd: '3000.50', jpy: '450000' }, kraken: { usd: '3001.50', jpy: '450100' } })).toEqual({
      symbol: 'ETH',
      priceUsd: 3_001_000_000,
      priceJpy: 450_050,
      isJpyFixed: false,
      at: expect.closeTo(now(), -1),
    })
  })

  it('is unknown until a feed has answered', async () => {
    expect(await getPrice()).toBe(MISSING)
  })

  it.each([['coinbase'], ['kraken']] as const)('is that of the other feed while %s is down', async (feed) => {
    expect(await priceAfter({ ...bothUsd('2000'), [feed]: { mode: 'down' } })).toMatchObject({ priceUsd: 2_000_000_000 })
  })

  it('is refused while both feeds are down, once the last answers are older than ten minutes', async () => {
    const storeAnswers = (age: number) =>
      db
        .insert(prices)
        .values({ feed: 'kraken', priceUsd: 2_000_000_000, at: now() - age })
        .onConflictDoUpdate({ target: prices.feed, set: { at: now() - age } })
    const down = { coinbase: { mode: 'down' }, kraken: { mode: 'down' } } as const
    await storeAnswers(MAX_NEW_AGE_SECONDS - 60)
    expect(await priceAfter(down)).toMatchObject({ priceUsd: 2_000_000_000 })
    await storeAnswers(MAX_NEW_AGE_SECONDS + 60)
    expect(await priceAfter(down)).toBe(MISSING)
  })

  it('is refused while the feeds are more than 2 % apart, and is back when they agree', async () => {
    expect(await priceAfter({ coinbase: { usd: '3000' }, kraken: { usd: '3060.01' } })).toBe(APART)
    expect(await priceAfter({ kraken: { usd: '3060' } })).toMatchObject({ priceUsd: 3_030_000_000 })
  })

  it('is refused if the only feed that answers contradicts the other one’s answer of the last 15 minutes', async () => {
    expect(await priceAfter(bothUsd('3000'))).toMatchObject({ priceUsd: 3_000_000_000 })
    expect(await priceAfter({ coinbase: { mode: 'down' }, kraken: { usd: '300' } })).toBe(APART)
  })

  it.each([
    ['0'],
    ['-3000'],
    ['NaN'],
    ['1e309'],
    ['3e3'],
    ['Infinity'],
    ['99.99'],
    ['1000001'],
    ['9'.repeat(400)],
    ['3,000'],
    [''],
    [null],
    [3000],
    [['3000']],
    [{ amount: '3000' }],
  ])('ignores a feed that answers %j', async (usd) => {
    expect(await priceAfter(bothUsd(usd))).toBe(MISSING)
    expect(await priceAfter({ kraken: { usd: '3000' } })).toMatchObject({ priceUsd: 3_000_000_000 })
  })

  it.each([['silent'], ['html'], ['endless'], ['down']] as const)('ignores a feed that is %s', async (mode) => {
    expect(await priceAfter({ ...bothUsd('3000'), coinbase: { usd: '9999', mode } })).toMatchObject({ priceUsd: 3_000_000_000 })
    expect(await db.select({ feed: prices.feed }).from(prices)).toEqual([{ feed: 'kraken' }])
  })

  it('keeps the later answer if two crons run at the same time', async () => {
    const later = { feed: 'coinbase', priceUsd: 3_100_000_000, priceJpy: null, at: now() + 30 }
    await db.insert(prices).values(later)
    await priceAfter(bothUsd('3000'))
    expect((await db.select().from(prices)).find(({ feed }) => feed === 'coinbase')).toEqual(later)
  })

  it('is missing in JPY while the feeds disagree about it, and uses a fixed rate, marked as such, while no feed has JPY', async () => {
    expect(await priceAfter({ coinbase: { usd: '3000', jpy: '450000' }, kraken: { usd: '3000', jpy: '460000' } })).toMatchObject({
      priceUsd: 3_000_000_000,
      priceJpy: null,
      isJpyFixed: false,
    })
    expect(await priceAfter({ coinbase: { jpy: '0' }, kraken: { jpy: 'none' } })).toMatchObject({
      priceUsd: 3_000_000_000,
      priceJpy: 448_260,
      isJpyFixed: true,
    })
  })
})

describe('a feed', () => {
  afterEach(() => vi.restoreAllMocks())
  const answer = (read: (url: string) => object) =>
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => Response.json(read(String(input))))
  const answerKraken = (ask: unknown, bid: unknown) =>
    answer((url) => ({ result: url.endsWith('ETHUSD') ? { XETHZUSD: { a: [ask, '1', '1.000'], b: [bid, '1', '1.000'] } } : {} }))
  const answerCoinbase = (currency: string) => answer(() => ({ data: { currency, rates: { USD: '3000', JPY: '450000' } } }))

  it('of Kraken has the price in the middle between the best ask and the best bid', async () => {
    answerKraken('3020', '3000')
    expect(await FEEDS.kraken(testEnv)).toEqual({ priceUsd: 3_010_000_000, priceJpy: null })
    answerKraken('3060', '3000')
    expect(await FEEDS.kraken(testEnv)).toEqual({ priceUsd: 3_030_000_000, priceJpy: null })
  })

  it.each([
    ['3061', '3000'],
    ['3000', '3001'],
    ['3000', undefined],
    [undefined, '3000'],
  ])('of Kraken has no price for the ask %s and the bid %s', async (ask, bid) => {
    answerKraken(ask, bid)
    await expect(FEEDS.kraken(testEnv)).rejects.toMatchObject({ code: 'outside_unavailable', details: { reason: 'no price' } })
  })

  it('of Coinbase has a price only in an answer about ETH', async () => {
    answerCoinbase('ETH')
    expect(await FEEDS.coinbase(testEnv)).toEqual({ priceUsd: 3_000_000_000, priceJpy: 450_000 })
    answerCoinbase('USD')
    await expect(FEEDS.coinbase(testEnv)).rejects.toMatchObject({ code: 'outside_unavailable', details: { reason: 'no price' } })
  })
})

describe('health', () => {
  const health = async () => (await call(worker, testEnv, createExecutionContext(), 'GET', '/api/orders/health')).json()

  it('reports how long ago each feed answered, and why there is no price', async () => {
    expect(await health()).toMatchObject({
      prices: 'no price feed answered in the last ten minutes',
      priceAgeSeconds: { coinbase: null, kraken: null },
    })
    await db.insert(prices).values({ feed: 'kraken', priceUsd: 3_000_000_000, at: now() - 300 })
    await priceAfter({ ...bothUsd('3000'), kraken: { mode: 'down' } })
    expect(await health()).toMatchObject({
      prices: 'ok',
      priceAgeSeconds: { coinbase: expect.closeTo(0, -1), kraken: expect.closeTo(300, -1) },
    })
    await priceAfter({ coinbase: { usd: '3100' } })
    expect(await health()).toMatchObject({ prices: 'the price feeds are more than 2 % apart' })
  })
})
