import { object, optional, pipe, regex, string } from 'valibot'
import { address } from '../auth/users.schema.ts'
import { typedName } from '../creators/typed-name.schema.ts'

/** Tokens on a page of a collection. */
export const TOKENS_ON_PAGE = 16
/** Collections on a page of a creator. */
export const COLLECTIONS_ON_PAGE = 24

/** A token id: a whole number below 2^256 as decimal text. */
const tokenId = pipe(string(), regex(/^(?:0|[1-9]\d{0,77})$/, 'token_id'))

/** Query of getCollection. */
export const collectionQuery = object({ address })
/** Query of getCollectionsByCreator. `name` is the name of a creator. `cursor` is the `next` of the previous page. */
export const collectionsQuery = object({
  name: typedName,
  cursor: optional(pipe(string(), regex(/^\d{1,10}\.0x[0-9a-fA-F]{40}$/, 'cursor'))),
})
/** Query of getTokensByCollectionAddress. `cursor` is the `next` of the previous page. */
export const tokensQuery = object({ address, cursor: optional(pipe(string(), regex(/^\d{1,10}\.(?:0|[1-9]\d{0,77})$/, 'cursor'))) })
/** Query of getToken. */
export const tokenQuery = object({ address, tokenId })

/** A collection. Addresses have a checksum; addresses of pictures are `ipfs://` and a CID, or whatever its creator has stored on chain. */
export interface Collection {
  nft_address: `0x${string}`
  chain_id: number
  name: string
  symbol: string
  description: string
  image: string
  banner: string
  external_link: string
  /** The share of the price of a resale, in basis points. */
  royalty: number
  /** The creator of the collection. */
  owner_address: `0x${string}`
  /** The name of the creator's page; null if the team has given the wallet no page, or has removed it. */
  creator_name: string | null
  /** UTC seconds. */
  created_at: number
}

/** Answer of getCollectionsByCreator. */
export interface CollectionPage {
  collections: Collection[]
  next: string | null
}

/**
 * Why a listing cannot be bought: the token has moved, the seller has voided it, the marketplace may not transfer it, or its time is over.
 */
export type Staleness = 'moved' | 'voided' | 'not_approved' | 'expired'

/** A listing of a token. */
export interface MarketListing {
  seller: `0x${string}`
  /** In base units of the currency. */
  price: string
  /** The zero address is the native coin. */
  currency: `0x${string}`
  /** The most that fee and royalty may take, in basis points. */
  max_cut: number
  /** UTC seconds. */
  listed_at: number
  expires_at: number
  /** Null while it can be bought. */
  stale: Staleness | null
}

/** An offer for a token. Amounts as in {@link MarketListing}. */
export interface MarketOffer {
  index: number
  offerer: `0x${string}`
  price: string
  currency: `0x${string}`
  offered_at: number
  expires_at: number
  state: 'open' | 'sold' | 'cancelled' | 'expired'
}

/** A token in a list. */
export interface Token {
  token_id: string
  address: `0x${string}`
  chain_id: number
  standard: 'ERC721'
  /** The zero address if it was burned. */
  owner: `0x${string}`
  previous_owner: `0x${string}` | null
  /** `ipfs://` and the CID of the metadata file; null until it is read from the contract. */
  token_uri: string | null
  /** The transaction that minted it. */
  transaction_hash: `0x${string}`
  /** UTC seconds. */
  minted_at: number
  /** The last sale; null without one. */
  last_price: { price: string; currency: `0x${string}` } | null
  listing: MarketListing | null
}

/** Answer of getTokensByCollectionAddress. */
export interface TokenPage {
  tokens: Token[]
  next: string | null
}

/** Answer of getToken: the token, its collection and the newest offers for it. */
export interface TokenAnswer {
  token: Token
  collection: Collection
  offers: MarketOffer[]
}
