import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const fetched = vi.fn<() => Promise<Response>>()
const device = { onLine: true }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', device)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
  fetched.mockReset()
})

test('asks again while the server cannot be reached, then runs the waiting functions once', async () => {
  const { checkServer, onReconnect } = await import('./connection.ts')
  const returned = vi.fn()
  onReconnect(returned)
  fetched.mockRejectedValueOnce(new TypeError('no network')).mockResolvedValue(new Response())
  await checkServer()
  expect(returned).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(returned).toHaveBeenCalledTimes(1)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('asks again while the device reports that it is offline, even after an answer', async () => {
  const { checkServer, onReconnect } = await import('./connection.ts')
  const returned = vi.fn()
  onReconnect(returned)
  device.onLine = false
  fetched.mockResolvedValueOnce(new Response()).mockRejectedValueOnce(new TypeError('no network')).mockResolvedValue(new Response())
  await checkServer()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(fetched).toHaveBeenCalledTimes(2)
  device.onLine = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(fetched).toHaveBeenCalledTimes(3)
  expect(returned).toHaveBeenCalledTimes(1)
})
