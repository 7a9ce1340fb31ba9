import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { creators } from '../creators/creator-tables.ts'
import { nftFiles } from '../nft/file-tables.ts'
import { cidOf, contentOf } from '../shared/cid.schema.ts'
import { now } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { sanctions } from '../shared/sanction-tables.ts'
import { users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { eraseUser } from './erase-user.ts'
import { STORAGE_BYTES } from './media.schema.ts'
import { addMetadata } from './metadata-files.ts'
import { stripMetadata } from './strip-metadata.schema.ts'
import { sweep } from './sweep.ts'
import { media } from './tables.ts'
import { epub, gif, html, mp4, pdf, png, svg, withCameraData } from './test-files.ts'
import { addCreator, clearMedia, createTicket, db, finish, get, headOriginal, type PutTicket, post, testEnv } from './testing.ts'
import { METADATA_BYTES, WORK_BYTES, WORK_PICTURE_BYTES, type Work } from './works.schema.ts'

const DAY = 86_400
const EPUB = 'application/epub+zip'
const PDF = 'application/pdf'
const images = (env as unknown as { IMAGES: ImagesBinding }).IMAGES

const cidOfBytes = (bytes: Uint8Array) => cidOf(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream())
const ask = (type: string, size = 1000, as?: TestUser, name = 'work') => post('addWork', { name, type, size }, as)
const rowOf = async (id: string) => (await db.select().from(media).where(eq(media.id, id)))[0]

/** Announces a work and stores its file in R2, like the browser's PUT. */
async function putWork(as: TestUser, type: string, bytes: Uint8Array): Promise<PutTicket> {
  const answer = await ask(type, bytes.byteLength, as)
  expect(answer.status).toBe(201)
  const ticket = (await answer.json()) as PutTicket
  await testEnv.FILES.put(`originals/${ticket.id}`, bytes, { httpMetadata: { contentType: type } })
  return ticket
}
const finishWork = async ({ id }: { id: string }, bytes: Uint8Array, as: TestUser, cid?: string) =>
  post('finishUpload', { id, cid: cid ?? (await cidOfBytes(bytes)) }, as)

async function createWork(as: TestUser, type: string, bytes: Uint8Array): Promise<Work & { cid: string }> {
  const answer = await finishWork(await putWork(as, type, bytes), bytes, as)
  expect(answer.status).toBe(200)
  return answer.json()
}

async function draw(format: 'image/jpeg' | 'image/webp'): Promise<Uint8Array> {
  const drawn = await images.input(new Blob([(await png(400, 200)) as Uint8Array<ArrayBuffer>]).stream()).output({ format })
  return stripMetadata(new Uint8Array(await drawn.response().arrayBuffer()), format)
}

let creator: TestUser
beforeEach(async () => {
  await clearMedia()
  creator = await signedIn(testEnv)
  await addCreator(creator)
})

describe('addWork refuses', () => {
  it('guests, members who are no creators, and creators whom the team has removed', async () => {
    const [member, removed] = [await signedIn(testEnv), await signedIn(testEnv)]
    await addCreator(removed, now())
    expect(await codeOf(await ask(PDF))).toBe('unauthorized')
    expect(await codeOf(await ask(PDF, 1000, member))).toBe('forbidden')
    expect(await codeOf(await ask(PDF, 1000, removed))).toBe('folio_removed')
    expect(await db.select().from(media)).toEqual([])
  })

  it.each([
    'image/svg+xml',
    'image/avif',
    'text/html',
    'application/zip',
    'application/json',
    'application/octet-stream',
    'video/quicktime',
    'IMAGE/PNG',
    '',
  ])('the type %s', async (type) => expect(await codeOf(await ask(type, 1000, creator))).toBe('file_type_unsupported'))

  it('what is larger than its type may be', async () => {
    for (const [type, bytes] of [
      [PDF, WORK_BYTES],
      [EPUB, WORK_BYTES],
      ['video/mp4', WORK_BYTES],
      ['image/gif', WORK_PICTURE_BYTES],
    ] as const) {
      const answer = await ask(type, bytes + 1, creator)
      expect([answer.status, await answer.json()]).toMatchObject([413, { error: { code: 'file_too_large', details: { bytes } } }])
      expect((await ask(type, bytes, creator)).status).toBe(201)
    }
  })

  it('what exceeds the storage', async () => {
    const row = { userId: creator.id, kind: 'work', originalFilename: '', contentType: 'video/mp4', createdAt: now() }
    await db.insert(media).values({ ...row, id: 'full', key: 'full', size: STORAGE_BYTES - 999 })
    expect(await codeOf(await ask(PDF, 1000, creator))).toBe('storage_full')
  })
})

describe('finishUpload refuses', () => {
  it.each<[string, string, () => Uint8Array | Promise<Uint8Array>, object]>([
    ['a PDF that is HTML', PDF, () => html, { rule: 'content' }],
    ['a PDF behind HTML', PDF, () => new Uint8Array([...html, ...pdf]), { rule: 'content' }],
    ['an EPUB that is HTML', EPUB, () => html, { rule: 'content' }],
    ['a PDF with the type of an EPUB', EPUB, () => pdf, { rule: 'content' }],
    ['an EPUB with a name outside of it', EPUB, () => epub([{ name: '../x' }]), { rule: 'archive', fault: 'names' }],
    ['an EPUB that is a bomb', EPUB, () => epub([{ name: 'x', method: 8, unpacked: 1e9 }]), { rule: 'archive', fault: 'unpacked' }],
    ['HTML with the type of a picture', 'image/png', () => html, { rule: 'content' }],
    ['an SVG with the type of a picture', 'image/png', () => svg, { rule: 'content' }],
    ['a picture of another type', 'image/jpeg', () => png(4, 4), { rule: 'content' }],
    ['HTML with the type of a video', 'video/mp4', () => html, { rule: 'content' }],
    ['a photo with camera data', 'image/jpeg', async () => withCameraData(await draw('image/jpeg')), { rule: 'metadata' }],
    ['a PNG with a file behind it', 'image/png', async () => new Uint8Array([...(await png(4, 4)), ...html]), { rule: 'metadata' }],
    ['a GIF with a comment', 'image/gif', () => gif('at home'), { rule: 'metadata' }],
  ])('%s, and deletes it', async (_, type, make, details) => {
    const bytes = await make()
    const ticket = await putWork(creator, type, bytes)
    const answer = await finishWork(ticket, bytes, creator)
    expect([answer.status, await answer.json()]).toMatchObject([409, { error: { code: 'upload_mismatch', details } }])
    expect(await headOriginal(ticket)).toBeNull()
    expect(await rowOf(ticket.id)).toMatchObject({ readyAt: null, cid: null })
  })

  it('another IPFS address, and keeps the file, which may just have been finished', async () => {
    const ticket = await putWork(creator, PDF, pdf)
    const answer = await finishWork(ticket, pdf, creator, await cidOfBytes(html))
    expect(await answer.json()).toMatchObject({
      error: { code: 'upload_mismatch', details: { rule: 'cid', found: await cidOfBytes(pdf) } },
    })
    expect((await finishWork(ticket, pdf, creator)).status).toBe(200)
    expect((await finishWork(ticket, pdf, creator, await cidOfBytes(html))).status).toBe(200)
    expect(await headOriginal(ticket)).not.toBeNull()
  })

  it('a suspended member, who announced the file before', async () => {
    const member = await signedIn(testEnv)
    await addCreator(member)
    const ticket = await putWork(member, PDF, pdf)
    await db.insert(sanctions).values({ userId: member.id, kind: 'suspension', reason: 'Spam', at: now() })
    expect(await codeOf(await finishWork(ticket, pdf, member))).toBe('account_suspended')
  })

  it('a work without its IPFS address, and keeps the file', async () => {
    const ticket = await putWork(creator, PDF, pdf)
    expect(await codeOf(await finish(ticket, creator))).toBe('invalid_body')
    expect((await finishWork(ticket, pdf, creator)).status).toBe(200)
  })

  it.each(['ipfs://bafkrei', 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG', 7])('%s instead of an IPFS address', async (cid) => {
    const ticket = await putWork(creator, PDF, pdf)
    expect(await codeOf(await post('finishUpload', { id: ticket.id, cid }, creator))).toBe('invalid_body')
  })

  it('a creator whom the team has removed meanwhile, and others', async () => {
    const ticket = await putWork(creator, PDF, pdf)
    expect(await codeOf(await finishWork(ticket, pdf, await signedIn(testEnv)))).toBe('upload_not_found')
    await db.update(creators).set({ removedAt: now() }).where(eq(creators.userId, creator.id))
    expect(await codeOf(await finishWork(ticket, pdf, creator))).toBe('folio_removed')
    expect(await rowOf(ticket.id)).toMatchObject({ readyAt: null })
  })
})

describe('a work', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['image/png', () => png(400, 200)],
    ['image/jpeg', () => draw('image/jpeg')],
    ['image/webp', () => draw('image/webp')],
    ['image/gif', () => stripMetadata(gif('x'), 'image/gif')],
    ['video/mp4', () => mp4(3_000_000)],
    [PDF, () => pdf],
    [EPUB, () => epub()],
  ])('of type %s gets the IPFS address of its bytes', async (type, make) => {
    const bytes = await make()
    const work = await createWork(creator, type, bytes)
    expect(work).toMatchObject({ cid: await cidOfBytes(bytes), mimeType: type, size: bytes.byteLength, ready: true })
    expect(work.cid.startsWith(bytes.byteLength > 1024 * 1024 ? 'bafybei' : 'bafkrei')).toBe(true)
    // Safe to repeat.
    expect(await (await finishWork(work, bytes, creator)).json()).toEqual(work)
  })

  it('is served at its IPFS address unchanged, in ranges, and never as a page', async () => {
    const picture = await png(400, 200)
    const { cid } = await createWork(creator, 'image/png', picture)
    const whole = await get(`/media/ipfs/${cid}`)
    expect(whole.status).toBe(200)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(picture.byteLength),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    expect(await whole.bytes()).toEqual(picture)
    const part = await get(`/media/ipfs/${cid}`, undefined, { range: 'bytes=8-15' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 8-15/${picture.byteLength}`])
    expect(await part.bytes()).toEqual(picture.subarray(8, 16))
    expect((await get(`/media/ipfs/${cid}`, undefined, { range: 'bytes=999999-' })).status).toBe(416)
  })

  it('that is a picture has small versions by its id and by its address; a video has none', async () => {
    const { id, cid } = await createWork(creator, 'image/png', await png(400, 200))
    for (const path of [`/media/${id}/640.webp`, `/public/imgcache/${cid}_s.jpg`, `/public/imgcache/${cid}_s.jpg`]) {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect((await answer.bytes()).byteLength).toBeGreaterThan(20)
    }
    const film = await createWork(creator, 'video/mp4', mp4(2000))
    expect((await get(`/media/ipfs/${film.cid}`, undefined, { range: 'bytes=0-9' })).status).toBe(206)
    for (const path of [`/public/imgcache/${film.cid}_s.jpg`, `/media/${film.id}/640.webp`, `/media/${film.id}/video`])
      expect(await codeOf(await get(path))).toBe('not_found')
  })

  it('that is a book is never public, not even to its owner', async () => {
    for (const [type, bytes] of [
      [PDF, pdf],
      [EPUB, epub()],
    ] as const) {
      const { id, cid } = await createWork(creator, type, bytes)
      const paths = [`/media/ipfs/${cid}`, `/public/imgcache/${cid}_s.jpg`, `/media/${id}/video`, `/media/${id}/640.webp`]
      for (const path of paths) expect([path, await codeOf(await get(path, creator))]).toEqual([path, 'not_found'])
      const others = [`getProductMedia?id=${id}`, `downloadPrivateFile?path=${id}`, `downloadCloudFile?id=${id}`]
      for (const path of others)
        expect([path, await codeOf(await get(`/api/uploads/${path}`, creator))]).toEqual([path, 'upload_not_found'])
    }
  })

  it('is not found before it is finished, after it was deleted, or by a damaged address', async () => {
    const picture = await png(4, 4)
    const cid = await cidOfBytes(picture)
    await putWork(creator, 'image/png', picture)
    expect(await codeOf(await get(`/media/ipfs/${cid}`))).toBe('not_found')
    const { id } = await createWork(creator, 'image/png', picture)
    for (const damaged of [cid.toUpperCase(), `${cid}a`, cid.slice(1), '..%2f', `${cid}%00`, 'video'])
      expect([damaged, await codeOf(await get(`/media/ipfs/${damaged}`))]).toEqual([damaged, 'not_found'])
    for (const damaged of [cid, `${cid}_m.jpg`, `${cid}_s.png`, `x${cid}_s.jpg`])
      expect(await codeOf(await get(`/public/imgcache/${damaged}`))).toBe('not_found')
    expect((await post('deleteProductMedia', { id }, creator)).status).toBe(200)
    expect(await codeOf(await get(`/media/ipfs/${cid}`))).toBe('not_found')
  })

  it('of two creators with the same bytes is served until the last one deletes it', async () => {
    const other = await signedIn(testEnv)
    await addCreator(other)
    const picture = await png(5, 4)
    const [mine, theirs] = [await createWork(creator, 'image/png', picture), await createWork(other, 'image/png', picture)]
    expect(mine.cid).toBe(theirs.cid)
    await post('deleteProductMedia', { id: mine.id }, creator)
    expect((await get(`/media/ipfs/${mine.cid}`)).status).toBe(200)
  })

  it('is not usable as a file of another kind, nor has an address if it is one', async () => {
    const { id } = await createWork(creator, 'image/png', await png(4, 4))
    const film = await createTicket(creator, 'video/mp4', 100)
    expect(await codeOf(await post('finishUpload', { id: film.id, poster: id }, creator))).toBe('upload_not_found')
    const picture = await png(6, 4)
    const photo = await createTicket(creator, 'image/png', picture.byteLength)
    await testEnv.FILES.put(`originals/${photo.id}`, picture, { httpMetadata: { contentType: 'image/png' } })
    await post('finishUpload', { id: photo.id, cid: await cidOfBytes(picture) }, creator)
    expect(await rowOf(photo.id)).toMatchObject({ cid: null, readyAt: expect.any(Number) })
    expect((await get(`/media/ipfs/${await cidOfBytes(picture)}`)).status).toBe(404)
  })
})

describe('a metadata file', () => {
  const json = JSON.stringify({ name: '猫', image: 'ipfs://bafkrei' })

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['a text', '"x"'],
    ['half of a character', '{"a":"\ud800"}'],
    ['more than 256 KiB', JSON.stringify({ a: '猫'.repeat(METADATA_BYTES / 3) })],
  ])('is refused if it is %s', async (_, text) => {
    await expect(addMetadata(testEnv, creator.id, text)).rejects.toThrow(RangeError)
    expect(await db.select().from(media)).toEqual([])
  })

  it('is refused from others than creators, and if the storage is full', async () => {
    const [member, removed] = [await signedIn(testEnv), await signedIn(testEnv)]
    await addCreator(removed, now())
    await expect(addMetadata(testEnv, member.id, json)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(addMetadata(testEnv, removed.id, json)).rejects.toMatchObject({ code: 'folio_removed' })
    const row = { userId: creator.id, kind: 'work', originalFilename: '', contentType: 'video/mp4', createdAt: now() }
    await db.insert(media).values({ ...row, id: 'full', key: 'full', size: STORAGE_BYTES - 9 })
    await expect(addMetadata(testEnv, creator.id, json)).rejects.toMatchObject({ code: 'storage_full' })
  })

  it('is not answered, and leaves no file, if the account is deleted while it is stored', async () => {
    const filesBefore = (await testEnv.FILES.list({ prefix: 'originals/' })).objects
    // Only the statement that finishes the file writes an etag.
    const race = raceBefore('\\"etag\\" = ?', () => db.delete(media).where(eq(media.userId, creator.id)))
    await expect(addMetadata(testEnv, creator.id, json)).rejects.toMatchObject({ code: 'unauthorized' })
    race.restore()
    expect(race.happened).toBe(true)
    expect((await testEnv.FILES.list({ prefix: 'originals/' })).objects).toEqual(filesBefore)
  })

  it('is stored once for each creator, with the address that a contract makes of its SHA-256, and served as JSON', async () => {
    const { id, cid } = await addMetadata(testEnv, creator.id, json)
    expect(await addMetadata(testEnv, creator.id, json)).toEqual({ id, cid })
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json)))
    expect(contentOf(cid)).toBe(`0x${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
    const answer = await get(`/media/ipfs/${cid}`)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'application/json', json])
    const other = await signedIn(testEnv)
    await addCreator(other)
    expect((await addMetadata(testEnv, other.id, json)).id).not.toBe(id)
  })

  it('is kept for another day when it is stored again', async () => {
    const { id } = await addMetadata(testEnv, creator.id, json)
    await db.update(media).set({ createdAt: 1, readyAt: 1 }).where(eq(media.id, id))
    await addMetadata(testEnv, creator.id, json)
    await sweep(testEnv)
    expect(await rowOf(id)).toMatchObject({ readyAt: expect.any(Number) })
  })
})

describe('works that NFTs use', () => {
  const use = (subject: string, mediaId: string) => db.insert(nftFiles).values({ subject, mediaId, userId: creator.id })

  it('are neither swept nor deleted; others are swept after a day', async () => {
    const [used, unused] = [await createWork(creator, PDF, pdf), await createWork(creator, EPUB, epub())]
    const abandoned = await putWork(creator, PDF, pdf)
    await use('draft:1', used.id)
    expect(await codeOf(await post('deleteProductMedia', { id: used.id }, creator))).toBe('conflict')
    await sweep(testEnv, now() + 2 * DAY)
    await sweep(testEnv, now() + 2 * DAY)
    expect((await db.select({ id: media.id }).from(media)).map(({ id }) => id)).toEqual([used.id])
    for (const { id } of [unused, abandoned]) expect(await headOriginal({ id })).toBeNull()
  })

  it('stay when the account is deleted if they are on chain, without their file names', async () => {
    const [token, collection, draft] = [
      await createWork(creator, 'image/png', await png(7, 4)),
      await createWork(creator, 'image/png', await png(8, 4)),
      await createWork(creator, 'image/png', await png(9, 4)),
    ]
    const metadata = await addMetadata(testEnv, creator.id, '{"name":"1"}')
    await use('token:0x1/1', token.id)
    await use('token:0x1/1', metadata.id)
    await use('collection:0x1', collection.id)
    await use('draft:1', draft.id)
    await db.update(users).set({ deletedAt: now() }).where(eq(users.id, creator.id))
    await eraseUser(testEnv, creator.id)
    for (const { cid } of [token, collection, metadata]) expect((await get(`/media/ipfs/${cid}`)).status).toBe(200)
    expect((await get(`/media/ipfs/${draft.cid}`)).status).toBe(404)
    expect(await rowOf(token.id)).toMatchObject({ originalFilename: '' })
    // Nothing but what is on chain can refer to files of a deleted account.
    await expect(use('draft:2', token.id)).rejects.toThrow()
    await use('token:0x1/2', token.id)
  })
})
