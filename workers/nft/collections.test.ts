import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { type Hex, keccak256, toHex, zeroAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { creators } from '../creators/creator-tables.ts'
import { node } from '../orders/testing.ts'
import { cidOfContent } from '../shared/cid.schema.ts'
import { call, codeOf, signedIn } from '../shared/testing.ts'
import type { Collection, CollectionPage, TokenAnswer, TokenPage } from './collections.schema.ts'
import { tokenContents, unreadContents } from './content-tables.ts'
import worker from './index.ts'
import { readContents } from './read-contents.ts'
import { marketListings } from './tables.ts'
import {
  createAccount,
  createCollection,
  createCreator,
  db,
  deployed,
  FAR,
  list,
  onCollection,
  onMarket,
  readNfts,
  testEnv,
} from './testing.ts'

const get = async <Answer>(path: string) => {
  const response = await call(worker, testEnv, createExecutionContext(), 'GET', `/api/nft/${path}`, { headers: {} })
  return [response.status, response.ok ? ((await response.json()) as Answer) : await codeOf(response)] as const
}
const answerOf = async <Answer>(path: string) => (await get<Answer>(path))[1] as Answer

const contents = (count: number) => Array.from({ length: count }, (_, i) => keccak256(toHex(i + 1)))

let creator: Hex
let collection: Hex
let buyer: Hex
beforeAll(async () => {
  ;[creator, buyer] = [await createCreator(), await createAccount()]
  collection = await createCollection(creator, { name: 'Brush letters' })
  await onCollection(creator, collection, 'safeMintBatch', [creator, 1n, contents(20)])
  await readNfts()
})

describe('getCollection', () => {
  it('returns what is on chain, whatever the case of the address', async () => {
    const [status, found] = await get<Collection>(`getCollection?address=${collection.toLowerCase()}`)
    expect(status).toBe(200)
    expect(found).toMatchObject({
      ...{ nft_address: collection, chain_id: 31337, name: 'Brush letters', symbol: 'LTR', description: 'By hand.' },
      ...{ image: 'ipfs://image', royalty: 500, owner_address: creator, creator_name: null },
    })
  })

  it('refuses a contract that our factory has not created', async () => {
    expect(await get(`getCollection?address=${deployed.marketplace}`)).toEqual([404, 'collection_not_found'])
    expect((await get('getCollection?address=0x12'))[0]).toBe(422)
  })
})

describe('getCollectionsByCreator', () => {
  it('lists those of the wallet of a creator, the newest first, and none after the creator was removed', async () => {
    const user = await signedIn(testEnv)
    const name = `letters${user.id}`
    await db.insert(creators).values({ userId: user.id, name, wallet: creator, since: 1 })
    await node('evm_increaseTime', 2)
    const later = await createCollection(creator, { name: 'Later' }, `0x${'1'.padStart(64, '0')}`)
    await readNfts()
    const found = await answerOf<CollectionPage>(`getCollectionsByCreator?name=${name.toUpperCase()}`)
    expect(found.collections.map(({ nft_address, creator_name }) => [nft_address, creator_name])).toEqual([
      [later, name],
      [collection, name],
    ])
    expect(found.next).toBeNull()
    const { created_at } = found.collections[0]!
    const rest = await answerOf<CollectionPage>(`getCollectionsByCreator?name=${name}&cursor=${created_at}.${later}`)
    expect(rest.collections.map(({ nft_address }) => nft_address)).toEqual([collection])
    await db.update(creators).set({ removedAt: 5 }).where(eq(creators.userId, user.id))
    expect(await answerOf(`getCollectionsByCreator?name=${name}`)).toEqual({ collections: [], next: null })
    expect((await answerOf<Collection>(`getCollection?address=${collection}`)).creator_name).toBeNull()
    await db.delete(creators).where(eq(creators.userId, user.id))
  })

  it('is empty for a name that nobody has', async () =>
    expect(await answerOf('getCollectionsByCreator?name=nobody%20has%20this')).toEqual({ collections: [], next: null }))
})

describe('getTokensByCollectionAddress', () => {
  it('returns pages of sixteen, the highest number of a block first', async () => {
    const first = await answerOf<TokenPage>(`getTokensByCollectionAddress?address=${collection}`)
    expect(first.tokens.map(({ token_id }) => Number(token_id))).toEqual(Array.from({ length: 16 }, (_, i) => 20 - i))
    const second = await answerOf<TokenPage>(`getTokensByCollectionAddress?address=${collection}&cursor=${first.next}`)
    expect(second.tokens.map(({ token_id }) => token_id)).toEqual(['4', '3', '2', '1'])
    expect(second.next).toBeNull()
  })

  it('is empty for a contract that is no collection', async () =>
    expect(await answerOf(`getTokensByCollectionAddress?address=${buyer}`)).toEqual({ tokens: [], next: null }))
})

describe('the content of a token', () => {
  it('is read from the contract, once', async () => {
    await readContents(testEnv)
    const { token } = await answerOf<TokenAnswer>(`getToken?address=${collection}&tokenId=3`)
    expect(token).toMatchObject({ owner: creator, previous_owner: null, token_uri: `ipfs://${cidOfContent(contents(3)[2]!)}` })
    expect(token.transaction_hash).toMatch(/^0x[\da-f]{64}$/)
    expect(await db.select().from(unreadContents).where(eq(unreadContents.collection, collection))).toEqual([])
    expect(await readContents(testEnv)).toBe(0)
    // A transfer does not make it unread.
    await onCollection(creator, collection, 'transferFrom', [creator, buyer, 3n])
    await readNfts()
    expect(await db.select().from(unreadContents).where(eq(unreadContents.collection, collection))).toEqual([])
    const moved = (await answerOf<TokenAnswer>(`getToken?address=${collection}&tokenId=3`)).token
    expect(moved).toMatchObject({ owner: buyer, previous_owner: creator, token_uri: token.token_uri })
  })

  it('is read again if a reorg has replaced it', async () => {
    const uri = async () => (await answerOf<TokenAnswer>(`getToken?address=${collection}&tokenId=77`)).token.token_uri
    const id = await node<string>('evm_snapshot')
    await onCollection(creator, collection, 'safeMint', [creator, 77n, keccak256('0x01')])
    await readNfts()
    await readContents(testEnv)
    expect(await uri()).toBe(`ipfs://${cidOfContent(keccak256('0x01'))}`)
    await node('evm_revert', id)
    await onCollection(creator, collection, 'safeMint', [creator, 77n, keccak256('0x02')])
    for (let i = 0; i < 12; i++) await node('evm_mine')
    await readNfts()
    expect(await uri()).toBeNull()
    await readContents(testEnv)
    expect(await uri()).toBe(`ipfs://${cidOfContent(keccak256('0x02'))}`)
    expect(await db.select().from(tokenContents).where(eq(tokenContents.tokenId, '77'))).toHaveLength(1)
  })
})

describe('getToken', () => {
  it('says why a listing cannot be bought', async () => {
    const stale = async () => (await answerOf<TokenAnswer>(`getToken?address=${collection}&tokenId=9`)).token.listing?.stale
    await list(creator, collection, 9n, 700n)
    await readNfts()
    expect(await stale()).toBeNull()
    await db.update(marketListings).set({ expiresAt: 5 }).where(eq(marketListings.tokenId, '9'))
    expect(await stale()).toBe('expired')
    await onCollection(creator, collection, 'setApprovalForAll', [deployed.marketplace, false])
    await readNfts()
    expect(await stale()).toBe('not_approved')
    await onMarket(creator, 'incrementCounter', [])
    await readNfts()
    expect(await stale()).toBe('voided')
    await onCollection(creator, collection, 'transferFrom', [creator, buyer, 9n])
    await readNfts()
    expect(await stale()).toBe('moved')
  })

  it('lists offers, and tells open ones from expired ones', async () => {
    const soon = BigInt((await node<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)).timestamp) + 60n
    await onMarket(buyer, 'createOffer', [collection, 10n, 50n, zeroAddress, FAR], { value: 50n })
    await onMarket(creator, 'createOffer', [collection, 10n, 40n, zeroAddress, soon], { value: 40n })
    await readNfts()
    const { offers, collection: about } = await answerOf<TokenAnswer>(`getToken?address=${collection}&tokenId=10`)
    expect(about.name).toBe('Brush letters')
    expect(offers).toMatchObject([
      { offerer: creator, price: '40' },
      { offerer: buyer, price: '50', currency: zeroAddress, state: 'open' },
    ])
  })

  it('refuses a token that does not exist, and a number that is none', async () => {
    expect(await get(`getToken?address=${collection}&tokenId=999`)).toEqual([404, 'token_not_found'])
    expect(await get(`getToken?address=${buyer}&tokenId=1`)).toEqual([404, 'token_not_found'])
    for (const bad of ['-1', '01', '1.5', '1e3', '9'.repeat(79), ''])
      expect((await get(`getToken?address=${collection}&tokenId=${bad}`))[0]).toBe(422)
  })
})
