import { AwsClient } from 'aws4fetch'
import { now } from '../shared/ids.ts'
import type { UploadsEnv } from './env.ts'
import type { SignedPart, SignedPut } from './media.schema.ts'

/** How long a signed URL is valid (seconds). One piece takes a few minutes at most, even on a slow connection. */
const LIFETIME = 900

interface PutOptions {
  /** Object key and query string, relative to the bucket. */
  path: string
  size: number
  headers: Record<string, string>
  seconds?: number
}

async function sign(env: UploadsEnv, { path, size, headers, seconds = LIFETIME }: PutOptions): Promise<SignedPut> {
  const client = new AwsClient({
    accessKeyId: env.R2_ACCESS_KEY_ID,
    secretAccessKey: env.R2_SECRET_ACCESS_KEY,
    service: 's3',
    region: 'auto',
  })
  const unsigned = new URL(`${env.S3_ENDPOINT}/${path}`)
  unsigned.searchParams.set('X-Amz-Expires', String(seconds))
  const { url } = await client.sign(unsigned, {
    method: 'PUT',
    headers: { ...headers, 'content-length': String(size) },
    aws: { signQuery: true, allHeaders: true },
  })
  return { method: 'PUT', url, headers, expiresAt: now() + seconds }
}

/**
 * Signs one PUT into the bucket. The signature covers type, length and `If-None-Match: *`, so the URL accepts only the announced
 * file and only once: a verified file cannot be replaced.
 */
export const signPut = (
  env: UploadsEnv,
  { key, type, size, seconds }: { key: string; type: string; size: number; seconds?: number },
): Promise<SignedPut> => sign(env, { path: key, size, headers: { 'content-type': type, 'if-none-match': '*' }, seconds })

/**
 * Signs the PUT of one part of a multipart upload. The signature covers its length. The part can be sent again until the upload is
 * completed, after which R2 refuses it.
 */
export const signPart = async (
  env: UploadsEnv,
  { key, uploadId, part, size }: { key: string; uploadId: string; part: number; size: number },
): Promise<SignedPart> => ({
  part,
  ...(await sign(env, { path: `${key}?${new URLSearchParams({ partNumber: String(part), uploadId })}`, size, headers: {} })),
})
