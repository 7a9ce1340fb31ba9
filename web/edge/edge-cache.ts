import type { EdgeEnv } from './env.ts'

/** How the edge keeps a file that it makes (seconds): `fresh` in browsers, `shared` in the edge cache. */
export interface Lifetime {
  fresh: number
  shared: number
}

/** The `cache-control` of a file. In the local world the edge cache keeps a file for a second, so that a test sees its own changes. */
export const cacheControl = ({ ENV }: Pick<EdgeEnv, 'ENV'>, { fresh, shared }: Lifetime): string =>
  ENV === 'local' ? 'public, max-age=0, s-maxage=1' : `public, max-age=${fresh}, s-maxage=${shared}`

/**
 * Answers from the edge cache; otherwise makes the answer, and stores it under `address` if it succeeded, for as long as its
 * `cache-control` says. If the cache fails, the answer is made.
 */
export async function cached(
  address: string,
  context: Pick<ExecutionContext, 'waitUntil'>,
  make: () => Promise<Response>,
): Promise<Response> {
  const cache = (globalThis as { caches?: { default?: Cache } }).caches?.default
  const key = new Request(address)
  const found = await cache?.match(key).catch(() => undefined)
  if (found) return found
  const answer = await make()
  if (cache && answer.status === 200) context.waitUntil(cache.put(key, answer.clone()).catch(() => {}))
  return answer
}
