import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The content of each minted token: the SHA-256 of its metadata file, 0x and 64 digits. It is read from the contract, because no event
 * names it, and it is valid while the token was minted in this block.
 */
export const tokenContents = sqliteTable(
  'nft_contents',
  {
    chainId: integer('chain_id').notNull(),
    collection: text('collection').notNull(),
    tokenId: text('token_id').notNull(),
    mintBlock: text('mint_block').notNull(),
    content: text('content').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chainId, t.collection, t.tokenId] })],
)

/** Minted tokens whose content must be read. Filled with the tokens, in the same batch. */
export const unreadContents = sqliteTable(
  'nft_unread_contents',
  { chainId: integer('chain_id').notNull(), collection: text('collection').notNull(), tokenId: text('token_id').notNull() },
  (t) => [primaryKey({ columns: [t.chainId, t.collection, t.tokenId] })],
)
