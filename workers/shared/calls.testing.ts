import { createExecutionContext } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { documentedErrors, reportDocumentedErrors } from './answers.testing.ts'
import { database } from './db.ts'
import type { AreaEnv } from './env.ts'
import { ERRORS } from './errors.schema.ts'
import { hash, now, secret } from './ids.ts'
import { type Edge, edgesOf } from './schema.testing.ts'
import { SESSION_COOKIE } from './session.ts'
import { sessions } from './tables.ts'
import { codeOf, randomAddress, call as sendTo, type TestUser } from './testing.ts'
import { type Call, callsOf } from './valid.ts'

/** A request whose fields are all valid when the owner sends it. `params` fills the path. */
interface Sample {
  query?: Record<string, string>
  /** A string is sent unchanged as the body. */
  json?: unknown
  params?: Record<string, string>
}

/** Test users by their role (one of them owns the resource of the call), and a sample request for each call. */
interface World {
  people: Record<string, TestUser> & { owner: TestUser }
  samples: Record<string, Sample>
}

interface Area {
  /** The area's worker; its routes are the calls. */
  app: Parameters<typeof callsOf>[0] & Parameters<typeof sendTo>[0]
  env: AreaEnv
  /** Sends a request. Without an `x-address` header it comes from a new network, so that no limit per network applies. */
  send: (method: 'GET' | 'POST', path: string, init: { body?: unknown; headers: Record<string, string> }) => Promise<Response>
  /** Creates fresh users and resources. */
  world: () => Promise<World>
  /** Calls that need a fresh sign-in, by name: `POST /api/auth/deleteAccount`. */
  fresh?: string[]
  /** Calls that change something and are safe without a fresh sign-in. If this is given, every other changing call must be in `fresh`. */
  lasting?: string[]
}

const OLD_SESSION_SECONDS = 45 * 60
/** Requests from one network, fewer than the lowest limit per network. A new network costs a new Durable Object with its database. */
const REQUESTS_PER_NETWORK = 8

/** Creates a session of this age (seconds) for a user and returns its cookie; an ended session has no row. */
async function createSessionCookie(env: AreaEnv, { id }: TestUser, { age = 0, ended = false }): Promise<string> {
  const token = secret()
  const tokenHash = await hash(token)
  const createdAt = now() - age
  if (!ended)
    await database(env)
      .insert(sessions)
      .values({ tokenHash, userId: id, createdAt, expiresAt: now() + 3600, userAgent: 'test' })
  return `${SESSION_COOKIE}=${token}`
}

/**
 * The status of a response and, for an error, its code. Fails the test if the code is unknown, does not fit the status, or is `internal`.
 */
async function outcomeOf(response: Response, label: string): Promise<{ status: number; code: string | null }> {
  const { status } = response
  if (status === 101) {
    response.webSocket?.accept()
    response.webSocket?.close()
    return { status, code: null }
  }
  const text = await response.text()
  if (status < 400) return { status, code: null }
  if (status === 416 && !text) return { status, code: null }
  const code = (JSON.parse(text) as { error?: { code?: string } }).error?.code ?? ''
  expect({ label, code, status }).toEqual({ label, code, status: ERRORS[code as keyof typeof ERRORS] })
  expect({ label, code }).not.toEqual({ label, code: 'internal' })
  return { status, code }
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`

/** Bodies that are not JSON, or JSON that no call accepts. */
const RAW_BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '1e999',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `{"__proto__":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
]

/** Makes a call with faults that every call of its kind refuses, and expects the documented error of each. */
async function expectCommonErrors(app: Area['app'], env: Area['env'], call: Call): Promise<void> {
  const method = call.method as 'GET' | 'POST'
  const path = call.path.replace(/:\w+/g, 'x')
  const documented = documentedErrors(app, nameOf(call))
  const refused: Record<string, { headers?: Record<string, string>; body?: string }> = {
    cross_origin: { headers: { origin: 'https://elsewhere.example', ...(method === 'GET' && { upgrade: 'websocket' }) } },
    unsupported_media_type: { headers: { 'content-type': 'text/plain' } },
    body_too_large: { body: `"${'x'.repeat(1024 * 1024)}"` },
  }
  for (const [code, init] of Object.entries(refused))
    if (documented.includes(code)) expect(await codeOf(await sendTo(app, env, createExecutionContext(), method, path, init))).toBe(code)
  const broken = await sendTo(app, { ...env, APP_ORIGINS: '' }, createExecutionContext(), method, path)
  expect([broken.status, await codeOf(broken)]).toEqual([500, 'internal'])
}

/**
 * Declares tests that make every call of an area: in every role, with a new, an old and an ended session, and with every field of its
 * schemas at its bounds. A test fails for a route without a sample and, if `lasting` is given, for a changing call that is in neither
 * `fresh` nor `lasting`.
 */
export function describeCalls(title: string, { app, env, send, world, fresh = [], lasting }: Area): void {
  const calls = callsOf(app)

  const makeCall = async (call: Call, sample: Sample, cookie: string | null, network?: string) => {
    const path = call.path.replace(/:(\w+)(?:\{[^}]*\})?/g, (_, name: string) => encodeURIComponent(sample.params?.[name] ?? 'x'))
    const query = sample.query ? `?${new URLSearchParams(sample.query)}` : ''
    const response = await send(call.method as 'GET' | 'POST', path + query, {
      headers: { ...(cookie && { cookie }), ...(network && { 'x-address': network }) },
      ...(call.method !== 'GET' && { body: sample.json ?? {} }),
    })
    return outcomeOf(response, `${nameOf(call)} ${JSON.stringify(sample).slice(0, 200)}`)
  }

  describe(title, () => {
    it('every route has a sample, and every changing call is in `fresh` or `lasting`', async () => {
      const { samples } = await world()
      expect(calls.length).toBeGreaterThan(0)
      expect(Object.keys(samples).sort()).toEqual(calls.map(nameOf).sort())
      const changing = calls.filter(({ method }) => method !== 'GET').map(nameOf)
      if (lasting) expect([...lasting, ...fresh.filter((name) => !name.startsWith('GET '))].sort()).toEqual(changing.sort())
    })

    it.each(calls.map((call) => [nameOf(call), call] as const))(
      '%s returns only known error codes for every role and session',
      async (name, call) => {
        const { people, samples } = await world()
        const sample = samples[name]!
        const guest = await makeCall(call, sample, null)
        // The owner comes last: some calls of the owner delete what the other roles request.
        const roles = Object.entries(people).sort(([one], [other]) => Number(one === 'owner') - Number(other === 'owner'))
        for (const [role, user] of roles) {
          const ended = await makeCall(call, sample, await createSessionCookie(env, user, { ended: true }))
          expect({ role, session: 'ended', ...ended }).toEqual({ role, session: 'ended', ...guest })
          const old = await makeCall(call, sample, await createSessionCookie(env, user, { age: OLD_SESSION_SECONDS }))
          if (fresh.includes(name))
            expect({ role, session: 'old', ...old }).toEqual({ role, session: 'old', status: 403, code: 'sign_in_again' })
          else expect(old.code).not.toBe('sign_in_again')
          const recent = await makeCall(call, sample, await createSessionCookie(env, user, {}))
          expect({ role, code: recent.code }).not.toEqual({ role, code: 'sign_in_again' })
        }
      },
    )

    it.each(calls.map((call) => [nameOf(call), call] as const))('%s returns the errors of the common checks', (_, call) =>
      expectCommonErrors(app, env, call),
    )

    it('have documented errors: two a call on average, and more than twenty in areas of more than five calls', () => {
      const least = Math.max(2 * calls.length, calls.length > 5 ? 21 : 0)
      expect(reportDocumentedErrors(app, calls.map(nameOf))).toBeGreaterThanOrEqual(least)
    })

    const withInputs = calls.filter(({ inputs }) => inputs.length)
    it.each(withInputs.map((call) => [nameOf(call), call] as const))(
      '%s returns no internal error for any field at or beyond its bounds',
      async (name, call) => {
        let current = await world()
        let cookie = await createSessionCookie(env, current.people.owner, {})
        let network = ''
        let requests = 0
        const attempt = async (sample: (from: Sample) => Sample) => {
          if (requests++ % REQUESTS_PER_NETWORK === 0) network = randomAddress()
          const outcome = await makeCall(call, sample(current.samples[name]!), cookie, network)
          if (outcome.code !== 'too_many_requests' && outcome.code !== 'unauthorized') return outcome
          // Retry as a new user: the first one reached a rate limit or was signed out.
          current = await world()
          cookie = await createSessionCookie(env, current.people.owner, {})
          requests = 0
          return makeCall(call, sample(current.samples[name]!), cookie)
        }
        for (const { target, schema } of call.inputs) {
          if (target !== 'json' && target !== 'query') throw new Error(`no bound tests exist for ${target}`)
          const edges: Edge[] = edgesOf(schema, current.samples[name]![target])
          expect(edges.length).toBeGreaterThan(10)
          for (const edge of edges) {
            const { code } = await attempt((sample) => ({
              ...sample,
              [target]: target === 'json' ? JSON.stringify(edge.value) : queryOf(edge.value),
            }))
            expect({ edge: edge.name, code }).not.toEqual({ edge: edge.name, code: 'too_many_requests' })
            if (target === 'json' && edge.name.endsWith(': a lone surrogate'))
              expect({ edge: edge.name, code }).toEqual({ edge: edge.name, code: 'invalid_body' })
          }
          if (target === 'json') for (const json of RAW_BODIES) await attempt((sample) => ({ ...sample, json }))
        }
      },
    )
  })
}

/** A query as a URL can carry it: strings only, well-formed UTF-16, within the length a server reads. */
const queryOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((value ?? {}) as object).flatMap(([key, one]) =>
      one === undefined ? [] : [[key.slice(0, 50), String(one).slice(0, 8000)]],
    ),
  )
