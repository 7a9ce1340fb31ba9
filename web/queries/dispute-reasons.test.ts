import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api-error.ts'

const postMessage = vi.fn(async () => {})
const submitEvidence = vi.fn(async () => {})
let history: { name: string; amount?: number }[]
vi.mock('./chat.ts', () => ({ postMessage }))
vi.mock('./evidence.ts', () => ({ submitEvidence }))
vi.mock('./orders.ts', () => ({ orderQuery: (id: string) => ({ id }) }))
vi.mock('../lib/api.ts', () => ({ queryClient: { fetchQuery: async () => ({ history }) } }))
const { forgetReason, forgetReasons, rememberReason, sendReason, sendReasons } = await import('./dispute-reasons.ts')

const reason = { userId: 7, orderId: 'order', roomId: 'room', clientId: 'client', text: 'The letters are too small.', refund: 3000 }
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
  submitEvidence.mockReset()
  history = [{ name: 'CreateOrder' }, { name: 'DisputeOrder', amount: 3000 }]
})

it('sends a reason once its dispute is on chain, and forgets it', async () => {
  rememberReason(reason)
  history = [{ name: 'CreateOrder' }]
  await sendReasons(7)
  expect(postMessage).not.toHaveBeenCalled()
  expect(count()).toBe(1)
  history = [{ name: 'CreateOrder' }, { name: 'DisputeOrder', amount: 3000 }, { name: 'ResolveDispute' }]
  await sendReasons(7)
  expect(postMessage).toHaveBeenCalledExactlyOnceWith('room', { clientId: 'client', text: reason.text })
  expect(submitEvidence).toHaveBeenCalledExactlyOnceWith('order', 'client', { statement: reason.text, files: [], messages: [] })
  expect(count()).toBe(0)
})

it('submits a reason only as evidence if the order has no room', async () => {
  await sendReason({ ...reason, roomId: '' })
  expect(postMessage).not.toHaveBeenCalled()
  expect(submitEvidence).toHaveBeenCalledOnce()
})

it('keeps a reason whose evidence was not stored, and sends both again with the same id', async () => {
  rememberReason(reason)
  submitEvidence.mockRejectedValueOnce(new ApiError('offline', 0))
  await expect(sendReason(reason)).rejects.toThrow('offline')
  expect(count()).toBe(1)
  await sendReasons(7)
  expect(postMessage.mock.calls).toEqual(Array(2).fill(['room', { clientId: 'client', text: reason.text }]))
  expect(submitEvidence.mock.calls).toEqual(Array(2).fill(['order', 'client', { statement: reason.text, files: [], messages: [] }]))
  expect(count()).toBe(0)
})

it('keeps a reason while its dispute is not recorded, and sends it to the conversation at once', async () => {
  rememberReason(reason)
  history = [{ name: 'CreateOrder' }]
  submitEvidence.mockRejectedValueOnce(new ApiError('evidence_closed', 409))
  await sendReason(reason)
  expect(postMessage).toHaveBeenCalledOnce()
  expect(count()).toBe(1)
  history = [{ name: 'CreateOrder' }, { name: 'DisputeOrder', amount: 3000 }]
  await sendReasons(7)
  expect(submitEvidence).toHaveBeenCalledTimes(2)
  expect(count()).toBe(0)
})

it.each(['evidence_closed', 'evidence_limit'] as const)('forgets a reason whose evidence is refused for good: %s', async (code) => {
  rememberReason(reason)
  history.push({ name: 'ResolveDispute' })
  submitEvidence.mockRejectedValueOnce(new ApiError(code, 409))
  await sendReasons(7)
  expect(postMessage).toHaveBeenCalledOnce()
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

it('sends the newest reason that asks for the refund of the dispute, and forgets the others', async () => {
  rememberReason(reason)
  rememberReason({ ...reason, text: 'Two letters are missing.' })
  rememberReason({ ...reason, refund: 5000, text: 'Half of it is missing.' })
  rememberReason({ ...reason, clientId: 'second dialog', text: 'Two pages are missing.' })
  expect(count()).toBe(3)
  rememberReason({ ...reason, clientId: 'third dialog', refund: 10_000 })
  await sendReasons(7)
  expect(postMessage).toHaveBeenCalledExactlyOnceWith('room', { clientId: 'second dialog', text: 'Two pages are missing.' })
  expect(count()).toBe(0)
})

it('sends no reason for a dispute that asks for another refund, and forgets it', async () => {
  rememberReason({ ...reason, refund: 2999 })
  await sendReasons(7)
  expect(postMessage).not.toHaveBeenCalled()
  expect(count()).toBe(0)
})

it('forgets the reasons of a dialog, or those of an order', () => {
  rememberReason(reason)
  rememberReason({ ...reason, clientId: 'second dialog' })
  rememberReason({ ...reason, orderId: 'other', clientId: 'third dialog' })
  forgetReason('client')
  expect(count()).toBe(2)
  forgetReasons('order')
  expect(count()).toBe(1)
})

it('removes a reason that is more than a week old', async () => {
  rememberReason(reason)
  vi.useFakeTimers({ now: Date.now() + 8 * 86_400_000 })
  await sendReasons(7)
  expect(postMessage).not.toHaveBeenCalled()
  expect(stored.has('warren.reasons')).toBe(false)
})

it('forgets a reason whose time is far in the future', async () => {
  stored.set('warren.reasons', JSON.stringify([{ ...reason, at: 4_000_000_000 }]))
  await sendReasons(7)
  expect(postMessage).not.toHaveBeenCalled()
  expect(count()).toBe(0)
})
