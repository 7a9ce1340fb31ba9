import { AwsClient } from 'aws4fetch'
import { now } from '../shared/ids.ts'
import type { UploadsEnv } from './env.ts'
import type { SignedPut } from './media.schema.ts'

/** A quarter of an hour, and for large files the time they take at 100 kB a second besides (seconds). */
const lifetime = (size: number) => 900 + (size > 20_000_000 ? Math.ceil(size / 100_000) : 0)

/**
 * Signs one PUT into the bucket. Type, length and `If-None-Match: *` are under the signature, so the URL takes the announced
 * file only, and never a second time: what was checked can't be exchanged afterwards.
 */
export async function signPut(
  env: UploadsEnv,
  { key, type, size, seconds = lifetime(size) }: { key: string; type: string; size: number; seconds?: number },
): Promise<SignedPut> {
  const client = new AwsClient({
    accessKeyId: env.R2_ACCESS_KEY_ID,
    secretAccessKey: env.R2_SECRET_ACCESS_KEY,
    service: 's3',
    region: 'auto',
  })
  const headers = { 'content-type': type, 'if-none-match': '*' }
  const { url } = await client.sign(`${env.S3_ENDPOINT}/${key}?X-Amz-Expires=${seconds}`, {
    method: 'PUT',
    headers: { ...headers, 'content-length': String(size) },
    aws: { signQuery: true, allHeaders: true },
  })
  return { method: 'PUT', url, headers, expiresAt: now() + seconds }
}
