import type { Context } from 'hono'
import { ApiError } from './errors.ts'
import { hash } from './ids.ts'

const KEY_PATTERN = /^[\w-]{8,128}$/

/** Identifies a request that may be sent more than once. */
export interface Idempotency {
  key: string
  /** Hash of the call and its body: the same key with a different request is rejected. */
  fingerprint: string
}

/**
 * The `Idempotency-Key` header with the fingerprint of the request, or null without the header. `body` is the validated body. Throws
 * `bad_request` for a malformed key.
 */
export async function idempotencyOf(c: Pick<Context, 'req'>, call: string, body: unknown): Promise<Idempotency | null> {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return null
  if (!KEY_PATTERN.test(key)) throw new ApiError('bad_request', { header: 'idempotency-key' })
  return { key, fingerprint: (await hash(JSON.stringify([call, body]))).slice(0, 32) }
}

/**
 * Throws `idempotency_key_reused` if the key was first sent with a different request. `details` describe the result of that first request.
 * `stored` is null for rows that were written before fingerprints were stored.
 */
export function requireSameRequest(stored: string | null, { fingerprint }: Idempotency, details?: object): void {
  if (stored !== null && stored !== fingerprint) throw new ApiError('idempotency_key_reused', details)
}
