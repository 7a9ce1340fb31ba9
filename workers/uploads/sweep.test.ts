import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { profiles } from '../auth/tables.ts'
import { listingMedia, listings } from '../listings/tables.ts'
import { quotes } from '../orders/tables.ts'
import { now } from '../shared/ids.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import type { ProductMedia } from './media.schema.ts'
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
