import { createExecutionContext } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import exifr from 'exifr'
import { describe, expect, it } from 'vitest'
import { profiles } from '../auth/tables.ts'
import listingsArea from '../listings/index.ts'
import { listingMedia, listings } from '../listings/tables.ts'
import { draft } from '../listings/testing.ts'
import { quotes } from '../orders/tables.ts'
import { now } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { call, codeOf, ORIGIN, signedIn, useUp } from '../shared/testing.ts'
import { forget } from './forget.ts'
import worker from './index.ts'
import { FILE_LIMITS, STORAGE_BYTES } from './media.schema.ts'
import { sniff } from './sniff.ts'
import { media } from './tables.ts'
import { gif, html, mp4, png, scriptGif, svg, withCameraData } from './test-files.ts'
import { db, finish, finished, get, original, post, put, ticket, uploads } from './testing.ts'

async function jpeg(width: number, height: number): Promise<Uint8Array> {
  const source = new Blob([(await png(width, height)) as Uint8Array<ArrayBuffer>]).stream()
  const drawn = await uploads.IMAGES.input(source).output({ format: 'image/jpeg' })
  return new Uint8Array(await drawn.response().arrayBuffer())
}

const failing = (): never => {
  throw new Error('the drawing service is gone')
}

describe('no ticket', () => {
  const body = { name: 'a.png', type: 'image/png', size: 100 }

  it('without a session', async () => {
    const answer = await post('addProductFile', body)
    expect(answer.status).toBe(401)
    expect(await codeOf(answer)).toBe('unauthorized')
  })

  it('for a video before the terms are accepted; a picture may be the profile’s', async () => {
    const user = await signedIn(uploads, { terms: false })
    expect(await codeOf(await post('addProductFile', { ...body, type: 'video/mp4' }, user))).toBe('terms_required')
    expect((await post('addProductFile', body, user)).status).toBe(201)
  })

  it.each(['image/svg+xml', 'image/avif', 'image/heic', 'text/html', 'application/javascript', 'IMAGE/PNG', 'image/png; charset=x', ''])(
    'for the type "%s"',
    async (type) => {
      const answer = await post('addProductFile', { ...body, type }, await signedIn(uploads))
      expect(answer.status).toBe(415)
      expect(await codeOf(answer)).toBe('file_type_unsupported')
    },
  )

  it.each([
    ['image/png', FILE_LIMITS.image.bytes + 1],
    ['video/mp4', FILE_LIMITS.video.bytes + 1],
    ['image/png', Number.MAX_SAFE_INTEGER],
  ])('for a %s of %d bytes', async (type, size) => {
    const answer = await post('addProductFile', { ...body, type, size }, await signedIn(uploads))
    expect(answer.status).toBe(413)
    expect(await codeOf(answer)).toBe('file_too_large')
  })

  it.each([
    [{ size: 0 }, 'size'],
    [{ size: -1 }, 'size'],
    [{ size: 1.5 }, 'size'],
    [{ size: '100' }, 'size'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ type: null }, 'type'],
  ])('for the body %j', async (wrong, path) => {
    const answer = await post('addProductFile', { ...body, ...wrong }, await signedIn(uploads))
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_body', details: { path } } })
  })

  it('for the 201st file within an hour, however many were deleted, pictures and documents together', async () => {
    const user = await signedIn(uploads)
    await useUp(uploads, { person: user.id }, 'POST /api/uploads/addProductFile', 2)
    const { id } = await ticket(user, 'image/png', 100)
    expect((await post('deleteProductMedia', { id }, user)).status).toBe(200)
    expect((await post('uploadFile', { name: 'cv.pdf', type: 'application/pdf', size: 100 }, user)).status).toBe(201)
    const answer = await post('addProductFile', body, user)
    expect([answer.status, await codeOf(answer)]).toEqual([429, 'too_many_requests'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await codeOf(await post('uploadFile', { name: 'cv.pdf', type: 'application/pdf', size: 100 }, user))).toBe('too_many_requests')
  })

  it('for more than ten gigabytes announced within an hour', async () => {
    const user = await signedIn(uploads)
    await useUp(uploads, { person: user.id }, 'announcedBytes', 10_000)
    expect((await post('addProductFile', { ...body, size: 10_000 }, user)).status).toBe(201)
    const film = { name: 'film.mp4', type: 'video/mp4', size: 999_999_000 }
    expect(await codeOf(await post('addProductFile', film, user))).toBe('too_many_requests')
  })

  it('once five gigabytes are taken, tickets and documents included; with the figures, and not for what was deleted', async () => {
    const user = await signedIn(uploads)
    const row = { userId: user.id, kind: 'video', originalFilename: 'a', contentType: 'video/mp4', size: 999_999_000, createdAt: now() }
    const films = Array.from({ length: 5 }, (_, i) => ({ ...row, id: `${user.id}+${i}`, key: `g/${user.id}-${i}`, readyAt: now() }))
    await db.insert(media).values(films)
    const full = await post('addProductFile', { ...body, size: 5001 }, user)
    const details = { used: 4_999_995_000, limit: STORAGE_BYTES }
    expect([full.status, await full.json()]).toMatchObject([409, { error: { code: 'storage_full', details } }])
    const cv = await post('uploadFile', { name: 'cv.pdf', type: 'application/pdf', size: 5001 }, user)
    expect(await codeOf(cv)).toBe('storage_full')
    const film = await post('addProductFile', { name: 'film.mp4', type: 'video/mp4', size: 50_000_000 }, user)
    expect(await codeOf(film)).toBe('storage_full')
    // Of many at once, only as many as there is room for.
    const answers = await Promise.all(Array.from({ length: 4 }, () => post('addProductFile', { ...body, size: 2400 }, user)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
    await db.update(media).set({ discardedAt: now() }).where(eq(media.id, films[0]!.id))
    expect((await post('addProductFile', { ...body, size: 5001 }, user)).status).toBe(201)
  })

  it('when asked for with GET', async () => {
    const answer = await get('/api/uploads/addProductFile', await signedIn(uploads))
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  })
})

describe('a ticket', () => {
  it('names the file, and signs type, length and that nothing is there yet', async () => {
    const user = await signedIn(uploads)
    const drawn = await ticket(user, 'image/jpeg', 4_000_000, 'My holiday.JPG')
    expect(drawn).toMatchObject({
      kind: 'image',
      media_filename: `${drawn.id}/1280.webp`,
      media_filename_preview: `${drawn.id}/640.webp`,
      original_filename: 'My holiday.JPG',
      url: `/media/${drawn.id}/1280.webp`,
      ready: false,
      placeholder: null,
    })
    expect(drawn.id).toMatch(/^[\w-]{22}$/)
    expect(drawn.upload).toMatchObject({ method: 'PUT', headers: { 'content-type': 'image/jpeg', 'if-none-match': '*' } })
    const url = new URL(drawn.upload.url)
    expect(url.pathname).toBe(`/cdn-cgi/local/r2/s3/warren-files/originals/${drawn.id}`)
    expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match')
    expect(url.searchParams.get('X-Amz-Expires')).toBe('900')
    expect(JSON.stringify(drawn)).not.toContain('test-secret')
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['..', 'file'],
    ['%2e%2e%2fvariants%2fx', '%2e%2e%2fvariants%2fx'],
    ['a"; filename="b.html\r\nset-cookie: x=1', 'a"; filename="b.htmlset-cookie: x=1'],
    ['invoice\u202Egnp.exe', 'invoicegnp.exe'],
    ['\u0000\u0007', 'file'],
    ['写真 (1).jpg', '写真 (1).jpg'],
    ['😀'.repeat(120), '😀'.repeat(120)],
  ])('takes the name %j for showing only', async (name, shown) => {
    const drawn = await ticket(await signedIn(uploads), 'image/png', 100, name)
    expect(drawn.original_filename).toBe(shown)
    expect(new URL(drawn.upload.url).pathname).toMatch(/\/warren-files\/originals\/[\w-]{22}$/)
  })
})

describe('a file is refused', () => {
  it('from somebody without a session, and from somebody else', async () => {
    const drawn = await put(await signedIn(uploads), 'image/png', await png(4, 4))
    expect((await finish(drawn)).status).toBe(401)
    const answer = await finish(drawn, await signedIn(uploads))
    expect(answer.status).toBe(404)
    expect(await codeOf(answer)).toBe('upload_not_found')
    expect(await original(drawn)).not.toBeNull()
  })

  it('before it was put', async () => {
    const user = await signedIn(uploads)
    const answer = await finish(await ticket(user, 'image/png', 100), user)
    expect(answer.status).toBe(409)
    expect(await codeOf(answer)).toBe('upload_missing')
  })

  it('with an id that is none', async () => {
    const user = await signedIn(uploads)
    expect((await post('finishUpload', { id: '../../x' }, user)).status).toBe(422)
    expect((await post('finishUpload', { id: 'x'.repeat(22) }, user)).status).toBe(404)
  })

  it('when its size or its stored type is not the announced one', async () => {
    const user = await signedIn(uploads)
    const bytes = await png(4, 4)
    const longer = await ticket(user, 'image/png', bytes.byteLength - 1)
    await uploads.FILES.put(`originals/${longer.id}`, bytes, { httpMetadata: { contentType: 'image/png' } })
    expect(await (await finish(longer, user)).json()).toMatchObject({ error: { code: 'upload_mismatch', details: { rule: 'size' } } })
    const other = await put(user, 'image/png', bytes, 'text/html')
    expect(await (await finish(other, user)).json()).toMatchObject({ error: { code: 'upload_mismatch', details: { rule: 'type' } } })
    expect(await original(other)).toBeNull()
  })

  it.each([
    ['HTML', 'image/png', async () => html],
    ['SVG', 'image/png', async () => svg],
    ['a script that begins like a GIF', 'image/gif', async () => scriptGif],
    ['a PNG called JPEG', 'image/jpeg', () => png(4, 4)],
    ['half a PNG', 'image/png', async () => (await png(40, 40)).slice(0, 60)],
    ['a few bytes', 'image/png', async () => new Uint8Array([1, 2, 3])],
    ['HTML called video', 'video/mp4', async () => html],
    ['QuickTime called MP4', 'video/mp4', async () => mp4(200, 'qt  ')],
    ['AVIF called MP4', 'video/mp4', async () => mp4(200, 'avif')],
    ['a JPEG without a size', 'image/jpeg', async () => new Uint8Array([0xff, 0xd8, ...Array.from({ length: 60 }, () => 0xff)])],
    ['a JPEG of empty segments', 'image/jpeg', async () => new Uint8Array([0xff, 0xd8, ...Array(200_000).fill([0xff, 0xe0, 0, 2]).flat()])],
  ])('that is %s, and is gone then', async (_, type, bytes) => {
    const user = await signedIn(uploads)
    const drawn = await put(user, type, await bytes())
    const answer = await finish(drawn, user)
    expect(answer.status).toBe(409)
    expect(await codeOf(answer)).toBe('upload_mismatch')
    expect(await original(drawn)).toBeNull()
    expect((await get(`/media/${drawn.id}/320.webp`)).status).toBe(404)
  })

  it.each([
    [50_000, 50_000],
    [12_001, 10],
    [10, 12_001],
    [9_000, 9_000],
  ])('that claims %d x %d pixels, before anything is drawn', async (width, height) => {
    const user = await signedIn(uploads)
    const drawn = await put(user, 'image/png', await png(4, 4, { width, height }))
    const answer = await finish(drawn, user)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error: { code: 'image_too_big', details: { width, height } } })
    expect(await original(drawn)).toBeNull()
  })

  it('later on, when it was exchanged after the check', async () => {
    const user = await signedIn(uploads)
    const { id } = await finished(user, 'image/png', await png(8, 8))
    await uploads.FILES.put(`originals/${id}`, await png(9, 9), { httpMetadata: { contentType: 'image/png' } })
    expect((await get(`/media/${id}/640.webp`)).status).toBe(404)
  })
})

describe('a picture', () => {
  it('comes back upright, narrow enough and without the camera’s data', async () => {
    const user = await signedIn(uploads)
    const bytes = withCameraData(await jpeg(600, 300))
    expect(await exifr.gps(bytes)).toMatchObject({ latitude: expect.closeTo(48.84, 2), longitude: expect.closeTo(2.32, 2) })
    const file = await finished(user, 'image/jpeg', bytes)
    expect(file).toMatchObject({ kind: 'image', width: 300, height: 600, ready: true, video: false })
    expect(file.placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(file.placeholder?.length).toBeLessThan(600)
    for (const [width, shown] of [
      [320, 300],
      [640, 300],
      [1280, 300],
    ]) {
      const answer = await get(`/media/${file.id}/${width}.webp`)
      expect(answer.status).toBe(200)
      const variant = new Uint8Array(await answer.arrayBuffer())
      expect(await sniff(async (from, length) => variant.subarray(from, from + length))).toEqual({
        type: 'image/webp',
        width: shown,
        height: 600,
      })
      expect(await exifr.parse(variant).catch(() => undefined)).toBeUndefined()
      expect(String.fromCharCode(...variant)).not.toMatch(/EXIF|XMP |GPS/)
    }
  })

  it('is served as a file that never changes and never runs', async () => {
    const { id } = await finished(await signedIn(uploads), 'image/png', await png(700, 10))
    for (let i = 0; i < 2; i++) {
      const answer = await get(`/media/${id}/640.webp`)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(20)
    }
    expect(await uploads.FILES.head(`variants/${id}/640.webp`)).not.toBeNull()
    expect(await uploads.FILES.head(`variants/${id}/1280.webp`)).toBeNull()
  })

  it('loses a script hidden in it', async () => {
    const { id } = await finished(await signedIn(uploads), 'image/gif', gif('*/=1;alert(document.domain)//'))
    const served = await (await get(`/media/${id}/320.webp`)).text()
    expect(served).not.toContain('alert')
  })

  it('has its size behind a hundred kilobytes of other data', async () => {
    const file = await finished(await signedIn(uploads), 'image/jpeg', withCameraData(await jpeg(40, 20), 150_000))
    expect(file).toMatchObject({ width: 20, height: 40 })
  })

  it('is not served before it is finished, in other widths, or as the original', async () => {
    const user = await signedIn(uploads)
    const drawn = await put(user, 'image/png', await png(4, 4))
    expect((await get(`/media/${drawn.id}/320.webp`)).status).toBe(404)
    await finish(drawn, user)
    expect((await get(`/media/${drawn.id}/320.webp`)).status).toBe(200)
    for (const path of ['321.webp', '320.png', '0320.webp', 'video', 'original', '..%2Foriginals%2Fx'])
      expect((await get(`/media/${drawn.id}/${path}`)).status).toBe(404)
    expect((await get(`/media/..%2Foriginals/320.webp`)).status).toBe(404)
  })

  it('has nothing to show while it is looked at, nor after that was cut short', async () => {
    const user = await signedIn(uploads)
    const drawn = await put(user, 'image/png', await png(4, 4))
    let asked = 0
    // The first drawing is of the picture itself; then the service is gone.
    const IMAGES = { input: (stream: ReadableStream) => (asked++ ? failing() : uploads.IMAGES.input(stream)) } as ImagesBinding
    const answer = await call(worker, { ...uploads, IMAGES }, createExecutionContext(), 'POST', '/api/uploads/finishUpload', {
      body: { id: drawn.id },
      as: user,
    })
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'unavailable'])
    expect((await get(`/media/${drawn.id}/320.webp`)).status).toBe(404)
    expect((await finish(drawn, user)).status).toBe(200)
  })

  it('is finished once, however often that is said', async () => {
    const user = await signedIn(uploads)
    const drawn = await put(user, 'image/png', await png(4, 4))
    const answers = await Promise.all([finish(drawn, user), finish(drawn, user)])
    const [first, second] = await Promise.all(answers.map((answer) => answer.json()))
    expect(first).toEqual(second)
    expect(await (await finish(drawn, user)).json()).toEqual(first)
  })
})

describe('a video', () => {
  it('is taken by its bytes and served in parts', async () => {
    const user = await signedIn(uploads)
    const file = await finished(user, 'video/mp4', mp4(1000))
    expect(file).toMatchObject({ kind: 'video', video: true, url: `/media/${file.id}/video`, width: null, placeholder: null })
    const whole = await get(file.url)
    expect(whole.status).toBe(200)
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    expect((await whole.arrayBuffer()).byteLength).toBe(1000)
    for (const [range, span, length] of [
      ['bytes=0-9', 'bytes 0-9/1000', 10],
      ['bytes=990-', 'bytes 990-999/1000', 10],
      ['bytes=-5', 'bytes 995-999/1000', 5],
      ['bytes=900-5000', 'bytes 900-999/1000', 100],
    ] as const) {
      const part = await get(file.url, undefined, { range })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe(span)
      expect(part.headers.get('content-type')).toBe('video/mp4')
      expect(part.headers.get('x-content-type-options')).toBe('nosniff')
      expect((await part.arrayBuffer()).byteLength).toBe(length)
    }
    for (const range of ['bytes=5-2', 'bytes=0-1,5-6', 'bytes=x', 'lines=0-9', 'bytes=-', '']) {
      const answer = await get(file.url, undefined, { range })
      expect([answer.status, (await answer.arrayBuffer()).byteLength], range).toEqual([200, 1000])
    }
    const long = await get(file.url, undefined, { range: 'bytes=-5000' })
    expect([long.status, long.headers.get('content-range'), (await long.arrayBuffer()).byteLength]).toEqual([206, 'bytes 0-999/1000', 1000])
    for (const range of ['bytes=2000-', 'bytes=1000-', 'bytes=-0'])
      expect((await get(file.url, undefined, { range })).status, range).toBe(416)
    expect((await get(`/media/${file.id}/320.webp`)).status).toBe(404)
  })
})

describe('deleting', () => {
  it('takes file and variants along, for the owner only', async () => {
    const user = await signedIn(uploads)
    const { id } = await finished(user, 'image/png', await png(4, 4))
    expect((await post('deleteProductMedia', { id })).status).toBe(401)
    const foreign = await post('deleteProductMedia', { id }, await signedIn(uploads))
    expect(foreign.status).toBe(404)
    expect((await get(`/media/${id}/320.webp`)).status).toBe(200)
    expect((await post('deleteProductMedia', { id }, user)).status).toBe(200)
    expect((await get(`/media/${id}/320.webp`)).status).toBe(404)
    expect(await original({ id })).toBeNull()
    expect(await codeOf(await post('deleteProductMedia', { id }, user))).toBe('upload_not_found')
  })

  it('that comes between the check and the writing of a listing leaves no claim on a file that is gone', async () => {
    const user = await signedIn(uploads)
    const file = await finished(user, 'image/png', await png(4, 4))
    let deleted: Response | undefined
    const race = raceBefore('insert into \\"listings\\"', async () => {
      deleted = await post('deleteProductMedia', { id: file.id }, user)
    })
    const answer = await call(
      listingsArea,
      { ...uploads, AI_MODEL: 'none' } as never,
      createExecutionContext(),
      'POST',
      '/api/listings/addService',
      {
        as: user,
        body: { product: draft([file.id]) },
      },
    )
    race.restore()
    expect([deleted?.status, answer.status, await codeOf(answer)]).toEqual([200, 403, 'media_not_yours'])
    expect(await db.select().from(listingMedia).where(eq(listingMedia.mediaId, file.id))).toEqual([])
    expect(await db.select().from(listings).where(eq(listings.userId, user.id))).toEqual([])
  })

  it('at the same moment as a listing is published ends with both or with neither', async () => {
    const user = await signedIn(uploads)
    for (let i = 0; i < 12; i++) {
      const file = await finished(user, 'image/png', await png(4, 4))
      const [answer, gone] = await Promise.all([
        call(listingsArea, { ...uploads, AI_MODEL: 'none' } as never, createExecutionContext(), 'POST', '/api/listings/addService', {
          as: user,
          body: { product: draft([file.id]) },
        }),
        post('deleteProductMedia', { id: file.id }, user),
      ])
      const claims = await db.select().from(listingMedia).where(eq(listingMedia.mediaId, file.id))
      const kept = (await get(`/media/${file.id}/320.webp`)).status
      expect([answer.status, gone.status, claims.length, kept]).toEqual(claims.length ? [200, 409, 1, 200] : [403, 200, 0, 404])
    }
  })

  it('spares what a listing or the profile shows', async () => {
    const user = await signedIn(uploads)
    const { id } = await finished(user, 'image/png', await png(4, 4))
    await db.update(profiles).set({ image: id }).where(eq(profiles.userId, user.id))
    expect(await codeOf(await post('deleteProductMedia', { id }, user))).toBe('conflict')
    await db.update(profiles).set({ image: null }).where(eq(profiles.userId, user.id))
    const [listing] = await db
      .insert(listings)
      .values({
        listType: 'services',
        userId: user.id,
        account: user.address,
        lang: 'en',
        category: 'design',
        title: 'Logo',
        descriptionPreview: '',
        description: '',
        options: '{}',
        priceUsd: 5_000_000,
        createdAt: now(),
        updatedAt: now(),
      })
      .returning({ id: listings.id })
    await db.insert(listingMedia).values({ listingId: listing!.id, mediaId: id, position: 0 })
    expect((await post('deleteProductMedia', { id }, user)).status).toBe(409)
    expect((await get(`/media/${id}/320.webp`)).status).toBe(200)
  })
})

describe('getProductMedia', () => {
  it('tells of a finished file to all, of its name and of an unfinished one to its owner', async () => {
    const user = await signedIn(uploads)
    const drawn = await put(user, 'image/png', await png(4, 4))
    const path = `/api/uploads/getProductMedia?id=${drawn.id}`
    expect((await get(path)).status).toBe(404)
    expect(await (await get(path, user)).json()).toMatchObject({ id: drawn.id, ready: false, original_filename: 'photo.jpg' })
    await finish(drawn, user)
    expect(await (await get(path)).json()).toMatchObject({ id: drawn.id, ready: true, original_filename: '' })
    expect((await get('/api/uploads/getProductMedia?id=x')).status).toBe(422)
  })

  it('is asked from the app only when something changes', async () => {
    const answer = await worker.fetch(
      new Request(`${ORIGIN}/api/uploads/finishUpload`, { method: 'POST' }),
      uploads,
      createExecutionContext(),
    )
    expect(answer.status).toBe(403)
  })
})

describe('the files of somebody who left', () => {
  it('are gone from R2 and the database, but for what an order was agreed with', async () => {
    const [user, other] = [await signedIn(uploads), await signedIn(uploads)]
    const [face, agreed, theirs] = await Promise.all([
      finished(user, 'image/png', await png(40, 30)),
      finished(user, 'image/png', await png(40, 31)),
      finished(other, 'image/png', await png(40, 32)),
    ])
    const [clip, never] = [await finished(user, 'video/mp4', mp4(2000)), await ticket(user, 'image/png', 100)]
    for (const { id } of [face!, agreed!, theirs!]) expect((await get(`/media/${id}/320.webp`)).status).toBe(200)
    await db.insert(quotes).values({
      ref: `0x${agreed!.id}`,
      chainId: 1,
      contract: '0x1',
      serviceId: 1,
      buyerId: other.id,
      sellerId: user.id,
      buyer: '0x2',
      seller: '0x3',
      token: '0x4',
      amount: '1',
      priceUsd: 1,
      feeBps: 1,
      delivery: 1,
      terms: JSON.stringify({ picture: { id: agreed!.id } }),
      createdAt: 1,
      validUntil: 1,
    })
    await forget(uploads, user.id)
    await forget(uploads, user.id)
    const left = await db
      .select({ id: media.id, name: media.originalFilename, discarded: sql`${media.discardedAt} is not null` })
      .from(media)
      .where(eq(media.userId, user.id))
    expect(left.filter(({ discarded }) => !discarded)).toEqual([{ id: agreed!.id, name: '', discarded: 0 }])
    // The others wait, without their names, until nothing can arrive at their addresses any more.
    expect(left.every(({ name }) => name === '')).toBe(true)
    expect((await uploads.FILES.list()).objects.filter(({ key }) => [face!, clip, never].some(({ id }) => key.includes(id)))).toEqual([])
    for (const path of [`/media/${face!.id}/320.webp`, `/media/${face!.id}/640.webp`, `/media/${clip.id}/video`])
      expect((await get(path)).status).toBe(404)
    for (const { id } of [agreed!, theirs!])
      for (const width of [320, 640]) expect((await get(`/media/${id}/${width}.webp`)).status).toBe(200)
  })

  it('cannot be deleted one by one while a profile shows them as its video', async () => {
    const user = await signedIn(uploads)
    const clip = await finished(user, 'video/mp4', mp4(2000))
    await db.update(profiles).set({ videoProvider: 'file', videoId: clip.id }).where(eq(profiles.userId, user.id))
    expect(await codeOf(await post('deleteProductMedia', { id: clip.id }, user))).toBe('conflict')
    await db.update(profiles).set({ videoProvider: null, videoId: null }).where(eq(profiles.userId, user.id))
    expect((await post('deleteProductMedia', { id: clip.id }, user)).status).toBe(200)
  })
})
