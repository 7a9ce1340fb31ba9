import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { now } from '../shared/ids.ts'
import { signedIn } from '../shared/testing.ts'
import { UploadsRpc } from './index.ts'
import { STORAGE_BYTES } from './media.schema.ts'
import { sweep } from './sweep.ts'
import { media } from './tables.ts'
import { html, png, webm } from './test-files.ts'
import { clearMedia, db, get, headOriginal, testEnv } from './testing.ts'

const rpc = new UploadsRpc(createExecutionContext(), testEnv as never)
const rowsOf = (userId: number) => db.select().from(media).where(eq(media.userId, userId))

describe('addLinkedPicture', () => {
  it.each([
    ['HTML', async () => html],
    ['a video', async () => webm(100)],
    ['nothing', async () => new Uint8Array()],
    ['SVG', async () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['more than 10 MB', async () => new Uint8Array([...(await png(4, 4)), ...new Uint8Array(10_000_000)])],
  ])('stores nothing for %s', async (_, bytes) => {
    const { id } = await signedIn(testEnv)
    expect(await rpc.addLinkedPicture(id, await bytes())).toBeNull()
    expect(await rowsOf(id)).toEqual([])
  })

  it('leaves no usable file for a picture with too many pixels or a damaged one', async () => {
    const { id } = await signedIn(testEnv)
    const damaged = (await png(40, 40)).map((byte, i) => (i > 50 ? byte ^ 0x55 : byte))
    for (const bytes of [await png(4, 4, { width: 50_000, height: 50_000 }), damaged])
      expect(await rpc.addLinkedPicture(id, bytes)).toBeNull()
    const rows = await rowsOf(id)
    expect(rows.map(({ readyAt }) => readyAt)).toEqual([null, null])
    for (const row of rows) expect(await headOriginal(row)).toBeNull()
  })

  it('stores nothing if the storage of the member is full', async () => {
    const { id } = await signedIn(testEnv)
    const full = {
      id: 'x'.repeat(18) + String(now() % 10_000).padStart(4, '0'),
      key: `full/${id}`,
      size: STORAGE_BYTES,
      contentType: 'video/mp4',
    }
    await db.insert(media).values({ ...full, userId: id, kind: 'video', originalFilename: '', createdAt: now(), readyAt: now() })
    expect(await rpc.addLinkedPicture(id, await png(4, 4))).toBeNull()
    expect(await rowsOf(id)).toHaveLength(1)
    await db.delete(media).where(eq(media.userId, id))
  })

  it('serves the picture in our variants, and the sweep deletes it after a day without use', async () => {
    await clearMedia()
    const { id } = await signedIn(testEnv)
    const picture = (await rpc.addLinkedPicture(id, await png(60, 30)))!
    expect(picture).toEqual({
      id: picture.id,
      kind: 'image',
      width: 60,
      height: 30,
      placeholder: expect.stringMatching(/^data:image\/webp/),
    })
    const served = await get(`/media/${picture.id}/320.webp`)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp'])
    await served.arrayBuffer()
    await sweep(testEnv, now() + 23 * 3600)
    expect(await rowsOf(id)).toHaveLength(1)
    for (const days of [2, 4]) await sweep(testEnv, now() + days * 86_400)
    expect(await rowsOf(id)).toEqual([])
    expect(await headOriginal(picture)).toBeNull()
  })
})
