import { describeError, log } from '../../workers/shared/log.ts'
import type { EdgeEnv } from './env.ts'

/** A page (UTF-8) without the data of its visitor, whose place is between the two parts. */
export interface MadePage {
  start: Uint8Array
  end: Uint8Array
  status: 200 | 404
  /** Its only path; other spellings of it are redirected there. Null if they are not. */
  path: string | null
  /** Whether it has all its data and content, and anybody may see it. */
  isKeepable: boolean
  /** Whether it has all its data, and an older one must no longer be shown: the team has hidden what was on it, or its owner. */
  isWithdrawn: boolean
}

/** Joins parts of a page. */
export function joinBytes(parts: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
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
/** The header with the length of the first part of a kept page (bytes). */
const START_LENGTH = 'x-start-length'
/** The header with the only path of a kept page. */
const PATH = 'x-path'

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
  make: () => Promise<MadePage>,
): Promise<MadePage & { age: number }> {
  const cache = (globalThis as { caches?: { default?: Cache } }).caches?.default
  if (!cache || address.length > MAX_ADDRESS) return { ...(await make()), age: 0 }
  const { fresh, stale } = lifetimeOf(env)
  const key = new Request(address)

  const keep = ({ start, end, status, path, isKeepable, isWithdrawn }: MadePage): Promise<unknown> => {
    // What no longer exists or is hidden is not served any longer.
    if (status !== 200 || isWithdrawn) return cache.delete(key)
    if (!isKeepable) return Promise.resolve()
    const headers = {
      'cache-control': `public, max-age=${(fresh + stale) / 1000}`,
      [MADE_AT]: String(Date.now()),
      [START_LENGTH]: String(start.length),
      ...(path && { [PATH]: path }),
    }
    return cache.put(key, new Response(joinBytes([start, end]), { headers }))
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
      const html = new Uint8Array(await found.arrayBuffer())
      const length = Number(found.headers.get(START_LENGTH))
      const path = found.headers.get(PATH)
      return { start: html.subarray(0, length), end: html.subarray(length), status: 200, path, isKeepable: true, isWithdrawn: false, age }
    }
  }
  const made = await make()
  if (made.status === 200 && made.isKeepable) context.waitUntil(keep(made).catch(() => {}))
  return { ...made, age: 0 }
}
