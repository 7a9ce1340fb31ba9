import { expect, it, vi } from 'vitest'
import type { PostRequest } from '../../workers/creators/posts.schema.ts'
import { ApiError } from '../lib/api-error.ts'
import { savedBefore, sendPost } from './send-post.ts'

const request: PostRequest = { name: 'Aiko', pid: null, version: 0, content: '<p>Foxes</p>', link: '', media: [], draft: false }
const saved = { pid: 'p1', version: 1, created: 1, edited: null }
const reused = new ApiError('idempotency_key_reused', 409, { pid: 'p1', version: 1 })
const key = { 'idempotency-key': 'token-of-the-draft' }
const token = 'token-of-the-draft'

it('throws any other error, and sends nothing more', async () => {
  for (const error of [new ApiError('network', 0), new ApiError('conflict', 409, { pid: 'p1', version: 1 }), new Error('x')]) {
    const send = vi.fn().mockRejectedValue(error)
    await expect(sendPost(send, { request, token, replaces: 1 })).rejects.toBe(error)
    expect(send.mock.calls).toEqual([[request, key]])
  }
})

it('replaces nothing that this draft has not saved', async () => {
  const send = vi.fn().mockRejectedValue(reused)
  await expect(sendPost(send, { request, token, replaces: 0 })).rejects.toBe(reused)
  expect(send.mock.calls).toEqual([[request, key]])
})

it('sends a new post with the key of its draft, and a change without', async () => {
  const send = vi.fn().mockResolvedValue(saved)
  expect(await sendPost(send, { request, token, replaces: 1 })).toBe(saved)
  const change = { ...request, pid: 'p1', version: 4 }
  await sendPost(send, { request: change, token, replaces: 4 })
  expect(send.mock.calls).toEqual([
    [request, key],
    [change, {}],
  ])
})

it('changes the post of an attempt whose answer was lost, if the draft has changed since', async () => {
  const send = vi
    .fn()
    .mockRejectedValueOnce(reused)
    .mockResolvedValueOnce({ ...saved, version: 2 })
  expect(await sendPost(send, { request, token, replaces: 1 })).toMatchObject({ pid: 'p1', version: 2 })
  expect(send.mock.calls).toEqual([
    [request, key],
    [{ ...request, pid: 'p1', version: 1 }, {}],
  ])
})

it('knows the post that was saved before', () => {
  expect(savedBefore(reused)).toEqual({ pid: 'p1', version: 1 })
  expect(savedBefore(new ApiError('post_changed', 409, { pid: 'p1', version: 3 }))).toEqual({ pid: 'p1', version: 3 })
  for (const error of [null, new ApiError('post_changed', 409), new ApiError('conflict', 409, { pid: 'p1', version: 1 })])
    expect(savedBefore(error)).toBeNull()
})
