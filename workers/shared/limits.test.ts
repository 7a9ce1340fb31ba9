import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Limit } from './limit-table.ts'
import type { Limiter, LimitsEnv } from './limits.ts'
import { placeOf } from './place.ts'

const { LIMITS } = env as unknown as LimitsEnv
let subjects = 0
const subject = () => LIMITS.getByName(`test ${subjects++}`)
/** The object stands in the test's own isolate, so its clock can be set. */
const at = (ms: number) => vi.setSystemTime(ms)
const START = 1_795_000_000_000

afterEach(() => void vi.useRealTimers())

describe('a limit', () => {
  const FIVE: Limit[] = [[5, 300]]

  it('lets so many through at once, then one for each share of its time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    at(START)
    const object = subject()
    for (let i = 0; i < 5; i++) expect(await object.take('x', FIVE)).toBe(0)
    expect(await object.take('x', FIVE)).toBe(60_000)
    at(START + 59_000)
    expect(await object.take('x', FIVE)).toBe(1000)
    at(START + 60_000)
    expect(await object.take('x', FIVE)).toBe(0)
    expect(await object.take('x', FIVE)).toBe(60_000)
    at(START + 400_000)
    for (let i = 0; i < 5; i++) expect(await object.take('x', FIVE)).toBe(0)
    expect(await object.take('x', FIVE)).toBeGreaterThan(0)
  })

  it('of several kinds asks for the longest wait, and takes nothing when one is used up', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    at(START)
    const object = subject()
    const both: Limit[] = [
      [2, 60],
      [3, 86_400],
    ]
    expect([await object.take('x', both), await object.take('x', both)]).toEqual([0, 0])
    for (let i = 0; i < 5; i++) expect(await object.take('x', both)).toBe(30_000)
    at(START + 60_000)
    expect(await object.take('x', both)).toBe(0)
    expect(await object.take('x', both)).toBe(86_400_000 / 3 - 60_000)
  })

  it('is for one subject and one thing', async () => {
    const object = subject()
    await object.take('x', [[1, 60]])
    expect(await object.take('x', [[1, 60]])).toBeGreaterThan(0)
    expect(await object.take('y', [[1, 60]])).toBe(0)
    expect(await subject().take('x', [[1, 60]])).toBe(0)
  })

  it('is given back, and forgotten', async () => {
    const object = subject()
    for (let i = 0; i < 5; i++) await object.take('x', FIVE)
    await object.refund('x', FIVE)
    expect(await object.take('x', FIVE)).toBe(0)
    expect(await object.take('x', FIVE)).toBeGreaterThan(0)
    await object.clear('x')
    expect(await object.take('x', FIVE)).toBe(0)
  })

  it('notes what is to be remembered for a while', async () => {
    const object = subject()
    expect(await object.noted('known')).toBe(false)
    await object.note('known', Date.now() + 90_000)
    expect(await object.noted('known')).toBe(true)
    await object.note('known', Date.now() - 1)
    expect(await object.noted('known')).toBe(false)
  })

  it('outlives its object, and leaves nothing behind in the end', async () => {
    const object = subject()
    for (let i = 0; i < 5; i++) await object.take('x', FIVE)
    const kept = (instance: Limiter, state: DurableObjectState) => [...state.storage.kv.list()].length + (instance ? 0 : 1)
    expect(await runInDurableObject(object, kept)).toBe(1)
    expect(await runDurableObjectAlarm(object)).toBe(true)
    expect(await runInDurableObject(object, kept)).toBe(1)
    vi.useFakeTimers({ toFake: ['Date'] })
    at(Date.now() + 3_600_000)
    expect(await runDurableObjectAlarm(object)).toBe(true)
    expect(await runInDurableObject(object, kept)).toBe(0)
    expect(await runDurableObjectAlarm(object)).toBe(false)
  })

  it('that is short is kept in memory alone', async () => {
    const object = subject()
    await object.take('x', [[10, 60]])
    expect(await runInDurableObject(object, (_: Limiter, state) => [...state.storage.kv.list()])).toEqual([])
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
])('%s is the place %s', (address, place) => {
  expect(placeOf(address)).toBe(place)
})
