import { and, eq } from 'drizzle-orm'
import { type Hex, zeroAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { node } from '../orders/testing.ts'
import { readChain } from '../shared/chain-reading/read-chain.ts'
import { indexing } from './indexing.ts'
import { collections, marketListings, marketOffers, tokens } from './tables.ts'
import {
  createAccount,
  createCollection,
  createCreator,
  db,
  deployed,
  FAR,
  list,
  mint,
  onCollection,
  onMarket,
  testEnv,
} from './testing.ts'
import { nftCursors, nftEvents } from './work-tables.ts'

const area = indexing(testEnv)

/** Reads the new blocks, as the cron does. */
const read = (limits = {}) => readChain(testEnv.RPC_URL, area, limits)

const collectionOf = async (address: Hex) => (await db.select().from(collections).where(eq(collections.address, address)))[0]
const ofToken = (table: typeof tokens | typeof marketListings | typeof marketOffers, collection: Hex, tokenId: bigint) =>
  and(eq(table.collection, collection), eq(table.tokenId, String(tokenId)))
const tokenOf = async (collection: Hex, tokenId: bigint) =>
  (
    await db
      .select()
      .from(tokens)
      .where(ofToken(tokens, collection, tokenId))
  )[0]
const listingOf = async (collection: Hex, tokenId: bigint) =>
  (
    await db
      .select()
      .from(marketListings)
      .where(ofToken(marketListings, collection, tokenId))
  )[0]
const offersOf = (collection: Hex, tokenId: bigint) =>
  db
    .select()
    .from(marketOffers)
    .where(ofToken(marketOffers, collection, tokenId))
    .orderBy(marketOffers.number)

let creator: Hex
let collection: Hex
let owner: Hex
let buyer: Hex
beforeAll(async () => {
  ;[creator, owner, buyer] = [await createCreator(), await createAccount(), await createAccount()]
  collection = await createCollection(creator)
  for (const id of [1n, 2n, 3n, 4n, 5n, 6n]) await mint(creator, collection, owner, id)
  await read()
})

describe('a collection', () => {
  it('is read with all its events in the run that finds its creation', async () => {
    expect(await collectionOf(collection)).toMatchObject({
      ...{ creator, proposedCreator: null, name: 'Letters', symbol: 'LTR', description: 'By hand.', textsAt: null },
      ...{ royaltyRecipient: creator, royaltyBps: 500, voucherFloor: 0, factory: deployed.collectionFactory },
    })
    expect(await tokenOf(collection, 1n)).toMatchObject({ owner, transfers: 1, lastPrice: null })
  })

  it('follows its creator, royalty, texts and revocations', async () => {
    const [maker, next] = [await createCreator(), await createCreator()]
    const other = await createCollection(maker)
    await onCollection(maker, other, 'setRoyalty', [buyer, 100n])
    await onCollection(maker, other, 'revokeAllVouchers', [])
    await onCollection(maker, other, 'transferCreator', [next])
    await read()
    expect(await collectionOf(other)).toMatchObject({
      creator: maker,
      proposedCreator: next,
      royaltyRecipient: buyer,
      royaltyBps: 100,
    })
    expect((await collectionOf(other))!.voucherFloor).toBe(1)
    expect((await collectionOf(other))!.textsAt).toBeGreaterThan(0)
    await onCollection(next, other, 'acceptCreator', [])
    await read()
    expect(await collectionOf(other)).toMatchObject({ creator: next, proposedCreator: null, voucherFloor: 2 })
  })
})

describe('a listing', () => {
  it('is the last one, until it is removed', async () => {
    await list(owner, collection, 1n, 500n)
    await list(owner, collection, 1n, 700n)
    await read()
    expect(await listingOf(collection, 1n)).toMatchObject({ seller: owner, price: '700', moved: false, voided: false, approved: true })
    await onMarket(owner, 'deListing', [collection, 1n])
    await read()
    expect(await listingOf(collection, 1n)).toBeUndefined()
  })

  it('is marked once the token has moved, the approval is gone, or the seller has voided it', async () => {
    await list(owner, collection, 1n)
    await list(owner, collection, 2n)
    await read()
    await onCollection(owner, collection, 'setApprovalForAll', [deployed.marketplace, false])
    await read()
    expect([await listingOf(collection, 1n), await listingOf(collection, 2n)]).toMatchObject([{ approved: false }, { approved: false }])
    await onCollection(owner, collection, 'approve', [deployed.marketplace, 1n])
    await onCollection(owner, collection, 'transferFrom', [owner, buyer, 2n])
    await read()
    expect(await listingOf(collection, 1n)).toMatchObject({ approved: true, moved: false })
    expect(await listingOf(collection, 2n)).toMatchObject({ approved: false, moved: true })
    expect(await tokenOf(collection, 2n)).toMatchObject({ owner: buyer, transfers: 2 })
    await onMarket(owner, 'incrementCounter', [])
    await read()
    expect(await listingOf(collection, 1n)).toMatchObject({ voided: true })
    await list(owner, collection, 1n)
    await read()
    expect(await listingOf(collection, 1n)).toMatchObject({ voided: false, approved: true })
  })

  it('ends with a sale, which is the last price of the token', async () => {
    await list(owner, collection, 3n, 900n)
    await onMarket(buyer, 'purchaseNFT', [collection, 3n, 900n, zeroAddress], { value: 900n })
    await read()
    expect(await listingOf(collection, 3n)).toBeUndefined()
    expect(await tokenOf(collection, 3n)).toMatchObject({ owner: buyer, lastPrice: '900', lastCurrency: zeroAddress })
  })
})

describe('an offer', () => {
  it('is open, replaced, cancelled or sold', async () => {
    const offer = (price: bigint) => onMarket(buyer, 'createOffer', [collection, 4n, price, zeroAddress, FAR], { value: price })
    await offer(50n)
    await offer(60n)
    await read()
    expect(await offersOf(collection, 4n)).toMatchObject([
      { price: '50', state: 'cancelled' },
      { price: '60', state: 'open', endedAt: null },
    ])
    await onCollection(owner, collection, 'setApprovalForAll', [deployed.marketplace, true])
    await onMarket(owner, 'acceptOffer', [collection, 4n, buyer, 60n, zeroAddress, 3000n])
    await read()
    expect((await offersOf(collection, 4n)).map(({ state }) => state)).toEqual(['cancelled', 'sold'])
    expect(await tokenOf(collection, 4n)).toMatchObject({ owner: buyer, lastPrice: '60' })
  })
})

describe('what is stored', () => {
  const snapshot = async () => {
    const tables = [collections, tokens, marketListings, marketOffers, nftEvents]
    return (await Promise.all(tables.map((table) => db.select().from(table)))).map((rows) => rows.map((row) => JSON.stringify(row)).sort())
  }

  it('is the same after a replay of the whole chain', async () => {
    const before = await snapshot()
    await db.delete(nftCursors)
    for (const table of [collections, tokens, marketListings, marketOffers, nftEvents]) await db.delete(table)
    await read()
    expect(await snapshot()).toEqual(before)
    await db.delete(nftCursors)
    await read()
    expect(await snapshot()).toEqual(before)
  })

  it('follows a reorg, which removes a sale and a collection', async () => {
    const before = await snapshot()
    const id = await node<string>('evm_snapshot')
    const other = await createCollection(await createCreator())
    await list(owner, collection, 5n, 10n)
    await onMarket(buyer, 'purchaseNFT', [collection, 5n, 10n, zeroAddress], { value: 10n })
    await read()
    expect(await tokenOf(collection, 5n)).toMatchObject({ owner: buyer })
    expect(await collectionOf(other)).toBeDefined()
    await node('evm_revert', id)
    for (let i = 0; i < 12; i++) await node('evm_mine')
    await read()
    expect(await snapshot()).toEqual(before)
  })
})
