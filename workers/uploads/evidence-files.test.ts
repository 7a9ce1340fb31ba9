import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { evidence, evidenceFiles } from '../orders/delivery-tables.ts'
import { orders } from '../orders/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { sessions, users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { eraseUser } from './erase-user.ts'
import { STORAGE_BYTES } from './media.schema.ts'
import { selectExpiredEvidence, sweep } from './sweep.ts'
import { media } from './tables.ts'
import { html } from './test-files.ts'
import { clearMedia, createAttachment, db, get, post, testEnv } from './testing.ts'

const [DISPUTED, COMPLETED] = [6, 5]
const download = (path: string, as?: TestUser, env = testEnv) => get(`/api/uploads/downloadPrivateFile?path=${path}`, as, {}, env)
const rowOf = async (id: string) => (await db.select().from(media).where(eq(media.id, id)))[0]

let buyer: TestUser
let seller: TestUser
let path: string
let orderId: string
let evidenceId: string
beforeEach(async () => {
  await clearMedia()
  buyer = await signedIn(testEnv)
  seller = await signedIn(testEnv)
  path = await createAttachment(buyer)
  orderId = opaqueId()
  evidenceId = opaqueId()
  const chain = { chainId: 1, contract: '0x1', orderId: opaqueId(), ref: '0x0', termsState: 'ok', token: '0x0', price: '1' }
  const parties = { buyer: buyer.address, seller: seller.address, buyerId: buyer.id, sellerId: seller.id }
  const times = { statusAt: 1, createdAt: 1 }
  await db
    .insert(orders)
    .values({ id: orderId, ...chain, ...parties, ...times, serviceId: 1, feeBps: 0, delivery: 1, status: DISPUTED, terms: '{}' })
  await db.insert(evidence).values({ id: evidenceId, orderId, number: 1, party: 'buyer', statement: '', messages: '[]', createdAt: 1 })
  await db.insert(evidenceFiles).values({ mediaId: path, evidenceId, position: 0 })
})

describe('a file that was submitted as evidence', () => {
  it('is downloaded by both parties, even after the end of the order, but not by guests or strangers', async () => {
    const stranger = await signedIn(testEnv)
    for (const status of [DISPUTED, COMPLETED]) {
      await db.update(orders).set({ status }).where(eq(orders.id, orderId))
      for (const party of [buyer, seller]) expect(await (await download(path, party)).bytes()).toEqual(html)
      expect(await codeOf(await download(path))).toBe('unauthorized')
      expect(await codeOf(await download(path, stranger))).toBe('upload_not_found')
    }
  })

  it('gives no access if its owner is not a party of the order', async () => {
    const owner = await signedIn(testEnv)
    // No call creates such a row, but even if there were one, it must give no access.
    await db.update(media).set({ userId: owner.id }).where(eq(media.id, path))
    expect([(await download(path, seller)).status, (await download(path, buyer)).status]).toEqual([404, 404])
  })

  it('cannot be deleted, is not swept, and uses the storage of its owner, even after the end of the order', async () => {
    expect(await codeOf(await post('deleteProductMedia', { id: path }, buyer))).toBe('conflict')
    await db.update(media).set({ createdAt: 1, readyAt: 1, openUntil: 1, size: STORAGE_BYTES }).where(eq(media.id, path))
    for (let i = 0; i < 3; i++) await sweep(testEnv)
    expect((await rowOf(path))!.readyAt).toBe(1)
    const announce = () => post('uploadFile', { name: 'a.zip', type: '', size: 1, kind: 'attachment' }, buyer)
    for (const status of [DISPUTED, COMPLETED]) {
      await db.update(orders).set({ status }).where(eq(orders.id, orderId))
      expect(await codeOf(await announce())).toBe('storage_full')
    }
  })

  it('stays when both accounts are deleted, and is deleted with the evidence', async () => {
    for (const user of [buyer, seller]) {
      await db.update(users).set({ deletedAt: now() }).where(eq(users.id, user.id))
      await eraseUser(testEnv, user.id)
    }
    await sweep(testEnv)
    expect([(await rowOf(path))!.originalFilename, await testEnv.FILES.head(`private/${path}`)]).toEqual(['logo.zip', expect.anything()])
    // As deleteExpiredEvidence does.
    await db.update(evidenceFiles).set({ evidenceId: '' }).where(eq(evidenceFiles.evidenceId, evidenceId))
    await db.delete(evidence).where(eq(evidence.id, evidenceId))
    await sweep(testEnv)
    expect(await testEnv.FILES.head(`private/${path}`)).toBeNull()
    expect((await rowOf(path))?.discardedAt ?? 0).not.toBeNull()
  })

  it('is found by an index once its evidence is deleted', async () => {
    const query = selectExpiredEvidence(db).getSQL()
    const plan = (await db.all<{ detail: string }>(sql`explain query plan ${query}`)).map(({ detail }) => detail)
    expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual([])
    expect(plan).toContainEqual(expect.stringMatching(/^SEARCH f USING .*INDEX evidence_files_evidence \(evidence_id=\?\)$/))
  })
})

describe('an arbitrator', () => {
  let arbitrator: TestUser
  const asked: object[] = []
  /** An environment whose orders area answers with this error code; null allows the download. */
  const answering = (refusal: string | null) => {
    const refuseDownload = async (request: object) => {
      asked.push(request)
      return refusal
    }
    return { ...testEnv, ORDERS: { refuseDownload } } as unknown as typeof testEnv
  }
  beforeEach(async () => {
    arbitrator = await signedIn(testEnv)
    await db.update(sessions).set({ account: arbitrator.address }).where(eq(sessions.userId, arbitrator.id))
    asked.length = 0
  })

  it('downloads a file if the orders area allows it to the wallet of the session', async () => {
    expect(await (await download(path, arbitrator, answering(null))).bytes()).toEqual(html)
    expect(asked).toEqual([{ userId: arbitrator.id, wallet: arbitrator.address, path }])
  })

  it.each(['upload_not_found', 'chain_unavailable'])('is refused with the code %s that the orders area returns', async (code) => {
    expect(await codeOf(await download(path, arbitrator, answering(code)))).toBe(code)
  })

  it('is refused without a call to the orders area if they have no wallet, or if the file is a document, unfinished or unknown', async () => {
    const member = await signedIn(testEnv)
    await db.run(sql`update sessions set account = null where user_id = ${member.id}`)
    expect(await codeOf(await download(path, member, answering(null)))).toBe('upload_not_found')
    expect(await codeOf(await download(opaqueId(), arbitrator, answering(null)))).toBe('upload_not_found')
    for (const change of [{ kind: 'document' }, { readyAt: null }]) {
      await db.update(media).set(change).where(eq(media.id, path))
      expect(await codeOf(await download(path, arbitrator, answering(null)))).toBe('upload_not_found')
    }
    expect(asked).toEqual([])
  })

  it('is refused by the real orders area if the order is not disputed', async () => {
    await db.update(orders).set({ status: 4 }).where(eq(orders.id, orderId))
    expect(await codeOf(await download(path, arbitrator))).toBe('upload_not_found')
  })
})
