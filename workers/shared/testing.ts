import { waitOnExecutionContext } from 'cloudflare:test'
import { checkAnswer } from './answers.testing.ts'
import { CALLS } from './call-limits/all.ts'
import { database } from './db.ts'
import type { RoutedApp } from './documented-errors.ts'
import type { AreaEnv } from './env.ts'
import { hash, now, secret } from './ids.ts'
import { EVENTS, type Row } from './limit-table.ts'
import type { LimitsEnv } from './limits.ts'
import { SESSION_COOKIE, sessionId } from './session.ts'
import { accounts, profiles, sessions, users } from './tables.ts'

/** The origin of test requests. vitest.config.ts sets it for every worker. */
export const ORIGIN = 'http://localhost:8788'

export interface TestUser {
  id: number
  address: `0x${string}`
  /** Value for the Cookie header. */
  cookie: string
  /** The id of this session. */
  session: string
}

const hex = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length / 2)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** An address in a network that no other request comes from. */
export const randomAddress = () => `2001:db8:${hex(4)}:${hex(4)}::1`

/** Creates a user with a session. `terms`, `name` and `wallet` choose what the user already has; all are on by default. */
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

/** Creates another session of a user. */
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

/**
 * Sends a request to a worker, as the edge forwards it from a browser. `headers` override the defaults; an empty value removes a header.
 * Throws if the answer differs from its documentation.
 */
export async function call<E extends AreaEnv>(
  worker: RoutedApp & { fetch: (request: Request, env: E, context: ExecutionContext) => Response | Promise<Response> },
  env: E,
  context: ExecutionContext,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, as, headers = {} }: CallOptions = {},
): Promise<Response> {
  const all = {
    origin: ORIGIN,
    // A new network for each request, so that no network limit applies by accident.
    'x-address': randomAddress(),
    ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    ...(as && { cookie: as.cookie }),
    ...headers,
  }
  const nonEmpty = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  const init: RequestInit = {
    method,
    headers: nonEmpty,
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
  }
  const response = await worker.fetch(new Request(ORIGIN + path, init), env, context)
  await checkAnswer(worker, method, path, response)
  // Notifications of orders are sent after the answer.
  if (path.startsWith('/api/orders/')) await waitOnExecutionContext(context)
  return response
}

/**
 * Uses up the limit of a call (`POST /api/...`) or an event until `left` remain, for a user or for a network (as `networkOf` names it). If
 * none remain, the next is allowed only after the whole time of the limit, so that a test does not depend on its speed.
 */
export async function exhaustLimit(
  { LIMITS }: LimitsEnv,
  subject: { person: number } | { network: string },
  name: string,
  left = 0,
): Promise<void> {
  const row: Row | undefined = CALLS[name] ?? (EVENTS as Record<string, Row>)[name]
  const limits = 'person' in subject ? row?.person : row?.network
  if (!limits) throw new Error(`no limit of ${name} for ${Object.keys(subject)}`)
  const limiter = LIMITS.getByName('person' in subject ? `user ${subject.person}` : `network ${subject.network}`)
  const used = left ? limits : limits.map(([count, seconds]) => [count, 2 * seconds] as const)
  await limiter.take(row!.counter ?? name, used, Math.min(...limits.map(([count]) => count)) - left)
}

/** Resets counters of a user, for a test that makes more calls than the limits allow. */
export async function clearLimits({ LIMITS }: LimitsEnv, person: number, ...names: string[]): Promise<void> {
  for (const name of names) await LIMITS.getByName(`user ${person}`).clear(CALLS[name]?.counter ?? name)
}

/** The error code of a response. Throws if the response is not an error. */
export async function codeOf(response: Response): Promise<string> {
  const body = (await response.json()) as { error?: { code?: string } }
  if (!body.error?.code) throw new Error(`expected a failure, got ${response.status} ${JSON.stringify(body)}`)
  return body.error.code
}
