import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { applications, listings } from '../listings/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { DOCUMENTS, type PrivateFile, type SignedPut } from './media.schema.ts'
import { contentDisposition } from './private-files.ts'
import { sweep } from './sweep.ts'
import { media } from './tables.ts'
import { doc, docx, html, pdf, png } from './test-files.ts'
import { clearMedia, db, finish, get, post, testEnv } from './testing.ts'

const PDF = 'application/pdf'
const DOC = 'application/msword'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Creates a ticket for a document and stores its file in R2, like the browser's PUT. */
async function putDocument(as: TestUser, type: string, bytes: Uint8Array, name = 'cv.pdf') {
  const answer = await post('uploadFile', { name, type, size: bytes.byteLength }, as)
  expect(answer.status).toBe(201)
  const ticket = (await answer.json()) as PrivateFile & { upload: SignedPut }
  await testEnv.FILES.put(`private/${ticket.path}`, bytes, { httpMetadata: { contentType: type } })
  return ticket
}
const finishDocument = ({ path }: PrivateFile, as: TestUser) => finish({ id: path }, as)
const download = (path: string, as?: TestUser) =>
  get(`/api/uploads/downloadPrivateFile?path=${encodeURIComponent(path)}&filename=evil.html`, as)
async function createCv(as: TestUser, name?: string): Promise<string> {
  const ticket = await putDocument(as, PDF, pdf, name)
  expect((await finishDocument(ticket, as)).status).toBe(200)
  return ticket.path
}
/** Creates an application with a CV to a new listing of `to`. */
async function apply(from: TestUser, to: TestUser, cvId: string, status = 'sent') {
  const fields = { listType: 'jobs', account: '', lang: 'en', category: 'other', title: 'A job', descriptionPreview: '', description: '' }
  const [listing] = await db
    .insert(listings)
    .values({ ...fields, userId: to.id, options: '{}', priceUsd: 0, createdAt: now(), updatedAt: now() })
    .returning()
  const id = opaqueId()
  await db.insert(applications).values({ id, listingId: listing!.id, userId: from.id, message: 'Hello', cvId, status, createdAt: now() })
  return { id, listingId: listing!.id }
}

describe('a document', () => {
  it.each([PDF, DOC, DOCX])('of type %s gets a ticket with a signed URL for its type and length', async (type) => {
    const answer = await post('uploadFile', { name: '../../cv\u202e.pdf', type, size: 1000 }, await signedIn(testEnv))
    const ticket = (await answer.json()) as PrivateFile & { upload: SignedPut }
    expect(ticket).toMatchObject({ path: expect.stringMatching(/^[\w-]{22}$/), filename: 'cv.pdf', ready: false })
    expect(ticket.upload).toMatchObject({ method: 'PUT', headers: { 'content-type': type, 'if-none-match': '*' } })
    expect(new URL(ticket.upload.url).searchParams.get('X-Amz-SignedHeaders')).toContain('content-length')
  })

  it('is refused without a session, with a type that is not accepted, or above 10 MB', async () => {
    const user = await signedIn(testEnv)
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
    ['an HTML page', PDF, () => html],
    ['a picture', PDF, () => png(4, 4)],
    ['another kind of document', PDF, () => docx()],
    ['an app in a ZIP', DOCX, () => docx('classes.dex')],
    ['a document with macros', DOCX, () => docx('word/document.xml', 'word/vbaProject.bin')],
    ['a truncated ZIP', DOCX, () => docx().slice(0, 200)],
    ['a spreadsheet', DOC, () => doc('Workbook')],
    ['a PDF announced as DOC', DOC, () => pdf],
    ['600 zeros', DOC, () => new Uint8Array(600)],
  ])('that is really %s is refused and deleted', async (_what, type, bytes) => {
    const user = await signedIn(testEnv)
    const ticket = await putDocument(user, type, await bytes())
    expect(await codeOf(await finishDocument(ticket, user))).toBe('upload_mismatch')
    expect(await testEnv.FILES.head(`private/${ticket.path}`)).toBeNull()
    expect((await download(ticket.path, user)).status).toBe(404)
  })

  it.each<[string, Uint8Array]>([
    [PDF, pdf],
    [DOC, doc('WordDocument')],
    [DOCX, docx()],
  ])('of type %s is accepted', async (type, bytes) => {
    const user = await signedIn(testEnv)
    const ticket = await putDocument(user, type, bytes)
    expect(await (await finishDocument(ticket, user)).json()).toEqual({ path: ticket.path, filename: 'cv.pdf', ready: true })
    expect(await (await finishDocument(ticket, user)).json()).toMatchObject({ ready: true })
    expect(await (await download(ticket.path, user)).bytes()).toEqual(bytes)
  })
})

describe('downloadPrivateFile', () => {
  it('returns a document to its owner and to the owner of the listing it was sent to; other users get 404, and guests get 401', async () => {
    const [me, owner, stranger] = [await signedIn(testEnv), await signedIn(testEnv), await signedIn(testEnv)]
    const path = await createCv(me)
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

  it("answers 404 after the application is withdrawn or the listing is deleted, and for an application with another user's CV", async () => {
    const [me, owner, thief] = [await signedIn(testEnv), await signedIn(testEnv), await signedIn(testEnv)]
    const path = await createCv(me)
    const { id, listingId } = await apply(me, owner, path)
    // No call creates such a row, but even if there were one, it must give no access.
    await apply(thief, thief, path)
    expect((await download(path, thief)).status).toBe(404)
    await db.update(applications).set({ status: 'withdrawn' }).where(eq(applications.id, id))
    expect((await download(path, owner)).status).toBe(404)
    await db.update(applications).set({ status: 'accepted' }).where(eq(applications.id, id))
    expect((await download(path, owner)).status).toBe(200)
    await db.update(listings).set({ deletedAt: 1 }).where(eq(listings.id, listingId))
    expect((await download(path, owner)).status).toBe(404)
  })

  it.each(['../../private/x', '..%2f..%2f', 'private/x', '', 'a'.repeat(23), `${'a'.repeat(21)}\u0000`])(
    'refuses the path %j',
    async (path) => expect((await download(path, await signedIn(testEnv))).status).toBe(422),
  )

  it('returns a document as a download that cannot run scripts and is not cached', async () => {
    const me = await signedIn(testEnv)
    const answer = await download(await createCv(me, '履歴書 "final"\r\nSet-Cookie: x=1.html'), me)
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

  it('refuses a file that was replaced in the bucket', async () => {
    const me = await signedIn(testEnv)
    const path = await createCv(me)
    await testEnv.FILES.put(`private/${path}`, html, { httpMetadata: { contentType: PDF } })
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
  ])('names the file %j in ASCII as %j', (name, plain) => expect(contentDisposition(name, PDF)).toContain(`filename="${plain}"`))
})

it('a document in an application cannot be deleted, and an unused document is swept after a day', async () => {
  await clearMedia()
  const [me, owner] = [await signedIn(testEnv), await signedIn(testEnv)]
  const [used, unused] = [await createCv(me), await createCv(me)]
  await apply(me, owner, used)
  expect(await codeOf(await post('deleteProductMedia', { id: used }, me))).toBe('conflict')
  await db.update(media).set({ createdAt: 1, readyAt: 1, openUntil: 1 }).where(eq(media.userId, me.id))
  for (let i = 0; i < 3; i++) await sweep(testEnv)
  expect((await db.select({ id: media.id }).from(media).where(eq(media.userId, me.id))).map(({ id }) => id)).toEqual([used])
  expect([await testEnv.FILES.head(`private/${unused}`), (await download(used, owner)).status]).toEqual([null, 200])
})
