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

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => void stored.set(key, text),
  removeItem: (key: string) => void stored.delete(key),
})

it('a logout leaves no viewed listings and no pushes of the member in this browser, and no connection to a wallet', async () => {
  store('warren.viewed', '[]')
  store('warren.push', '1')
  await logout()
  expect(endSession).toHaveBeenCalledWith(false, expect.any(Function))
  expect(readStored('warren.viewed')).toBeNull()
  expect(endPushes).toHaveBeenCalledOnce()
  expect(disconnectRemote).toHaveBeenCalledOnce()
})
