import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { networkOf } from './client-network.ts'
import type { Limit } from './limit-table.ts'
import type { Limiter, LimitsEnv } from './limits.ts'

const { LIMITS } = env as unknown as LimitsEnv
let subjects = 0
const newLimiter = () => LIMITS.getByName(`test ${subjects++}`)
/** The Durable Object runs in the isolate of the test, so its clock can be set. */
const setTime = (ms: number) => vi.setSystemTime(ms)
const START = 1_795_000_000_000

afterEach(() => void vi.useRealTimers())

describe('Limiter', () => {
  const FIVE: Limit[] = [[5, 300]]

  it('allows five requests at once, then one a minute, for a limit of five in five minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    setTime(START)
    const limiter = newLimiter()
    for (let i = 0; i < 5; i++) expect(await limiter.take('x', FIVE)).toBe(0)
    expect(await limiter.take('x', FIVE)).toBe(60_000)
    setTime(START + 59_000)
    expect(await limiter.take('x', FIVE)).toBe(1000)
    setTime(START + 60_000)
    expect(await limiter.take('x', FIVE)).toBe(0)
    expect(await limiter.take('x', FIVE)).toBe(60_000)
    setTime(START + 400_000)
    for (let i = 0; i < 5; i++) expect(await limiter.take('x', FIVE)).toBe(0)
    expect(await limiter.take('x', FIVE)).toBeGreaterThan(0)
  })

  it('returns the longest wait of several limits and takes nothing when one is used up', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    setTime(START)
    const limiter = newLimiter()
    const both: Limit[] = [
      [2, 60],
      [3, 86_400],
    ]
    expect([await limiter.take('x', both), await limiter.take('x', both)]).toEqual([0, 0])
    for (let i = 0; i < 5; i++) expect(await limiter.take('x', both)).toBe(30_000)
    setTime(START + 60_000)
    expect(await limiter.take('x', both)).toBe(0)
    expect(await limiter.take('x', both)).toBe(86_400_000 / 3 - 60_000)
  })

  it('counts each subject and each counter separately', async () => {
    const limiter = newLimiter()
    await limiter.take('x', [[1, 60]])
    expect(await limiter.take('x', [[1, 60]])).toBeGreaterThan(0)
    expect(await limiter.take('y', [[1, 60]])).toBe(0)
    expect(await newLimiter().take('x', [[1, 60]])).toBe(0)
  })

  it('can refund and reset a counter', async () => {
    const limiter = newLimiter()
    for (let i = 0; i < 5; i++) await limiter.take('x', FIVE)
    await limiter.refund('x', FIVE)
    expect(await limiter.take('x', FIVE)).toBe(0)
    expect(await limiter.take('x', FIVE)).toBeGreaterThan(0)
    await limiter.clear('x')
    expect(await limiter.take('x', FIVE)).toBe(0)
  })

  it('keeps a flag until it expires', async () => {
    const limiter = newLimiter()
    expect(await limiter.isFlagSet('known')).toBe(false)
    await limiter.setFlag('known', Date.now() + 90_000)
    expect(await limiter.isFlagSet('known')).toBe(true)
    await limiter.setFlag('known', Date.now() - 1)
    expect(await limiter.isFlagSet('known')).toBe(false)
  })

  it('stores the counters of long limits and deletes them when they are full again', async () => {
    const limiter = newLimiter()
    for (let i = 0; i < 5; i++) await limiter.take('x', FIVE)
    const countStored = (instance: Limiter, state: DurableObjectState) => [...state.storage.kv.list()].length + (instance ? 0 : 1)
    expect(await runInDurableObject(limiter, countStored)).toBe(1)
    expect(await runDurableObjectAlarm(limiter)).toBe(true)
    expect(await runInDurableObject(limiter, countStored)).toBe(1)
    vi.useFakeTimers({ toFake: ['Date'] })
    setTime(Date.now() + 3_600_000)
    expect(await runDurableObjectAlarm(limiter)).toBe(true)
    expect(await runInDurableObject(limiter, countStored)).toBe(0)
    expect(await runDurableObjectAlarm(limiter)).toBe(false)
  })

  it('keeps counters that are full again within ten seconds in memory only', async () => {
    const limiter = newLimiter()
    await limiter.take('x', [[10, 60]])
    expect(await runInDurableObject(limiter, (_: Limiter, state) => [...state.storage.kv.list()])).toEqual([])
  })

  it('counts ahead in the storage during a burst, and exactly after it', async () => {
    const limiter = newLimiter()
    const limits: Limit[] = [[48, 48]]
    const started = Date.now()
    for (let i = 0; i < 30; i++) expect(await limiter.take('x', limits)).toBe(0)
    const readStored = (_: Limiter, state: DurableObjectState) => state.storage.kv.get<number[]>('x')![0]!
    expect(await runInDurableObject(limiter, readStored)).toBeGreaterThanOrEqual(started + 30_000)
    await expect.poll(() => runInDurableObject(limiter, readStored)).toBeLessThan(started + 32_000 - 1)
    await evictDurableObject(limiter)
    // Each second gives one back.
    const left = 18 + Math.ceil((Date.now() - started) / 1000)
    let allowed = 0
    while ((await limiter.take('x', limits)) === 0) allowed++
    expect(allowed).toBeGreaterThanOrEqual(17)
    expect(allowed).toBeLessThanOrEqual(left + 1)
  })

  it('never counts less in the storage than was taken, at any time in a burst', async () => {
    const limiter = newLimiter()
    const limits: Limit[] = [
      [240, 240],
      [2000, 3600],
    ]
    const started = Date.now()
    for (let i = 1; i <= 25; i++) {
      await limiter.take('x', limits)
      const stored = await runInDurableObject(limiter, (_: Limiter, state) => state.storage.kv.get<number[]>('x'))
      if (i > 10) expect(stored![0]).toBeGreaterThanOrEqual(started + i * 1000)
    }
  })

  it('keeps the counters of a minute when an idle object loses its memory', async () => {
    const limiter = newLimiter()
    for (let i = 0; i < 5; i++) await limiter.take('x', [[5, 60]])
    await evictDurableObject(limiter)
    expect(await limiter.take('x', [[5, 60]])).toBeGreaterThan(0)
  })
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
])('networkOf(%s) is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
