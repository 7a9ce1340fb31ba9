import { afterEach, describe, expect, it, vi } from 'vitest'
import { readStored, store } from './storage.ts'
import { isRecent, readList } from './stored-json.ts'

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => void stored.set(key, text),
  removeItem: (key: string) => void stored.delete(key),
}
afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
})

describe('a stored list', () => {
  const sample = { id: '', at: 0, etags: [] as (string | null)[] }

  it.each([
    ['null', []],
    ['5', []],
    ['{"id":"a"}', []],
    ['[not JSON', []],
    ['[null, 7, "text", []]', []],
    ['[{"id":"a","at":1}]', []],
    ['[{"id":"a","at":"1","etags":[]}]', []],
    ['[{"id":"a","at":1,"etags":{}}]', []],
    ['[{"id":"a","at":1,"etags":null}]', []],
    ['[{"id":"a","at":1e999,"etags":[]}]', []],
    ['[null, {"id":"a","at":1,"etags":[null]}]', [{ id: 'a', at: 1, etags: [null] }]],
  ])('%s is read as %j', (text, items) => {
    vi.stubGlobal('localStorage', storage)
    stored.set('list', text)
    expect(readList('list', sample)).toEqual(items)
  })
})

it.each([
  [0, true],
  [600, true],
  [601, false],
  [-86_400, true],
  [-86_401, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  [Number.NEGATIVE_INFINITY, false],
])('a stored time of %f seconds ago counts as recent: %s', (age, is) => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  expect(isRecent(1_800_000_000 - age, 600)).toBe(is)
  vi.useRealTimers()
})

it('the storage of the browser and that of the tab are separate', () => {
  vi.stubGlobal('sessionStorage', storage)
  expect(store('key', 'of the tab', 'sessionStorage')).toBe(true)
  expect([readStored('key'), readStored('key', 'sessionStorage')]).toEqual([null, 'of the tab'])
})

it.each(['localStorage', 'sessionStorage'] as const)('a %s that refuses access reads as empty and stores nothing', (area) => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal(area, { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(readStored('key', area)).toBeNull()
  expect(store('key', 'text', area)).toBe(false)
})
