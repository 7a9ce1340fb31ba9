import { createExecutionContext } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import exifr from 'exifr'
import { describe, expect, it } from 'vitest'
import listingsArea from '../listings/index.ts'
import { listingMedia, listings } from '../listings/tables.ts'
import { serviceDraft } from '../listings/testing.ts'
import { quotes } from '../orders/tables.ts'
import { now } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { profiles } from '../shared/tables.ts'
import { call, codeOf, exhaustLimit, ORIGIN, signedIn } from '../shared/testing.ts'
import { eraseUser } from './erase-user.ts'
import worker from './index.ts'
import { FILE_LIMITS, STORAGE_BYTES } from './media.schema.ts'
import { sniff } from './sniff.ts'
import { media } from './tables.ts'
import { gif, html, mp4, png, scriptGif, svg, withCameraData } from './test-files.ts'
import { createFile, createTicket, db, finish, get, headOriginal, type PutTicket, post, putFile, testEnv } from './testing.ts'

async function jpeg(width: number, height: number): Promise<Uint8Array> {
  const source = new Blob([(await png(width, height)) as Uint8Array<ArrayBuffer>]).stream()
  const rendered = await testEnv.IMAGES.input(source).output({ format: 'image/jpeg' })
  return new Uint8Array(await rendered.response().arrayBuffer())
}

const failToRender = (): never => {
  throw new Error('the image service is down')
}

describe('addProductFile refuses', () => {
  const body = { name: 'a.png', type: 'image/png', size: 100 }

  it('a guest', async () => {
    const answer = await post('addProductFile', body)
    expect(answer.status).toBe(401)
    expect(await codeOf(answer)).toBe('unauthorized')
  })

  it('a video before the seller terms are accepted, but not a picture', async () => {
    const user = await signedIn(testEnv, { terms: false })
    expect(await codeOf(await post('addProductFile', { ...body, type: 'video/mp4' }, user))).toBe('terms_required')
    expect((await post('addProductFile', body, user)).status).toBe(201)
  })

  it.each(['image/svg+xml', 'image/avif', 'image/heic', 'text/html', 'application/javascript', 'IMAGE/PNG', 'image/png; charset=x', ''])(
    'the type "%s"',
    async (type) => {
      const answer = await post('addProductFile', { ...body, type }, await signedIn(testEnv))
      expect(answer.status).toBe(415)
      expect(await codeOf(answer)).toBe('file_type_unsupported')
    },
  )

  it.each([
    ['image/png', FILE_LIMITS.image.bytes + 1],
    ['video/mp4', FILE_LIMITS.video.bytes + 1],
    ['image/png', Number.MAX_SAFE_INTEGER],
  ])('a file of type %s with %d bytes', async (type, size) => {
    const answer = await post('addProductFile', { ...body, type, size }, await signedIn(testEnv))
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
  ])('the body %j', async (wrong, path) => {
    const answer = await post('addProductFile', { ...body, ...wrong }, await signedIn(testEnv))
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_body', details: { path } } })
  })

  it('a file above the hourly limit, which also counts deleted files and documents', async () => {
    const user = await signedIn(testEnv)
    await exhaustLimit(testEnv, { person: user.id }, 'POST /api/uploads/addProductFile', 2)
    const { id } = await createTicket(user, 'image/png', 100)
    expect((await post('deleteProductMedia', { id }, user)).status).toBe(200)
    expect((await post('uploadFile', { name: 'cv.pdf', type: 'application/pdf', size: 100 }, user)).status).toBe(201)
    const answer = await post('addProductFile', body, user)
    expect([answer.status, await codeOf(answer)]).toEqual([429, 'too_many_requests'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await codeOf(await post('uploadFile', { name: 'cv.pdf', type: 'application/pdf', size: 100 }, user))).toBe('too_many_requests')
  })

  it('a file that exceeds the hourly limit of announced bytes', async () => {
    const user = await signedIn(testEnv)
    await exhaustLimit(testEnv, { person: user.id }, 'announcedBytes', 10_000)
    expect((await post('addProductFile', { ...body, size: 10_000 }, user)).status).toBe(201)
    const film = { name: 'film.mp4', type: 'video/mp4', size: 999_999_000 }
    expect(await codeOf(await post('addProductFile', film, user))).toBe('too_many_requests')
  })

  it('more than 5 GB in total, counting tickets and documents but not deleted files', async () => {
    const user = await signedIn(testEnv)
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
    // Of concurrent requests, only as many as fit succeed.
    const answers = await Promise.all(Array.from({ length: 4 }, () => post('addProductFile', { ...body, size: 2400 }, user)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
    await db.update(media).set({ discardedAt: now() }).where(eq(media.id, films[0]!.id))
    expect((await post('addProductFile', { ...body, size: 5001 }, user)).status).toBe(201)
  })

  it('a GET request', async () => {
    const answer = await get('/api/uploads/addProductFile', await signedIn(testEnv))
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  })
})

describe('uploadImage', () => {
  const body = { name: 'a.png', type: 'image/png', size: 100 }

  it('announces a picture, and says where it will be served', async () => {
    const answer = await post('uploadImage', body, await signedIn(testEnv))
    const ticket = (await answer.json()) as PutTicket
    expect([answer.status, ticket.url, ticket.upload.method]).toEqual([201, `/media/${ticket.id}/1280.webp`, 'PUT'])
  })

  it('refuses a guest, a video, and a picture that is too large', async () => {
    const user = await signedIn(testEnv)
    const film = { name: 'film.mp4', type: 'video/mp4', size: 1000 }
    expect(await codeOf(await post('uploadImage', body))).toBe('unauthorized')
    expect(await codeOf(await post('uploadImage', film, user))).toBe('file_type_unsupported')
    expect(await codeOf(await post('uploadImage', { ...body, size: FILE_LIMITS.image.bytes + 1 }, user))).toBe('file_too_large')
  })
})

describe('an upload ticket', () => {
  it('describes the file, and signs type, length and If-None-Match', async () => {
    const user = await signedIn(testEnv)
    const ticket = await createTicket(user, 'image/jpeg', 4_000_000, 'My holiday.JPG')
    expect(ticket).toMatchObject({
      kind: 'image',
      media_filename: `${ticket.id}/1280.webp`,
      media_filename_preview: `${ticket.id}/640.webp`,
      original_filename: 'My holiday.JPG',
      url: `/media/${ticket.id}/1280.webp`,
      ready: false,
      placeholder: null,
    })
    expect(ticket.id).toMatch(/^[\w-]{22}$/)
    expect(ticket.upload).toMatchObject({ method: 'PUT', headers: { 'content-type': 'image/jpeg', 'if-none-match': '*' } })
    const url = new URL(ticket.upload.url)
    expect(url.pathname).toBe(`/cdn-cgi/local/r2/s3/warren-files/originals/${ticket.id}`)
    expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match')
    expect(url.searchParams.get('X-Amz-Expires')).toBe('900')
    expect(JSON.stringify(ticket)).not.toContain('test-secret')
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
  ])('uses the file name %j only for display', async (name, shown) => {
    const ticket = await createTicket(await signedIn(testEnv), 'image/png', 100, name)
    expect(ticket.original_filename).toBe(shown)
    expect(new URL(ticket.upload.url).pathname).toMatch(/\/warren-files\/originals\/[\w-]{22}$/)
  })
})

describe('finishUpload', () => {
  it('refuses a guest and another user', async () => {
    const ticket = await putFile(await signedIn(testEnv), 'image/png', await png(4, 4))
    expect((await finish(ticket)).status).toBe(401)
    const answer = await finish(ticket, await signedIn(testEnv))
    expect(answer.status).toBe(404)
    expect(await codeOf(answer)).toBe('upload_not_found')
    expect(await headOriginal(ticket)).not.toBeNull()
  })

  it('refuses a file that was not uploaded yet', async () => {
    const user = await signedIn(testEnv)
    const answer = await finish(await createTicket(user, 'image/png', 100), user)
    expect(answer.status).toBe(409)
    expect(await codeOf(answer)).toBe('upload_missing')
  })

  it('refuses an invalid or unknown id', async () => {
    const user = await signedIn(testEnv)
    expect((await post('finishUpload', { id: '../../x' }, user)).status).toBe(422)
    expect((await post('finishUpload', { id: 'x'.repeat(22) }, user)).status).toBe(404)
  })

  it('refuses a file whose size or stored type differs from the ticket', async () => {
    const user = await signedIn(testEnv)
    const bytes = await png(4, 4)
    const longer = await createTicket(user, 'image/png', bytes.byteLength - 1)
    await testEnv.FILES.put(`originals/${longer.id}`, bytes, { httpMetadata: { contentType: 'image/png' } })
    expect(await (await finish(longer, user)).json()).toMatchObject({ error: { code: 'upload_mismatch', details: { rule: 'size' } } })
    const other = await putFile(user, 'image/png', bytes, 'text/html')
    expect(await (await finish(other, user)).json()).toMatchObject({ error: { code: 'upload_mismatch', details: { rule: 'type' } } })
    expect(await headOriginal(other)).toBeNull()
  })

  it.each([
    ['HTML', 'image/png', async () => html],
    ['SVG', 'image/png', async () => svg],
    ['a script with a GIF header', 'image/gif', async () => scriptGif],
    ['a PNG announced as JPEG', 'image/jpeg', () => png(4, 4)],
    ['a truncated PNG', 'image/png', async () => (await png(40, 40)).slice(0, 60)],
    ['a few bytes', 'image/png', async () => new Uint8Array([1, 2, 3])],
    ['HTML announced as a video', 'video/mp4', async () => html],
    ['QuickTime announced as MP4', 'video/mp4', async () => mp4(200, 'qt  ')],
    ['AVIF announced as MP4', 'video/mp4', async () => mp4(200, 'avif')],
    ['a JPEG without a size', 'image/jpeg', async () => new Uint8Array([0xff, 0xd8, ...Array.from({ length: 60 }, () => 0xff)])],
    ['a JPEG of empty segments', 'image/jpeg', async () => new Uint8Array([0xff, 0xd8, ...Array(200_000).fill([0xff, 0xe0, 0, 2]).flat()])],
  ])('refuses and deletes %s', async (_, type, bytes) => {
    const user = await signedIn(testEnv)
    const ticket = await putFile(user, type, await bytes())
    const answer = await finish(ticket, user)
    expect(answer.status).toBe(409)
    expect(await codeOf(answer)).toBe('upload_mismatch')
    expect(await headOriginal(ticket)).toBeNull()
    expect((await get(`/media/${ticket.id}/320.webp`)).status).toBe(404)
  })

  it.each([
    [50_000, 50_000],
    [12_001, 10],
    [10, 12_001],
    [9_000, 9_000],
  ])('refuses a header of %d x %d pixels before decoding the picture', async (width, height) => {
    const user = await signedIn(testEnv)
    const ticket = await putFile(user, 'image/png', await png(4, 4, { width, height }))
    const answer = await finish(ticket, user)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error: { code: 'image_too_big', details: { width, height } } })
    expect(await headOriginal(ticket)).toBeNull()
  })

  it('verifies one version of a file, and a file that is replaced afterwards is not served', async () => {
    const user = await signedIn(testEnv)
    const { id } = await createFile(user, 'image/png', await png(8, 8))
    await testEnv.FILES.put(`originals/${id}`, await png(9, 9), { httpMetadata: { contentType: 'image/png' } })
    expect((await get(`/media/${id}/640.webp`)).status).toBe(404)
  })
})

describe('a picture', () => {
  it('is served upright, not enlarged, and without camera metadata', async () => {
    const user = await signedIn(testEnv)
    const bytes = withCameraData(await jpeg(600, 300))
    expect(await exifr.gps(bytes)).toMatchObject({ latitude: expect.closeTo(48.84, 2), longitude: expect.closeTo(2.32, 2) })
    const file = await createFile(user, 'image/jpeg', bytes)
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

  it('is served as immutable and without permission to run scripts', async () => {
    const { id } = await createFile(await signedIn(testEnv), 'image/png', await png(700, 10))
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
    expect(await testEnv.FILES.head(`variants/${id}/640.webp`)).not.toBeNull()
    expect(await testEnv.FILES.head(`variants/${id}/1280.webp`)).toBeNull()
  })

  it('is served without the script that is hidden in the original', async () => {
    const { id } = await createFile(await signedIn(testEnv), 'image/gif', gif('*/=1;alert(document.domain)//'))
    const served = await (await get(`/media/${id}/320.webp`)).text()
    expect(served).not.toContain('alert')
  })

  it('is accepted if its width and height are stored after 150,000 bytes of other data', async () => {
    const file = await createFile(await signedIn(testEnv), 'image/jpeg', withCameraData(await jpeg(40, 20), 150_000))
    expect(file).toMatchObject({ width: 20, height: 40 })
  })

  it('is not served before it is finished, in a width that is not offered, or as the original', async () => {
    const user = await signedIn(testEnv)
    const ticket = await putFile(user, 'image/png', await png(4, 4))
    expect((await get(`/media/${ticket.id}/320.webp`)).status).toBe(404)
    await finish(ticket, user)
    expect((await get(`/media/${ticket.id}/320.webp`)).status).toBe(200)
    for (const path of ['321.webp', '320.png', '0320.webp', 'video', 'original', '..%2Foriginals%2Fx'])
      expect((await get(`/media/${ticket.id}/${path}`)).status).toBe(404)
    expect((await get(`/media/..%2Foriginals/320.webp`)).status).toBe(404)
  })

  it('is not served after a failed verification, which can be repeated', async () => {
    const user = await signedIn(testEnv)
    const ticket = await putFile(user, 'image/png', await png(4, 4))
    let calls = 0
    // The first call renders the picture; then the service fails.
    const IMAGES = { input: (stream: ReadableStream) => (calls++ ? failToRender() : testEnv.IMAGES.input(stream)) } as ImagesBinding
    const answer = await call(worker, { ...testEnv, IMAGES }, createExecutionContext(), 'POST', '/api/uploads/finishUpload', {
      body: { id: ticket.id },
      as: user,
    })
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'unavailable'])
    expect((await get(`/media/${ticket.id}/320.webp`)).status).toBe(404)
    expect((await finish(ticket, user)).status).toBe(200)
  })

  it('gives the same answer however often it is finished', async () => {
    const user = await signedIn(testEnv)
    const ticket = await putFile(user, 'image/png', await png(4, 4))
    const answers = await Promise.all([finish(ticket, user), finish(ticket, user)])
    const [first, second] = await Promise.all(answers.map((answer) => answer.json()))
    expect(first).toEqual(second)
    expect(await (await finish(ticket, user)).json()).toEqual(first)
  })
})

describe('a video', () => {
  it('is accepted, and served as a whole or in ranges', async () => {
    const user = await signedIn(testEnv)
    const file = await createFile(user, 'video/mp4', mp4(1000))
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

describe('deleteProductMedia', () => {
  it('deletes a file and its variants, for the owner only', async () => {
    const user = await signedIn(testEnv)
    const { id } = await createFile(user, 'image/png', await png(4, 4))
    expect((await post('deleteProductMedia', { id })).status).toBe(401)
    const foreign = await post('deleteProductMedia', { id }, await signedIn(testEnv))
    expect(foreign.status).toBe(404)
    expect((await get(`/media/${id}/320.webp`)).status).toBe(200)
    expect((await post('deleteProductMedia', { id }, user)).status).toBe(200)
    expect((await get(`/media/${id}/320.webp`)).status).toBe(404)
    expect(await headOriginal({ id })).toBeNull()
    expect(await codeOf(await post('deleteProductMedia', { id }, user))).toBe('upload_not_found')
  })

  it('answers 404 if the same file is deleted during the request', async () => {
    const user = await signedIn(testEnv)
    const { id } = await createFile(user, 'image/png', await png(4, 4))
    const race = raceBefore('update \\"media\\"', () => post('deleteProductMedia', { id }, user))
    expect(await codeOf(await post('deleteProductMedia', { id }, user))).toBe('upload_not_found')
    race.restore()
    expect(race.happened).toBe(true)
  })

  it('leaves no listing that uses the deleted file, even if it runs while the listing is saved', async () => {
    const user = await signedIn(testEnv)
    const file = await createFile(user, 'image/png', await png(4, 4))
    let deleted: Response | undefined
    const race = raceBefore('insert into \\"listings\\"', async () => {
      deleted = await post('deleteProductMedia', { id: file.id }, user)
    })
    const answer = await call(
      listingsArea,
      { ...testEnv, AI_MODEL: 'none' } as never,
      createExecutionContext(),
      'POST',
      '/api/listings/addService',
      {
        as: user,
        body: { product: serviceDraft([file.id]) },
      },
    )
    race.restore()
    expect([deleted?.status, answer.status, await codeOf(answer)]).toEqual([200, 403, 'media_not_yours'])
    expect(await db.select().from(listingMedia).where(eq(listingMedia.mediaId, file.id))).toEqual([])
    expect(await db.select().from(listings).where(eq(listings.userId, user.id))).toEqual([])
  })

  it('succeeds, or a concurrent save of a listing with the file succeeds, but never both', async () => {
    const user = await signedIn(testEnv)
    for (let i = 0; i < 12; i++) {
      const file = await createFile(user, 'image/png', await png(4, 4))
      const [answer, deletion] = await Promise.all([
        call(listingsArea, { ...testEnv, AI_MODEL: 'none' } as never, createExecutionContext(), 'POST', '/api/listings/addService', {
          as: user,
          body: { product: serviceDraft([file.id]) },
        }),
        post('deleteProductMedia', { id: file.id }, user),
      ])
      const usages = await db.select().from(listingMedia).where(eq(listingMedia.mediaId, file.id))
      const served = (await get(`/media/${file.id}/320.webp`)).status
      expect([answer.status, deletion.status, usages.length, served]).toEqual(usages.length ? [200, 409, 1, 200] : [403, 200, 0, 404])
    }
  })

  it('refuses files that a listing or a profile uses', async () => {
    const user = await signedIn(testEnv)
    const { id } = await createFile(user, 'image/png', await png(4, 4))
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

describe('the uploads API', () => {
  it('returns a finished file to everyone by getProductMedia, but its name and an unfinished file only to the owner', async () => {
    const user = await signedIn(testEnv)
    const ticket = await putFile(user, 'image/png', await png(4, 4))
    const path = `/api/uploads/getProductMedia?id=${ticket.id}`
    expect((await get(path)).status).toBe(404)
    expect(await (await get(path, user)).json()).toMatchObject({ id: ticket.id, ready: false, original_filename: 'photo.jpg' })
    await finish(ticket, user)
    expect(await (await get(path)).json()).toMatchObject({ id: ticket.id, ready: true, original_filename: '' })
    expect((await get('/api/uploads/getProductMedia?id=x')).status).toBe(422)
  })

  it('refuses writes without an Origin header', async () => {
    const answer = await worker.fetch(
      new Request(`${ORIGIN}/api/uploads/finishUpload`, { method: 'POST' }),
      testEnv,
      createExecutionContext(),
    )
    expect(answer.status).toBe(403)
  })
})

describe('the files of an account', () => {
  it('are deleted together with the account, except pictures in the terms of a quote', async () => {
    const [user, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [unused, quoted, foreign] = await Promise.all([
      createFile(user, 'image/png', await png(40, 30)),
      createFile(user, 'image/png', await png(40, 31)),
      createFile(other, 'image/png', await png(40, 32)),
    ])
    const [clip, notUploaded] = [await createFile(user, 'video/mp4', mp4(2000)), await createTicket(user, 'image/png', 100)]
    for (const { id } of [unused!, quoted!, foreign!]) expect((await get(`/media/${id}/320.webp`)).status).toBe(200)
    await db.insert(quotes).values({
      ref: `0x${quoted!.id}`,
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
      terms: JSON.stringify({ picture: { id: quoted!.id } }),
      createdAt: 1,
      validUntil: 1,
    })
    await eraseUser(testEnv, user.id)
    await eraseUser(testEnv, user.id)
    const remaining = await db
      .select({ id: media.id, name: media.originalFilename, discarded: sql`${media.discardedAt} is not null` })
      .from(media)
      .where(eq(media.userId, user.id))
    expect(remaining.filter(({ discarded }) => !discarded)).toEqual([{ id: quoted!.id, name: '', discarded: 0 }])
    // The rows of the deleted files stay, without file names, until their signed URLs expire.
    expect(remaining.every(({ name }) => name === '')).toBe(true)
    expect(
      (await testEnv.FILES.list()).objects.filter(({ key }) => [unused!, clip, notUploaded].some(({ id }) => key.includes(id))),
    ).toEqual([])
    for (const path of [`/media/${unused!.id}/320.webp`, `/media/${unused!.id}/640.webp`, `/media/${clip.id}/video`])
      expect((await get(path)).status).toBe(404)
    for (const { id } of [quoted!, foreign!])
      for (const width of [320, 640]) expect((await get(`/media/${id}/${width}.webp`)).status).toBe(200)
  })

  it('include the video of a profile, which cannot be deleted while the profile uses it', async () => {
    const user = await signedIn(testEnv)
    const clip = await createFile(user, 'video/mp4', mp4(2000))
    await db.update(profiles).set({ videoProvider: 'file', videoId: clip.id }).where(eq(profiles.userId, user.id))
    expect(await codeOf(await post('deleteProductMedia', { id: clip.id }, user))).toBe('conflict')
    await db.update(profiles).set({ videoProvider: null, videoId: null }).where(eq(profiles.userId, user.id))
    expect((await post('deleteProductMedia', { id: clip.id }, user)).status).toBe(200)
  })
})
