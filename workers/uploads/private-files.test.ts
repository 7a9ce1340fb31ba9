import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { applications, listings } from '../listings/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { DOCUMENTS, type PrivateFile, type SignedPut } from './media.schema.ts'
import { disposition } from './private-files.ts'
import { sweep } from './sweep.ts'
import { media } from './tables.ts'
import { doc, docx, html, pdf, png } from './test-files.ts'
import { alone, db, finish, get, post, uploads } from './testing.ts'

const PDF = 'application/pdf'
const DOC = 'application/msword'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A document that lies in R2 under a ticket, as after the browser's PUT. */
async function put(as: TestUser, type: string, bytes: Uint8Array, name = 'cv.pdf') {
  const answer = await post('uploadFile', { name, type, size: bytes.byteLength }, as)
  expect(answer.status).toBe(201)
  const ticket = (await answer.json()) as PrivateFile & { upload: SignedPut }
  await uploads.FILES.put(`private/${ticket.path}`, bytes, { httpMetadata: { contentType: type } })
  return ticket
}
const close = ({ path }: PrivateFile, as: TestUser) => finish({ id: path }, as)
const download = (path: string, as?: TestUser) =>
  get(`/api/uploads/downloadPrivateFile?path=${encodeURIComponent(path)}&filename=evil.html`, as)
async function cv(as: TestUser, name?: string): Promise<string> {
  const ticket = await put(as, PDF, pdf, name)
  expect((await close(ticket, as)).status).toBe(200)
  return ticket.path
}
/** Applies with a CV to a listing of somebody's. */
async function apply(from: TestUser, to: TestUser, cvId: string, status = 'sent') {
  const about = { listType: 'jobs', account: '', lang: 'en', category: 'other', title: 'A job', descriptionPreview: '', description: '' }
  const [listing] = await db
    .insert(listings)
    .values({ ...about, userId: to.id, options: '{}', priceUsd: 0, createdAt: now(), updatedAt: now() })
    .returning()
  const id = opaqueId()
  await db.insert(applications).values({ id, listingId: listing!.id, userId: from.id, message: 'Hello', cvId, status, createdAt: now() })
  return { id, listingId: listing!.id }
}

describe('a document', () => {
  it.each([PDF, DOC, DOCX])('of the type %s gets a ticket, signed for its key, type and length', async (type) => {
    const answer = await post('uploadFile', { name: '../../cv\u202e.pdf', type, size: 1000 }, await signedIn(uploads))
    const ticket = (await answer.json()) as PrivateFile & { upload: SignedPut }
    expect(ticket).toMatchObject({ path: expect.stringMatching(/^[\w-]{22}$/), filename: 'cv.pdf', ready: false })
    expect(ticket.upload).toMatchObject({ method: 'PUT', headers: { 'content-type': type, 'if-none-match': '*' } })
    expect(new URL(ticket.upload.url).searchParams.get('X-Amz-SignedHeaders')).toContain('content-length')
  })

  it('wants a session, a kind that is taken, and no more than ten megabytes', async () => {
    const user = await signedIn(uploads)
    const body = { name: 'cv.pdf', type: PDF, size: 1000 }
    expect(await codeOf(await post('uploadFile', body))).toBe('unauthorized')
    for (const type of [
      'image/png',
      'text/html',
      'application/zip',
      'application/x-msdownload',
      'application/vnd.ms-word.document.macroEnabled.12',
      '',
    ])
      expect(await codeOf(await post('uploadFile', { ...body, type }, user))).toBe('file_type_unsupported')
    expect(await codeOf(await post('uploadFile', { ...body, size: DOCUMENTS.bytes + 1 }, user))).toBe('file_too_large')
    expect(await codeOf(await post('addProductFile', body, user))).toBe('file_type_unsupported')
  })

  it.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['a page', PDF, () => html],
    ['a picture', PDF, () => png(4, 4)],
    ['another kind of document', PDF, () => docx()],
    ['a program in a ZIP', DOCX, () => docx('classes.dex')],
    ['a document with macros', DOCX, () => docx('word/document.xml', 'word/vbaProject.bin')],
    ['the beginning of a ZIP', DOCX, () => docx().slice(0, 200)],
    ['a spreadsheet', DOC, () => doc('Workbook')],
    ['a PDF called DOC', DOC, () => pdf],
    ['nothing much', DOC, () => new Uint8Array(600)],
  ])('that is %s in truth is refused and gone', async (_what, type, bytes) => {
    const user = await signedIn(uploads)
    const ticket = await put(user, type, await bytes())
    expect(await codeOf(await close(ticket, user))).toBe('upload_mismatch')
    expect(await uploads.FILES.head(`private/${ticket.path}`)).toBeNull()
    expect((await download(ticket.path, user)).status).toBe(404)
  })

  it.each<[string, Uint8Array]>([
    [PDF, pdf],
    [DOC, doc('WordDocument')],
    [DOCX, docx()],
  ])('of the type %s is taken for what it is', async (type, bytes) => {
    const user = await signedIn(uploads)
    const ticket = await put(user, type, bytes)
    expect(await (await close(ticket, user)).json()).toEqual({ path: ticket.path, filename: 'cv.pdf', ready: true })
    expect(await (await close(ticket, user)).json()).toMatchObject({ ready: true })
    expect(await (await download(ticket.path, user)).bytes()).toEqual(bytes)
  })
})

describe('reading one', () => {
  it('is for its owner and for whom they applied to, and there is no such file for anybody else', async () => {
    const [me, owner, stranger] = [await signedIn(uploads), await signedIn(uploads), await signedIn(uploads)]
    const path = await cv(me)
    expect(await codeOf(await download(path))).toBe('unauthorized')
    expect((await download(path, me)).status).toBe(200)
    expect((await download(path, owner)).status).toBe(404)
    await apply(me, owner, path)
    expect((await download(path, owner)).status).toBe(200)
    expect(await codeOf(await download(path, stranger))).toBe('upload_not_found')
    for (const answer of [
      await get(`/media/${path}/1280.webp`, owner),
      await get(`/media/${path}/video`, owner),
      await get(`/api/uploads/getProductMedia?id=${path}`, me),
    ])
      expect(answer.status).toBe(404)
  })

  it('ends with the application, and is not had by naming a file of somebody else in one’s own', async () => {
    const [me, owner, thief] = [await signedIn(uploads), await signedIn(uploads), await signedIn(uploads)]
    const path = await cv(me)
    const { id, listingId } = await apply(me, owner, path)
    // What no call allows: were it in the database all the same, it would open nothing.
    await apply(thief, thief, path)
    expect((await download(path, thief)).status).toBe(404)
    await db.update(applications).set({ status: 'withdrawn' }).where(eq(applications.id, id))
    expect((await download(path, owner)).status).toBe(404)
    await db.update(applications).set({ status: 'accepted' }).where(eq(applications.id, id))
    expect((await download(path, owner)).status).toBe(200)
    await db.update(listings).set({ deletedAt: 1 }).where(eq(listings.id, listingId))
    expect((await download(path, owner)).status).toBe(404)
  })

  it.each(['../../private/x', '..%2f..%2f', 'private/x', '', 'a'.repeat(23), `${'a'.repeat(21)}\u0000`])('knows no path %j', async (path) =>
    expect((await download(path, await signedIn(uploads))).status).toBe(422),
  )

  it('comes as a file to keep, never as a page, and is kept nowhere on the way', async () => {
    const me = await signedIn(uploads)
    const answer = await download(await cv(me, '履歴書 "final"\r\nSet-Cookie: x=1.html'), me)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': PDF,
      'content-length': String(pdf.byteLength),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\x20-\x7e]*\.pdf"; filename\*=UTF-8''%E5%B1%A5[\w.%-]*\.pdf$/,
    )
    await answer.body?.cancel()
  })

  it('of something that was changed in the bucket since is refused', async () => {
    const me = await signedIn(uploads)
    const path = await cv(me)
    await uploads.FILES.put(`private/${path}`, html, { httpMetadata: { contentType: PDF } })
    expect((await download(path, me)).status).toBe(404)
  })

  it.each([
    ['cv.pdf', 'cv.pdf'],
    ['cv', 'cv.pdf'],
    ['cv.exe', 'cv.pdf'],
    ['.htaccess', 'file.pdf'],
    ['a";x="b.pdf', 'a_;x=_b.pdf'],
    ['a/b\\c.pdf', 'a_b_c.pdf'],
    ["l'été (2).pdf", "l'_t_ (2).pdf"],
    ['\ud800.pdf', '_.pdf'],
  ])('is called %j', (name, plain) => expect(disposition(name, PDF)).toContain(`filename="${plain}"`))
})

it('is swept a day later where no application comes with it, and deleted by its owner only then', async () => {
  await alone()
  const [me, owner] = [await signedIn(uploads), await signedIn(uploads)]
  const [used, unused] = [await cv(me), await cv(me)]
  await apply(me, owner, used)
  expect(await codeOf(await post('deleteProductMedia', { id: used }, me))).toBe('conflict')
  await db.update(media).set({ createdAt: 1, readyAt: 1, openUntil: 1 }).where(eq(media.userId, me.id))
  for (let i = 0; i < 3; i++) await sweep(uploads)
  expect((await db.select({ id: media.id }).from(media).where(eq(media.userId, me.id))).map(({ id }) => id)).toEqual([used])
  expect([await uploads.FILES.head(`private/${unused}`), (await download(used, owner)).status]).toEqual([null, 200])
})
