import { beforeEach, expect, it, vi } from 'vitest'
import type { ListingCard } from '../../workers/listings/listings.schema.ts'
import { clearViewed, forgetViewed, isViewedByOther, recentlyViewed, rememberViewed } from './recently-viewed.ts'

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
const ids = (viewer: number | null = 7) => recentlyViewed(viewer).map(({ id }) => id)

it('keeps the last twelve listings, each once, without what a card does not show', () => {
  for (let id = 1; id <= 20; id++) rememberViewed(listing(id), 7)
  rememberViewed(listing(15), 7)
  expect(ids()).toEqual([15, 20, 19, 18, 17, 16, 14, 13, 12, 11, 10, 9])
  expect(stored.get(KEY)).not.toMatch(/description"|account/)
})

it('does not store the location of an event, which may be for its guests only', () => {
  const event = { event_date: 1_800_000_000, location: 'Behind the blue door', hide_location: true }
  rememberViewed({ ...listing(1), listType: 'events', event } as unknown as ListingCard, 7)
  expect(stored.get(KEY)).not.toContain('blue door')
  expect(recentlyViewed(7)).toMatchObject([{ id: 1, event: { event_date: 1_800_000_000 } }])
})

it('forgets one, all, and what is older than 30 days', () => {
  for (const id of [1, 2, 3]) rememberViewed(listing(id), 7)
  forgetViewed(2)
  expect(ids()).toEqual([3, 1])
  vi.useFakeTimers({ now: Date.now() + 31 * 86_400_000 })
  expect(ids()).toEqual([])
  vi.useRealTimers()
  clearViewed()
  expect(stored.size).toBe(0)
})

it('shows what a member has viewed to no other member and no guest, because a session can end without a logout', () => {
  rememberViewed(listing(1), null)
  rememberViewed(listing(2), 7)
  expect([ids(7), ids(8), ids(null)]).toEqual([[2, 1], [1], [1]])
  expect([7, 8, null].map(isViewedByOther)).toEqual([false, true, true])
})

it('reads an entry without a card as nothing, and shows the others', () => {
  rememberViewed(listing(1), 7)
  const entries = [{ at: Math.floor(Date.now() / 1000), by: 7, card: null }, ...JSON.parse(stored.get(KEY)!)]
  stored.set(KEY, JSON.stringify(entries))
  expect(ids()).toEqual([1])
})

it.each([
  '',
  '{',
  '[]',
  '{"a":1}',
  '[null, 3, {"at":1}, {"at":9999999999999,"by":0,"card":{}}]',
  '[{"at":"x","by":0,"card":{"id":1,"title":"x"}}]',
])('reads %j as nothing', (text) => {
  stored.set(KEY, text)
  expect(recentlyViewed(7)).toEqual([])
})
