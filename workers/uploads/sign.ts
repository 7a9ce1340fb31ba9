import { AwsClient } from 'aws4fetch'
import { now } from '../shared/ids.ts'
import type { UploadsEnv } from './env.ts'
import type { SignedPart, SignedPut } from './media.schema.ts'

/** How long a signed address is good for: what goes over it in one piece takes minutes at most, on a poor connection too (seconds). */
const LIFETIME = 900

interface Put {
  /** Key and query below the bucket. */
  path: string
  size: number
  headers: Record<string, string>
  seconds?: number
}

async function sign(env: UploadsEnv, { path, size, headers, seconds = LIFETIME }: Put): Promise<SignedPut> {
  const client = new AwsClient({
    accessKeyId: env.R2_ACCESS_KEY_ID,
    secretAccessKey: env.R2_SECRET_ACCESS_KEY,
    service: 's3',
    region: 'auto',
  })
  const address = new URL(`${env.S3_ENDPOINT}/${path}`)
  address.searchParams.set('X-Amz-Expires', String(seconds))
  const { url } = await client.sign(address, {
    method: 'PUT',
    headers: { ...headers, 'content-length': String(size) },
    aws: { signQuery: true, allHeaders: true },
  })
  return { method: 'PUT', url, headers, expiresAt: now() + seconds }
}

/**
 * Signs one PUT into the bucket. Type, length and `If-None-Match: *` are under the signature, so the URL takes the announced
 * file only, and never a second time: what was checked can't be exchanged afterwards.
 */
export const signPut = (
  env: UploadsEnv,
  { key, type, size, seconds }: { key: string; type: string; size: number; seconds?: number },
): Promise<SignedPut> => sign(env, { path: key, size, headers: { 'content-type': type, 'if-none-match': '*' }, seconds })

/**
 * Signs the PUT of one part of an upload; its length is under the signature. It may be sent again as long as the upload is open,
 * and goes nowhere once the file was put together.
 */
export const signPart = async (
  env: UploadsEnv,
  { key, uploadId, part, size }: { key: string; uploadId: string; part: number; size: number },
): Promise<SignedPart> => ({
  part,
  ...(await sign(env, { path: `${key}?${new URLSearchParams({ partNumber: String(part), uploadId })}`, size, headers: {} })),
})
