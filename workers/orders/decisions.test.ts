import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { findBrokenRow } from '../shared/audit-log.ts'
import { auditLog } from '../shared/audit-tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { accounts, sessions } from '../shared/tables.ts'
import { call, codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { apply, newestCursor } from './apply.ts'
import type { Arbitration, DisputePage } from './decisions.schema.ts'
import worker from './index.ts'
import type { Order } from './orders.schema.ts'
import { decisionReasons } from './review-tables.ts'
import { orders } from './tables.ts'
import { act, createAdmin, createUser, db, deployed, insertOrder, node, pay, publish, setAdmin, testEnv } from './testing.ts'
import { chainEvents } from './work-tables.ts'

const DAY = 86_400
const REASON = 'The vector files are missing, and the drafts are usable.'

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

const ask = (method: 'GET' | 'POST', path: string, as?: TestUser, body: object = {}, env = testEnv) =>
  call(worker, env, createExecutionContext(), method, `/api/orders/${path}`, { ...(as && { as }), body })
const add = (transactionHash: Hex, as: TestUser) => ask('POST', 'addOrder', as, { transactionHash, chainId: 31337 })
const addOk = async (hash: Hex, as: TestUser) => {
  const answer = await add(hash, as)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { orderId: string; roomId: string | null }
}
const order = async (id: string, as = buyer) => (await (await ask('GET', `getOrder?id=${id}`, as)).json()) as Order
const open = (orderId: string, as?: TestUser) => ask('GET', `getArbitration?orderId=${orderId}`, as)
const write = (as: TestUser | undefined, fields: object) =>
  ask('POST', 'addDecisionReason', as, { refund: '100000000', reason: REASON, ...fields })
const logOf = (subject: string) => db.select().from(auditLog).where(eq(auditLog.subject, subject)).orderBy(auditLog.id)

/** Creates an order of 240 USDC whose buyer asks for 60% (144.00); the seller offers 25% (60.00), unless `isAnswered` is false. */
async function createDispute({ isAnswered = true } = {}) {
  const { orderId } = await addOk(await pay(buyer.address, { seller: seller.address, productId }), buyer)
  const { order_id: number } = await order(orderId)
  for (const verb of ['accept', 'deliver'] as const) await addOk(await act(seller.address, verb, number), seller)
  await addOk(await act(buyer.address, 'dispute', number, 6000), buyer)
  if (isAnswered) await addOk(await act(seller.address, 'counter', number, 2500), seller)
  return { orderId, number }
}

/** Links a wallet to the member, who signs in with it, and makes it an admin. */
async function makeAdmin(user: TestUser): Promise<TestUser> {
  const { address } = await createUser('Admin')
  await db.update(accounts).set({ userId: user.id }).where(eq(accounts.address, address))
  await db.update(sessions).set({ account: address }).where(eq(sessions.userId, user.id))
  await setAdmin('addAdmin', { address })
  return { ...user, address }
}

describe('each call of an arbitrator is refused', () => {
  it('to a guest, a member, a member without a wallet, an admin who signed in with a password, and a removed admin', async () => {
    const { orderId } = await createDispute()
    const removed = await createAdmin()
    expect((await open(orderId, removed)).status).toBe(200)
    await setAdmin('removeAdmin', removed)
    const calls = [
      (as?: TestUser) => ask('GET', 'getDisputes', as),
      (as?: TestUser) => open(orderId, as),
      (as?: TestUser) => write(as, { orderId }),
    ]
    const others = [
      await createUser('Passer-by'),
      await signedIn(testEnv, { wallet: false }),
      await createAdmin({ byWallet: false }),
      removed,
    ]
    for (const make of calls) {
      expect(await codeOf(await make())).toBe('unauthorized')
      for (const other of others) expect(await codeOf(await make(other))).toBe('forbidden')
    }
    expect(await db.select().from(decisionReasons).where(eq(decisionReasons.orderId, orderId))).toEqual([])
  })

  it('to an admin whose wallet is no longer linked to the account, in the session that unlinked it', async () => {
    const { orderId } = await createDispute()
    const unlinked = await createAdmin()
    const other = await createUser('Other')
    expect((await open(orderId, unlinked)).status).toBe(200)
    await db.update(accounts).set({ userId: other.id }).where(eq(accounts.address, unlinked.address))
    for (const answer of [await ask('GET', 'getDisputes', unlinked), await open(orderId, unlinked), await write(unlinked, { orderId })])
      expect(await codeOf(answer)).toBe('forbidden')
  })

  it('while the chain does not answer', async () => {
    const { orderId } = await createDispute()
    const offline = { ...testEnv, RPC_URL: 'http://127.0.0.1:9' }
    const body = { orderId, refund: '100000000', reason: REASON }
    for (const [method, path] of [
      ['GET', 'getDisputes'],
      ['GET', `getArbitration?orderId=${orderId}`],
      ['POST', 'addDecisionReason'],
    ] as const)
      expect(await codeOf(await ask(method, path, admin, body, offline))).toBe('chain_unavailable')
  })

  it('to an admin who is the buyer or the seller, also with a wallet that was linked after the order', async () => {
    const dispute = await createDispute()
    const [late] = [await createUser('Late')]
    const byWallet = await insertOrder(late, seller, { buyerId: null, status: 6, statusAt: now() })
    for (const [user, orderId] of [
      [buyer, dispute.orderId],
      [seller, dispute.orderId],
      [late, byWallet],
    ] as const) {
      const party = await makeAdmin(user)
      expect(await codeOf(await open(orderId, party))).toBe('arbitrator_is_party')
      expect(await codeOf(await write(party, { orderId }))).toBe('arbitrator_is_party')
    }
    // The contract knows only the wallets of the order, so the server has to refuse the other wallets of the parties.
    expect((await open(dispute.orderId, admin)).status).toBe(200)
  })

  it('for an unknown order, an order without a dispute, and a dispute that has ended in an agreement', async () => {
    const { orderId, number } = await createDispute()
    await addOk(await act(seller.address, 'concede', number, 6000), seller)
    const delivered = await insertOrder(buyer, seller, { status: 4 })
    for (const [id, code] of [
      [opaqueId(), 'order_not_found'],
      [delivered, 'dispute_not_found'],
      [orderId, 'dispute_closed'],
    ] as const) {
      expect(await codeOf(await open(id, admin))).toBe(code)
      expect(await codeOf(await write(admin, { orderId: id }))).toBe(code)
    }
  })
})

describe('a reason is refused', () => {
  it('for a refund below the offer or above the ask, but not for a refund equal to one of them', async () => {
    const { orderId } = await createDispute()
    for (const refund of ['59999999', '144000001', '240000000', '999999999999999999999999'])
      expect(await codeOf(await write(admin, { orderId, refund }))).toBe('decision_out_of_bounds')
    for (const refund of ['60000000', '144000000']) expect((await write(admin, { orderId, refund })).status).toBe(200)
  })

  it.each([
    { refund: '' },
    { refund: '-1' },
    { refund: '01' },
    { refund: '1.5' },
    { refund: '1e8' },
    { refund: 100_000_000 },
    { refund: '1'.repeat(26) },
    { reason: undefined },
    { reason: '' },
    { reason: 'Too short' },
    { reason: `short${'\u200b'.repeat(20)}` },
    { reason: ' '.repeat(50) },
    { reason: 'x'.repeat(2001) },
    { reason: 'A reason with half a pair \ud83d' },
    { orderId: 'short' },
  ])('for the fields %j', async (fields) => {
    expect(await codeOf(await write(admin, { orderId: opaqueId(), ...fields }))).toBe('invalid_body')
  })

  it('until the seller has answered or 72 hours have passed, by the clock of the chain', async () => {
    const snapshot = await node<Hex>('evm_snapshot')
    const { orderId, number } = await createDispute({ isAnswered: false })
    try {
      const { disputeTimestamp } = (await order(orderId)).dispute!
      const answer = await write(admin, { orderId, refund: '0' })
      expect(((await answer.clone().json()) as { error: object }).error).toMatchObject({
        code: 'decision_too_early',
        details: { opensAt: disputeTimestamp + 3 * DAY + 1 },
      })
      await node('evm_setNextBlockTimestamp', disputeTimestamp + 3 * DAY)
      expect(await codeOf(await add(await act(admin.address, 'resolve', number, 0n), buyer))).toBe('transaction_failed')
      expect(await codeOf(await write(admin, { orderId, refund: '0' }))).toBe('decision_too_early')
      await node('evm_setNextBlockTimestamp', disputeTimestamp + 3 * DAY + 1)
      await node('evm_mine')
      expect((await write(admin, { orderId, refund: '0' })).status).toBe(200)
      await addOk(await act(admin.address, 'resolve', number, 0n), buyer)
      expect(await order(orderId)).toMatchObject({ status_: 5, decision: { by: admin.address, refund: '0', reason: REASON } })
    } finally {
      await forget(snapshot, orderId, number)
    }
  })

  it('once anybody may settle the dispute; the contract refuses the decision, too', async () => {
    const snapshot = await node<Hex>('evm_snapshot')
    const { orderId, number } = await createDispute()
    try {
      const { settleableAfter } = (await order(orderId)).dispute!
      await node('evm_setNextBlockTimestamp', settleableAfter + 1)
      expect(await codeOf(await add(await act(admin.address, 'resolve', number, 100_000_000n), buyer))).toBe('transaction_failed')
      expect(await codeOf(await write(admin, { orderId }))).toBe('decision_too_late')
    } finally {
      await forget(snapshot, orderId, number)
    }
  })

  /** Reverts the chain to a snapshot, because other tests expect the earlier time, and deletes the order made since then. */
  async function forget(snapshot: Hex, orderId: string, number: string) {
    await node('evm_revert', snapshot)
    await db.delete(chainEvents).where(eq(chainEvents.orderId, number))
    await db.delete(orders).where(eq(orders.id, orderId))
  }
})

describe('a decision', () => {
  it('is seen by both parties with its reason once it is on chain, not before, and is recorded once', async () => {
    const { orderId, number } = await createDispute()
    expect((await write(admin, { orderId, reason: ` ${REASON}\u200b ` })).status).toBe(200)
    expect(await order(orderId)).toMatchObject({ status_: 6, decision: null })
    expect(await logOf(orderId)).toEqual([])

    const hash = await act(admin.address, 'resolve', number, 100_000_000n)
    // The arbitrator reports it, and learns nothing about the conversation.
    expect(await addOk(hash, admin)).toEqual({ orderId, roomId: null })
    await Promise.all([addOk(hash, buyer), addOk(hash, seller), addOk(hash, admin)])
    for (const party of [buyer, seller])
      expect(await order(orderId, party)).toMatchObject({
        status_: 5,
        decision: { by: admin.address, refund: '100000000', reason: REASON },
        outcome: { toBuyer: '100000000', toSeller: '119000000', toTreasury: '21000000' },
      })
    const log = await logOf(orderId)
    expect(log).toMatchObject([{ action: 'disputeDecided', actor: admin.address }])
    expect(JSON.parse(log[0]!.details)).toMatchObject({
      number,
      refund: '100000000',
      arbitrationFeeBps: '500',
      reason: REASON,
      transactionHash: hash,
      chainId: 31337,
      contract: deployed.orderBook,
    })
    expect(await findBrokenRow(db)).toBeNull()
    // The arbitrator still sees it, and can no longer change the reason.
    expect((await (await open(orderId, admin)).json()) as Arbitration).toMatchObject({
      order: { decision: { reason: REASON }, room: null },
    })
    expect(await codeOf(await write(admin, { orderId, reason: 'Another reason.' }))).toBe('dispute_closed')
  })

  it('that was sent without this site, or with another refund, has no reason', async () => {
    const [direct, other] = [await createDispute(), await createDispute()]
    await write(admin, { orderId: other.orderId, refund: '100000000' })
    for (const { orderId, number } of [direct, other]) {
      await addOk(await act(admin.address, 'resolve', number, 100_000_001n), seller)
      expect(await order(orderId)).toMatchObject({ decision: { by: admin.address, refund: '100000001', reason: null } })
      expect(await logOf(orderId)).toHaveLength(1)
    }
  })

  it('has the last reason written by the admin who decided, even if two admins decide at the same time', async () => {
    const { orderId, number } = await createDispute()
    const second = await createAdmin()
    await write(admin, { orderId })
    await write(second, { orderId, reason: 'A first version of the reason.' })
    await write(second, { orderId, reason: 'A second version of the reason.' })
    await addOk(await act(second.address, 'resolve', number, 100_000_000n), buyer)
    const late = await act(admin.address, 'resolve', number, 100_000_000n)
    expect(await codeOf(await add(late, admin))).toBe('transaction_failed')
    expect((await order(orderId)).decision).toEqual({ by: second.address, refund: '100000000', reason: 'A second version of the reason.' })
    expect(await logOf(orderId)).toHaveLength(1)
  })

  it.each([
    ['of a removed admin', 'removed', 100_000_000n],
    ['of the buyer', 'buyer', 100_000_000n],
    ['above the ask', 'admin', 144_000_001n],
    ['above the price', 'admin', 240_000_001n],
    ['below the offer', 'admin', 59_999_999n],
  ] as const)('%s is refused by the contract, and nothing is recorded', async (_, who, refund) => {
    const removed = await createUser('Removed')
    for (const change of ['addAdmin', 'removeAdmin'] as const) await setAdmin(change, removed)
    await setAdmin('addAdmin', buyer)
    const { orderId, number } = await createDispute()
    const hash = await act({ removed, buyer, admin }[who].address, 'resolve', number, refund)
    expect(await codeOf(await add(hash, seller))).toBe('transaction_failed')
    expect([(await order(orderId)).decision, await logOf(orderId)]).toEqual([null, []])
  })

  it('is not reported by an admin who did not send it', async () => {
    const { number } = await createDispute()
    const hash = await act(admin.address, 'resolve', number, 100_000_000n)
    expect(await codeOf(await add(hash, await createAdmin()))).toBe('transaction_foreign')
  })

  it('is recorded only once if a reorg moves the whole order to another block', async () => {
    const { orderId, number } = await createDispute()
    await write(admin, { orderId })
    await addOk(await act(admin.address, 'resolve', number, 100_000_000n), buyer)
    const stored = await db.select().from(chainEvents).where(eq(chainEvents.orderId, number))
    const events = stored.map(({ chainId, contract, ...event }) => ({ ...event, args: JSON.parse(event.args) as Record<string, unknown> }))
    await db.delete(chainEvents).where(eq(chainEvents.orderId, number))
    await db.delete(orders).where(eq(orders.id, orderId))
    const moved = events.map((event) => ({ ...event, blockNumber: event.blockNumber + 1, blockHash: `0x${'9'.repeat(64)}` }))
    await apply(db, deployed, moved, { after: await newestCursor(db, deployed) })
    expect(await order(orderId)).toMatchObject({ decision: { reason: REASON } })
    expect(await logOf(orderId)).toHaveLength(1)
  })

  it('that a reorg removes is no longer shown; its entry in the audit log stays, and the next decision gets its own entry', async () => {
    const { orderId, number } = await createDispute()
    const snapshot = await node<Hex>('evm_snapshot')
    await write(admin, { orderId })
    const removed = await act(admin.address, 'resolve', number, 100_000_000n)
    await addOk(removed, buyer)
    await node('evm_revert', snapshot)
    await db.delete(chainEvents).where(eq(chainEvents.transactionHash, removed))
    await addOk(await act(buyer.address, 'lower', number, 5000), buyer)
    expect(await order(orderId)).toMatchObject({ decision: null })
    await write(admin, { orderId, refund: '110000000', reason: 'Another decision about it.' })
    await addOk(await act(admin.address, 'resolve', number, 110_000_000n), buyer)
    expect((await order(orderId)).decision).toMatchObject({ refund: '110000000', reason: 'Another decision about it.' })
    expect(await logOf(orderId)).toHaveLength(2)
    expect(await findBrokenRow(db)).toBeNull()
  })
})

describe('the list of disputes', () => {
  it('has the open disputes without their rooms, the longest open one first, those without a quote last, in pages of twenty', async () => {
    await db.update(orders).set({ status: 5 }).where(eq(orders.status, 6))
    const at = now() - 1000
    const insert = (age: number, termsState: 'ok' | 'unknown' = 'ok') =>
      insertOrder(buyer, seller, { status: 6, statusAt: at - age, termsState, roomId: opaqueId() })
    const unquoted = [await insert(900, 'unknown'), await insert(800, 'unknown')]
    const quoted: string[] = []
    for (let age = 20; age > 0; age--) quoted.push(await insert(age))
    await insertOrder(buyer, seller, { status: 4 })
    const page = async (query = '') => (await (await ask('GET', `getDisputes${query}`, admin)).json()) as DisputePage
    const first = await page()
    const second = await page(`?cursor=${first.next}`)
    expect([...first.orders, ...second.orders].map(({ id }) => id)).toEqual([...quoted, ...unquoted])
    expect([first.orders.length, second.next]).toEqual([20, null])
    expect(first.orders.every(({ room }) => room === null)).toBe(true)
    await db.update(orders).set({ status: 5 }).where(eq(orders.status, 6))
    expect(await page()).toEqual({ orders: [], next: null })
  })

  it.each(['x', '-1', '1770000000.aaaaaaaaaaaaaaaaaaaaaa', '-1770000000.short'])('refuses the cursor %s', async (cursor) => {
    expect(await codeOf(await ask('GET', `getDisputes?cursor=${cursor}`, admin))).toBe('invalid_body')
  })
})
