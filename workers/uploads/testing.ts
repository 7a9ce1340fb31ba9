import { createExecutionContext, env } from 'cloudflare:test'
import { expect } from 'vitest'
import { database } from '../shared/db.ts'
import { call, type TestUser } from '../shared/testing.ts'
import type { UploadsEnv } from './env.ts'
import worker from './index.ts'
import type { ProductMedia, SignedPut } from './media.schema.ts'
import { media } from './tables.ts'

/** The area's environment with a bucket's address and keys that sign, but lead nowhere. */
export const uploads = {
  ...env,
  S3_ENDPOINT: 'http://localhost:8791/cdn-cgi/local/r2/s3/warren-files',
  R2_ACCESS_KEY_ID: 'test-key',
  R2_SECRET_ACCESS_KEY: 'test-secret',
} as unknown as UploadsEnv
export const db = database(uploads)

/** A sweep sees all files of a table with few of them; those of other tests may be many. */
export const alone = () => db.delete(media)

export const post = (path: string, body: unknown, as?: TestUser) =>
  call(worker, uploads, createExecutionContext(), 'POST', `/api/uploads/${path}`, { body, ...(as && { as }) })
export const get = (path: string, as?: TestUser, headers: Record<string, string> = {}) =>
  call(worker, uploads, createExecutionContext(), 'GET', path, { headers, ...(as && { as }) })

export type PutTicket = ProductMedia & { upload: SignedPut }

/** A ticket for a file of one piece. */
export async function ticket(as: TestUser, type: string, size: number, name = 'photo.jpg'): Promise<PutTicket> {
  const answer = await post('addProductFile', { name, type, size }, as)
  expect(answer.status).toBe(201)
  return answer.json()
}

/** A file that lies in R2 under a ticket, as after the browser's PUT. */
export async function put(as: TestUser, type: string, bytes: Uint8Array, contentType = type): Promise<PutTicket> {
  const drawn = await ticket(as, type, bytes.byteLength)
  await uploads.FILES.put(`originals/${drawn.id}`, bytes, { httpMetadata: { contentType } })
  return drawn
}

export const finish = ({ id }: { id: string }, as?: TestUser) => post('finishUpload', { id }, as)

export async function finished(as: TestUser, type: string, bytes: Uint8Array): Promise<ProductMedia> {
  const answer = await finish(await put(as, type, bytes), as)
  expect(answer.status).toBe(200)
  return answer.json()
}

export const original = ({ id }: { id: string }) => uploads.FILES.head(`originals/${id}`)
