import { expect } from 'vitest'
import type { ServiceDraft } from '../../workers/listings/services.schema.ts'
import type { ErrorBody } from '../../workers/shared/errors.schema.ts'
import { url } from './world.ts'

/** Calls without a browser, for tests that look at the answers themselves. */

export const ask = (path: string, init?: RequestInit) => fetch(url + path, { redirect: 'manual', ...init })

interface Sending {
  cookie?: string
  origin?: string | null
  type?: string
  method?: string
}
/** A call that writes, as the app would make it but for what is said otherwise; null leaves the origin out. */
export const send = (
  path: string,
  body: unknown,
  { cookie = '', origin = url, type = 'application/json', method = 'POST' }: Sending = {},
) =>
  ask(`/api/${path}`, {
    method,
    headers: { 'content-type': type, cookie, ...(origin !== null && { origin }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

export interface Account {
  email: string
  password: string
  /** Its session, as the `cookie` header wants it. */
  cookie: string
}

/** Somebody new with an e-mail account, who has not accepted the terms. From a place of their own: sign-ups from one are counted. */
export async function register(language: 'en' | 'ja' = 'en'): Promise<Account> {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  const [email, password] = [`${crypto.randomUUID()}@example.com`, 'seven otters on a ferry']
  const headers = { 'content-type': 'application/json', origin: url, 'x-address': `10.${a}.${b}.${c}` }
  const answer = await ask('/api/auth/register', { method: 'POST', headers, body: JSON.stringify({ email, password, language }) })
  expect(answer.status).toBe(200)
  return { email, password, cookie: answer.headers.getSetCookie()[0]!.split(';')[0]! }
}

/** The status and the code of a refusal, whose envelope is looked at on the way. */
export async function refused(work: Promise<Response>): Promise<{ status: number; code: string; details?: unknown }> {
  const answer = await work
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { error } = (await answer.json()) as ErrorBody
  expect(error).toMatchObject({ code: expect.any(String), message: expect.any(String), requestId: expect.any(String) })
  return { status: answer.status, code: error.code, ...(error.details !== undefined && { details: error.details }) }
}

/** A service as it may be published, with this picture. */
export const draft = (picture: string, changes: Partial<ServiceDraft> = {}): ServiceDraft => ({
  category: 'design',
  title: 'Signs for small shops',
  descriptionPreview: 'A sign for your shop front, lettered by hand.',
  description: `<p>${'Enamel on birch, after three sketches you choose from. '.repeat(4)}</p>`,
  options: { Basic: { price: 50_000_000, delivery: 5, description: 'One sign up to 60 cm.', features: [], hourly: false, revisions: 1 } },
  media: [picture],
  ...changes,
})
