import { beforeEach, expect, it, vi } from 'vitest'

const postMessage = vi.fn(async () => {})
let history: { name: string }[]
vi.mock('./chat.ts', () => ({ postMessage }))
vi.mock('./orders.ts', () => ({ orderQuery: (id: string) => ({ id }) }))
vi.mock('../lib/api.ts', () => ({ queryClient: { fetchQuery: async () => ({ history }) } }))
const { forgetReason, rememberReason, sendReasons } = await import('./dispute-reasons.ts')

const reason = { userId: 7, orderId: 'order', roomId: 'room', clientId: 'client', text: 'The letters are too small.' }
let stored: Map<string, string>
const count = () => JSON.parse(stored.get('warren.reasons') ?? '[]').length

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.useRealTimers()
  postMessage.mockReset()
  history = [{ name: 'CreateOrder' }, { name: 'DisputeOrder' }]
})

it('sends a reason once its dispute is on chain, and forgets it', async () => {
  rememberReason(reason)
  history = [{ name: 'CreateOrder' }]
  await sendReasons(7)
  expect(postMessage).not.toHaveBeenCalled()
  expect(count()).toBe(1)
  history = [{ name: 'CreateOrder' }, { name: 'DisputeOrder' }, { name: 'ResolveDispute' }]
  await sendReasons(7)
  expect(postMessage).toHaveBeenCalledExactlyOnceWith('room', 'client', reason.text)
  expect(count()).toBe(0)
})

it('keeps a reason that cannot be sent, and sends the others', async () => {
  rememberReason(reason)
  rememberReason({ ...reason, orderId: 'other', clientId: 'second' })
  postMessage.mockRejectedValueOnce(new Error('offline'))
  await sendReasons(7)
  expect(postMessage).toHaveBeenCalledTimes(2)
  expect(count()).toBe(1)
})

it('sends no reason for another member', async () => {
  rememberReason(reason)
  await sendReasons(8)
  expect(postMessage).not.toHaveBeenCalled()
  expect(count()).toBe(1)
})

it('keeps one reason for each order: the newest', async () => {
  rememberReason(reason)
  rememberReason({ ...reason, text: 'Two pages are missing.' })
  await sendReasons(7)
  expect(postMessage).toHaveBeenCalledExactlyOnceWith('room', 'client', 'Two pages are missing.')
})

it('forgets a reason that is not needed any more, and one of more than a week ago', async () => {
  rememberReason(reason)
  forgetReason('order')
  expect(count()).toBe(0)
  rememberReason(reason)
  vi.useFakeTimers({ now: Date.now() + 8 * 86_400_000 })
  await sendReasons(7)
  expect(postMessage).not.toHaveBeenCalled()
})
