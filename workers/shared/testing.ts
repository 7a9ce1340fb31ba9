import { accounts, profiles, sessions, users } from '../auth/tables.ts'
import { database } from './db.ts'
import type { AreaEnv } from './env.ts'
import { hash, now, secret } from './ids.ts'
import { CALLS, EVENTS, type Row } from './limit-table.ts'
import type { LimitsEnv } from './limits.ts'
import { SESSION_COOKIE, sessionId } from './session.ts'

/** The origin tests speak from; vitest.config.ts gives it to every worker. */
export const ORIGIN = 'http://localhost:8788'

export interface TestUser {
  id: number
  address: `0x${string}`
  /** Value for the Cookie header. */
  cookie: string
  /** The id of the session behind it. */
  session: string
}

const hex = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length / 2)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A new person with a session. `terms`, `name` and `wallet` decide how far they have come; all on by default. */
export async function signedIn(
  env: AreaEnv,
  { terms = true, name = 'Aiko Mori', wallet = true, address = `0x${hex(40)}` as `0x${string}` } = {},
): Promise<TestUser> {
  const db = database(env)
  const [user] = await db
    .insert(users)
    .values({ createdAt: now(), termsAcceptedAt: terms ? now() : null })
    .returning({ id: users.id })
  const { id } = user!
  if (wallet) await db.insert(accounts).values({ address, userId: id, provider: 'test', linkedAt: now() })
  if (name) await db.insert(profiles).values({ userId: id, name, updatedAt: now() })
  return anotherSession(env, { id, address })
}

/** One more session of somebody. */
export async function anotherSession(env: AreaEnv, { id, address }: Pick<TestUser, 'id' | 'address'>): Promise<TestUser> {
  const token = secret()
  const tokenHash = await hash(token)
  await database(env)
    .insert(sessions)
    .values({ tokenHash, userId: id, createdAt: now(), expiresAt: now() + 3600, userAgent: 'test' })
  return { id, address, cookie: `${SESSION_COOKIE}=${token}`, session: sessionId(tokenHash) }
}

interface CallOptions {
  body?: unknown
  as?: TestUser
  headers?: Record<string, string>
}

/** One request at a worker, as the edge would pass on a browser's. `headers` override; an empty value leaves one out. */
export async function call<E extends AreaEnv>(
  worker: { fetch: (request: Request, env: E, context: ExecutionContext) => Response | Promise<Response> },
  env: E,
  context: ExecutionContext,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, as, headers = {} }: CallOptions = {},
): Promise<Response> {
  const all = {
    origin: ORIGIN,
    // Everybody calls from somewhere else, so that nobody is limited who is not meant to be.
    'x-address': `2001:db8:${hex(4)}:${hex(4)}::1`,
    ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    ...(as && { cookie: as.cookie }),
    ...headers,
  }
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  const init: RequestInit = {
    method,
    headers: sent,
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
  }
  return worker.fetch(new Request(ORIGIN + path, init), env, context)
}

/**
 * Uses up, but for `left`, what the table of limits leaves to somebody of a call (`POST /api/...`) or an event: to a person, or to a
 * network named as `placeOf` does.
 */
export async function useUp({ LIMITS }: LimitsEnv, who: { person: number } | { network: string }, name: string, left = 0): Promise<void> {
  const row: Row | undefined = CALLS[name] ?? (EVENTS as Record<string, Row>)[name]
  const limits = 'person' in who ? row?.person : row?.network
  if (!limits) throw new Error(`no limit of ${name} for ${Object.keys(who)}`)
  const subject = LIMITS.getByName('person' in who ? `user ${who.person}` : `place ${who.network}`)
  await subject.take(row!.counter ?? name, limits, Math.min(...limits.map(([count]) => count)) - left)
}

/** Forgets what somebody has used of these counters, for a test that needs more than a person does. */
export async function clearLimits({ LIMITS }: LimitsEnv, person: number, ...names: string[]): Promise<void> {
  for (const name of names) await LIMITS.getByName(`user ${person}`).clear(CALLS[name]?.counter ?? name)
}

/** The code of a failed answer; throws when the answer was no failure of the catalogue. */
export async function codeOf(answer: Response): Promise<string> {
  const body = (await answer.json()) as { error?: { code?: string } }
  if (!body.error?.code) throw new Error(`expected a failure, got ${answer.status} ${JSON.stringify(body)}`)
  return body.error.code
}
