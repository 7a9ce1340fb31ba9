import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTask, OVERDUE_MS } from './wallet-task.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = () => new Promise<never>(() => {})

it('a step counts as overdue after a minute without an end, and not before', async () => {
  const task = createTask<string>()
  void task.run('confirm', never)
  await vi.advanceTimersByTimeAsync(OVERDUE_MS - 1)
  expect(task.get()).toMatchObject({ step: 'confirm', busy: true, isOverdue: false })
  await vi.advanceTimersByTimeAsync(1)
  expect(task.get()).toMatchObject({ step: 'confirm', busy: true, isOverdue: true })
})

it('each step has a minute of its own', async () => {
  const task = createTask<string>()
  const { promise, resolve } = Promise.withResolvers<void>()
  void task.run('confirm', async (enter) => {
    await promise
    enter('wait')
    await never()
  })
  await vi.advanceTimersByTimeAsync(OVERDUE_MS)
  expect(task.get().isOverdue).toBe(true)
  resolve()
  await vi.advanceTimersByTimeAsync(OVERDUE_MS - 1)
  expect(task.get()).toMatchObject({ step: 'wait', isOverdue: false })
  await vi.advanceTimersByTimeAsync(1)
  expect(task.get().isOverdue).toBe(true)
})

it('an error ends the run, and the next run clears it', async () => {
  const task = createTask<string>()
  const error = new Error('declined')
  await task.run('confirm', () => Promise.reject(error))
  await vi.advanceTimersByTimeAsync(OVERDUE_MS)
  expect(task.get()).toEqual({ step: 'confirm', busy: false, isOverdue: false, error })
  void task.run('confirm', never)
  expect(task.get()).toMatchObject({ busy: true, error: null })
})

it('after leave(), the running task gets an aborted signal and changes nothing on the page', async () => {
  const task = createTask<string>()
  const { promise, resolve } = Promise.withResolvers<void>()
  const ended = vi.fn()
  const run = task.run('confirm', async (enter, signal) => {
    await promise
    enter('wait')
    ended(signal.aborted)
    throw new Error('too late')
  })
  task.leave()
  const before = task.get()
  resolve()
  await run
  await vi.advanceTimersByTimeAsync(OVERDUE_MS)
  expect(ended).toHaveBeenCalledWith(true)
  expect(task.get()).toEqual(before)
})
