import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { messageFiles, roomMembers, rooms } from '../chat/tables.ts'
import { hiddenMessages } from '../orders/hidden-tables.ts'
import { orders } from '../orders/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { users } from '../shared/tables.ts'
import { codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import { eraseUser } from './erase-user.ts'
import { FILE_LIMITS, type SignedPut } from './media.schema.ts'
import { MESSAGE_FILE_BYTES, type MessageFile, type MessageFileTicket, messageFileName } from './message-files.schema.ts'
import { sweep } from './sweep.ts'
import { media } from './tables.ts'
import { docx, gif, html, mp4, doc as ole, pdf, png, withCameraData } from './test-files.ts'
import { clearMedia, db, finish, get, post, testEnv } from './testing.ts'

const announce = (as: TestUser | undefined, more: object = {}) =>
  post('cloudUpload', { name: 'plan.pdf', type: 'application/pdf', size: 1000, ...more }, as)
const download = (id: string, as?: TestUser, more = '', headers: Record<string, string> = {}) =>
  get(`/api/uploads/downloadCloudFile?id=${id}${more}`, as, headers)
const rowOf = async (id: string) => (await db.select().from(media).where(eq(media.id, id)))[0]
const headOf = async (id: string) => {
  const row = await rowOf(id)
  return row && testEnv.FILES.head(row.key)
}

/** Uploads a file, like the browser's PUT, without finishing it. */
async function putFile(as: TestUser, type: string, bytes: Uint8Array, name = 'file'): Promise<string> {
  const { id } = (await (await announce(as, { name, type, size: bytes.byteLength })).json()) as MessageFileTicket
  await testEnv.FILES.put(`private/${id}`, bytes, { httpMetadata: { contentType: type } })
  return id
}

/** Uploads and finishes a file. */
async function createFile(as: TestUser, type = 'application/pdf', bytes: Uint8Array = pdf, name = 'plan.pdf'): Promise<MessageFile> {
  const answer = await finish({ id: await putFile(as, type, bytes, name) }, as)
  expect(answer.status).toBe(200)
  return answer.json()
}

/** Sends a file in a room of these members, as the chat area does. Returns the id of the room. */
async function sendIn(file: { id: string }, members: TestUser[], orderId: string | null = null): Promise<string> {
  const roomId = opaqueId()
  await db.insert(rooms).values({ id: roomId, orderId, createdAt: 1, lastAt: 1 })
  await db.insert(roomMembers).values(members.map(({ id }) => ({ roomId, userId: id })))
  await db.insert(messageFiles).values({ mediaId: file.id, roomId, clientId: 'client-0001', seq: 1, claimedAt: now() })
  return roomId
}

/** Marks the message of a file as deleted, as the chat area does. */
const removeMessage = (file: { id: string }) => db.update(messageFiles).set({ removedAt: now() }).where(eq(messageFiles.mediaId, file.id))

async function jpeg(): Promise<Uint8Array> {
  const source = new Blob([(await png(40, 20)) as Uint8Array<ArrayBuffer>]).stream()
  const drawn = await testEnv.IMAGES.input(source).output({ format: 'image/jpeg' })
  return new Uint8Array(await drawn.response().arrayBuffer())
}

describe('a file of a message', () => {
  it('is refused from a guest, of another type, above its size, and above the bytes of an hour', async () => {
    const user = await signedIn(testEnv)
    expect(await codeOf(await announce(undefined))).toBe('unauthorized')
    for (const type of ['text/html', 'image/svg+xml', 'application/x-msdownload', 'application/octet-stream', '', '__proto__'])
      expect(await codeOf(await announce(user, { type }))).toBe('file_type_unsupported')
    expect(await codeOf(await announce(user, { size: MESSAGE_FILE_BYTES + 1 }))).toBe('file_too_large')
    expect(await codeOf(await announce(user, { type: 'image/png', size: FILE_LIMITS.image.bytes + 1 }))).toBe('file_too_large')
    await exhaustLimit(testEnv, { person: user.id }, 'announcedBytes', 1000)
    expect((await announce(user)).status).toBe(201)
    expect(await codeOf(await announce(user, { size: MESSAGE_FILE_BYTES }))).toBe('too_many_requests')
    for (const wrong of [{ size: 0 }, { size: 1.5 }, { name: '' }, { name: 'a'.repeat(256) }, { type: 'a'.repeat(101) }])
      expect(await codeOf(await announce(user, wrong))).toBe('invalid_body')
  })

  it('gets a signed PUT for exactly this type and size, and parts above 20 MB', async () => {
    const user = await signedIn(testEnv)
    const ticket = (await (await announce(user)).json()) as MessageFileTicket & { upload: SignedPut }
    expect(ticket).toMatchObject({ name: 'plan.pdf', mimeType: 'application/pdf' })
    expect(ticket.upload.headers).toEqual({ 'content-type': 'application/pdf', 'if-none-match': '*' })
    expect(new URL(ticket.upload.url).searchParams.get('X-Amz-Expires')).toBe('900')
    const large = await (await announce(user, { type: 'video/mp4', size: MESSAGE_FILE_BYTES })).json()
    expect(large).toMatchObject({ parts: { count: 12 } })
  })

  it.each([
    ['HTML as a PDF', 'application/pdf', html],
    ['HTML as a picture', 'image/png', html],
    ['a Word document as Excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', docx()],
    ['a spreadsheet with macros', 'application/vnd.ms-excel', ole('_VBA_PROJECT')],
    ['an archive as a text', 'text/plain', docx()],
    ['a text as an archive', 'application/zip', html],
    ['a PDF as OpenDocument', 'application/vnd.oasis.opendocument.text', pdf],
    ['a PDF as a video', 'video/quicktime', pdf],
    ['an MP4 as WebM', 'video/webm', mp4(400)],
  ])('that is %s is refused and deleted', async (_, type, bytes) => {
    const user = await signedIn(testEnv)
    const id = await putFile(user, type, bytes)
    expect(await codeOf(await finish({ id }, user))).toBe('upload_mismatch')
    expect(await testEnv.FILES.head(`private/${id}`)).toBeNull()
  })

  it.each([
    ['application/pdf', pdf],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', docx()],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', docx('xl/workbook.xml')],
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation', docx('ppt/presentation.xml')],
    ['application/vnd.ms-excel', ole('Workbook')],
    ['application/zip', docx('a')],
    ['text/plain', html],
    ['video/mp4', mp4(400)],
    ['video/quicktime', mp4(400, 'qt  ')],
  ])('of the type %s is accepted', async (type, bytes) => {
    expect(await createFile(await signedIn(testEnv), type, bytes)).toMatchObject({ mimeType: type, size: bytes.byteLength, width: null })
  })

  it.each([
    ['plan.pdf', 'application/pdf', 'plan.pdf'],
    ['PHOTO.JPEG', 'image/jpeg', 'PHOTO.JPEG'],
    ['photo.png', 'image/jpeg', 'photo.jpg'],
    ['invoice.pdf.exe', 'application/pdf', 'invoice.pdf.pdf'],
    ['見積書.docx', 'application/pdf', '見積書.pdf'],
    ['../../etc/passwd', 'text/plain', 'passwd.txt'],
    ['a\u202egpj.exe', 'image/jpeg', 'agpj.jpg'],
    ['.pdf', 'application/pdf', 'file.pdf'],
    ['\u0000\u200b', 'text/csv', 'file.csv'],
    ['"><script>.pdf', 'application/pdf', '"><script>.pdf'],
  ])('with the name %j and the type %s is called %j', (name, type, shown) => expect(messageFileName(name, type)).toBe(shown))

  it('belongs to its owner until it is sent, and then to the members of the room; a stranger gets 403', async () => {
    const [owner, member, stranger] = [await signedIn(testEnv), await signedIn(testEnv), await signedIn(testEnv)]
    const file = await createFile(owner)
    expect(await codeOf(await download(file.id))).toBe('unauthorized')
    expect(await codeOf(await download(file.id, member))).toBe('not_room_member')
    expect((await download(file.id, owner)).status).toBe(200)
    // The stranger has a room with the owner too, but not this one.
    await sendIn(await createFile(owner), [owner, stranger])
    const roomId = await sendIn(file, [owner, member])
    const answer = await download(file.id, member)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="plan.pdf"; filename*=UTF-8''plan.pdf`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await answer.bytes()).toEqual(pdf)
    expect(await codeOf(await download(file.id, stranger))).toBe('not_room_member')
    expect(await codeOf(await download(file.id, member, '&width=640'))).toBe('upload_not_found')
    expect(await codeOf(await download(opaqueId(), member))).toBe('upload_not_found')
    await db.delete(roomMembers).where(eq(roomMembers.roomId, roomId))
    expect(await codeOf(await download(file.id, member))).toBe('not_room_member')
  })

  it('is only for its owner while its message is hidden', async () => {
    const [owner, member] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [file, other] = [await createFile(owner), await createFile(owner)]
    const roomId = await sendIn(file, [owner, member])
    await sendIn(other, [owner, member])
    await db.insert(hiddenMessages).values({ roomId, seq: 1, subjectId: owner.id, reportId: 1, hiddenAt: now() })
    expect(await codeOf(await download(file.id, member))).toBe('upload_not_found')
    for (const [as, one] of [
      [owner, file],
      [member, other],
    ] as const)
      expect((await download(one.id, as)).status).toBe(200)
    await db.update(hiddenMessages).set({ restoredAt: now() }).where(eq(hiddenMessages.roomId, roomId))
    expect((await download(file.id, member)).status).toBe(200)
  })

  it('is returned by no public call, and cannot be finished, signed or deleted by others', async () => {
    const [owner, member] = [await signedIn(testEnv), await signedIn(testEnv)]
    const file = await createFile(owner, 'image/png', await png(40, 20))
    await sendIn(file, [owner, member])
    expect((await download(file.id, owner, '&width=320')).status).toBe(200)
    for (const path of [`/media/${file.id}/320.webp`, `/media/${file.id}/video`, `/api/uploads/getProductMedia?id=${file.id}`])
      expect((await get(path, owner)).status).toBe(404)
    expect(await codeOf(await get(`/api/uploads/downloadPrivateFile?path=${file.id}`, owner))).toBe('upload_not_found')
    for (const call of ['finishUpload', 'deleteProductMedia'])
      expect(await codeOf(await post(call, { id: file.id }, member))).toBe('upload_not_found')
    expect(await codeOf(await post('deleteProductMedia', { id: file.id }, owner))).toBe('conflict')
  })

  it('is not found before it is finished, nor while a sweep may delete it; a file of another kind never is', async () => {
    const owner = await signedIn(testEnv)
    const unfinished = await putFile(owner, 'application/pdf', pdf)
    const [taken, other] = [await createFile(owner), await createFile(owner)]
    await db.update(media).set({ readyAt: null }).where(eq(media.id, taken.id))
    await db.update(media).set({ kind: 'attachment' }).where(eq(media.id, other.id))
    for (const id of [unfinished, taken.id, other.id]) expect(await codeOf(await download(id, owner))).toBe('upload_not_found')
  })

  it('that is a video is sent in ranges', async () => {
    const owner = await signedIn(testEnv)
    const { id } = await createFile(owner, 'video/mp4', mp4(400))
    const part = await download(id, owner, '', { range: 'bytes=4-7' })
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-type')]).toEqual([206, 'bytes 4-7/400', 'video/mp4'])
    expect(await part.text()).toBe('ftyp')
    expect((await download(id, owner, '', { range: 'bytes=400-' })).status).toBe(416)
  })

  it('that is a picture has no camera data for anybody, and keeps its orientation', async () => {
    const owner = await signedIn(testEnv)
    const original = withCameraData(await jpeg())
    const file = await createFile(owner, 'image/jpeg', original, 'photo.jpg')
    // The camera data says that the picture is upright.
    expect(file).toMatchObject({ width: 20, height: 40, placeholder: expect.stringMatching(/^data:image\/webp;base64,/) })
    expect(file.size).toBeLessThan(original.byteLength)
    const saved = await (await download(file.id, owner)).bytes()
    expect(saved.byteLength).toBe(file.size)
    const text = new TextDecoder('latin1').decode(saved)
    for (const secret of ['Cam\0', 'One\0']) {
      expect(new TextDecoder('latin1').decode(original)).toContain(secret)
      expect(text).not.toContain(secret)
    }
    expect(await testEnv.FILES.head(`private/${file.id}`)).toBeNull()
    const small = await download(file.id, owner, '&width=320')
    expect([small.headers.get('content-type'), small.headers.get('cache-control')]).toEqual(['image/webp', 'private, no-cache'])
    const again = await download(file.id, owner, '&width=320', { 'if-none-match': small.headers.get('etag')! })
    expect(again.status).toBe(304)
  })

  it('is read by nobody once its message is deleted, and the next sweep deletes its bytes and its row', async () => {
    await clearMedia()
    const [owner, member] = [await signedIn(testEnv), await signedIn(testEnv)]
    const file = await createFile(owner, 'image/gif', gif('taken in Paris'), 'a.gif')
    await sendIn(file, [owner, member])
    expect((await download(file.id, member, '&width=320')).status).toBe(200)
    const { key } = (await rowOf(file.id))!
    await removeMessage(file)
    for (const one of [owner, member]) expect(await codeOf(await download(file.id, one))).toBe('upload_not_found')
    expect(await codeOf(await download(file.id, member, '&width=320'))).toBe('upload_not_found')
    await db.update(media).set({ openUntil: 1 }).where(eq(media.id, file.id))
    await sweep(testEnv)
    expect(await rowOf(file.id)).toBeUndefined()
    for (const one of [key, `private/${file.id}`, `private/${file.id}/320.webp`]) expect(await testEnv.FILES.head(one)).toBeNull()
  })

  it('is swept after a day if no message has it, also if a room refused the message', async () => {
    await clearMedia()
    const owner = await signedIn(testEnv)
    const [unused, refused, sent] = [await createFile(owner), await createFile(owner), await createFile(owner)]
    await sendIn(sent, [owner])
    await sendIn(refused, [owner])
    await db.update(messageFiles).set({ seq: null }).where(eq(messageFiles.mediaId, refused.id))
    const age = (values: object) => db.update(media).set(values).where(eq(media.userId, owner.id))
    await age({ createdAt: 1, readyAt: 1, openUntil: 1 })
    for (let i = 0; i < 3; i++) await sweep(testEnv)
    expect([await headOf(unused.id), await headOf(refused.id), await headOf(sent.id)]).toEqual([
      undefined,
      expect.anything(),
      expect.anything(),
    ])
    await db.update(messageFiles).set({ claimedAt: 1 })
    for (let i = 0; i < 3; i++) await sweep(testEnv)
    expect([await headOf(refused.id), await headOf(sent.id)]).toEqual([undefined, expect.anything()])
  })
})

describe('when an account is deleted', () => {
  it('its files in rooms of two members go; in the room of an order they stay until both accounts are deleted', async () => {
    const [seller, buyer] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [inPair, inOrder, unsent] = [await createFile(seller), await createFile(seller), await createFile(seller)]
    const deleted = await createFile(seller)
    const orderId = opaqueId()
    const chain = { chainId: 1, contract: '0x1', orderId: opaqueId(), ref: '0x0', termsState: 'ok', token: '0x0', price: '1' }
    const parties = { buyer: buyer.address, seller: seller.address, buyerId: buyer.id, sellerId: seller.id }
    await db.insert(orders).values({
      id: orderId,
      ...chain,
      ...parties,
      serviceId: 1,
      feeBps: 0,
      delivery: 1,
      status: 5,
      statusAt: 1,
      createdAt: 1,
      terms: '{}',
    })
    await sendIn(inPair, [seller, buyer])
    const orderRoom = await sendIn(inOrder, [seller, buyer], orderId)
    await db.insert(messageFiles).values({ mediaId: deleted.id, roomId: orderRoom, clientId: 'client-0002', seq: 2, claimedAt: now() })
    await removeMessage(deleted)
    const erase = async (user: TestUser) => {
      await db.update(users).set({ deletedAt: now() }).where(eq(users.id, user.id))
      await eraseUser(testEnv, user.id)
    }
    await erase(seller)
    for (const { id } of [inPair, unsent, deleted]) expect(await headOf(id)).toBeNull()
    expect((await download(inOrder.id, buyer)).status).toBe(200)
    await erase(buyer)
    expect(await headOf(inOrder.id)).toBeNull()
  })
})
