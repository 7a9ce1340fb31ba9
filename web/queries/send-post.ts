import type { PostRequest, SavedPost } from '../../workers/creators/posts.schema.ts'
import { ApiError } from '../lib/api-error.ts'

/** A save of the editor. */
export interface PostSave {
  request: PostRequest
  /** The idempotency key of a new post: every attempt with its draft has the same. */
  token: string
  /** The version that an earlier attempt with this draft may have saved; 0 without one. */
  replaces: number
}

/** The post that exists already, or was saved elsewhere, by the refusal of a save; null for another error. */
export function savedBefore(error: unknown): { pid: string; version: number } | null {
  const isSaved = error instanceof ApiError && (error.code === 'idempotency_key_reused' || error.code === 'post_changed')
  const { pid, version } = ((isSaved && error.details) || {}) as Partial<{ pid: string; version: number }>
  return pid !== undefined && version !== undefined ? { pid, version } : null
}

/**
 * Sends a save. An earlier attempt with a new post may have succeeded although its answer was lost. If the draft has changed since then, the
 * post of that attempt is changed, so that no second one is created.
 */
export async function sendPost(
  send: (json: PostRequest, headers: Record<string, string>) => Promise<SavedPost>,
  { request, token, replaces }: PostSave,
): Promise<SavedPost> {
  if (request.pid !== null) return send(request, {})
  try {
    return await send(request, { 'idempotency-key': token })
  } catch (error) {
    const created = savedBefore(error)
    if (!created || !replaces) throw error
    return send({ ...request, pid: created.pid, version: replaces }, {})
  }
}
