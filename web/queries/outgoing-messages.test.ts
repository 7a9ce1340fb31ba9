import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api-error.ts'
import { outgoingIn, storeOutgoing } from '../lib/outgoing-messages.ts'

const { post, viewer } = vi.hoisted(() => ({ post: vi.fn(), viewer: { user_id: 7 } }))
vi.mock('./chat.ts', () => ({ postMessage: post }))
vi.mock('../session/viewer.ts', () => ({ cachedUser: () => viewer }))
vi.mock('../lib/connection.ts', () => ({ onReconnect: () => {} }))
const { openOutgoingRoom, sendOutgoing } = await import('./outgoing-messages.ts')

const write = (roomId: string, ...texts: string[]) => {
  for (const text of texts) storeOutgoing(7, roomId, { clientId: text, text, at: Date.now() / 1000, failed: null })
}
const sent = () => post.mock.calls.map(([roomId, { text }]) => `${roomId} ${text}`)

beforeEach(() => {
  vi.useFakeTimers()
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  post.mockReset().mockResolvedValue({})
  viewer.user_id = 7
})

it('sends each message after the one before it, once, and forgets it', async () => {
  write('a', '1', '2')
  write('b', '3')
  let running = 0
  post.mockImplementation(async () => {
    expect(running++).toBe(0)
    await Promise.resolve()
    running--
  })
  await Promise.all([sendOutgoing(), sendOutgoing()])
  expect(sent()).toEqual(['a 1', 'a 2', 'b 3'])
  expect([outgoingIn(7, 'a'), outgoingIn(7, 'b')]).toEqual([[], []])
})

it('a refused message stays with its error and does not stop the others; a temporary error stops the room, and is tried again', async () => {
  write('a', '1', '2', '3')
  post.mockRejectedValueOnce(new ApiError('message_not_found', 404)).mockRejectedValueOnce(new ApiError('network', 0))
  await sendOutgoing()
  expect(sent()).toEqual(['a 1', 'a 2'])
  expect(outgoingIn(7, 'a')).toMatchObject([{ text: '1', failed: 'message_not_found' }, { text: '2' }, { text: '3' }])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(sent()).toEqual(['a 1', 'a 2', 'a 2', 'a 3'])
  expect(outgoingIn(7, 'a')).toMatchObject([{ text: '1', failed: 'message_not_found' }])
})

it('leaves the messages of an open room to it, and sends what is left when it is closed', async () => {
  write('a', '1')
  const close = openOutgoingRoom('a')
  await sendOutgoing()
  expect(sent()).toEqual([])
  close()
  await vi.waitUntil(() => sent().length)
  expect(sent()).toEqual(['a 1'])
})

it('sends nothing of another member', async () => {
  write('a', '1', '2')
  viewer.user_id = 8
  await sendOutgoing()
  expect(sent()).toEqual([])
  viewer.user_id = 7
  // The member logs out while the first message is on its way.
  post.mockImplementationOnce(async () => {
    viewer.user_id = 0
  })
  await sendOutgoing()
  expect(sent()).toEqual(['a 1'])
})
