import { expect } from '@playwright/test'
import type { ServiceDraft } from '../../workers/listings/services.schema.ts'
import type { ErrorBody } from '../../workers/shared/errors.schema.ts'
import { url } from './world.ts'

/** Calls without a browser, for tests that check the answers. */

export const fetchPath = (path: string, init?: RequestInit) => fetch(url + path, { redirect: 'manual', ...init })

interface Sending {
  cookie?: string
  origin?: string | null
  type?: string
  method?: string
}
/** Sends a call that writes, with the app's headers except for the given options. If `origin` is null, the header is left out. */
export const send = (
  path: string,
  body: unknown,
  { cookie = '', origin = url, type = 'application/json', method = 'POST' }: Sending = {},
) =>
  fetchPath(`/api/${path}`, {
    method,
    headers: { 'content-type': type, cookie, ...(origin !== null && { origin }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

export interface Account {
  email: string
  password: string
  /** Its session, as a `cookie` header. */
  cookie: string
}

/** Registers an e-mail account that has not accepted the terms. Each has its own client network, as sign-ups are limited per network. */
export async function register(language: 'en' | 'ja' = 'en'): Promise<Account> {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  const [email, password] = [`${crypto.randomUUID()}@example.com`, 'seven otters on a ferry']
  const headers = { 'content-type': 'application/json', origin: url, 'x-address': `10.${a}.${b}.${c}` }
  const answer = await fetchPath('/api/auth/register', { method: 'POST', headers, body: JSON.stringify({ email, password, language }) })
  expect(answer.status).toBe(200)
  return { email, password, cookie: answer.headers.getSetCookie()[0]!.split(';')[0]! }
}

/** Checks the envelope of an error response and returns its status, code and details. */
export async function readError(response: Promise<Response>): Promise<{ status: number; code: string; details?: unknown }> {
  const answer = await response
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { error } = (await answer.json()) as ErrorBody
  expect(error).toMatchObject({ code: expect.any(String), message: expect.any(String), requestId: expect.any(String) })
  return { status: answer.status, code: error.code, ...(error.details !== undefined && { details: error.details }) }
}

/** A valid service with this picture, and with `changes`. */
export const draft = (picture: string, changes: Partial<ServiceDraft> = {}): ServiceDraft => ({
  category: 'design',
  title: 'Signs for small shops',
  descriptionPreview: 'A sign for your shop front, lettered by hand.',
  description: `<p>${'Enamel on birch, after three sketches you choose from. '.repeat(4)}</p>`,
  options: { Basic: { price: 50_000_000, delivery: 5, description: 'One sign up to 60 cm.', features: [], hourly: false, revisions: 1 } },
  media: [picture],
  ...changes,
})
