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
