import { createClient } from '@libsql/client/http'
import { type Abi, encodeFunctionData, getAddress, type Hex, keccak256, toHex, zeroAddress, zeroHash } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { collectionAbi } from '../../../contracts/abi/Collection.ts'
import { collectionFactoryAbi } from '../../../contracts/abi/CollectionFactory.ts'
import { marketplaceAbi } from '../../../contracts/abi/Marketplace.ts'
import { platformAbi } from '../../../contracts/abi/Platform.ts'
import { testUsdcAbi } from '../../../contracts/abi/TestUSDC.ts'
import { call } from '../../../contracts/script/anvil.ts'
import { indexing as indexingNfts } from '../../nft/indexing.ts'
import { callData, newOrderCall } from '../../orders/calldata.schema.ts'
import { indexing } from '../../orders/indexing.ts'
import { MAX_FEE_BPS } from '../../orders/orders.schema.ts'
import { linkOrdersToUsers } from '../../orders/outbox.ts'
import { readChain } from '../../shared/chain-reading/read-chain.ts'
import { database } from '../../shared/db.ts'
import { ADMIN, MINTER, testChain } from '../chain/test-chain.ts'
import { testDatabase } from '../world/test-database.ts'
import { replay } from './replay.ts'

const [BUYER, SELLER, STRANGER] = ['buyer', 'seller', 'stranger'].map((name) => getAddress(keccak256(toHex(name)).slice(0, 42))) as [
  Hex,
  Hex,
  Hex,
]
const AMOUNT = '240000000'

let chain: Awaited<ReturnType<typeof testChain>>
let databaseUrl: string
let db: ReturnType<typeof createClient>
let placed = 0

async function send(from: string, to: string, data: Hex, value = 0n): Promise<void> {
  await call(chain.url, 'anvil_setBalance', [from, '0x56bc75e2d63100000'])
  await call(chain.url, 'anvil_impersonateAccount', [from])
  const hash = await call<Hex>(chain.url, 'eth_sendTransaction', [{ from, to, data, gas: '0x2dc6c0', value: toHex(value) }])
  const receipt = () => call<{ status: Hex } | null>(chain.url, 'eth_getTransactionReceipt', [hash])
  expect(await vi.waitUntil(receipt, { timeout: 20_000, interval: 5 })).toMatchObject({ status: '0x1' })
}

/** Places an order from the quote `ref`, or from none; returns its number. */
async function order(ref: Hex = zeroHash): Promise<bigint> {
  const terms = {
    seller: SELLER,
    productId: 1,
    delivery: 7,
    amount: AMOUNT,
    token: chain.deployment.tokens[0]!.address,
    validUntil: 4_000_000_000,
  }
  const { data } = newOrderCall({ ...terms, ref, feeBps: MAX_FEE_BPS, arbitrationFeeBps: MAX_FEE_BPS })
  await send(BUYER, chain.deployment.orderBook, data)
  return BigInt(++placed)
}
const act = (from: string, ...args: Parameters<typeof callData>) => send(from, chain.deployment.orderBook, callData(...args))

async function quote(ref: Hex): Promise<void> {
  await db.execute({
    sql: `insert into quotes (ref, chain_id, contract, service_id, buyer_id, seller_id, buyer, seller, token, amount, price_usd, fee_bps,
      arbitration_fee_bps, delivery, terms, created_at, valid_until) values (?, 31337, ?, 1, 1, 2, ?, ?, ?, ?, 240000000, 2000, 2000, 7, ?, 0, 4000000000)`,
    args: [
      ref,
      chain.deployment.orderBook,
      BUYER,
      SELLER,
      chain.deployment.tokens[0]!.address,
      AMOUNT,
      JSON.stringify({ title: 'As quoted' }),
    ],
  })
}

const envOf = (url: string) =>
  ({ ENV: 'local', CHAIN_ID: '31337', LOCAL_DEPLOYMENT: JSON.stringify(chain.deployment), DATABASE_URL: url }) as const
async function runCron(): Promise<void> {
  await readChain(chain.url, indexing(envOf(databaseUrl)))
  await linkOrdersToUsers(database(envOf(databaseUrl)))
}
const check = () => replay({ stored: { url: databaseUrl }, rpcUrl: chain.url, deployment: chain.deployment })
const run = (sql: string) => db.execute(sql)

beforeAll(async () => {
  ;[chain, databaseUrl] = await Promise.all([testChain(), testDatabase()])
  db = createClient({ url: databaseUrl })
  for (const [id, address] of [BUYER, SELLER].entries()) {
    await db.execute({ sql: `insert into users (id, created_at) values (?, 0)`, args: [id + 1] })
    await db.execute({
      sql: `insert into accounts (address, user_id, provider, linked_at) values (?, ?, 'test', 0)`,
      args: [address, id + 1],
    })
  }
  const { tokens, orderBook } = chain.deployment
  await send(MINTER, tokens[0]!.address, encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [BUYER, 10n ** 12n] }))
  await send(BUYER, tokens[0]!.address, encodeFunctionData({ abi: testUsdcAbi, functionName: 'approve', args: [orderBook, 2n ** 255n] }))

  const ref = keccak256(toHex('quoted'))
  await quote(ref)
  const quoted = await order(ref)
  await act(SELLER, 'accept', quoted)
  await act(SELLER, 'deliver', quoted)
  await act(BUYER, 'dispute', quoted, 5000)
  await act(SELLER, 'counter', quoted, 2000)
  await act(BUYER, 'agree', quoted, 2000)
  await act(SELLER, 'reject', await order())
  await runCron()
  await db.execute({
    sql: `insert into rooms (id, order_id, created_at, last_at) select 'room', id, 0, 0 from orders where order_id = ?`,
    args: [String(quoted)],
  })
  await run(`update orders set room_id = 'room' where order_id = '${quoted}'`)
})
afterAll(() => {
  db.close()
  chain.stop()
})
/** Each test starts with an up-to-date database. */
beforeEach(async () => {
  await runCron()
})

test('finds no difference after the indexer has read everything, and writes nothing to the checked database', async () => {
  const before = await Promise.all(['orders', 'chain_events', 'cursors', 'outbox'].map((table) => run(`select * from ${table}`)))
  expect(await check()).toMatchObject({
    differences: [],
    compared: { orders: 2, chain_events: 10, unexpected_events: 0 },
    movedOn: 0,
    brokenRow: null,
  })
  const after = await Promise.all(['orders', 'chain_events', 'cursors', 'outbox'].map((table) => run(`select * from ${table}`)))
  expect(after.map(({ rows }) => rows)).toEqual(before.map(({ rows }) => rows))
})

test('finds the first row of the audit log that does not follow the row before it', async () => {
  await run(`insert into audit_log (id, at, actor, action, subject, key, details, previous_hash, hash)
    values (1, 0, '0x', 'disputeDecided', 'order', 'event', '{}', '', 'forged')`)
  expect(await check()).toMatchObject({ differences: [], brokenRow: 1 })
})

test.each([
  ['a price', 'orders', 'price', `update orders set price = '1' where order_id = '1'`],
  ['a status', 'orders', 'status', `update orders set status = 4 where order_id = '2'`],
  ['the agreed terms', 'orders', 'terms', `update orders set terms = '{"title":"Another"}' where order_id = '1'`],
  ['the buyer of a quoted order', 'orders', 'buyer_id', `update orders set buyer_id = 2 where order_id = '1'`],
  ['the room', 'orders', 'room_id', `update orders set room_id = 'other' where order_id = '1'`],
  ['the offer in a dispute', 'chain_events', 'args', `update chain_events set args = '{"amount":"9999"}' where name = 'CounterDispute'`],
  ['the time of an event', 'chain_events', 'timestamp', `update chain_events set timestamp = 5 where name = 'DeliverOrder'`],
  ['a missing event', 'chain_events', null, `delete from chain_events where name = 'AcceptOrder'`],
  [
    'an added event',
    'chain_events',
    null,
    `insert into chain_events select chain_id, transaction_hash, 77, 'z', contract, order_id, block_number, block_hash, log_index,
      timestamp, name, status, args from chain_events where name = 'RejectOrder'`,
  ],
  ['a missing order', 'orders', null, `delete from orders where order_id = '2'`],
  [
    'an added unexpected event',
    'unexpected_events',
    null,
    `insert into unexpected_events select chain_id, contract, transaction_hash, ordinal, block_number, block_hash, log_index, timestamp,
      'unknown_event', null, '{}' from chain_events where name = 'RejectOrder'`,
  ],
])('finds a difference in the database: %s', async (_, table, column, sql) => {
  const saved = await Promise.all(['orders', 'chain_events'].map((name) => run(`create table saved_${name} as select * from ${name}`)))
  expect(saved).toHaveLength(2)
  try {
    await run(sql)
    const { differences } = await check()
    expect(differences).toContainEqual(expect.objectContaining({ table, column }))
    expect(differences).toHaveLength(1)
  } finally {
    for (const name of ['orders', 'chain_events']) {
      await run(`delete from ${name}`)
      await run(`insert into ${name} select * from saved_${name}`)
      await run(`drop table saved_${name}`)
    }
    await run(`delete from unexpected_events`)
  }
})

test('leaves out orders with events after the last block that the database has read', async () => {
  const number = await order()
  await runCron()
  await act(SELLER, 'accept', number)
  expect(await check()).toMatchObject({ differences: [], movedOn: 1 })
})

test('rebuilds a second order of a used quote without its terms', async () => {
  const ref = keccak256(toHex('used twice'))
  await quote(ref)
  const [first, second] = [await order(ref), await order(ref)]
  await runCron()
  const states = () => run(`select terms_state from orders where order_id in ('${first}', '${second}') order by cast(order_id as integer)`)
  expect((await states()).rows.map(({ terms_state }) => terms_state)).toEqual(['ok', 'unknown'])
  expect((await check()).differences).toEqual([])
})

test('does not compare the title and the members of an order without a quote', async () => {
  await run(`update orders set terms = '{"title":"An old title"}', buyer_id = 2 where order_id = '2'`)
  expect((await check()).differences).toEqual([])
})

test('refuses to compare if the last block of the database is not in the chain', async () => {
  await run(`update cursors set block_hash = 'x' || block_hash`)
  await expect(check()).rejects.toThrow('is not in the chain')
  await run(`update cursors set block_hash = substr(block_hash, 2)`)
})

test('refuses a database that has read no block', async () => {
  await expect(
    replay({ stored: { url: databaseUrl }, rpcUrl: chain.url, deployment: { ...chain.deployment, orderBook: STRANGER } }),
  ).rejects.toThrow('has read no block')
})

describe('of NFTs', () => {
  let collection: Hex
  const act721 = (from: string, to: string, abi: Abi, functionName: string, args: unknown[], value = 0n) =>
    send(from, to, encodeFunctionData({ abi, functionName, args }), value)
  const inADay = () => BigInt(Math.floor(Date.now() / 1000) + 86_400)
  const list = (tokenId: bigint) =>
    act721(SELLER, chain.deployment.marketplace, marketplaceAbi, 'listNFT', [collection, tokenId, 1000n, zeroAddress, 3000n, inADay()])
  const readNfts = () => readChain(chain.url, indexingNfts(envOf(databaseUrl)))
  const TABLES = ['nft_events', 'nft_collections', 'nft_tokens', 'nft_listings', 'nft_offers']

  beforeAll(async () => {
    const { platform, collectionFactory, marketplace } = chain.deployment
    await act721(ADMIN, platform, platformAbi, 'addCreator', [SELLER])
    const terms = { name: 'Letters', symbol: 'LTR', description: 'By hand.', image: 'ipfs://a', banner: 'ipfs://b', externalLink: '' }
    const royalty = { royaltyRecipient: SELLER, royaltyBps: 500n }
    await act721(SELLER, collectionFactory, collectionFactoryAbi, 'createCollection', [{ ...terms, ...royalty }, zeroHash])
    await readNfts()
    collection = String((await run('select address from nft_collections')).rows[0]!.address) as Hex
    await act721(SELLER, collection, collectionAbi, 'safeMintBatch', [SELLER, 1n, [keccak256('0x01'), keccak256('0x02')]])
    await act721(SELLER, collection, collectionAbi, 'setApprovalForAll', [marketplace, true])
    await list(1n)
    await act721(BUYER, marketplace, marketplaceAbi, 'createOffer', [collection, 2n, 5n, zeroAddress, inADay()], 5n)
  })
  beforeEach(async () => {
    await readNfts()
  })

  test('finds no difference in collections, tokens, listings and offers', async () => {
    expect(await check()).toMatchObject({
      ...{ differences: [], movedOn: 0 },
      compared: { nft_collections: 1, nft_tokens: 2, nft_listings: 1, nft_offers: 1 },
    })
  })

  test.each([
    ['the royalty', 'nft_collections', 'royalty_bps', `update nft_collections set royalty_bps = 400`],
    ['an owner', 'nft_tokens', 'owner', `update nft_tokens set owner = 'x' where token_id = '1'`],
    ['a stale listing', 'nft_listings', 'approved', `update nft_listings set approved = 0`],
    ['a cancelled offer', 'nft_offers', 'state', `update nft_offers set state = 'cancelled'`],
    ['a missing offer', 'nft_offers', null, `delete from nft_offers`],
    ['a missing event', 'nft_events', null, `delete from nft_events where name = 'ListedNFT'`],
  ])('finds a difference: %s', async (_, table, column, sql) => {
    for (const name of TABLES) await run(`create table saved_${name} as select * from ${name}`)
    try {
      await run(sql)
      const { differences } = await check()
      expect(differences).toEqual([expect.objectContaining({ table, column })])
    } finally {
      for (const name of TABLES) {
        await run(`delete from ${name}`)
        await run(`insert into ${name} select * from saved_${name}`)
        await run(`drop table saved_${name}`)
      }
    }
  })

  test('leaves out tokens with events after the last block that the database has read', async () => {
    await list(2n)
    await act721(SELLER, chain.deployment.marketplace, marketplaceAbi, 'incrementCounter', [])
    // The listing of the second token is later; that of the first was voided later.
    expect(await check()).toMatchObject({ differences: [], movedOn: 2 })
  })
})
