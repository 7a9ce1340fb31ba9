import { asc, eq, inArray, like } from 'drizzle-orm'
import { type Abi, encodeFunctionData, getAddress, type Hex, zeroAddress } from 'viem'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { listings } from '../listings/tables.ts'
import { createAdmin as createArbitrator, node, OWNER, publish, transact } from '../orders/testing.ts'
import type { AuditAction } from '../shared/audit-actions.schema.ts'
import { findBrokenRow, runWithAudit } from '../shared/audit-log.ts'
import { auditLog } from '../shared/audit-tables.ts'
import { deployment } from '../shared/chain.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { accounts, users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { createPage } from './folios.testing.ts'
import { posts } from './post-tables.ts'
import { commented, savedPost } from './posts.testing.ts'
import { CONTRACTS, contractsOf, followSettings } from './setting-events.ts'
import type { AuditLogPage, ContractName, FoundToken, PanelSettings, SellerFees } from './settings.schema.ts'
import { settingCursors } from './tables.ts'
import { ask, createAdmin, createApplicant, createCreator, db, newWallet, setAdmin, testEnv } from './testing.ts'

const deployed = deployment(testEnv)
const usdc = deployed.tokens[0]!.address
/** Sends a transaction of the owner to one of our contracts. */
const set = (contract: ContractName, functionName: string, ...args: unknown[]): Promise<Hex> =>
  transact(OWNER, deployed[contract], encodeFunctionData({ abi: CONTRACTS[contract] as Abi, functionName, args }))
const record = (as: TestUser | undefined, transactionHash: string, from = testEnv) =>
  ask('POST', 'recordSettings', as, { transactionHash }, from)
const settingsOf = async (as: TestUser) => (await (await ask('GET', 'getContractSettings', as)).json()) as PanelSettings
const contractOf = async (as: TestUser, name: ContractName) => (await settingsOf(as)).contracts.find((one) => one.name === name)!
const tokenOf = async (address: string) =>
  ((await (await ask('GET', `getTokenSettings?address=${address}`, admin)).json()) as FoundToken).token
const log = async (as: TestUser, query = '') => (await (await ask('GET', `getAuditLog${query}`, as)).json()) as AuditLogPage
const entriesWith = (subjects: string[]) => db.select().from(auditLog).where(inArray(auditLog.subject, subjects)).orderBy(asc(auditLog.id))

/** A creator with a published post, and a member who has commented on it. */
async function createCommentedPost() {
  const { user, name } = await createPage()
  const { pid } = await savedPost(user, name)
  const member = await signedIn(testEnv, { name: 'Ben Carter' })
  const { comment } = await commented(member, pid)
  return { user, name, pid, member, commentId: comment.id }
}

let admin: TestUser
beforeAll(async () => {
  // Other tests have changed settings on this chain.
  const head = Number(await node('eth_blockNumber'))
  await db
    .insert(settingCursors)
    .values({ chainId: deployed.chainId, blockNumber: head, contracts: contractsOf(deployed) })
    .onConflictDoNothing()
  admin = await createAdmin()
})

it('each call is refused to a guest, a member, an admin who signed in with a password, and one who was removed', async () => {
  const removed = await createAdmin()
  await setAdmin('removeAdmin', removed)
  const hash = await set('platform', 'setCustomFees', newWallet(), 100n)
  const calls = [
    (as?: TestUser) => ask('GET', 'getContractSettings', as),
    (as?: TestUser) => ask('GET', `getCustomFees?address=${usdc}`, as),
    (as?: TestUser) => ask('GET', `getTokenSettings?address=${usdc}`, as),
    (as?: TestUser) => ask('GET', 'getAuditLog', as),
    (as?: TestUser) => record(as, hash),
  ]
  const others = [await signedIn(testEnv), await createAdmin({ byWallet: false }), removed]
  for (const make of calls) {
    expect(await codeOf(await make())).toBe('unauthorized')
    for (const other of others) expect(await codeOf(await make(other))).toBe('forbidden')
    for (const one of [admin, await createArbitrator()]) expect((await make(one)).status).toBe(200)
  }
})

it('the owner of a contract and the wallet that is offered one get the settings without being an admin, but not the log', async () => {
  const [next, other] = [await createAdmin(), await createAdmin()]
  for (const user of [next, other]) {
    await setAdmin('removeAdmin', user)
    await node('anvil_setBalance', user.address, '0xde0b6b3a7640000')
  }
  const accept = encodeFunctionData({ abi: CONTRACTS.marketplace, functionName: 'acceptOwnership' })
  await set('marketplace', 'transferOwnership', next.address)
  try {
    expect((await contractOf(next, 'marketplace')).pendingOwner).toBe(next.address)
    for (const path of ['getAuditLog', 'getPostReports']) expect(await codeOf(await ask('GET', path, next))).toBe('forbidden')
    expect(await codeOf(await ask('GET', 'getContractSettings', other))).toBe('forbidden')
    // A session whose wallet now belongs to somebody else.
    await db.update(accounts).set({ userId: other.id }).where(eq(accounts.address, next.address))
    expect(await codeOf(await ask('GET', 'getContractSettings', next))).toBe('forbidden')
    await db.update(accounts).set({ userId: next.id }).where(eq(accounts.address, next.address))
    expect((await record(next, await transact(next.address, deployed.marketplace, accept))).status).toBe(200)
    expect(await contractOf(next, 'marketplace')).toMatchObject({ owner: next.address, pendingOwner: null, isOwner: true })
    expect((await entriesWith([next.address])).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['ownershipOffered', 'ownershipTransferred']),
    )
  } finally {
    const back = { abi: CONTRACTS.marketplace, functionName: 'transferOwnership', args: [getAddress(OWNER)] } as const
    await transact(next.address, deployed.marketplace, encodeFunctionData(back))
    await transact(OWNER, deployed.marketplace, accept)
  }
  expect(await codeOf(await ask('GET', 'getContractSettings', next))).toBe('forbidden')
})

describe('recordSettings', () => {
  it('refuses an unknown transaction, one that failed, and one about something else', async () => {
    expect(await codeOf(await record(admin, `0x${'a'.repeat(64)}`))).toBe('transaction_not_found')
    const stranger = newWallet()
    await node('anvil_setBalance', stranger, '0xde0b6b3a7640000')
    const data = encodeFunctionData({ abi: CONTRACTS.platform, functionName: 'addAdmin', args: [stranger] })
    expect(await codeOf(await record(admin, await transact(stranger, deployed.platform, data)))).toBe('transaction_failed')
    expect(await codeOf(await record(admin, await transact(stranger, newWallet(), '0x')))).toBe('setting_event_missing')
    for (const wrong of ['0x1', '', 7]) expect(await codeOf(await record(admin, wrong as string))).toBe('invalid_body')
    const offline = { ...testEnv, RPC_URL: 'http://127.0.0.1:9' }
    expect(await codeOf(await record(admin, `0x${'a'.repeat(64)}`, offline))).toBe('chain_unavailable')
  })

  it('refuses a transaction that is in no block yet', async () => {
    await node('evm_setAutomine', false)
    try {
      expect(await codeOf(await record(admin, await set('platform', 'setCustomFees', newWallet(), 1n)))).toBe('transaction_pending')
    } finally {
      await node('evm_setAutomine', true)
      await node('evm_mine')
    }
  })

  it('records a change of each contract once, with the sender, also if several admins report it', async () => {
    const [one, other] = [newWallet(), newWallet()]
    await set('platform', 'addAdmin', one)
    await set('orderBook', 'setCustomFee', other, 250n)
    await set('marketplace', 'addAdmin', one)
    const hash = await set('marketplace', 'removeAdmin', one)
    const answers = await Promise.all([1, 2, 3].map(() => record(admin, hash)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await followSettings(testEnv)
    const entries = await entriesWith([one, other])
    expect(entries.map(({ action, actor, details }) => [action, actor.toLowerCase(), JSON.parse(details)])).toMatchObject([
      ['adminAdded', OWNER, { contract: 'platform', admin: one }],
      ['customFeeChanged', OWNER, { contract: 'orderBook', seller: other, set: true, feeBps: '250' }],
      ['adminAdded', OWNER, { contract: 'marketplace' }],
      ['adminRemoved', OWNER, { contract: 'marketplace', transactionHash: hash }],
    ])
    expect(await findBrokenRow(db)).toBeNull()
    await set('platform', 'removeAdmin', one)
    await followSettings(testEnv)
  })

  it('waits for ten blocks on Base, and reads fewer blocks if the node refuses so many', async () => {
    const seller = newWallet()
    const hash = await set('platform', 'setCustomFees', seller, 7n)
    await db
      .insert(settingCursors)
      .values({ chainId: 8453, blockNumber: Number(await node('eth_blockNumber')) - 1, contracts: contractsOf(deployed) })
    const base = { ...testEnv, CHAIN_ID: '8453', LOCAL_DEPLOYMENT: JSON.stringify({ ...deployed, chainId: 8453 }) }
    const real = globalThis.fetch
    const ranges: number[] = []
    // The local node, but with the chain id of Base, and for three blocks of logs at most.
    vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
      const response = await real(input, init)
      const text = String(init?.body)
      if (!/eth_chainId|eth_getLogs/.test(text)) return response
      const requests = JSON.parse(text) as { id: number; method: string; params: { fromBlock: Hex; toBlock: Hex }[] }[]
      const answers = (await response.json()) as { id: number; result?: unknown; error?: object }[]
      for (const answer of answers) {
        const { method, params } = requests.find(({ id }) => id === answer.id)!
        if (method === 'eth_chainId') answer.result = '0x2105'
        if (method !== 'eth_getLogs') continue
        const size = Number(params[0]!.toBlock) - Number(params[0]!.fromBlock) + 1
        ranges.push(size)
        if (size <= 3) continue
        delete answer.result
        answer.error = { code: -32602, message: 'block range is too large' }
      }
      return Response.json(answers)
    })
    const mine = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}',
    }
    try {
      for (let i = 0; i < 9; i++) {
        await real(testEnv.RPC_URL, mine)
        expect(await codeOf(await record(admin, hash, base))).toBe('transaction_pending')
      }
      expect(await entriesWith([seller])).toEqual([])
      for (let i = 0; i < 9; i++) await real(testEnv.RPC_URL, mine)
      expect((await record(admin, hash, base)).status).toBe(200)
    } finally {
      vi.stubGlobal('fetch', real)
    }
    expect(await entriesWith([seller])).toMatchObject([{ action: 'customFeeChanged' }])
    expect(Math.max(...ranges)).toBeGreaterThan(3)
    await db.delete(settingCursors).where(eq(settingCursors.chainId, 8453))
  })
})

it('reads nothing from a node that lacks the last block, and the events later', async () => {
  const seller = newWallet()
  await set('platform', 'setCustomFees', seller, 7n)
  const cursor = () => db.select().from(settingCursors).where(eq(settingCursors.chainId, deployed.chainId))
  const before = await cursor()
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const response = await real(input, init)
    if (!String(init?.body).includes('eth_getLogs')) return response
    const requests = JSON.parse(String(init?.body)) as { id: number; method: string }[]
    const none: Record<string, unknown> = { eth_getLogs: [], eth_getBlockByNumber: null }
    const methodOf = (id: number) => requests.find((request) => request.id === id)!.method
    const answers = (await response.json()) as { id: number; result: unknown }[]
    return Response.json(answers.map((answer) => ({ ...answer, result: none[methodOf(answer.id)] })))
  })
  try {
    await expect(followSettings(testEnv)).rejects.toThrow('chain_unavailable')
  } finally {
    vi.stubGlobal('fetch', real)
  }
  expect(await cursor()).toEqual(before)
  await followSettings(testEnv)
  expect(await entriesWith([seller])).toHaveLength(1)
})

it('reads fewer blocks at once where these have very many events, and loses none', async () => {
  const sellers = [newWallet(), newWallet(), newWallet()]
  for (const seller of sellers) await set('platform', 'setCustomFees', seller, 7n)
  const real = globalThis.fetch
  const widths: number[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    const requests = JSON.parse(await request.clone().text()) as
      | { id: number; method: string; params: [{ fromBlock: Hex; toBlock: Hex }] }[]
      | object
    const response = await real(request)
    const asked = Array.isArray(requests) ? requests.find(({ method }) => method === 'eth_getLogs') : undefined
    if (!asked) return response
    const [{ fromBlock, toBlock }] = asked.params
    widths.push(Number(toBlock) - Number(fromBlock) + 1)
    const answers = (await response.json()) as { id: number; result: object[] }[]
    const many = (logs: object[]) => (widths.at(-1)! > 1 ? Array.from({ length: 501 }, () => logs[0] ?? {}) : logs)
    return Response.json(answers.map((answer) => (answer.id === asked.id ? { ...answer, result: many(answer.result) } : answer)))
  })
  try {
    await followSettings(testEnv)
  } finally {
    vi.stubGlobal('fetch', real)
  }
  expect(widths.some((width) => width > 1)).toBe(true)
  await followSettings(testEnv)
  expect(await entriesWith(sellers)).toHaveLength(3)
})

it('a withdrawal of no fees, which anybody can make, has no line', async () => {
  const hash = await set('marketplace', 'withdrawFees', zeroAddress)
  await followSettings(testEnv)
  const lines = await db
    .select()
    .from(auditLog)
    .where(like(auditLog.key, `%${hash}%`))
  expect(lines).toEqual([])
})

it('begins again for other contracts on the same chain, and then keeps their cursor', async () => {
  const cursor = async () => (await db.select().from(settingCursors).where(eq(settingCursors.chainId, deployed.chainId)))[0]!
  await followSettings(testEnv)
  const { blockNumber: head } = await cursor()
  const isComplete = async () => (await settingsOf(admin)).isComplete
  for (const contracts of ['0x01 0x02 0x03', '']) {
    const seller = newWallet()
    await set('platform', 'setCustomFees', seller, 7n)
    await db
      .update(settingCursors)
      .set({ contracts, blockNumber: head + 1000 })
      .where(eq(settingCursors.chainId, deployed.chainId))
    expect(await isComplete()).toBe(false)
    await followSettings(testEnv)
    expect(await cursor()).toMatchObject({ contracts: contractsOf(deployed) })
    expect((await cursor()).blockNumber).toBeLessThan(head + 100)
    expect([await entriesWith([seller]), await isComplete()]).toMatchObject([[{ action: 'customFeeChanged' }], true])
  }
})

it('begins with the deployment of the contracts', async () => {
  await db.delete(settingCursors).where(eq(settingCursors.chainId, deployed.chainId))
  await followSettings(testEnv)
  const entries = await db.select().from(auditLog).where(eq(auditLog.action, 'ownershipTransferred'))
  expect(entries.map(({ details }) => (JSON.parse(details) as { contract: string }).contract)).toEqual(
    expect.arrayContaining(['orderBook', 'platform', 'marketplace']),
  )
  expect(await findBrokenRow(db)).toBeNull()
})

describe('getContractSettings', () => {
  it('has the owner, the admins that the log knows and the contract confirms, and the rights of the wallet', async () => {
    const added = newWallet()
    const hash = await set('platform', 'addAdmin', added)
    await record(admin, hash)
    const { contracts, wallet, isComplete } = await settingsOf(admin)
    expect([wallet, isComplete]).toEqual([admin.address, true])
    expect(contracts.map(({ name, isAdmin, isOwner }) => [name, isAdmin, isOwner])).toEqual([
      ['orderBook', false, false],
      ['platform', true, false],
      ['marketplace', false, false],
    ])
    const platform = await contractOf(admin, 'platform')
    expect(platform).toMatchObject({ address: deployed.platform, codeHash: deployed.platformCodeHash, treasury: deployed.treasury })
    expect(platform.owner.toLowerCase()).toBe(OWNER)
    expect(platform.admins).toEqual(expect.arrayContaining([added, admin.address]))
    // The contract has removed the admin, and the log does not know it yet.
    await set('platform', 'removeAdmin', added)
    expect((await contractOf(admin, 'platform')).admins).not.toContain(added)
    // An entry whose details cannot be read tells nothing.
    const entry = { at: 1, actor: OWNER, action: 'adminAdded' as const, subject: added, key: added, details: null as unknown as object }
    await runWithAudit(db, [entry], ([append]) => db.run(append!))
    expect((await contractOf(admin, 'platform')).admins).toContain(admin.address)
  })

  it('has the fees, the custom fees with the names of creators, and getCustomFees has those of any seller', async () => {
    const { user, name } = await createCreator()
    await set('platform', 'setCustomFees', user.address, 0n)
    await record(admin, await set('orderBook', 'setCustomFee', user.address, 1234n))
    const { feeBps, arbitrationFeeBps, customFees } = await contractOf(admin, 'orderBook')
    expect([feeBps, arbitrationFeeBps]).toEqual([1000, 500])
    expect(customFees).toContainEqual({ address: user.address, feeBps: 1234, name })
    expect((await contractOf(admin, 'platform')).customFees).toContainEqual({ address: user.address, feeBps: 0, name })
    const feesOf = async (address: string) => (await (await ask('GET', `getCustomFees?address=${address}`, admin)).json()) as SellerFees
    expect(await feesOf(user.address.toLowerCase())).toEqual({
      fees: [
        { contract: 'orderBook', set: true, feeBps: 1234 },
        { contract: 'platform', set: true, feeBps: 0 },
      ],
      name,
    })
    await set('orderBook', 'removeCustomFee', user.address)
    expect((await contractOf(admin, 'orderBook')).customFees).not.toContainEqual(expect.objectContaining({ address: user.address }))
    expect((await feesOf(user.address)).fees[0]).toEqual({ contract: 'orderBook', set: false, feeBps: 1000 })
  })

  it('has the tokens of the site and those that were enabled once, and getTokenSettings has any ERC-20 token', async () => {
    const tokensOf = async () => (await settingsOf(admin)).tokens
    expect((await tokensOf()).map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['USDC', 'USDT', 'ETH']))
    const token = newWallet()
    await node('anvil_setCode', token, '0x00')
    await record(admin, await set('platform', 'setPayableToken', token, true))
    const states = [
      { contract: 'orderBook', enabled: false, held: '0' },
      { contract: 'platform', enabled: true, held: '0' },
      { contract: 'marketplace', enabled: false, held: '0' },
    ]
    expect(await tokensOf()).toContainEqual({ address: token, symbol: '', decimals: 0, states })
    await node('anvil_setCode', token, await node('eth_getCode', usdc, 'latest'))
    expect(await tokenOf(token)).toEqual({ address: token, symbol: 'USDC', decimals: 6, states })
    expect(await tokenOf(zeroAddress)).toMatchObject({ symbol: 'ETH', decimals: 18 })
    await set('platform', 'setPayableToken', token, false)
  })

  it('getTokenSettings has no token without a symbol and decimals', async () => {
    const nft = newWallet()
    // Like an NFT contract: `symbol` returns "NFT", and every other call reverts.
    await node('anvil_setCode', nft, '0x5f3560e01c6395d89b41146011575f5ffd5b60205f526003602052624e465460e81b60405260605ff3')
    for (const address of [newWallet(), deployed.orderBook, nft]) expect(await tokenOf(address)).toBeNull()
  })
})

describe('getAuditLog', () => {
  it('refuses unknown kinds and odd cursors', async () => {
    for (const query of ['?action=x', '?cursor=0', '?cursor=-1', '?cursor=1e3', `?cursor=${'9'.repeat(17)}`])
      expect(await codeOf(await ask('GET', `getAuditLog${query}`, admin))).toBe('invalid_body')
  })

  it('has the newest first, in pages without gaps and repetitions, and only one kind if asked', async () => {
    for (let i = 0; i < 55; i++) await set('orderBook', 'setCustomFee', newWallet(), 1n)
    await followSettings(testEnv)
    const first = await log(admin, '?action=customFeeChanged')
    const second = await log(admin, `?action=customFeeChanged&cursor=${first.next}`)
    const ids = [...first.entries, ...second.entries].map(({ id }) => id)
    expect(first.entries).toHaveLength(50)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(new Set(ids).size).toBe(ids.length)
    const stored = await db.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.action, 'customFeeChanged'))
    expect(ids.length).toBe(stored.length)
    expect(new Set(first.entries.map(({ action }) => action))).toEqual(new Set(['customFeeChanged']))
  })

  /** Adds an entry as another call would. */
  const append = (action: AuditAction, subject: string, details: object = {}, actor = admin.address) =>
    runWithAudit(db, [{ at: now(), actor, action, subject, key: crypto.randomUUID(), details }], ([statement]) => db.run(statement!))
  /** What the newest entries are about, the newest first. */
  const namedOf = async (count: number) => (await log(admin)).entries.slice(0, count).map(({ named }) => named)

  it('names members, listings, posts and comments as they are now, and the member of the wallet that acted', async () => {
    const { user, name, pid, commentId, member } = await createCommentedPost()
    const listing = await publish(user, { title: 'Signs' })
    await db.update(listings).set({ title: 'Signs and boards' }).where(eq(listings.id, listing))
    for (const [action, subject, details] of [
      ['memberWarned', String(user.id), {}],
      ['listingHidden', String(listing), {}],
      ['postHidden', pid, {}],
      ['commentHidden', commentId, {}],
      ['postReportsDismissed', String(user.id), { kind: 'page' }],
      ['customFeeChanged', user.address, { contract: 'orderBook' }],
    ] as const)
      await append(action, subject, details)
    const ofUser = { kind: 'member', id: user.id, name: 'Aiko Mori' }
    const post = { creatorName: name, pid, isPublic: true }
    expect(await namedOf(6)).toEqual([
      ...[ofUser, ofUser],
      ...[
        { kind: 'comment', ...post, name: 'Ben Carter' },
        { kind: 'post', ...post, name: 'Aiko Mori' },
      ],
      { kind: 'listing', id: listing, name: 'Signs and boards', listType: 'services', isPublic: true },
      ofUser,
    ])
    expect((await log(admin)).entries[0]!.actorMember).toEqual({ id: admin.id, name: 'Admin' })
    // What is hidden keeps its name, but has no public page.
    await db.update(listings).set({ hiddenAt: 1, enabled: false }).where(eq(listings.id, listing))
    await db.update(posts).set({ hiddenAt: 1 }).where(eq(posts.id, pid))
    const hidden = await namedOf(6)
    expect(hidden.slice(2, 5)).toMatchObject([{ isPublic: false }, { isPublic: false }, { name: 'Signs and boards', isPublic: false }])
    // Admins of the OrderBook do not see the titles of hidden listings, and nobody those that the owner does not show.
    const arbitrator = await createArbitrator()
    const ofListing = async (as: TestUser) => (await log(as)).entries[4]!.named
    expect(await ofListing(arbitrator)).toBeNull()
    await db.update(listings).set({ hiddenAt: null, title: 'Not published' }).where(eq(listings.id, listing))
    expect([await ofListing(admin), await ofListing(arbitrator)]).toEqual([null, null])
    // Nothing of a deleted account, and of what was deleted.
    await db
      .update(users)
      .set({ deletedAt: 1 })
      .where(inArray(users.id, [user.id, member.id]))
    await db.update(listings).set({ deletedAt: 1 }).where(eq(listings.id, listing))
    expect(await namedOf(6)).toEqual([null, null, null, null, null, null])
    expect((await log(admin)).entries[0]).toMatchObject({ subject: user.address })
  })

  it('names who has applied to become a creator, and who may sell, but the applicants only to admins of the Platform contract', async () => {
    const { user, id } = await createApplicant()
    await append('creatorApplicationRefused', id)
    await append('shopAllowed', String(user.id))
    const arbitrator = await createArbitrator()
    const namesOf = async (as: TestUser) => (await log(as)).entries.slice(0, 2).map(({ named }) => named?.name ?? null)
    const name = (await log(admin)).entries[0]!.named!.name
    expect(await namesOf(admin)).toEqual([name, name])
    expect(await namesOf(arbitrator)).toEqual([name, null])
  })

  it('names nothing for an id of another kind, and for what it cannot know', async () => {
    for (const [action, subject] of [
      ['memberWarned', 'x'],
      ['listingHidden', '1e3'],
      ['reviewHidden', opaqueId()],
      ['messagesHidden', String(admin.id)],
      ['adminAdded', newWallet()],
    ] as const)
      await append(action, subject, {}, newWallet())
    expect(await namedOf(5)).toEqual([null, null, null, null, null])
    expect((await log(admin)).entries[0]!.actorMember).toBeNull()
  })

  it('shows an entry whose details cannot be shown, without them', async () => {
    const subject = newWallet()
    const entry = { at: 1, actor: OWNER, action: 'creatorPromoted' as const, subject, key: subject, details: 'text' as unknown as object }
    await runWithAudit(db, [entry], ([append]) => db.run(append!))
    expect((await log(admin)).entries[0]).toMatchObject({ subject, details: {} })
  })
})
