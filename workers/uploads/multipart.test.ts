import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { PART_BYTES, type ProductMedia, SINGLE_PUT_BYTES, type SignedPart, type Ticket } from './media.schema.ts'
import { media } from './tables.ts'
import { html, mp4, png, webm } from './test-files.ts'
import { createFile, db, finish, get, headOriginal, post, putFile, testEnv } from './testing.ts'

const SIZE = 2 * PART_BYTES + 5_000_000
type PartsTicket = ProductMedia & { parts: { bytes: number; count: number } }

/** Creates a ticket for a multipart upload. */
async function startUpload(as: TestUser, size = SIZE): Promise<PartsTicket> {
  const answer = await post('addProductFile', { name: 'clip.mp4', type: 'video/mp4', size }, as)
  expect(answer.status).toBe(201)
  return answer.json()
}

const rowOf = async (id: string) => (await db.select().from(media).where(eq(media.id, id)))[0]!

/** Uploads all parts like the browser's signed PUTs would. Returns their ETags. */
async function sendAllParts({ id }: { id: string }, file = mp4(SIZE)): Promise<string[]> {
  const { key, uploadId } = await rowOf(id)
  const multipart = testEnv.FILES.resumeMultipartUpload(key, uploadId!)
  const parts = Array.from({ length: Math.ceil(file.byteLength / PART_BYTES) }, (_, i) =>
    file.subarray(i * PART_BYTES, (i + 1) * PART_BYTES),
  )
  return Promise.all(parts.map(async (part, i) => `"${(await multipart.uploadPart(i + 1, part)).etag}"`))
}

const signParts = (id: string, parts: unknown, as?: TestUser) => post('signParts', { id, parts }, as)

describe('signParts refuses', () => {
  it('a guest and another user', async () => {
    const { id } = await startUpload(await signedIn(testEnv))
    expect((await signParts(id, [1])).status).toBe(401)
    expect(await codeOf(await signParts(id, [1], await signedIn(testEnv)))).toBe('upload_not_found')
  })

  it.each([[[]], [[0]], [[1.5]], [['1']], [[1, 1]], [[121]], [Array.from({ length: 17 }, (_, i) => i + 1)]])(
    'the parts %j',
    async (parts) => {
      const user = await signedIn(testEnv)
      expect((await signParts((await startUpload(user)).id, parts, user)).status).toBe(422)
    },
  )

  it('a part beyond the end, a file uploaded in one piece, and a finished file', async () => {
    const user = await signedIn(testEnv)
    const upload = await startUpload(user)
    expect(await codeOf(await signParts(upload.id, [4], user))).toBe('conflict')
    expect(await codeOf(await signParts((await putFile(user, 'image/png', await png(4, 4))).id, [1], user))).toBe('conflict')
    await post('finishUpload', { id: upload.id, parts: await sendAllParts(upload) }, user)
    expect(await codeOf(await signParts(upload.id, [1], user))).toBe('conflict')
  })
})

describe('finishUpload of a multipart upload', () => {
  it('refuses missing or wrong parts, and accepts the right ones afterwards', async () => {
    const user = await signedIn(testEnv)
    const upload = await startUpload(user)
    const etags = await sendAllParts(upload)
    for (const parts of [undefined, [], etags.slice(1), [...etags, etags[0]], etags.with(1, '"0123456789abcdef0123456789abcdef"')])
      expect(await codeOf(await post('finishUpload', { id: upload.id, parts }, user)), String(parts)).toBe('upload_missing')
    expect((await post('finishUpload', { id: upload.id, parts: ['<script>'] }, user)).status).toBe(422)
    const answer = await post('finishUpload', { id: upload.id, parts: etags }, user)
    expect(await answer.json()).toMatchObject({ id: upload.id, ready: true, video: true })
    const again = await post('finishUpload', { id: upload.id, parts: [] }, user)
    expect(await again.json()).toMatchObject({ id: upload.id, ready: true })
  })

  it('refuses and deletes a file that is too short or is not a video', async () => {
    const user = await signedIn(testEnv)
    const tooShort = await startUpload(user)
    const etags = await sendAllParts(tooShort, mp4(SIZE - 1))
    expect(await codeOf(await post('finishUpload', { id: tooShort.id, parts: etags }, user))).toBe('upload_mismatch')
    const page = await startUpload(user)
    const file = new Uint8Array(SIZE)
    file.set(html)
    expect(await codeOf(await post('finishUpload', { id: page.id, parts: await sendAllParts(page, file) }, user))).toBe('upload_mismatch')
    for (const refused of [tooShort, page]) expect(await headOriginal(refused)).toBeNull()
  })
})

describe('a multipart upload', () => {
  it('is used for files above 20 MB', async () => {
    const user = await signedIn(testEnv)
    const ask = async (size: number) => (await post('addProductFile', { name: 'a', type: 'video/mp4', size }, user)).json<Ticket>()
    expect(await ask(SINGLE_PUT_BYTES)).toHaveProperty('upload')
    expect(await ask(SINGLE_PUT_BYTES + 1)).toMatchObject({ parts: { bytes: PART_BYTES, count: 3 }, ready: false })
    expect(await ask(1_000_000_000)).toMatchObject({ parts: { count: 120 } })
  })

  it('gets one signed URL per part, with a signed content length', async () => {
    const user = await signedIn(testEnv)
    const { id } = await startUpload(user)
    const { uploadId } = await rowOf(id)
    const { parts } = await (await signParts(id, [3, 1], user)).json<{ parts: SignedPart[] }>()
    expect(parts.map(({ part }) => part)).toEqual([3, 1])
    for (const { part, url, headers } of parts) {
      const { pathname, searchParams } = new URL(url)
      expect(pathname).toBe(`/cdn-cgi/local/r2/s3/warren-files/originals/${id}`)
      expect(Object.fromEntries(searchParams)).toMatchObject({
        partNumber: String(part),
        uploadId,
        'X-Amz-Expires': '900',
        'X-Amz-SignedHeaders': 'content-length;host',
      })
      expect(headers).toEqual({})
    }
  })

  it('is removed with its parts when the file is deleted', async () => {
    const user = await signedIn(testEnv)
    const upload = await startUpload(user)
    await sendAllParts(upload)
    const { key, uploadId } = await rowOf(upload.id)
    expect((await post('deleteProductMedia', { id: upload.id }, user)).status).toBe(200)
    await expect(testEnv.FILES.resumeMultipartUpload(key, uploadId!).uploadPart(1, new Uint8Array(10))).rejects.toThrow()
    expect(await codeOf(await signParts(upload.id, [1], user))).toBe('upload_not_found')
  })
})

describe('a poster', () => {
  const finishWith = async (user: TestUser, poster: string) =>
    post('finishUpload', { id: (await putFile(user, 'video/mp4', mp4(1000))).id, poster }, user)

  it('is refused if it belongs to another user, is unfinished, is a video, or is given for a picture', async () => {
    const [user, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    const foreign = await createFile(other, 'image/png', await png(4, 4))
    const unfinished = await putFile(user, 'image/png', await png(4, 4))
    const clip = await createFile(user, 'video/mp4', mp4(1000))
    for (const { id } of [foreign, unfinished, clip]) expect(await codeOf(await finishWith(user, id))).toBe('upload_not_found')
    const own = await createFile(user, 'image/png', await png(4, 4))
    const picture = await putFile(user, 'image/png', await png(4, 4))
    expect(await codeOf(await post('finishUpload', { id: picture.id, poster: own.id }, user))).toBe('upload_not_found')
  })

  it('gives the video its size and placeholder, and cannot be deleted before the video', async () => {
    const user = await signedIn(testEnv)
    const picture = await createFile(user, 'image/png', await png(32, 18))
    const clip = await (await finishWith(user, picture.id)).json<ProductMedia>()
    const { width, height, placeholder } = picture
    expect(clip).toMatchObject({ kind: 'video', poster: picture.id, width, height, placeholder })
    expect(clip.media_filename_preview).toBe(`${picture.id}/640.webp`)
    expect(await codeOf(await post('deleteProductMedia', { id: picture.id }, user))).toBe('conflict')
    expect((await post('deleteProductMedia', { id: clip.id }, user)).status).toBe(200)
    expect((await post('deleteProductMedia', { id: picture.id }, user)).status).toBe(200)
    expect((await get(`/media/${picture.id}/320.webp`)).status).toBe(404)
  })

  it('is optional', async () => {
    const user = await signedIn(testEnv)
    expect(await (await finish(await putFile(user, 'video/webm', webm(400)), user)).json()).toMatchObject({
      poster: null,
      width: null,
    })
  })
})
