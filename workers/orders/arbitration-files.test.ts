import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { opaqueId } from '../shared/ids.ts'
import { accounts } from '../shared/tables.ts'
import type { TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import type { Arbitration } from './decisions.schema.ts'
import { refuseDownload } from './decisions.ts'
import { deliveryFiles, deliverySteps } from './delivery-tables.ts'
import { ask, getOrder, reportOk } from './order-calls.testing.ts'
import { act, createAdmin, createUser, db, insertAttachment, insertOrder, pay, publish, setAdmin, testEnv } from './testing.ts'

let seller: TestUser
let buyer: TestUser
let admin: TestUser
let productId: number
beforeAll(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  admin = await createAdmin()
  productId = await publish(seller)
})

/** Creates an order of 240 USDC on chain whose buyer asks for 60%; the seller offers 25%. */
async function createDispute() {
  const { orderId } = await reportOk(await pay(buyer.address, { seller: seller.address, productId }), buyer)
  const { order_id: number } = await getOrder(orderId, buyer)
  for (const verb of ['accept', 'deliver'] as const) await reportOk(await act(seller.address, verb, number), seller)
  await reportOk(await act(buyer.address, 'dispute', number, 6000), buyer)
  await reportOk(await act(seller.address, 'counter', number, 2500), seller)
  return { orderId, number }
}

describe('what was delivered and submitted', () => {
  const refusal = (as: TestUser, path: string, env = testEnv) => refuseDownload(env, { userId: as.id, wallet: as.address, path })
  /** Submits evidence of both parties with a file each, in an order with a delivered file. Returns the paths of the files. */
  async function fill(orderId: string) {
    const [delivered, ofBuyer, ofSeller] = [await insertAttachment(seller), await insertAttachment(buyer), await insertAttachment(seller)]
    const stepId = opaqueId()
    await db.insert(deliverySteps).values({ id: stepId, orderId, number: 1, kind: 'delivery', message: 'Three drafts.', createdAt: 1 })
    await db.insert(deliveryFiles).values({ mediaId: delivered, stepId, position: 0 })
    for (const [party, path] of [
      [buyer, ofBuyer],
      [seller, ofSeller],
    ] as const)
      expect((await ask('POST', 'addEvidence', party, { orderId, statement: 'See the file.', files: [path] })).status).toBe(200)
    return [delivered, ofBuyer, ofSeller]
  }

  it('is seen and downloaded by an arbitrator while the order is disputed, and after a decision', async () => {
    const { orderId, number } = await createDispute()
    const files = await fill(orderId)
    const expectAll = async () => {
      const { deliveries, evidence } = (await (await ask('GET', `getArbitration?orderId=${orderId}`, admin)).json()) as Arbitration
      expect(deliveries.map(({ message, files: [file] }) => [message, file!.path])).toEqual([['Three drafts.', files[0]]])
      expect(evidence.map(({ party, files: [file] }) => [party, file!.path])).toEqual([
        ['buyer', files[1]],
        ['seller', files[2]],
      ])
      for (const path of files) expect(await refusal(admin, path)).toBeNull()
    }
    await expectAll()
    await reportOk(await act(admin.address, 'resolve', number, 100_000_000n), buyer)
    await expectAll()
  })

  it('cannot be downloaded by a member, a removed, unlinked or involved admin, or while the chain does not answer', async () => {
    const { orderId } = await createDispute()
    const removed = await createAdmin()
    await setAdmin('removeAdmin', removed)
    const unlinked = await createAdmin()
    await db.delete(accounts).where(eq(accounts.address, unlinked.address))
    const member = await createUser('Passer-by')
    const offline = { ...testEnv, RPC_URL: 'http://127.0.0.1:9' }
    const files = await fill(orderId)
    // This file is the seller's. The buyer may download it as a party, but not as an admin.
    await setAdmin('addAdmin', buyer)
    expect(await refusal(buyer, files[2]!)).toBe('upload_not_found')
    await setAdmin('removeAdmin', buyer)
    for (const file of files) {
      for (const other of [member, removed, unlinked]) expect(await refusal(other, file)).toBe('upload_not_found')
      expect(await refusal(admin, file, offline)).toBe('chain_unavailable')
    }
  })

  it('cannot be downloaded without a dispute or after an agreement; nor can an unused file or a file of somebody else', async () => {
    const { orderId, number } = await createDispute()
    const files = await fill(orderId)
    const unused = await insertAttachment(seller)
    for (const path of [unused, opaqueId()]) expect(await refusal(admin, path)).toBe('upload_not_found')
    // No call can store this. Even if the database had such a row, it must give no access.
    await db
      .update(media)
      .set({ userId: admin.id + 1_000_000 })
      .where(eq(media.id, files[1]!))
    expect(await refusal(admin, files[1]!)).toBe('upload_not_found')
    await reportOk(await act(seller.address, 'concede', number, 6000), seller)
    expect(await refusal(admin, files[0]!)).toBe('upload_not_found')
    const path = await insertAttachment(seller)
    const stepId = opaqueId()
    const step = { id: stepId, orderId: await insertOrder(buyer, seller, { status: 4 }), number: 1, kind: 'delivery', message: '' }
    await db.insert(deliverySteps).values({ ...step, createdAt: 1 })
    await db.insert(deliveryFiles).values({ mediaId: path, stepId, position: 0 })
    expect(await refusal(admin, path)).toBe('upload_not_found')
  })
})
