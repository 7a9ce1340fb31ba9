import { describe, expect, it } from 'vitest'
import { sessions } from '../auth/tables.ts'
import { database } from './db.ts'
import type { AreaEnv } from './env.ts'
import { ERRORS } from './errors.schema.ts'
import { hash, now, secret } from './ids.ts'
import { type Edge, edgesOf } from './schema.testing.ts'
import { SESSION_COOKIE } from './session.ts'
import type { TestUser } from './testing.ts'
import { type Call, callsOf } from './valid.ts'

/** What a call is tried with; nothing is wrong with it when the owner sends it. `params` fills the path. */
export interface Sample {
  query?: Record<string, string>
  /** A text is sent as it is. */
  json?: unknown
  params?: Record<string, string>
}

/** People by what they are to a call, the owner of what it is about among them, and what each call is tried with. */
export interface World {
  people: Record<string, TestUser> & { owner: TestUser }
  samples: Record<string, Sample>
}

interface Area {
  /** The area's worker; its routes are the calls. */
  app: Parameters<typeof callsOf>[0]
  env: AreaEnv
  /** A request from a network of its own, so that no limit per network stops it. */
  send: (method: 'GET' | 'POST', path: string, init: { body?: unknown; headers: Record<string, string> }) => Promise<Response>
  /** Makes people and things nobody has used. */
  world: () => Promise<World>
  /** Calls that a session must not make long after its sign-in, by their name: `POST /api/auth/deleteAccount`. */
  fresh?: string[]
  /** Calls that change something and are harmless to leave to an old session; every other one that does must be `fresh`. */
  lasting?: string[]
}

const OLD_SECONDS = 45 * 60

/** The cookie of a session of somebody: as old, or ended. */
async function cookieOf(env: AreaEnv, { id }: TestUser, { age = 0, ended = false }): Promise<string> {
  const token = secret()
  const tokenHash = await hash(token)
  const createdAt = now() - age
  if (!ended)
    await database(env)
      .insert(sessions)
      .values({ tokenHash, userId: id, createdAt, expiresAt: now() + 3600, userAgent: 'test' })
  return `${SESSION_COOKIE}=${token}`
}

/** What was answered: the status, and of a failure its code; throws where it is no answer of the catalogue, or our own fault. */
async function outcomeOf(answer: Response, what: string): Promise<{ status: number; code: string | null }> {
  const { status } = answer
  if (status === 101) {
    answer.webSocket?.accept()
    answer.webSocket?.close()
    return { status, code: null }
  }
  const text = await answer.text()
  if (status < 400) return { status, code: null }
  if (status === 416 && !text) return { status, code: null }
  const code = (JSON.parse(text) as { error?: { code?: string } }).error?.code ?? ''
  expect({ what, code, status }).toEqual({ what, code, status: ERRORS[code as keyof typeof ERRORS] })
  expect({ what, code }).not.toEqual({ what, code: 'internal' })
  return { status, code }
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`

/** Bodies that are no JSON, or none that any call takes. */
const RAW = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '1e999',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `{"__proto__":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
]

/**
 * Declares tests that make every call of an area: in every role, with a fresh, an old and an ended session, and with every field of its
 * schemas at its bounds. A route without a sample fails, and so does one that changes something and is neither `fresh` nor `lasting`.
 */
export function describeCalls(title: string, { app, env, send, world, fresh = [], lasting }: Area): void {
  const calls = callsOf(app)

  const make = async (call: Call, sample: Sample, cookie: string | null) => {
    const path = call.path.replace(/:(\w+)(?:\{[^}]*\})?/g, (_, name: string) => encodeURIComponent(sample.params?.[name] ?? 'x'))
    const query = sample.query ? `?${new URLSearchParams(sample.query)}` : ''
    const answer = await send(call.method as 'GET' | 'POST', path + query, {
      headers: { ...(cookie && { cookie }) },
      ...(call.method !== 'GET' && { body: sample.json ?? {} }),
    })
    return outcomeOf(answer, `${nameOf(call)} ${JSON.stringify(sample).slice(0, 200)}`)
  }

  describe(title, () => {
    it('are all tried', async () => {
      const { samples } = await world()
      expect(calls.length).toBeGreaterThan(2)
      expect(Object.keys(samples).sort()).toEqual(calls.map(nameOf).sort())
      const changing = calls.filter(({ method }) => method !== 'GET').map(nameOf)
      if (lasting) expect([...lasting, ...fresh.filter((name) => !name.startsWith('GET '))].sort()).toEqual(changing.sort())
    })

    it.each(calls.map((call) => [nameOf(call), call] as const))(
      '%s answers every role and session with a code of the catalogue',
      async (name, call) => {
        const { people, samples } = await world()
        const sample = samples[name]!
        const guest = await make(call, sample, null)
        // The owner comes last, for some calls end what the others look at.
        const roles = Object.entries(people).sort(([one], [other]) => Number(one === 'owner') - Number(other === 'owner'))
        for (const [role, user] of roles) {
          const ended = await make(call, sample, await cookieOf(env, user, { ended: true }))
          expect({ role, session: 'ended', ...ended }).toEqual({ role, session: 'ended', ...guest })
          const old = await make(call, sample, await cookieOf(env, user, { age: OLD_SECONDS }))
          if (fresh.includes(name))
            expect({ role, session: 'old', ...old }).toEqual({ role, session: 'old', status: 403, code: 'sign_in_again' })
          else expect(old.code).not.toBe('sign_in_again')
          const young = await make(call, sample, await cookieOf(env, user, {}))
          expect({ role, code: young.code }).not.toEqual({ role, code: 'sign_in_again' })
        }
      },
    )

    const taking = calls.filter(({ inputs }) => inputs.length)
    it.each(taking.map((call) => [nameOf(call), call] as const))('%s bears every bound of its fields', async (name, call) => {
      let here = await world()
      let cookie = await cookieOf(env, here.people.owner, {})
      const attempt = async (sample: (from: Sample) => Sample) => {
        const found = await make(call, sample(here.samples[name]!), cookie)
        if (found.code !== 'too_many_requests' && found.code !== 'unauthorized') return found
        // Somebody else, whom no limit has counted and who is still there.
        here = await world()
        cookie = await cookieOf(env, here.people.owner, {})
        return make(call, sample(here.samples[name]!), cookie)
      }
      for (const { target, schema } of call.inputs) {
        if (target !== 'json' && target !== 'query') throw new Error(`no bounds are tried of ${target}`)
        const edges: Edge[] = edgesOf(schema, here.samples[name]![target])
        expect(edges.length).toBeGreaterThan(10)
        for (const edge of edges) {
          const { code } = await attempt((sample) => ({
            ...sample,
            [target]: target === 'json' ? JSON.stringify(edge.value) : textsOf(edge.value),
          }))
          expect({ edge: edge.name, code }).not.toEqual({ edge: edge.name, code: 'too_many_requests' })
          if (target === 'json' && edge.name.endsWith(': half a letter'))
            expect({ edge: edge.name, code }).toEqual({ edge: edge.name, code: 'invalid_body' })
        }
        if (target === 'json') for (const json of RAW) await attempt((sample) => ({ ...sample, json }))
      }
    })
  })
}

/** A query as an address can hold it: texts only, in well-formed UTF-16, and no longer than a server reads. */
const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((value ?? {}) as object).flatMap(([key, one]) =>
      one === undefined ? [] : [[key.slice(0, 50), String(one).slice(0, 8000)]],
    ),
  )
