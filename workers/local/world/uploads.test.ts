import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { AwsClient } from 'aws4fetch'
import exifr from 'exifr'
import sharp, { type Sharp } from 'sharp'
import { parse, stringify } from 'smol-toml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unstable_startWorker as startWorker } from 'wrangler'
import type { UploadsEnv } from '../../uploads/env.ts'
import { PART_BYTES, type ProductMedia, type SignedPart, type SignedPut } from '../../uploads/media.schema.ts'
import { signPut } from '../../uploads/signed-urls.ts'
import { cameraPhoto, PHOTO_POSITION } from '../seed/camera-photo.ts'
import { testDatabase } from './test-database.ts'

const KEYS = { accessKeyId: 'local-uploads', secretAccessKey: 'local-uploads-secret' }
const ORIGIN = 'http://localhost:8788'
const TOKEN = 'u'.repeat(43)

let dir: string
let world: Awaited<ReturnType<typeof startWorker>>
let base: string
let signing: UploadsEnv

/** A free port. Signatures contain the host, so it must be known before the worker starts. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** A person with a session, written to the database as auth would. */
async function signIn(database: string): Promise<void> {
  const client = createClient({ url: database })
  const hash = createHash('sha256').update(TOKEN).digest('hex')
  const now = Math.floor(Date.now() / 1000)
  await client.batch([
    'INSERT INTO users (id, created_at, terms_accepted_at) VALUES (7, 1, 1)',
    {
      sql: 'INSERT INTO sessions (token_hash, user_id, created_at, expires_at, user_agent) VALUES (?, 7, ?, ?, ?)',
      args: [hash, now, now + 3600, ''],
    },
  ])
  client.close()
}

beforeAll(async () => {
  const database = await testDatabase()
  await signIn(database)
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  const vars = {
    ENV: 'local',
    APP_ORIGINS: ORIGIN,
    DATABASE_URL: database,
    S3_ENDPOINT: `${base}/cdn-cgi/local/r2/s3/warren-files`,
    R2_ACCESS_KEY_ID: KEYS.accessKeyId,
    R2_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
  }
  signing = vars as unknown as UploadsEnv
  const area = new URL('../../uploads/', import.meta.url)
  // Leaves out `alias`, whose paths are relative to the worker’s folder, and `services`, because the other workers do not run.
  const { alias, services, ...committed } = parse(readFileSync(new URL('wrangler.toml', area), 'utf8'))
  const bucket = { binding: 'FILES', bucket_name: 'warren-files', local_dev: { experimental_s3_credentials: KEYS } }
  dir = mkdtempSync(join(tmpdir(), 'warren-uploads-'))
  const config = join(dir, 'wrangler.toml')
  writeFileSync(config, stringify({ ...committed, main: new URL('index.ts', area).pathname, vars, r2_buckets: [bucket] }))
  world = await startWorker({
    config,
    dev: { server: { hostname: '127.0.0.1', port }, inspector: false, persist: join(dir, 'state'), logLevel: 'error' },
  })
  await world.ready
}, 60_000)

afterAll(async () => {
  await world?.dispose()
  rmSync(dir, { recursive: true, force: true })
})

async function call<T>(path: string, body: unknown): Promise<T> {
  const answer = await fetch(`${base}/api/uploads/${path}`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json', cookie: `__Host-session=${TOKEN}` },
    body: JSON.stringify(body),
  })
  expect(answer.ok, await answer.clone().text()).toBe(true)
  return answer.json() as Promise<T>
}

const put = async ({ url, headers }: Pick<SignedPut, 'url' | 'headers'>, body: Uint8Array<ArrayBuffer>) =>
  (await fetch(url, { method: 'PUT', headers, body })).status

test('a camera photo is uploaded by its signed URL and served small, upright and without its GPS position', async () => {
  const photo = cameraPhoto({ orientation: 6 })
  expect(photo.byteLength).toBeGreaterThan(6_000_000)
  expect(await exifr.parse(photo)).toMatchObject({ Make: 'SONY', Model: 'ILCE-6000' })
  const place = await exifr.gps(photo)
  expect(place.latitude).toBeCloseTo(PHOTO_POSITION.latitude, 5)
  expect(place.longitude).toBeCloseTo(PHOTO_POSITION.longitude, 5)
  const request = { name: 'DSC00042.JPG', type: 'image/jpeg', size: photo.byteLength }
  const ticket = await call<ProductMedia & { upload: SignedPut }>('addProductFile', request)
  expect(await put(ticket.upload, photo)).toBe(200)
  const file = await call<ProductMedia>('finishUpload', { id: ticket.id })
  expect(file).toMatchObject({ width: 4000, height: 6000, ready: true })
  const upright = sharp(photo).autoOrient()
  for (const width of [320, 640, 1280]) {
    const answer = await fetch(`${base}/media/${file.id}/${width}.webp`)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    const variant = Buffer.from(await answer.arrayBuffer())
    const { format, exif, xmp, iptc, ...seen } = await sharp(variant).metadata()
    expect({ format, exif, xmp, iptc }).toEqual({ format: 'webp', exif: undefined, xmp: undefined, iptc: undefined })
    expect([seen.width, seen.height]).toEqual([width, width * 1.5])
    expect(variant.toString('latin1')).not.toMatch(/EXIF|XMP |SONY|ILCE/)
    // The same image, not only the same size: on average within 3 of 255 of the rotated original.
    const shrink = (image: Sharp) => image.removeAlpha().resize(32, 48, { fit: 'fill' }).raw().toBuffer()
    const [expected, got] = await Promise.all([shrink(upright.clone()), shrink(sharp(variant))])
    const difference = expected.reduce((sum, value, i) => sum + Math.abs(value - got[i]!), 0) / expected.length
    expect(difference).toBeLessThan(3)
  }
  expect((await fetch(`${base}/media/${file.id}/640.webp`)).headers.get('cache-control')).toContain('immutable')
}, 60_000)

describe('the signed URL', () => {
  const type = 'image/png'
  const bytes = new Uint8Array(1000).fill(1)
  let count = 0
  const signed = (seconds?: number) =>
    signPut(signing, { key: `originals/test-${count++}`, type, size: bytes.byteLength, ...(seconds && { seconds }) })

  test('accepts the announced file', async () => {
    expect(await put(await signed(), bytes)).toBe(200)
  })

  test('rejects another type', async () => {
    const { url, headers } = await signed()
    expect(await put({ url, headers: { ...headers, 'content-type': 'text/html' } }, bytes)).toBe(403)
  })

  test('rejects another length', async () => {
    const { url, headers } = await signed()
    expect(await put({ url, headers }, new Uint8Array(1001))).toBe(403)
    expect(await put({ url, headers }, new Uint8Array(999))).toBe(403)
  })

  test('rejects another key', async () => {
    const { url, headers } = await signed()
    expect(await put({ url: url.replace('originals/test-', 'originals/other-'), headers }, bytes)).toBe(403)
    expect(await put({ url: url.replace('originals/', 'variants/'), headers }, bytes)).toBe(403)
  })

  test('rejects a second file, with or without the condition header', async () => {
    const { url, headers } = await signed()
    expect(await put({ url, headers }, bytes)).toBe(200)
    expect(await put({ url, headers }, new Uint8Array(1000).fill(2))).toBe(412)
    expect(await put({ url, headers: { 'content-type': type } }, new Uint8Array(1000).fill(2))).toBe(403)
    const reader = new AwsClient({ ...KEYS, service: 's3', region: 'auto' })
    const kept = await reader.fetch(url.split('?')[0]!)
    expect(new Uint8Array(await kept.arrayBuffer())).toEqual(bytes)
  })

  test('is refused after it expires, and its time cannot be extended', async () => {
    const { url, headers } = await signed(1)
    await new Promise((resolve) => setTimeout(resolve, 2100))
    expect(await put({ url, headers }, bytes)).toBe(403)
    expect(await put({ url: url.replace('X-Amz-Expires=1&', 'X-Amz-Expires=900&'), headers }, bytes)).toBe(403)
  })

  test('allows no read and no delete', async () => {
    const { url } = await signed()
    expect((await fetch(url)).status).toBe(403)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403)
  })
})

describe('the signed URL of a part', () => {
  test('accepts only that part with its exact length, as often as it is sent until the upload is finished', async () => {
    // The last part is small, because a refusal of a large body may arrive only as a closed connection.
    const whole = new Uint8Array(3 * PART_BYTES + 100).fill(7)
    whole.set(new TextEncoder().encode('\0\0\0\x18ftypisom\0\0\x02\0isomavc1'))
    const request = { name: 'clip.mp4', type: 'video/mp4', size: whole.byteLength }
    const { id, parts } = await call<ProductMedia & { parts: { bytes: number; count: number } }>('addProductFile', request)
    const slice = (part: number) => whole.slice((part - 1) * parts.bytes, part * parts.bytes)
    const numbers = Array.from({ length: parts.count }, (_, i) => i + 1)
    const { parts: signed } = await call<{ parts: SignedPart[] }>('signParts', { id, parts: numbers })
    const last = signed.at(-1)!
    expect(await put(last, slice(4).slice(1))).toBe(403)
    expect(await put({ ...last, url: last.url.replace('partNumber=4', 'partNumber=1') }, slice(4))).toBe(403)
    expect(await put({ ...last, url: last.url.replace(/uploadId=[^&]+/, 'uploadId=another') }, slice(4))).toBe(403)
    expect((await fetch(last.url, { method: 'DELETE' })).status).toBe(403)
    expect(await put(last, slice(4).fill(8))).toBe(200)
    const etags = []
    for (const { part, url } of signed) etags.push((await fetch(url, { method: 'PUT', body: slice(part) })).headers.get('etag'))
    expect(await call<ProductMedia>('finishUpload', { id, parts: etags })).toMatchObject({ ready: true, video: true })
    expect(await put(last, slice(4).fill(8))).toBe(404)
    const served = await fetch(`${base}/media/${id}/video`, { headers: { range: 'bytes=-200' } })
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(whole.slice(-200))
  }, 30_000)
})
