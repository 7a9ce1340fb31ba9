import { expect, it, vi } from 'vitest'
import { readStored, store } from '../lib/storage.ts'
import { logout } from './logout.ts'

const { disconnectRemote, endPushes, endSession } = vi.hoisted(() => ({
  disconnectRemote: vi.fn(),
  endPushes: vi.fn(),
  endSession: vi.fn((_everywhere: boolean, before: () => Promise<unknown>) => before()),
}))
vi.mock('../session/viewer.ts', () => ({ endSession }))
vi.mock('../lib/push.ts', () => ({ endPushes }))
vi.mock('./discovery.ts', () => ({ disconnectRemote }))

const stored: Record<string, string> = {}
const functions = {
  getItem: (key: string) => stored[key] ?? null,
  setItem: (key: string, text: string) => void Object.assign(stored, { [key]: text }),
  removeItem: (key: string) => delete stored[key],
}
// The keys of a storage are its own fields; its functions are not.
vi.stubGlobal('localStorage', Object.setPrototypeOf(stored, functions))

const deletePage = vi.fn(async (_: Request) => true)
vi.stubGlobal('caches', {
  open: async () => ({
    keys: async () => ['/services/7', '/offline/'].map((path) => new Request(`https://warren.example${path}`)),
    delete: deletePage,
  }),
})

it('a logout leaves no viewed listings, no drafts, no waiting messages, no copies of pages and no pushes of the member in this browser, and no connection to a wallet', async () => {
  store('warren.viewed', '[]')
  store('warren.drafts', '[]')
  store('warren.draftFiles', '[]')
  store('warren.outgoing', '[]')
  store('draft/folio/7', '{}')
  store('warren.push', '1')
  await logout()
  expect(endSession).toHaveBeenCalledWith(false, expect.any(Function))
  expect(readStored('warren.viewed')).toBeNull()
  expect(readStored('warren.drafts')).toBeNull()
  expect(readStored('warren.draftFiles')).toBeNull()
  expect(readStored('draft/folio/7')).toBeNull()
  expect(readStored('warren.outgoing')).toBeNull()
  expect(deletePage.mock.calls.map(([{ url }]) => url)).toEqual(['https://warren.example/services/7'])
  expect(endPushes).toHaveBeenCalledOnce()
  expect(disconnectRemote).toHaveBeenCalledOnce()
})
