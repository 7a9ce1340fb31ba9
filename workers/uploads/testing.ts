import { createExecutionContext, env } from 'cloudflare:test'
import { expect } from 'vitest'
import { creators } from '../creators/creator-tables.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { call, type TestUser } from '../shared/testing.ts'
import type { UploadsEnv } from './env.ts'
import worker from './index.ts'
import type { PrivateTicket, ProductMedia, SignedPut } from './media.schema.ts'
import { media } from './tables.ts'
import { html } from './test-files.ts'

/** The worker's environment with a fake bucket URL and fake keys, enough to sign URLs. */
export const testEnv = {
  ...env,
  S3_ENDPOINT: 'http://localhost:8791/cdn-cgi/local/r2/s3/warren-files',
  R2_ACCESS_KEY_ID: 'test-key',
  R2_SECRET_ACCESS_KEY: 'test-secret',
} as unknown as UploadsEnv
export const db = database(testEnv)

/** Makes a user a creator. */
export const addCreator = ({ id: userId, address: wallet }: TestUser, removedAt: number | null = null) =>
  db.insert(creators).values({ userId, name: `creator${userId}`, wallet, since: now(), removedAt })

/** Deletes the files of other tests. A sweep checks all rows only while there are few. */
export const clearMedia = () => db.delete(media)

export const post = (path: string, body: unknown, as?: TestUser) =>
  call(worker, testEnv, createExecutionContext(), 'POST', `/api/uploads/${path}`, { body, ...(as && { as }) })
export const get = (path: string, as?: TestUser, headers: Record<string, string> = {}, env = testEnv) =>
  call(worker, env, createExecutionContext(), 'GET', path, { headers, ...(as && { as }) })

export type PutTicket = ProductMedia & { upload: SignedPut }

/** Creates an upload ticket for a file in one piece. */
export async function createTicket(as: TestUser, type: string, size: number, name = 'photo.jpg'): Promise<PutTicket> {
  const answer = await post('addProductFile', { name, type, size }, as)
  expect(answer.status).toBe(201)
  return answer.json()
}

/** Creates a ticket and stores its file in R2, like the browser's PUT. */
export async function putFile(as: TestUser, type: string, bytes: Uint8Array, contentType = type): Promise<PutTicket> {
  const ticket = await createTicket(as, type, bytes.byteLength)
  await testEnv.FILES.put(`originals/${ticket.id}`, bytes, { httpMetadata: { contentType } })
  return ticket
}

export const finish = ({ id }: { id: string }, as?: TestUser) => post('finishUpload', { id }, as)

/** Uploads and finishes a file. */
export async function createFile(as: TestUser, type: string, bytes: Uint8Array): Promise<ProductMedia> {
  const answer = await finish(await putFile(as, type, bytes), as)
  expect(answer.status).toBe(200)
  return answer.json()
}

export const headOriginal = ({ id }: { id: string }) => testEnv.FILES.head(`originals/${id}`)

/** Uploads an attachment, like the browser's PUT. Returns its path. */
export async function createAttachment(as: TestUser, { name = 'logo.zip', bytes = html } = {}): Promise<string> {
  const ticket = { name, type: 'application/zip', size: bytes.byteLength, kind: 'attachment' }
  const { path } = (await (await post('uploadFile', ticket, as)).json()) as PrivateTicket
  await testEnv.FILES.put(`private/${path}`, bytes, { httpMetadata: { contentType: 'application/octet-stream' } })
  expect((await finish({ id: path }, as)).status).toBe(200)
  return path
}
