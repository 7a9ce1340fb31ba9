import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// Addresses have a checksum. Token ids, prices and other 256-bit numbers are decimal text; prices are in base units of their currency, and the
// native coin is the zero address.

/**
 * A collection of our factory, computed from its events. `setContractMetadata` changes its texts without naming them in its event:
 * `textsAt` is the block since which they may differ from these, null while they cannot.
 */
export const collections = sqliteTable(
  'nft_collections',
  {
    chainId: integer('chain_id').notNull(),
    address: text('address').notNull(),
    factory: text('factory').notNull(),
    creator: text('creator').notNull(),
    /** Whom the creator has proposed as the next one; null without a proposal. */
    proposedCreator: text('proposed_creator'),
    name: text('name').notNull(),
    symbol: text('symbol').notNull(),
    description: text('description').notNull(),
    image: text('image').notNull(),
    banner: text('banner').notNull(),
    externalLink: text('external_link').notNull(),
    textsAt: integer('texts_at'),
    royaltyRecipient: text('royalty_recipient').notNull(),
    royaltyBps: integer('royalty_bps').notNull(),
    feeBps: integer('fee_bps').notNull(),
    /** Vouchers with a lower nonce are void. */
    voucherFloor: integer('voucher_floor').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.address] }),
    index('nft_collections_creator').on(t.chainId, t.creator, t.createdAt),
    index('nft_collections_factory').on(t.chainId, t.factory, t.createdAt),
  ],
)

/** A minted token, computed from its events. A burned one has the zero address as its owner. */
export const tokens = sqliteTable(
  'nft_tokens',
  {
    chainId: integer('chain_id').notNull(),
    collection: text('collection').notNull(),
    tokenId: text('token_id').notNull(),
    owner: text('owner').notNull(),
    /** The number of transfers, with mint and burn. */
    transfers: integer('transfers').notNull(),
    mintedAt: integer('minted_at').notNull(),
    movedAt: integer('moved_at').notNull(),
    /** The last sale, by a voucher or in the marketplace; null without one. */
    lastPrice: text('last_price'),
    lastCurrency: text('last_currency'),
    /** Whose it was before; null until the first transfer after the mint. */
    previousOwner: text('previous_owner'),
    /** The transaction and the block that minted it. After a reorg, another block may have minted the same token with another content. */
    mintTransaction: text('mint_transaction').notNull().default(''),
    mintBlock: text('mint_block').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.collection, t.tokenId] }),
    index('nft_tokens_minted').on(t.chainId, t.collection, t.mintedAt, sql`length(${t.tokenId})`, t.tokenId),
    index('nft_tokens_owner').on(t.chainId, t.owner, t.movedAt),
  ],
)

/**
 * The listing of a token that was made last and has neither been removed nor ended by a sale. It can be bought while `moved` and `voided`
 * are false, `approved` is true, it has not expired, and its currency is enabled.
 */
export const marketListings = sqliteTable(
  'nft_listings',
  {
    chainId: integer('chain_id').notNull(),
    collection: text('collection').notNull(),
    tokenId: text('token_id').notNull(),
    seller: text('seller').notNull(),
    price: text('price').notNull(),
    currency: text('currency').notNull(),
    maxCutBps: integer('max_cut_bps').notNull(),
    expiresAt: integer('expires_at').notNull(),
    listedAt: integer('listed_at').notNull(),
    /** The token was transferred or burned since. */
    moved: integer('moved', { mode: 'boolean' }).notNull(),
    /** The seller has voided all its listings since. */
    voided: integer('voided', { mode: 'boolean' }).notNull(),
    /** The marketplace may transfer the token. */
    approved: integer('approved', { mode: 'boolean' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.chainId, t.collection, t.tokenId] }), index('nft_listings_seller').on(t.chainId, t.seller, t.listedAt)],
)

/** An offer for a token, with the number that the marketplace has given it. */
export const marketOffers = sqliteTable(
  'nft_offers',
  {
    chainId: integer('chain_id').notNull(),
    marketplace: text('marketplace').notNull(),
    number: integer('number').notNull(),
    collection: text('collection').notNull(),
    tokenId: text('token_id').notNull(),
    offerer: text('offerer').notNull(),
    price: text('price').notNull(),
    currency: text('currency').notNull(),
    expiresAt: integer('expires_at').notNull(),
    offeredAt: integer('offered_at').notNull(),
    /** open | sold | cancelled. An open one may have expired. */
    state: text('state', { enum: ['open', 'sold', 'cancelled'] }).notNull(),
    endedAt: integer('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.marketplace, t.number] }),
    index('nft_offers_token').on(t.chainId, t.collection, t.tokenId, t.number),
    index('nft_offers_offerer').on(t.chainId, t.offerer, t.number),
  ],
)
