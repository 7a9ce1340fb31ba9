import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { ONE_PIECE, PART_BYTES, type ProductMedia, type SignedPart, type Ticket } from './media.schema.ts'
import { media } from './tables.ts'
import { html, mp4, png, webm } from './test-files.ts'
import { db, finish, finished, get, original, post, put, uploads } from './testing.ts'

const SIZE = 2 * PART_BYTES + 5_000_000
type PartsTicket = ProductMedia & { parts: { bytes: number; count: number } }

async function begin(as: TestUser, size = SIZE): Promise<PartsTicket> {
  const answer = await post('addProductFile', { name: 'clip.mp4', type: 'video/mp4', size }, as)
  expect(answer.status).toBe(201)
  return answer.json()
}

const rowOf = async (id: string) => (await db.select().from(media).where(eq(media.id, id)))[0]!

/** Puts parts where the browser's signed PUTs would; answers their ETags. */
async function sendAll({ id }: { id: string }, file = mp4(SIZE)): Promise<string[]> {
  const { key, uploadId } = await rowOf(id)
  const open = uploads.FILES.resumeMultipartUpload(key, uploadId!)
  const parts = Array.from({ length: Math.ceil(file.byteLength / PART_BYTES) }, (_, i) =>
    file.subarray(i * PART_BYTES, (i + 1) * PART_BYTES),
  )
  return Promise.all(parts.map(async (part, i) => `"${(await open.uploadPart(i + 1, part)).etag}"`))
}

const sign = (id: string, parts: unknown, as?: TestUser) => post('signParts', { id, parts }, as)

describe('no part is signed', () => {
  it('without a session, or for somebody else', async () => {
    const { id } = await begin(await signedIn(uploads))
    expect((await sign(id, [1])).status).toBe(401)
    expect(await codeOf(await sign(id, [1], await signedIn(uploads)))).toBe('upload_not_found')
  })

  it.each([[[]], [[0]], [[1.5]], [['1']], [[1, 1]], [[121]], [Array.from({ length: 17 }, (_, i) => i + 1)]])(
    'for the parts %j',
    async (parts) => {
      const user = await signedIn(uploads)
      expect((await sign((await begin(user)).id, parts, user)).status).toBe(422)
    },
  )

  it('that the file does not have, of a file in one piece, or of a finished one', async () => {
    const user = await signedIn(uploads)
    const begun = await begin(user)
    expect(await codeOf(await sign(begun.id, [4], user))).toBe('conflict')
    expect(await codeOf(await sign((await put(user, 'image/png', await png(4, 4))).id, [1], user))).toBe('conflict')
    await post('finishUpload', { id: begun.id, parts: await sendAll(begun) }, user)
    expect(await codeOf(await sign(begun.id, [1], user))).toBe('conflict')
  })
})

describe('a file in parts is refused', () => {
  it('while parts are missing, or are not the ones that were sent; and taken once they are there', async () => {
    const user = await signedIn(uploads)
    const begun = await begin(user)
    const etags = await sendAll(begun)
    for (const parts of [undefined, [], etags.slice(1), [...etags, etags[0]], etags.with(1, '"0123456789abcdef0123456789abcdef"')])
      expect(await codeOf(await post('finishUpload', { id: begun.id, parts }, user)), String(parts)).toBe('upload_missing')
    expect((await post('finishUpload', { id: begun.id, parts: ['<script>'] }, user)).status).toBe(422)
    const answer = await post('finishUpload', { id: begun.id, parts: etags }, user)
    expect(await answer.json()).toMatchObject({ id: begun.id, ready: true, video: true })
    const again = await post('finishUpload', { id: begun.id, parts: [] }, user)
    expect(await again.json()).toMatchObject({ id: begun.id, ready: true })
  })

  it('when it is shorter than announced, or no video, and is gone then', async () => {
    const user = await signedIn(uploads)
    const short = await begin(user)
    const etags = await sendAll(short, mp4(SIZE - 1))
    expect(await codeOf(await post('finishUpload', { id: short.id, parts: etags }, user))).toBe('upload_mismatch')
    const page = await begin(user)
    const file = new Uint8Array(SIZE)
    file.set(html)
    expect(await codeOf(await post('finishUpload', { id: page.id, parts: await sendAll(page, file) }, user))).toBe('upload_mismatch')
    for (const gone of [short, page]) expect(await original(gone)).toBeNull()
  })
})

describe('a file in parts', () => {
  it('begins above twenty megabytes', async () => {
    const user = await signedIn(uploads)
    const ask = async (size: number) => (await post('addProductFile', { name: 'a', type: 'video/mp4', size }, user)).json<Ticket>()
    expect(await ask(ONE_PIECE)).toHaveProperty('upload')
    expect(await ask(ONE_PIECE + 1)).toMatchObject({ parts: { bytes: PART_BYTES, count: 3 }, ready: false })
    expect(await ask(1_000_000_000)).toMatchObject({ parts: { count: 120 } })
  })

  it('gets an address for each part that takes exactly its length', async () => {
    const user = await signedIn(uploads)
    const { id } = await begin(user)
    const { uploadId } = await rowOf(id)
    const { parts } = await (await sign(id, [3, 1], user)).json<{ parts: SignedPart[] }>()
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

  it('is gone with its parts when it is given up', async () => {
    const user = await signedIn(uploads)
    const begun = await begin(user)
    await sendAll(begun)
    const { key, uploadId } = await rowOf(begun.id)
    expect((await post('deleteProductMedia', { id: begun.id }, user)).status).toBe(200)
    await expect(uploads.FILES.resumeMultipartUpload(key, uploadId!).uploadPart(1, new Uint8Array(10))).rejects.toThrow()
    expect(await codeOf(await sign(begun.id, [1], user))).toBe('upload_not_found')
  })
})

describe('a poster', () => {
  const finishWith = async (user: TestUser, poster: string) =>
    post('finishUpload', { id: (await put(user, 'video/mp4', mp4(1000))).id, poster }, user)

  it('is refused when it is somebody else’s, unfinished, a video, or for a picture', async () => {
    const [user, other] = [await signedIn(uploads), await signedIn(uploads)]
    const theirs = await finished(other, 'image/png', await png(4, 4))
    const unfinished = await put(user, 'image/png', await png(4, 4))
    const clip = await finished(user, 'video/mp4', mp4(1000))
    for (const { id } of [theirs, unfinished, clip]) expect(await codeOf(await finishWith(user, id))).toBe('upload_not_found')
    const own = await finished(user, 'image/png', await png(4, 4))
    const picture = await put(user, 'image/png', await png(4, 4))
    expect(await codeOf(await post('finishUpload', { id: picture.id, poster: own.id }, user))).toBe('upload_not_found')
  })

  it('gives the video its size and its blurred pixels, and stays as long as the video does', async () => {
    const user = await signedIn(uploads)
    const picture = await finished(user, 'image/png', await png(32, 18))
    const clip = await (await finishWith(user, picture.id)).json<ProductMedia>()
    const { width, height, placeholder } = picture
    expect(clip).toMatchObject({ kind: 'video', poster: picture.id, width, height, placeholder })
    expect(clip.media_filename_preview).toBe(`${picture.id}/640.webp`)
    expect(await codeOf(await post('deleteProductMedia', { id: picture.id }, user))).toBe('conflict')
    expect((await post('deleteProductMedia', { id: clip.id }, user)).status).toBe(200)
    expect((await post('deleteProductMedia', { id: picture.id }, user)).status).toBe(200)
    expect((await get(`/media/${picture.id}/320.webp`)).status).toBe(404)
  })

  it('may be missing', async () => {
    const user = await signedIn(uploads)
    expect(await (await finish(await put(user, 'video/webm', webm(400)), user)).json()).toMatchObject({
      poster: null,
      width: null,
    })
  })
})
