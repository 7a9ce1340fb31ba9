import { describeError, log } from '../../workers/shared/log.ts'
import type { EdgeEnv } from './env.ts'

/** A page of a guest. */
export interface GuestPage {
  html: string
  status: 200 | 404
  /** Whether it has all its data and content, and anybody may see it. */
  isKeepable: boolean
}

/**
 * How long a page is kept (ms): `fresh` as it is, and `stale` after that, while a new one is made for the next guest. In the local world a
 * second, so that a test sees its own changes.
 */
const lifetimeOf = ({ ENV }: Pick<EdgeEnv, 'ENV'>) => (ENV === 'local' ? { fresh: 1000, stale: 0 } : { fresh: 60_000, stale: 300_000 })

/** The longest address, in characters, under which a page is kept. */
const MAX_ADDRESS = 500

/** The header with the time at which a kept page was made (UTC ms). */
const MADE_AT = 'x-made-at'

/**
 * The addresses for which this isolate is making a new page, and since when (UTC ms). The platform may end that work without an error, so
 * it counts only as long as a page is fresh.
 */
const renewing = new Map<string, number>()

interface Keeping {
  env: Pick<EdgeEnv, 'ENV'>
  context: Pick<ExecutionContext, 'waitUntil'>
}

/**
 * Answers a page from the edge cache, with its age (ms); otherwise makes it. Only keepable pages with status 200 are kept. If the cache
 * fails, the page is made. `address` names the page and everything that its HTML depends on.
 */
export async function keptPage(
  address: string,
  { env, context }: Keeping,
  make: () => Promise<GuestPage>,
): Promise<GuestPage & { age: number }> {
  const cache = (globalThis as { caches?: { default?: Cache } }).caches?.default
  if (!cache || address.length > MAX_ADDRESS) return { ...(await make()), age: 0 }
  const { fresh, stale } = lifetimeOf(env)
  const key = new Request(address)

  const keep = ({ html, status, isKeepable }: GuestPage): Promise<unknown> => {
    // What no longer exists is not served any longer.
    if (status !== 200) return cache.delete(key)
    if (!isKeepable) return Promise.resolve()
    const headers = { 'cache-control': `public, max-age=${(fresh + stale) / 1000}`, [MADE_AT]: String(Date.now()) }
    return cache.put(key, new Response(html, { headers }))
  }
  const renew = async () => {
    if (Date.now() - (renewing.get(address) ?? Number.NEGATIVE_INFINITY) < fresh) return
    renewing.set(address, Date.now())
    try {
      await keep(await make())
    } catch (error) {
      log('error', 'page_not_renewed', { area: 'edge', error: describeError(error) })
    } finally {
      renewing.delete(address)
    }
  }

  const found = await cache.match(key).catch(() => undefined)
  if (found) {
    const age = Math.max(0, Date.now() - Number(found.headers.get(MADE_AT)))
    if (age < fresh + stale) {
      if (age >= fresh) context.waitUntil(renew())
      return { html: await found.text(), status: 200, isKeepable: true, age }
    }
  }
  const made = await make()
  if (made.status === 200 && made.isKeepable) context.waitUntil(keep(made).catch(() => {}))
  return { ...made, age: 0 }
}
