import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { profiles } from '../auth/tables.ts'
import { listingMedia, listings } from '../listings/tables.ts'
import { quotes } from '../orders/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import { forget } from './forget.ts'
import type { ProductMedia } from './media.schema.ts'
import { removeFiles } from './remove.ts'
import { sweep } from './sweep.ts'
import { media } from './tables.ts'
import { mp4, png } from './test-files.ts'
import { alone, db, finish, finished, get, original, post, put, ticket, uploads } from './testing.ts'

const LATER = 86_400 + 60
beforeAll(alone)
const left = async (files: { id: string }[]) => {
  const ids = files.map(({ id }) => id)
  const rows = await db.select({ id: media.id }).from(media).where(inArray(media.id, ids))
  return files.map(({ id }) => rows.some((row) => row.id === id))
}

async function listingOf(user: TestUser, description = ''): Promise<number> {
  const text = { title: 'Logo', lang: 'en', category: 'design', descriptionPreview: '', description, options: '{}' }
  const row = { ...text, listType: 'services', userId: user.id, account: user.address, priceUsd: 5_000_000, createdAt: 1, updatedAt: 1 }
  const [listing] = await db.insert(listings).values(row).returning({ id: listings.id })
  return listing!.id
}

const picture = async (user: TestUser) => finished(user, 'image/png', await png(20, 10))
/** As the cron would, some minutes apart. */
const sweepTwice = async (at: number) => {
  await sweep(uploads, at)
  await sweep(uploads, at + 60)
}

describe('the sweep spares', () => {
  it('whatever a listing, its text, a profile, a video or a sale shows, however old', async () => {
    const user = await signedIn(uploads)
    const [shown, told, face, poster, sold] = await Promise.all(Array.from({ length: 5 }, () => picture(user)))
    const video = await put(user, 'video/mp4', mp4(1000))
    await post('finishUpload', { id: video.id, poster: poster!.id }, user)
    const listingId = await listingOf(user)
    await db.insert(listingMedia).values([shown!, video].map(({ id }, position) => ({ listingId, mediaId: id, position })))
    await listingOf(user, `<p>Look:</p><img data-media="${told!.id}">`)
    await db.update(profiles).set({ image: face!.id }).where(eq(profiles.userId, user.id))
    const terms = JSON.stringify({ picture: { id: sold!.id } })
    const sale = {
      ref: `0x${sold!.id}`,
      chainId: 1,
      contract: '0x1',
      serviceId: 1,
      buyerId: 1,
      sellerId: user.id,
      buyer: '0x2',
      seller: '0x3',
    }
    await db
      .insert(quotes)
      .values({ ...sale, token: '0x4', amount: '1', priceUsd: 1, feeBps: 1, delivery: 1, terms, createdAt: 1, validUntil: 1 })
    await sweepTwice(now() + 10 * LATER)
    const all = [shown!, told!, face!, poster!, sold!, video]
    expect(await left(all)).toEqual(all.map(() => true))
    for (const { id } of [shown!, told!, face!, poster!, sold!]) expect((await get(`/media/${id}/320.webp`)).status).toBe(200)
    expect((await get(`/media/${video.id}/video`)).status).toBe(200)
  })

  it('what is younger than a day', async () => {
    const user = await signedIn(uploads)
    const files = [await picture(user), await ticket(user, 'image/png', 100)]
    await sweepTwice(now() + 86_000)
    expect(await left(files)).toEqual([true, true])
    expect((await get(`/media/${files[0]!.id}/320.webp`)).status).toBe(200)
  })

  it('a file whose claim was under way when it was taken back', async () => {
    const user = await signedIn(uploads)
    const file = await picture(user)
    await sweep(uploads, now() + LATER)
    await db.insert(listingMedia).values({ listingId: await listingOf(user), mediaId: file.id, position: 0 })
    await sweepTwice(now() + LATER + 60)
    expect(await left([file])).toEqual([true])
    expect((await get(`/media/${file.id}/320.webp`)).status).toBe(200)
  })
})

describe('the sweep removes', () => {
  it('what nobody finished, with the parts that had arrived', async () => {
    const user = await signedIn(uploads)
    const [never, arrived] = [await ticket(user, 'image/png', 100), await put(user, 'image/png', await png(4, 4))]
    const begun = await (await post('addProductFile', { name: 'a', type: 'video/mp4', size: 30_000_000 }, user)).json<ProductMedia>()
    const [{ key, uploadId }] = (await db.select().from(media).where(eq(media.id, begun.id))) as [typeof media.$inferSelect]
    await sweep(uploads, now() + LATER)
    expect(await left([never, arrived, begun])).toEqual([false, false, false])
    expect(await original(arrived)).toBeNull()
    await expect(uploads.FILES.resumeMultipartUpload(key, uploadId!).uploadPart(1, new Uint8Array(10))).rejects.toThrow()
  })

  it('what nothing shows, its variants and, after it, its poster; nothing new can claim it from the moment it is taken back', async () => {
    const user = await signedIn(uploads)
    const [file, poster] = [await picture(user), await picture(user)]
    const video = await put(user, 'video/mp4', mp4(1000))
    await post('finishUpload', { id: video.id, poster: poster.id }, user)
    expect((await get(`/media/${file.id}/320.webp`)).status).toBe(200)
    await sweep(uploads, now() + LATER)
    expect(await left([file, poster, video])).toEqual([true, true, true])
    const [row] = await db.select({ readyAt: media.readyAt }).from(media).where(eq(media.id, file.id))
    expect(row).toEqual({ readyAt: null })
    await sweep(uploads, now() + LATER + 60)
    expect(await left([file, poster, video])).toEqual([false, true, false])
    expect((await get(`/media/${file.id}/320.webp`)).status).toBe(404)
    await sweepTwice(now() + LATER + 120)
    expect(await left([poster])).toEqual([false])
  })

  it('not what its owner finishes once more in between', async () => {
    const user = await signedIn(uploads)
    const file = await picture(user)
    await sweep(uploads, now() + LATER)
    expect((await finish(file, user)).status).toBe(200)
    await sweep(uploads, now() + LATER + 60)
    expect(await left([file])).toEqual([true])
  })
})

describe('nothing is hidden in the bucket', () => {
  const rowOf = async (id: string) => (await db.select().from(media).where(eq(media.id, id)))[0]
  /** What a PUT to a signed address leaves, which asks no row. */
  const arrives = (id: string) => uploads.FILES.put(`originals/${id}`, 'what nobody was to see')

  it('by a PUT to the address of a file that was deleted at once', async () => {
    const user = await signedIn(uploads)
    const { id } = await ticket(user, 'image/png', 100)
    expect((await post('deleteProductMedia', { id }, user)).status).toBe(200)
    await arrives(id)
    for (const call of ['finishUpload', 'deleteProductMedia']) expect((await post(call, { id }, user)).status).toBe(404)
    expect((await get(`/api/uploads/getProductMedia?id=${id}`, user)).status).toBe(404)
    expect(await rowOf(id)).toMatchObject({ readyAt: null, discardedAt: expect.any(Number), originalFilename: '' })
    await sweep(uploads, now() + LATER)
    expect([await original({ id }), await rowOf(id)]).toEqual([null, undefined])
  })

  it('by a PUT to the address of a document, or of an account that left', async () => {
    const user = await signedIn(uploads)
    const cv = await (await post('uploadFile', { name: 'cv.pdf', type: 'application/pdf', size: 100 }, user)).json<{ path: string }>()
    const picture = await ticket(user, 'image/png', 100)
    await forget(uploads, user.id)
    await uploads.FILES.put(`private/${cv.path}`, 'late')
    await arrives(picture.id)
    await sweep(uploads, now() + LATER)
    expect(await left([{ id: cv.path }, picture])).toEqual([false, false])
    expect([await uploads.FILES.head(`private/${cv.path}`), await original(picture)]).toEqual([null, null])
  })

  it('without a row for longer than a day, wherever it lies; what is younger, known or elsewhere stays', async () => {
    const user = await signedIn(uploads)
    const shown = await picture(user)
    await db.insert(listingMedia).values({ listingId: await listingOf(user), mediaId: shown.id, position: 0 })
    expect((await get(`/media/${shown.id}/320.webp`)).status).toBe(200)
    const [a, b, c] = [opaqueId(), opaqueId(), opaqueId()]
    const strays = [`originals/${a}`, `private/${b}`, `variants/${c}/320.webp`]
    for (const key of [...strays, 'backups/today']) await uploads.FILES.put(key, 'stray')
    const there = async (keys: string[]) => Promise.all(keys.map(async (key) => (await uploads.FILES.head(key)) !== null))
    await sweep(uploads, now() + 86_000)
    expect(await there(strays)).toEqual([true, true, true])
    await sweep(uploads, now() + LATER)
    expect(await there(strays)).toEqual([false, false, false])
    expect(await there(['backups/today', `originals/${shown.id}`, `variants/${shown.id}/320.webp`])).toEqual([true, true, true])
  })

  it('by parts that could not be aborted: they are tried again', async () => {
    const user = await signedIn(uploads)
    const begun = await (await post('addProductFile', { name: 'a', type: 'video/mp4', size: 30_000_000 }, user)).json<ProductMedia>()
    const row = await rowOf(begun.id)
    const down = {
      ...uploads,
      FILES: { delete: async () => {}, resumeMultipartUpload: () => ({ abort: () => Promise.reject(new Error('busy')) }) },
    } as unknown as typeof uploads
    await removeFiles(down, db, [row!])
    expect(await rowOf(begun.id)).toMatchObject({ uploadId: row!.uploadId, discardedAt: expect.any(Number) })
    await sweep(uploads, now() + LATER)
    expect(await rowOf(begun.id)).toBeUndefined()
    const parts = uploads.FILES.resumeMultipartUpload(row!.key, row!.uploadId!)
    await expect(parts.uploadPart(1, new Uint8Array(10))).rejects.toThrow()
  })
})
