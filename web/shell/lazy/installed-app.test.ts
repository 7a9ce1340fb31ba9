import { beforeEach, expect, it, vi } from 'vitest'
import type { ListingCard } from '../../../workers/listings/listings.schema.ts'
import { recentlyViewed, rememberViewed } from '../../lib/recently-viewed.ts'
import { startApp } from './installed-app.ts'

const { cachedUser, refreshViewer } = vi.hoisted(() => ({ cachedUser: vi.fn(), refreshViewer: vi.fn() }))
vi.mock('../../session/viewer.ts', () => ({ cachedUser, refreshViewer }))

const [MEMBER, GUEST] = [{ user_id: 7 }, { user_id: null }]
const removed: string[] = []
beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  removed.length = 0
  const keys = async () => ['/services/1', '/offline/'].map((path) => new Request(`https://warren.example${path}`))
  vi.stubGlobal('caches', { open: async () => ({ keys, delete: async ({ url }: Request) => removed.push(new URL(url).pathname) }) })
  rememberViewed({ id: 1, title: 'Logo' } as ListingCard, 7)
})

it('what a member has viewed is removed from the browser once their session is over', async () => {
  cachedUser.mockReturnValue(GUEST)
  refreshViewer.mockResolvedValue(null)
  startApp()
  await vi.waitFor(() => expect(removed).toEqual(['/services/1']))
  expect(recentlyViewed(7)).toEqual([])
})

it('the draft of a creator page of another member is removed, and that of the member stays', () => {
  const drafts: Record<string, unknown> = { 'draft/folio/7': '{}', 'draft/folio/8': '{}' }
  const functions = { getItem: () => null, setItem: () => {}, removeItem: (key: string) => delete drafts[key] }
  vi.stubGlobal('localStorage', Object.setPrototypeOf(drafts, functions))
  cachedUser.mockReturnValue(GUEST)
  startApp()
  expect(Object.keys(drafts)).toHaveLength(2)
  cachedUser.mockReturnValue(MEMBER)
  startApp()
  expect(Object.keys(drafts)).toEqual(['draft/folio/7'])
})

it.each([
  ['for the member', MEMBER, async () => MEMBER],
  ['for a member whose page is a copy, which is that of a guest', GUEST, async () => MEMBER],
  ['without a connection', GUEST, async () => Promise.reject(new Error('offline'))],
])('it stays %s', async (_, user, answer) => {
  cachedUser.mockReturnValue(user)
  refreshViewer.mockImplementation(answer)
  startApp()
  await new Promise((resolve) => setTimeout(resolve))
  expect([removed, recentlyViewed(7).length]).toEqual([[], 1])
})
