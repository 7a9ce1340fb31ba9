import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { folioMedia } from '../creators/folio-tables.ts'
import { listingMedia, listings } from '../listings/tables.ts'
import { quotes } from '../orders/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { profiles } from '../shared/tables.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import { eraseUser } from './erase-user.ts'
import type { ProductMedia } from './media.schema.ts'
import { removeFiles } from './remove-files.ts'
import { sweep } from './sweep.ts'
import { media } from './tables.ts'
import { mp4, png } from './test-files.ts'
import { clearMedia, createFile, createTicket, db, finish, get, headOriginal, post, putFile, testEnv } from './testing.ts'

/** A little more than the age at which files are swept (seconds). */
const A_DAY = 86_400 + 60
beforeAll(clearMedia)
const rowsExist = async (files: { id: string }[]) => {
  const ids = files.map(({ id }) => id)
  const rows = await db.select({ id: media.id }).from(media).where(inArray(media.id, ids))
  return files.map(({ id }) => rows.some((row) => row.id === id))
}

async function createListing(user: TestUser, description = ''): Promise<number> {
  const text = { title: 'Logo', lang: 'en', category: 'design', descriptionPreview: '', description, options: '{}' }
  const row = { ...text, listType: 'services', userId: user.id, account: user.address, priceUsd: 5_000_000, createdAt: 1, updatedAt: 1 }
  const [listing] = await db.insert(listings).values(row).returning({ id: listings.id })
  return listing!.id
}

const createPicture = async (user: TestUser) => createFile(user, 'image/png', await png(20, 10))
/** Sweeps twice, a minute apart, like the cron. */
const sweepTwice = async (at: number) => {
  await sweep(testEnv, at)
  await sweep(testEnv, at + 60)
}

describe('the sweep keeps', () => {
  it('old files that a listing, its description, a profile, a video or a quote uses', async () => {
    const user = await signedIn(testEnv)
    const [pictured, described, profileImage, poster, quoted] = await Promise.all(Array.from({ length: 5 }, () => createPicture(user)))
    const video = await putFile(user, 'video/mp4', mp4(1000))
    await post('finishUpload', { id: video.id, poster: poster!.id }, user)
    const listingId = await createListing(user)
    await db.insert(listingMedia).values([pictured!, video].map(({ id }, position) => ({ listingId, mediaId: id, position })))
    await createListing(user, `<p>Look:</p><img data-media="${described!.id}">`)
    await db.update(profiles).set({ image: profileImage!.id }).where(eq(profiles.userId, user.id))
    const terms = JSON.stringify({ picture: { id: quoted!.id } })
    const quote = {
      ref: `0x${quoted!.id}`,
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
      .values({ ...quote, token: '0x4', amount: '1', priceUsd: 1, feeBps: 1, delivery: 1, terms, createdAt: 1, validUntil: 1 })
    await sweepTwice(now() + 10 * A_DAY)
    const all = [pictured!, described!, profileImage!, poster!, quoted!, video]
    expect(await rowsExist(all)).toEqual(all.map(() => true))
    for (const { id } of [pictured!, described!, profileImage!, poster!, quoted!])
      expect((await get(`/media/${id}/320.webp`)).status).toBe(200)
    expect((await get(`/media/${video.id}/video`)).status).toBe(200)
  })

  it('files of each stored save of a page, also of an old one, which their owner cannot delete either', async () => {
    const user = await signedIn(testEnv)
    const files = [await createPicture(user), await createPicture(user), await createPicture(user)]
    await db.insert(folioMedia).values(files.slice(0, 2).map(({ id }, version) => ({ userId: user.id, version, mediaId: id })))
    for (const { id } of files.slice(0, 2)) expect((await post('deleteProductMedia', { id }, user)).status).toBe(409)
    await sweepTwice(now() + 10 * A_DAY)
    expect(await rowsExist(files)).toEqual([true, true, false])
  })

  it('files younger than a day', async () => {
    const user = await signedIn(testEnv)
    const files = [await createPicture(user), await createTicket(user, 'image/png', 100)]
    await sweepTwice(now() + 86_000)
    expect(await rowsExist(files)).toEqual([true, true])
    expect((await get(`/media/${files[0]!.id}/320.webp`)).status).toBe(200)
  })

  it('a file that a listing starts to use after the sweep has marked the file as unfinished', async () => {
    const user = await signedIn(testEnv)
    const file = await createPicture(user)
    await sweep(testEnv, now() + A_DAY)
    await db.insert(listingMedia).values({ listingId: await createListing(user), mediaId: file.id, position: 0 })
    await sweepTwice(now() + A_DAY + 60)
    expect(await rowsExist([file])).toEqual([true])
    expect((await get(`/media/${file.id}/320.webp`)).status).toBe(200)
  })
})

describe('the sweep removes', () => {
  it('unfinished files, and aborts their multipart uploads', async () => {
    const user = await signedIn(testEnv)
    const [missing, arrived] = [await createTicket(user, 'image/png', 100), await putFile(user, 'image/png', await png(4, 4))]
    const multipart = await (await post('addProductFile', { name: 'a', type: 'video/mp4', size: 30_000_000 }, user)).json<ProductMedia>()
    const [{ key, uploadId }] = (await db.select().from(media).where(eq(media.id, multipart.id))) as [typeof media.$inferSelect]
    await sweep(testEnv, now() + A_DAY)
    expect(await rowsExist([missing, arrived, multipart])).toEqual([false, false, false])
    expect(await headOriginal(arrived)).toBeNull()
    await expect(testEnv.FILES.resumeMultipartUpload(key, uploadId!).uploadPart(1, new Uint8Array(10))).rejects.toThrow()
  })

  it('unused files with their variants and later their posters, after marking them as unfinished', async () => {
    const user = await signedIn(testEnv)
    const [file, poster] = [await createPicture(user), await createPicture(user)]
    const video = await putFile(user, 'video/mp4', mp4(1000))
    await post('finishUpload', { id: video.id, poster: poster.id }, user)
    expect((await get(`/media/${file.id}/320.webp`)).status).toBe(200)
    await sweep(testEnv, now() + A_DAY)
    expect(await rowsExist([file, poster, video])).toEqual([true, true, true])
    const [row] = await db.select({ readyAt: media.readyAt }).from(media).where(eq(media.id, file.id))
    expect(row).toEqual({ readyAt: null })
    await sweep(testEnv, now() + A_DAY + 60)
    expect(await rowsExist([file, poster, video])).toEqual([false, true, false])
    expect((await get(`/media/${file.id}/320.webp`)).status).toBe(404)
    await sweepTwice(now() + A_DAY + 120)
    expect(await rowsExist([poster])).toEqual([false])
  })

  it('no file that its owner finishes again between two sweeps', async () => {
    const user = await signedIn(testEnv)
    const file = await createPicture(user)
    await sweep(testEnv, now() + A_DAY)
    expect((await finish(file, user)).status).toBe(200)
    await sweep(testEnv, now() + A_DAY + 60)
    expect(await rowsExist([file])).toEqual([true])
  })
})

describe('files without a usable row are removed', () => {
  const rowOf = async (id: string) => (await db.select().from(media).where(eq(media.id, id)))[0]
  /** Stores an object like a PUT to a signed URL does, which works without a row. */
  const putOriginal = (id: string) => testEnv.FILES.put(`originals/${id}`, 'hidden content')

  it('after a PUT to the signed URL of a deleted file', async () => {
    const user = await signedIn(testEnv)
    const { id } = await createTicket(user, 'image/png', 100)
    expect((await post('deleteProductMedia', { id }, user)).status).toBe(200)
    await putOriginal(id)
    for (const call of ['finishUpload', 'deleteProductMedia']) expect((await post(call, { id }, user)).status).toBe(404)
    expect((await get(`/api/uploads/getProductMedia?id=${id}`, user)).status).toBe(404)
    expect(await rowOf(id)).toMatchObject({ readyAt: null, discardedAt: expect.any(Number), originalFilename: '' })
    await sweep(testEnv, now() + A_DAY)
    expect([await headOriginal({ id }), await rowOf(id)]).toEqual([null, undefined])
  })

  it('after a PUT to a signed URL of a deleted account', async () => {
    const user = await signedIn(testEnv)
    const cv = await (await post('uploadFile', { name: 'cv.pdf', type: 'application/pdf', size: 100 }, user)).json<{ path: string }>()
    const picture = await createTicket(user, 'image/png', 100)
    await eraseUser(testEnv, user.id)
    await testEnv.FILES.put(`private/${cv.path}`, 'late')
    await putOriginal(picture.id)
    await sweep(testEnv, now() + A_DAY)
    expect(await rowsExist([{ id: cv.path }, picture])).toEqual([false, false])
    expect([await testEnv.FILES.head(`private/${cv.path}`), await headOriginal(picture)]).toEqual([null, null])
  })

  it('after a day; newer files, files with a row and objects under other keys are kept', async () => {
    const user = await signedIn(testEnv)
    const shown = await createPicture(user)
    await db.insert(listingMedia).values({ listingId: await createListing(user), mediaId: shown.id, position: 0 })
    expect((await get(`/media/${shown.id}/320.webp`)).status).toBe(200)
    const [a, b, c] = [opaqueId(), opaqueId(), opaqueId()]
    const strays = [`originals/${a}`, `private/${b}`, `variants/${c}/320.webp`]
    for (const key of [...strays, 'backups/today']) await testEnv.FILES.put(key, 'stray')
    const objectsExist = async (keys: string[]) => Promise.all(keys.map(async (key) => (await testEnv.FILES.head(key)) !== null))
    await sweep(testEnv, now() + 86_000)
    expect(await objectsExist(strays)).toEqual([true, true, true])
    await sweep(testEnv, now() + A_DAY)
    expect(await objectsExist(strays)).toEqual([false, false, false])
    expect(await objectsExist(['backups/today', `originals/${shown.id}`, `variants/${shown.id}/320.webp`])).toEqual([true, true, true])
  })

  it('by a later sweep, if their multipart upload could not be aborted at first', async () => {
    const user = await signedIn(testEnv)
    const multipart = await (await post('addProductFile', { name: 'a', type: 'video/mp4', size: 30_000_000 }, user)).json<ProductMedia>()
    const row = await rowOf(multipart.id)
    const down = {
      ...testEnv,
      FILES: { delete: async () => {}, resumeMultipartUpload: () => ({ abort: () => Promise.reject(new Error('busy')) }) },
    } as unknown as typeof testEnv
    await removeFiles(down, db, [row!])
    expect(await rowOf(multipart.id)).toMatchObject({ uploadId: row!.uploadId, discardedAt: expect.any(Number) })
    await sweep(testEnv, now() + A_DAY)
    expect(await rowOf(multipart.id)).toBeUndefined()
    const parts = testEnv.FILES.resumeMultipartUpload(row!.key, row!.uploadId!)
    await expect(parts.uploadPart(1, new Uint8Array(10))).rejects.toThrow()
  })
})
