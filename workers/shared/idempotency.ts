import type { Context } from 'hono'
import { ApiError } from './errors.ts'
import { hash } from './ids.ts'

const KEY = /^[\w-]{8,128}$/

/** What a request may be recognised by when it is sent again. */
export interface Idempotency {
  key: string
  /** Of the call and its body: the same key with another one is refused. */
  fingerprint: string
}

/**
 * The `Idempotency-Key` of a request with the fingerprint of what it asks for, or null without one. `body` is the validated body.
 * Throws `bad_request` for a key that is none.
 */
export async function idempotencyOf(c: Pick<Context, 'req'>, call: string, body: unknown): Promise<Idempotency | null> {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return null
  if (!KEY.test(key)) throw new ApiError('bad_request', { header: 'idempotency-key' })
  return { key, fingerprint: (await hash(JSON.stringify([call, body]))).slice(0, 32) }
}

/**
 * Throws `idempotency_key_reused` where a key comes with another request than the one it was first sent with; `details` tell what that
 * one made. `stored` is null for what was written before fingerprints were.
 */
export function demandSameRequest(stored: string | null, { fingerprint }: Idempotency, details?: object): void {
  if (stored !== null && stored !== fingerprint) throw new ApiError('idempotency_key_reused', details)
}
