import { beforeEach, expect, it, vi } from 'vitest'
import type { ListingCard } from '../../workers/listings/listings.schema.ts'
import { clearViewed, forgetViewed, recentlyViewed, rememberViewed } from './recently-viewed.ts'

const KEY = 'warren.viewed'
let stored: Map<string, string>
beforeEach(() => {
  vi.useRealTimers()
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
})

const listing = (id: number) => ({ id, title: `Listing ${id}`, description: '<p>long</p>', account: '0x' }) as unknown as ListingCard
const ids = () => recentlyViewed().map(({ id }) => id)

it('keeps the last twelve listings, each once, without what a card does not show', () => {
  for (let id = 1; id <= 20; id++) rememberViewed(listing(id))
  rememberViewed(listing(15))
  expect(ids()).toEqual([15, 20, 19, 18, 17, 16, 14, 13, 12, 11, 10, 9])
  expect(stored.get(KEY)).not.toMatch(/description"|account/)
})

it('forgets one, all, and what is older than 30 days', () => {
  for (const id of [1, 2, 3]) rememberViewed(listing(id))
  forgetViewed(2)
  expect(ids()).toEqual([3, 1])
  vi.useFakeTimers({ now: Date.now() + 31 * 86_400_000 })
  expect(ids()).toEqual([])
  vi.useRealTimers()
  clearViewed()
  expect(stored.size).toBe(0)
})

it.each(['', '{', '[]', '{"a":1}', '[null, 3, {"at":1}, {"at":9999999999999,"card":{}}]', '[{"at":"x","card":{"id":1,"title":"x"}}]'])(
  'reads %j as nothing',
  (text) => {
    stored.set(KEY, text)
    expect(recentlyViewed()).toEqual([])
  },
)
