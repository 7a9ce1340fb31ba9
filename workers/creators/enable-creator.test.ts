import { desc, eq } from 'drizzle-orm'
import { type Hex, pad } from 'viem'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { notifications } from '../notifications/tables.ts'
import { node, OWNER } from '../orders/testing.ts'
import { findBrokenRow } from '../shared/audit-log.ts'
import { auditLog } from '../shared/audit-tables.ts'
import { deployment } from '../shared/chain.ts'
import { FRESH_SECONDS } from '../shared/fresh-sign-in.schema.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { accounts, sessions, users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { MyApplication } from './applications.schema.ts'
import { creatorApplications, creators } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'
import {
  application,
  ask,
  createAdmin,
  createApplicant,
  createCreator,
  db,
  newName,
  newWallet,
  setAdmin,
  setCreator,
  testEnv,
} from './testing.ts'

/** A hash of no transaction. */
const UNKNOWN = `0x${'a'.repeat(64)}`

const enable = (as: TestUser | undefined, address: string, application: string | null, transactionHash: string, from?: CreatorsEnv) =>
  ask('POST', 'enableCreator', as, { address, application, transactionHash }, from)
const resultOf = async (response: Response) => (response.status === 200 ? 'success' : codeOf(response))
const entriesOf = (userId: number) =>
  db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, String(userId)))
    .orderBy(auditLog.id)
const creatorOf = async (userId: number) => (await db.select().from(creators).where(eq(creators.userId, userId)))[0]
const stateOf = async (user: TestUser) => ((await (await ask('GET', 'getMyApplication', user)).json()) as MyApplication).application?.state

/** Expects that the member is no creator and that nothing was logged. */
async function expectNothing({ user }: { user: TestUser }): Promise<void> {
  expect([await stateOf(user), await creatorOf(user.id), await entriesOf(user.id)]).toEqual(['sent', undefined, []])
}

let admin: TestUser
beforeAll(async () => {
  admin = await createAdmin()
})

describe('enableCreator refuses', () => {
  it('a guest, a member, an admin who signed in with a password or 15 minutes ago, and one who was removed', async () => {
    const applicant = await createApplicant()
    const { user, id } = applicant
    const hash = await setCreator('addCreator', user)
    const removed = await createAdmin()
    await setAdmin('removeAdmin', removed)
    expect(await codeOf(await enable(undefined, user.address, id, hash))).toBe('unauthorized')
    for (const as of [user, await createAdmin({ byWallet: false }), removed])
      expect(await codeOf(await enable(as, user.address, id, hash))).toBe('forbidden')
    await db
      .update(sessions)
      .set({ createdAt: now() - FRESH_SECONDS })
      .where(eq(sessions.userId, admin.id))
    expect(await codeOf(await enable(admin, user.address, id, hash))).toBe('sign_in_again')
    await db.update(sessions).set({ createdAt: now() }).where(eq(sessions.userId, admin.id))
    await expectNothing(applicant)
  })

  it('while the chain does not answer', async () => {
    const applicant = await createApplicant()
    const offline = { ...testEnv, RPC_URL: 'http://127.0.0.1:9' }
    expect(await codeOf(await enable(admin, applicant.user.address, applicant.id, UNKNOWN, offline))).toBe('chain_unavailable')
    await expectNothing(applicant)
  })

  it('what is no address, no id or no hash', async () => {
    const applicant = await createApplicant()
    const body = { address: applicant.user.address, application: applicant.id, transactionHash: UNKNOWN }
    for (const wrong of [
      { address: '0x1' },
      { address: `${body.address}0` },
      { address: 7 },
      { application: 'x' },
      { application: undefined },
      { application: '' },
      { transactionHash: '0x1' },
      { transactionHash: `${UNKNOWN}a` },
      { transactionHash: [UNKNOWN] },
    ])
      expect(await codeOf(await ask('POST', 'enableCreator', admin, { ...body, ...wrong }))).toBe('invalid_body')
    await expectNothing(applicant)
  })

  it('an unknown transaction, a pending one and one that failed', async () => {
    const applicant = await createApplicant()
    const { user, id } = applicant
    expect(await codeOf(await enable(admin, user.address, id, UNKNOWN))).toBe('transaction_not_found')
    const stranger = newWallet()
    await node('anvil_setBalance', stranger, '0xde0b6b3a7640000')
    const failed = await setCreator('addCreator', user, { from: stranger })
    expect(await codeOf(await enable(admin, user.address, id, failed))).toBe('transaction_failed')
    await node('evm_setAutomine', false)
    try {
      const pending = await setCreator('addCreator', user)
      expect(await codeOf(await enable(admin, user.address, id, pending))).toBe('transaction_pending')
    } finally {
      await node('evm_setAutomine', true)
      await node('evm_mine')
    }
    await expectNothing(applicant)
  })

  it('the event of another contract, and a transaction with another event of ours', async () => {
    const applicant = await createApplicant()
    const { user, id } = applicant
    // A copy of the contract with the same owner, in the first slot of its storage.
    const copy = newWallet()
    await node('anvil_setCode', copy, await node('eth_getCode', deployment(testEnv).platform, 'latest'))
    await node('anvil_setStorageAt', copy, '0x0', pad(OWNER))
    const foreign = await setCreator('addCreator', user, { to: copy })
    expect((await node<{ status: Hex; logs: object[] }>('eth_getTransactionReceipt', foreign)).logs).toHaveLength(1)
    const other = await setAdmin('addAdmin', { address: newWallet() })
    await setCreator('addCreator', user)
    const removal = await setCreator('removeCreator', user)
    for (const hash of [foreign, other, removal])
      expect(await codeOf(await enable(admin, user.address, id, hash))).toBe('creator_event_missing')
    await expectNothing(applicant)
  })

  it('the event of another wallet, and one that was undone later', async () => {
    const applicant = await createApplicant()
    const { user, id } = applicant
    const other = await setCreator('addCreator', { address: newWallet() })
    expect(await codeOf(await enable(admin, user.address, id, other))).toBe('creator_event_other')
    const added = await setCreator('addCreator', user)
    await setCreator('removeCreator', user)
    expect(await codeOf(await enable(admin, user.address, id, added))).toBe('creator_event_outdated')
    await expectNothing(applicant)
  })

  it('on Base, a transaction that fewer than ten blocks follow, and one whose block was replaced', async () => {
    const applicant = await createApplicant()
    const { user, id } = applicant
    const hash = await setCreator('addCreator', user)
    const base = { ...testEnv, CHAIN_ID: '8453', LOCAL_DEPLOYMENT: JSON.stringify({ ...deployment(testEnv), chainId: 8453 }) }
    const real = globalThis.fetch
    let isReplaced = false
    // The local node, but with the chain id of Base and, later, with another block.
    vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
      const response = await real(input, init)
      if (!String(init?.body).includes('eth_chainId')) return response
      const requests = JSON.parse(String(init!.body)) as { id: number; method: string }[]
      const answers = (await response.json()) as { id: number; result: unknown }[]
      for (const answer of answers) {
        const { method } = requests.find((request) => request.id === answer.id)!
        if (method === 'eth_chainId') answer.result = '0x2105'
        if (method === 'eth_getBlockByNumber' && isReplaced) answer.result = { ...(answer.result as object), hash: UNKNOWN }
      }
      return Response.json(answers)
    })
    try {
      expect(await codeOf(await enable(admin, user.address, id, hash, base))).toBe('transaction_pending')
      for (let i = 0; i < 9; i++) await real(testEnv.RPC_URL, mineRequest)
      expect(await codeOf(await enable(admin, user.address, id, hash, base))).toBe('transaction_pending')
      await real(testEnv.RPC_URL, mineRequest)
      isReplaced = true
      expect(await codeOf(await enable(admin, user.address, id, hash, base))).toBe('transaction_pending')
      await expectNothing(applicant)
      isReplaced = false
      expect(await resultOf(await enable(admin, user.address, id, hash, base))).toBe('success')
    } finally {
      vi.stubGlobal('fetch', real)
    }
  })

  it('an unknown application, one with another wallet, and a decided one', async () => {
    const { user, id } = await createApplicant()
    const other = await createApplicant()
    const hash = await setCreator('addCreator', user)
    expect(await codeOf(await enable(admin, user.address, opaqueId(), hash))).toBe('creator_application_not_found')
    expect(await codeOf(await enable(admin, user.address, other.id, hash))).toBe('creator_application_not_found')
    await ask('POST', 'answerCreatorApplication', admin, { id, action: 'refuse', text: 'No.' })
    expect(await codeOf(await enable(admin, user.address, id, hash))).toBe('application_answered')
    expect([await creatorOf(user.id), await creatorOf(other.user.id), await entriesOf(user.id)]).toEqual([undefined, undefined, []])
  })

  it('an application that was withdrawn and sent again with another name', async () => {
    const { user, id } = await createApplicant()
    const hash = await setCreator('addCreator', user)
    const race = raceBefore('creatorEnabled', async () => {
      await db.delete(creatorApplications).where(eq(creatorApplications.id, id))
      await ask('POST', 'contact', user, application(user))
    })
    const response = await enable(admin, user.address, id, hash)
    race.restore()
    expect([race.happened, await codeOf(response)]).toEqual([true, 'creator_application_not_found'])
    await expectNothing({ user })
  })

  it('the own application', async () => {
    const own = await createAdmin()
    await ask('POST', 'contact', own, application(own))
    const [row] = await db.select().from(creatorApplications).where(eq(creatorApplications.userId, own.id))
    const hash = await setCreator('addCreator', own)
    expect(await codeOf(await enable(own, own.address, row!.id, hash))).toBe('forbidden')
    await expectNothing({ user: own })
  })

  it('a wallet that is no longer linked, also if it is unlinked just before the statement', async () => {
    const applicant = await createApplicant()
    const { user, id } = applicant
    const hash = await setCreator('addCreator', user)
    const unlink = () => db.update(accounts).set({ userId: admin.id }).where(eq(accounts.address, user.address))
    const race = raceBefore('creatorEnabled', unlink)
    const response = await enable(admin, user.address, id, hash)
    race.restore()
    expect([race.happened, await codeOf(response)]).toEqual([true, 'creator_wallet_unlinked'])
    expect(await codeOf(await enable(admin, user.address, id, hash))).toBe('creator_wallet_unlinked')
    await expectNothing(applicant)
  })

  it('a name that is taken meanwhile, and one that is reserved meanwhile', async () => {
    const [applicant, other] = [await createApplicant(), await signedIn(testEnv)]
    const { user, id, name } = applicant
    const hash = await setCreator('addCreator', user)
    const race = raceBefore('creatorEnabled', () => db.update(users).set({ username: name.toUpperCase() }).where(eq(users.id, other.id)))
    const response = await enable(admin, user.address, id, hash)
    race.restore()
    expect([race.happened, await codeOf(response)]).toEqual([true, 'application_name_taken'])
    await expectNothing(applicant)
    await db.update(creatorApplications).set({ name: 'Messenger' }).where(eq(creatorApplications.id, id))
    expect(await codeOf(await enable(admin, user.address, id, hash))).toBe('application_name_reserved')
    await db.delete(creatorApplications).where(eq(creatorApplications.id, id))
  })

  it('the wallet of another creator, who has unlinked it', async () => {
    const [before, applicant] = [await createCreator(), await createApplicant()]
    const { user, id } = applicant
    const { address } = before.user
    await db.update(accounts).set({ userId: user.id }).where(eq(accounts.address, address))
    await db.update(creatorApplications).set({ wallet: address }).where(eq(creatorApplications.id, id))
    expect(await codeOf(await enable(admin, address, id, before.hash))).toBe('creator_wallet_taken')
    await expectNothing(applicant)
    expect(await creatorOf(before.user.id)).toMatchObject({ wallet: address })
  })

  it('a wallet that another member became a creator with just before the statement', async () => {
    const [applicant, other] = [await createApplicant(), await signedIn(testEnv)]
    const { user, id } = applicant
    const hash = await setCreator('addCreator', user)
    const race = raceBefore('creatorEnabled', () =>
      db.insert(creators).values({ userId: other.id, name: newName(), wallet: user.address, since: 1 }),
    )
    const response = await enable(admin, user.address, id, hash)
    race.restore()
    expect([race.happened, await codeOf(response)]).toEqual([true, 'creator_wallet_taken'])
    await expectNothing(applicant)
  })

  it('to restore a member who is no creator, the own account, and a creator with another wallet', async () => {
    const { user } = await createApplicant()
    const hash = await setCreator('addCreator', user)
    expect(await codeOf(await enable(admin, user.address, null, hash))).toBe('creator_not_found')
    expect(await codeOf(await enable(admin, newWallet(), null, hash))).toBe('creator_not_found')
    const own = await createAdmin()
    await db.insert(creators).values({ userId: own.id, name: newName(), wallet: own.address, since: 1, removedAt: 2 })
    expect(await codeOf(await enable(own, own.address, null, await setCreator('addCreator', own)))).toBe('forbidden')
    const creator = await createCreator()
    const second = newWallet()
    await db.insert(accounts).values({ address: second, userId: creator.user.id, provider: 'test', linkedAt: 1 })
    expect(await codeOf(await enable(admin, second, null, await setCreator('addCreator', { address: second })))).toBe('creator_enabled')
    await db.delete(accounts).where(eq(accounts.address, creator.user.address))
    await db.update(creators).set({ removedAt: 2 }).where(eq(creators.userId, creator.user.id))
    expect(await codeOf(await enable(admin, creator.user.address, null, creator.hash))).toBe('creator_wallet_unlinked')
  })
})

const mineRequest = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}',
}

describe('enableCreator', () => {
  it('grants an application once, with an entry in the log, and notifies the applicant by mail, too', async () => {
    const { user, id, name } = await createApplicant()
    await ask('POST', 'answerCreatorApplication', admin, { id, action: 'ask', text: 'Who are you?' })
    await db
      .update(users)
      .set({ email: `${name}@example.com` })
      .where(eq(users.id, user.id))
    const hash = await setCreator('addCreator', user)
    const upper = `0x${hash.slice(2).toUpperCase()}`
    for (const each of [hash, upper, hash])
      expect(await resultOf(await enable(admin, user.address.toLowerCase(), id, each))).toBe('success')
    expect(await stateOf(user)).toBe('granted')
    expect(await creatorOf(user.id)).toEqual({
      userId: user.id,
      name,
      wallet: user.address,
      since: expect.any(Number),
      isPromoted: false,
      maySell: false,
      removedAt: null,
      unnotifiedAt: null,
    })
    expect(await entriesOf(user.id)).toMatchObject([
      { actor: admin.address, action: 'creatorEnabled', details: JSON.stringify({ application: id, transactionHash: hash }) },
    ])
    const rows = await db.select().from(notifications).where(eq(notifications.userId, user.id)).orderBy(desc(notifications.id))
    expect(rows).toMatchObject([
      { kind: 'creatorGranted', thingKind: 'application', thingId: id, params: JSON.stringify({ title: name }) },
      { kind: 'creatorQuestion' },
    ])
    expect(rows[0]!.mailDue).not.toBeNull()
    expect(await findBrokenRow(db)).toBeNull()
  })

  it('grants only once if several admins do it at the same time', async () => {
    const { user, id } = await createApplicant()
    const hash = await setCreator('addCreator', user)
    const admins = [admin, await createAdmin(), await createAdmin()]
    const results = await Promise.all(admins.map(async (each) => resultOf(await enable(each, user.address, id, hash))))
    expect(results).toEqual(['success', 'success', 'success'])
    expect(await entriesOf(user.id)).toHaveLength(1)
    expect(await creatorOf(user.id)).toMatchObject({ removedAt: null })
  })

  it('restores a removed creator under the old name, also with another wallet', async () => {
    const { user } = await createCreator()
    await db.update(creators).set({ removedAt: 2 }).where(eq(creators.userId, user.id))
    const before = await creatorOf(user.id)
    const second = newWallet()
    await db.insert(accounts).values({ address: second, userId: user.id, provider: 'test', linkedAt: 1 })
    const hash = await setCreator('addCreator', { address: second })
    for (let i = 0; i < 2; i++) expect(await resultOf(await enable(admin, second, null, hash))).toBe('success')
    expect(await creatorOf(user.id)).toEqual({ ...before, wallet: second, removedAt: null })
    expect(await entriesOf(user.id)).toMatchObject([{ action: 'creatorRestored', details: JSON.stringify({ transactionHash: hash }) }])
  })
})
