import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { getAddress, type Hex } from 'viem'
import { creators } from '../creators/creator-tables.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { deployment } from '../shared/chain.ts'
import { cidOfContent } from '../shared/cid.schema.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { convertRows } from '../shared/rows.ts'
import { valid } from '../shared/valid.ts'
import {
  COLLECTIONS_ON_PAGE,
  type Collection,
  type CollectionPage,
  collectionQuery,
  collectionsQuery,
  type MarketListing,
  type MarketOffer,
  type Staleness,
  TOKENS_ON_PAGE,
  type Token,
  type TokenAnswer,
  type TokenPage,
  tokenQuery,
  tokensQuery,
} from './collections.schema.ts'
import { tokenContents } from './content-tables.ts'
import type { NftEnv } from './env.ts'
import { collections, marketListings, marketOffers, tokens } from './tables.ts'

/** The most offers for a token that are shown. */
const MAX_OFFERS = 100

const selectCollections = (db: Database, condition: SQL | undefined) =>
  db
    .select({ id: collections.address, collection: collections, creatorName: creators.name })
    .from(collections)
    .leftJoin(creators, and(eq(creators.wallet, collections.creator), sql`${creators.removedAt} is null`))
    .where(condition)

const toCollection = ({ collection, creatorName }: Awaited<ReturnType<typeof selectCollections>>[number]): Collection => ({
  nft_address: collection.address as Hex,
  chain_id: collection.chainId,
  name: collection.name,
  symbol: collection.symbol,
  description: collection.description,
  image: collection.image,
  banner: collection.banner,
  external_link: collection.externalLink,
  royalty: collection.royaltyBps,
  owner_address: collection.creator as Hex,
  creator_name: creatorName,
  created_at: collection.createdAt,
})

/** The order of the tokens of a collection: the newest first; of those of one block, the highest number. */
const ORDER = sql`${tokens.mintedAt} desc, length(${tokens.tokenId}) desc, ${tokens.tokenId} desc`

const selectTokens = (db: Database, condition: SQL | undefined) =>
  db
    .select({ id: tokens.tokenId, token: tokens, content: tokenContents.content, listing: marketListings })
    .from(tokens)
    .leftJoin(
      tokenContents,
      and(
        eq(tokenContents.chainId, tokens.chainId),
        eq(tokenContents.collection, tokens.collection),
        eq(tokenContents.tokenId, tokens.tokenId),
        eq(tokenContents.mintBlock, tokens.mintBlock),
      ),
    )
    .leftJoin(
      marketListings,
      and(
        eq(marketListings.chainId, tokens.chainId),
        eq(marketListings.collection, tokens.collection),
        eq(marketListings.tokenId, tokens.tokenId),
      ),
    )
    .where(condition)

function stalenessOf({ moved, voided, approved, expiresAt }: typeof marketListings.$inferSelect, at: number): Staleness | null {
  if (moved) return 'moved'
  if (voided) return 'voided'
  if (!approved) return 'not_approved'
  return expiresAt < at ? 'expired' : null
}

const toListing = (row: typeof marketListings.$inferSelect, at: number): MarketListing => ({
  seller: row.seller as Hex,
  price: row.price,
  currency: row.currency as Hex,
  max_cut: row.maxCutBps,
  listed_at: row.listedAt,
  expires_at: row.expiresAt,
  stale: stalenessOf(row, at),
})

const toToken =
  (at: number) =>
  ({ token, content, listing }: Awaited<ReturnType<typeof selectTokens>>[number]): Token => ({
    token_id: token.tokenId,
    address: token.collection as Hex,
    chain_id: token.chainId,
    standard: 'ERC721',
    owner: token.owner as Hex,
    previous_owner: token.previousOwner as Hex | null,
    token_uri: content && `ipfs://${cidOfContent(content as Hex)}`,
    transaction_hash: token.mintTransaction as Hex,
    minted_at: token.mintedAt,
    last_price: token.lastPrice === null ? null : { price: token.lastPrice, currency: token.lastCurrency as Hex },
    listing: listing && toListing(listing, at),
  })

const toOffer = (row: typeof marketOffers.$inferSelect, at: number): MarketOffer => ({
  index: row.number,
  offerer: row.offerer as Hex,
  price: row.price,
  currency: row.currency as Hex,
  offered_at: row.offeredAt,
  expires_at: row.expiresAt,
  state: row.state === 'open' && row.expiresAt < at ? 'expired' : row.state,
})

/** The collections, tokens, listings and offers that the indexer has read. */
export const collectionRoutes = new Hono<{ Bindings: NftEnv; Variables: AreaVariables }>()
  .get('/getCollection', valid('query', collectionQuery), async (c) => {
    const { chainId } = deployment(c.env)
    const address = getAddress(c.req.valid('query').address)
    const rows = await selectCollections(database(c.env), and(eq(collections.chainId, chainId), eq(collections.address, address)))
    const [collection] = convertRows('collection', rows, toCollection)
    if (!collection) throw new ApiError('collection_not_found')
    return c.json(collection)
  })

  /** Lists the collections of a creator, the newest first. Those that were handed over belong to the new creator. */
  .get('/getCollectionsByCreator', valid('query', collectionsQuery), async (c) => {
    const { name, cursor } = c.req.valid('query')
    const { chainId } = deployment(c.env)
    const [createdAt = '', address = ''] = cursor?.split('.') ?? []
    const plain = name.normalize('NFKC').trim().toLowerCase()
    const rows = await selectCollections(
      database(c.env),
      and(
        eq(collections.chainId, chainId),
        sql`${collections.creator} = (select wallet from ${creators} where lower(name) = ${plain} and removed_at is null)`,
        cursor ? sql`(${collections.createdAt}, ${collections.address}) < (${Number(createdAt)}, ${getAddress(address)})` : undefined,
      ),
    )
      .orderBy(desc(collections.createdAt), desc(collections.address))
      .limit(COLLECTIONS_ON_PAGE + 1)
    const last = rows[COLLECTIONS_ON_PAGE] && rows[COLLECTIONS_ON_PAGE - 1]!.collection
    const answer: CollectionPage = {
      collections: convertRows('collection', rows.slice(0, COLLECTIONS_ON_PAGE), toCollection),
      next: last ? `${last.createdAt}.${last.address}` : null,
    }
    return c.json(answer)
  })

  /** Lists the tokens of a collection, the newest first. */
  .get('/getTokensByCollectionAddress', valid('query', tokensQuery), async (c) => {
    const { address, cursor } = c.req.valid('query')
    const { chainId } = deployment(c.env)
    const [mintedAt = '', tokenId = ''] = cursor?.split('.') ?? []
    const rows = await selectTokens(
      database(c.env),
      and(
        eq(tokens.chainId, chainId),
        eq(tokens.collection, getAddress(address)),
        cursor
          ? sql`(${tokens.mintedAt}, length(${tokens.tokenId}), ${tokens.tokenId}) < (${Number(mintedAt)}, ${tokenId.length}, ${tokenId})`
          : undefined,
      ),
    )
      .orderBy(ORDER)
      .limit(TOKENS_ON_PAGE + 1)
    const last = rows[TOKENS_ON_PAGE] && rows[TOKENS_ON_PAGE - 1]!.token
    const answer: TokenPage = {
      tokens: convertRows('token', rows.slice(0, TOKENS_ON_PAGE), toToken(now())),
      next: last ? `${last.mintedAt}.${last.tokenId}` : null,
    }
    return c.json(answer)
  })

  /** Returns a token with its collection and the newest offers for it. */
  .get('/getToken', valid('query', tokenQuery), async (c) => {
    const { address, tokenId } = c.req.valid('query')
    const { chainId } = deployment(c.env)
    const collection = getAddress(address)
    const db = database(c.env)
    const [tokenRows, collectionRows, offerRows] = await db.batch([
      selectTokens(db, and(eq(tokens.chainId, chainId), eq(tokens.collection, collection), eq(tokens.tokenId, tokenId))),
      selectCollections(db, and(eq(collections.chainId, chainId), eq(collections.address, collection))),
      db
        .select()
        .from(marketOffers)
        .where(and(eq(marketOffers.chainId, chainId), eq(marketOffers.collection, collection), eq(marketOffers.tokenId, tokenId)))
        .orderBy(desc(marketOffers.number))
        .limit(MAX_OFFERS),
    ])
    const at = now()
    const [token] = convertRows('token', tokenRows, toToken(at))
    const [found] = convertRows('collection', collectionRows, toCollection)
    if (!token || !found) throw new ApiError('token_not_found')
    const offers = offerRows.map((row) => toOffer(row, at))
    return c.json({ token, collection: found, offers } satisfies TokenAnswer)
  })
