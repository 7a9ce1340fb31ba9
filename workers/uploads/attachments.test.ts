import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { deliveryFiles, deliverySteps } from '../orders/delivery-tables.ts'
import { orders } from '../orders/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { eraseUser } from './erase-user.ts'
import { ATTACHMENTS, PART_BYTES, type PrivateTicket, type SignedPut, SOLD_BYTES, STORAGE_BYTES } from './media.schema.ts'
import { contentDisposition } from './private-files.ts'
import { sweep } from './sweep.ts'
import { media } from './tables.ts'
import { html } from './test-files.ts'
import { clearMedia, createAttachment, db, finish, get, post, testEnv } from './testing.ts'

const [ACCEPTED, CANCELLED, REJECTED, DELIVERED, COMPLETED] = [1, 2, 3, 4, 5]
const announce = (as: TestUser | undefined, more: object = {}) =>
  post('uploadFile', { name: 'logo.zip', type: 'application/zip', size: 1000, kind: 'attachment', ...more }, as)
const download = (path: string, as?: TestUser) => get(`/api/uploads/downloadPrivateFile?path=${path}`, as)
const rowOf = async (id: string) => (await db.select().from(media).where(eq(media.id, id)))[0]

/** Inserts an order of a buyer, in which the seller delivered this file. Returns its id. */
async function insertDelivery(buyer: TestUser, seller: TestUser, path: string, status = DELIVERED): Promise<string> {
  const [id, stepId] = [opaqueId(), opaqueId()]
  const chain = { chainId: 1, contract: '0x1', orderId: opaqueId(), ref: '0x0', termsState: 'ok', token: '0x0', price: '1' }
  const parties = { buyer: buyer.address, seller: seller.address, buyerId: buyer.id, sellerId: seller.id }
  await db
    .insert(orders)
    .values({ id, ...chain, ...parties, serviceId: 1, feeBps: 0, delivery: 1, status, statusAt: 1, createdAt: 1, terms: '{}' })
  await db.insert(deliverySteps).values({ id: stepId, orderId: id, number: 1, kind: 'delivery', message: 'Done', createdAt: 1 })
  await db.insert(deliveryFiles).values({ mediaId: path, stepId, position: 0 })
  return id
}

describe('an attachment', () => {
  it('is refused from a guest, and if it is above 100 MB, empty or of an unknown kind', async () => {
    const user = await signedIn(testEnv)
    expect(await codeOf(await announce(undefined))).toBe('unauthorized')
    expect(await codeOf(await announce(user, { size: ATTACHMENTS.bytes + 1 }))).toBe('file_too_large')
    for (const wrong of [{ size: 0 }, { size: 1.5 }, { kind: 'evidence' }, { kind: null }, { name: '' }])
      expect(await codeOf(await announce(user, wrong))).toBe('invalid_body')
    expect(await codeOf(await announce(user, { kind: undefined }))).toBe('file_type_unsupported')
  })

  it('of any type gets a ticket for a file that no browser displays', async () => {
    const user = await signedIn(testEnv)
    for (const type of ['application/zip', 'text/html', 'image/svg+xml', '']) {
      const ticket = (await (await announce(user, { type, size: ATTACHMENTS.bytes / 10 })).json()) as PrivateTicket & { upload: SignedPut }
      expect(ticket).toMatchObject({ filename: 'logo.zip', ready: false })
      expect(ticket.upload.headers).toEqual({ 'content-type': 'application/octet-stream', 'if-none-match': '*' })
    }
  })

  it('of 100 MB is sent in parts, which can be signed again after a lost connection', async () => {
    const [user, stranger] = [await signedIn(testEnv), await signedIn(testEnv)]
    const { path, ...ticket } = (await (await announce(user, { size: ATTACHMENTS.bytes })).json()) as PrivateTicket
    expect(ticket).toMatchObject({ parts: { bytes: PART_BYTES, count: 12 } })
    const bytes = new Uint8Array(ATTACHMENTS.bytes).fill(1)
    const { key, uploadId } = (await rowOf(path))!
    const upload = testEnv.FILES.resumeMultipartUpload(key, uploadId!)
    const etags: string[] = []
    for (let i = 0; i < 12; i++) etags.push((await upload.uploadPart(i + 1, bytes.subarray(i * PART_BYTES, (i + 1) * PART_BYTES))).etag)
    for (const _ of [1, 2]) expect((await post('signParts', { id: path, parts: [3, 12] }, user)).status).toBe(200)
    expect(await codeOf(await post('signParts', { id: path, parts: [1] }, stranger))).toBe('upload_not_found')
    expect(await codeOf(await post('finishUpload', { id: path, parts: etags.slice(1) }, user))).toBe('upload_missing')
    expect(await (await post('finishUpload', { id: path, parts: etags }, user)).json()).toEqual({ path, filename: 'logo.zip', ready: true })
    const answer = await download(path, user)
    expect((await answer.bytes()).byteLength).toBe(ATTACHMENTS.bytes)
  })

  it('with another size or type than announced is refused and deleted', async () => {
    const user = await signedIn(testEnv)
    for (const [size, contentType] of [
      [html.byteLength + 1, 'application/octet-stream'],
      [html.byteLength, 'text/html'],
    ] as const) {
      const { path } = (await (await announce(user, { size })).json()) as PrivateTicket
      await testEnv.FILES.put(`private/${path}`, html, { httpMetadata: { contentType } })
      expect(await codeOf(await finish({ id: path }, user))).toBe('upload_mismatch')
      expect(await testEnv.FILES.head(`private/${path}`)).toBeNull()
    }
  })

  it('is returned by no public call, and is downloaded as a file that no browser runs', async () => {
    const user = await signedIn(testEnv)
    const path = await createAttachment(user, { name: 'index.html' })
    for (const answer of [
      await get(`/media/${path}/1280.webp`, user),
      await get(`/media/${path}/video`, user),
      await get(`/api/uploads/getProductMedia?id=${path}`, user),
    ])
      expect(answer.status).toBe(404)
    const answer = await download(path, user)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(html.byteLength),
      'content-disposition': `attachment; filename="index.html"; filename*=UTF-8''index.html`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await answer.bytes()).toEqual(html)
  })

  it.each([
    ['logo.tar.gz', 'logo.tar.gz'],
    ['README', 'README'],
    ['a";x="b.zip', 'a_;x=_b.zip'],
    ['../../etc/x.sh', '.._.._etc_x.sh'],
    ['', 'file'],
  ])('with the name %j is downloaded as %j', (name, plain) =>
    expect(contentDisposition(name, 'application/octet-stream')).toContain(`filename="${plain}"`),
  )

  it('with a long name keeps its extension', async () => {
    const ticket = (await (await announce(await signedIn(testEnv), { name: `${'あ'.repeat(200)}.psd` })).json()) as PrivateTicket
    expect(ticket.filename).toBe(`${'あ'.repeat(116)}.psd`)
  })
})

describe('a delivered attachment', () => {
  it('is downloaded by the seller and, once the order is delivered, by the buyer; by nobody else', async () => {
    const [seller, buyer, stranger] = [await signedIn(testEnv), await signedIn(testEnv), await signedIn(testEnv)]
    const path = await createAttachment(seller)
    expect(await codeOf(await download(path))).toBe('unauthorized')
    expect(await codeOf(await download(path, buyer))).toBe('upload_not_found')
    const id = await insertDelivery(buyer, seller, path, ACCEPTED)
    const statuses = async () => [(await download(path, seller)).status, (await download(path, buyer)).status]
    expect(await statuses()).toEqual([200, 404])
    for (const status of [4, 5, 6]) {
      await db.update(orders).set({ status }).where(eq(orders.id, id))
      expect(await statuses()).toEqual([200, 200])
    }
    expect(await codeOf(await download(path, stranger))).toBe('upload_not_found')
  })

  it('that belongs to another user gives neither the buyer nor the seller access', async () => {
    const [seller, buyer, owner] = [await signedIn(testEnv), await signedIn(testEnv), await signedIn(testEnv)]
    const path = await createAttachment(owner)
    // No call creates such a row, but even if there were one, it must give no access.
    await insertDelivery(buyer, seller, path)
    expect([(await download(path, buyer)).status, (await download(path, seller)).status]).toEqual([404, 404])
  })

  it('cannot be deleted and is not swept; an attachment that was never delivered is swept', async () => {
    await clearMedia()
    const [seller, buyer] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [path, unused] = [await createAttachment(seller), await createAttachment(seller)]
    await insertDelivery(buyer, seller, path)
    expect(await codeOf(await post('deleteProductMedia', { id: path }, seller))).toBe('conflict')
    await db.update(media).set({ createdAt: 1, readyAt: 1, openUntil: 1 }).where(eq(media.userId, seller.id))
    for (let i = 0; i < 3; i++) await sweep(testEnv)
    expect([await rowOf(unused), await testEnv.FILES.head(`private/${unused}`)]).toEqual([undefined, null])
    expect((await download(path, buyer)).status).toBe(200)
  })

  it('stays for the buyer when the seller’s account is deleted, until the buyer’s is deleted too', async () => {
    const [seller, buyer, other] = [await signedIn(testEnv), await signedIn(testEnv), await signedIn(testEnv)]
    const [path, unused, toOther] = [await createAttachment(seller), await createAttachment(seller), await createAttachment(seller)]
    await insertDelivery(buyer, seller, path, COMPLETED)
    await insertDelivery(other, seller, toOther, COMPLETED)
    const erase = async (user: TestUser) => {
      await db.update(users).set({ deletedAt: now() }).where(eq(users.id, user.id))
      await eraseUser(testEnv, user.id)
    }
    await erase(seller)
    expect([await rowOf(unused), (await rowOf(path))?.originalFilename]).toEqual([
      expect.objectContaining({ discardedAt: expect.any(Number) }),
      'logo.zip',
    ])
    expect((await download(path, buyer)).status).toBe(200)
    await erase(buyer)
    expect(await testEnv.FILES.head(`private/${path}`)).toBeNull()
    expect((await download(toOther, other)).status).toBe(200)
  })

  it('stays for the seller when the buyer’s account is deleted', async () => {
    const [seller, buyer] = [await signedIn(testEnv), await signedIn(testEnv)]
    const path = await createAttachment(seller)
    await insertDelivery(buyer, seller, path, COMPLETED)
    await db.update(users).set({ deletedAt: now() }).where(eq(users.id, buyer.id))
    await eraseUser(testEnv, buyer.id)
    expect((await download(path, seller)).status).toBe(200)
  })

  it('uses the storage of its seller until the order is completed', async () => {
    const [seller, buyer] = [await signedIn(testEnv), await signedIn(testEnv)]
    const path = await createAttachment(seller)
    await db.update(media).set({ size: STORAGE_BYTES }).where(eq(media.id, path))
    const id = await insertDelivery(buyer, seller, path)
    expect(await codeOf(await announce(seller))).toBe('storage_full')
    await db.run(sql`update orders set status = ${COMPLETED}, terms_state = 'unknown' where id = ${id}`)
    expect(await codeOf(await announce(seller))).toBe('storage_full')
    await db.run(sql`update orders set terms_state = 'ok' where id = ${id}`)
    expect((await announce(seller)).status).toBe(201)
  })

  it('still uses the storage of its seller after a dispute, and above 50 GB of sold files', async () => {
    const [seller, buyer] = [await signedIn(testEnv), await signedIn(testEnv)]
    const path = await createAttachment(seller)
    const setSize = (size: number) => db.update(media).set({ size }).where(eq(media.id, path))
    const id = await insertDelivery(buyer, seller, path, COMPLETED)
    await setSize(SOLD_BYTES + STORAGE_BYTES)
    expect(await codeOf(await announce(seller))).toBe('storage_full')
    await setSize(SOLD_BYTES)
    expect((await announce(seller)).status).toBe(201)
    await db.run(sql`insert into chain_events (chain_id, contract, transaction_hash, ordinal, id, order_id, block_number, block_hash, log_index,
      timestamp, name, args) select chain_id, contract, id, 0, id, order_id, 1, '0x', 0, 1, 'DisputeOrder', '{}' from orders where id = ${id}`)
    expect(await codeOf(await announce(seller))).toBe('storage_full')
  })

  it('that was prepared for an order which was cancelled or rejected can be deleted and is swept', async () => {
    await clearMedia()
    const [seller, buyer] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [one, other] = [await createAttachment(seller), await createAttachment(seller)]
    const id = await insertDelivery(buyer, seller, one, ACCEPTED)
    await insertDelivery(buyer, seller, other, CANCELLED)
    expect(await codeOf(await post('deleteProductMedia', { id: one }, seller))).toBe('conflict')
    await db.update(orders).set({ status: REJECTED }).where(eq(orders.id, id))
    expect((await post('deleteProductMedia', { id: one }, seller)).status).toBe(200)
    await db.update(media).set({ createdAt: 1, readyAt: 1, openUntil: 1 }).where(eq(media.userId, seller.id))
    for (let i = 0; i < 3; i++) await sweep(testEnv)
    expect(await testEnv.FILES.head(`private/${other}`)).toBeNull()
  })

  it('that never reached the buyer is deleted with the account of its seller', async () => {
    const [seller, buyer] = [await signedIn(testEnv), await signedIn(testEnv)]
    const path = await createAttachment(seller)
    await insertDelivery(buyer, seller, path, CANCELLED)
    await db.update(users).set({ deletedAt: now() }).where(eq(users.id, seller.id))
    await eraseUser(testEnv, seller.id)
    expect(await testEnv.FILES.head(`private/${path}`)).toBeNull()
  })
})
