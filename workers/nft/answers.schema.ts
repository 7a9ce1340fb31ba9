import { array, literal, maxLength, nullable, picklist, pipe, strictObject } from 'valibot'
import { address, amount, basisPoints, bytes32, nextCursor, text, time, whole } from '../shared/answers.schema.ts'
import { COLLECTIONS_ON_PAGE, TOKENS_ON_PAGE } from './collections.schema.ts'

/** Schemas of the answers of this area's calls. */

const uri = '`ipfs://` and a CID, or whatever the creator has stored in the contract.'
const currency = address('The token that is paid; the zero address is the native coin.')
const chainId = whole('The id of the chain.')

export const collection = strictObject({
  nft_address: address('The contract of the collection.'),
  chain_id: chainId,
  name: text('At most 100 bytes.'),
  symbol: text('At most 32 bytes.'),
  description: text('At most 4,000 bytes.'),
  image: text(uri),
  banner: text(uri),
  external_link: text('Whatever the creator has stored in the contract; it may be empty.'),
  royalty: basisPoints("The creator's share of the price of a resale"),
  owner_address: address('The creator of the collection.'),
  creator_name: nullable(text("The name of the creator's page; null if the wallet has no page.")),
  created_at: time('When the contract was created'),
})

export const collectionPage = strictObject({ collections: pipe(array(collection), maxLength(COLLECTIONS_ON_PAGE)), next: nextCursor })

const listing = strictObject({
  seller: address('Who has listed it.'),
  price: amount('The price'),
  currency,
  max_cut: basisPoints('The most that fee and royalty may take'),
  listed_at: time('When it was listed'),
  expires_at: time('The last second in which it can be bought'),
  stale: nullable(picklist(['moved', 'voided', 'not_approved', 'expired'])),
})

const token = strictObject({
  token_id: text('The number of the token, as decimal text.'),
  address: address('The contract of the collection.'),
  chain_id: chainId,
  standard: literal('ERC721'),
  owner: address('The owner; the zero address if the token was burned.'),
  previous_owner: nullable(address('Whose it was before.')),
  token_uri: nullable(text('`ipfs://` and the CID of the metadata file; null until it is read from the contract.')),
  transaction_hash: bytes32('The transaction that minted it.'),
  minted_at: time('When it was minted'),
  last_price: nullable(strictObject({ price: amount('The last price'), currency })),
  listing: nullable(listing),
})

export const tokenPage = strictObject({ tokens: pipe(array(token), maxLength(TOKENS_ON_PAGE)), next: nextCursor })

const offer = strictObject({
  index: whole('The number that the marketplace has given the offer.'),
  offerer: address('Who has made it.'),
  price: amount('The deposited amount'),
  currency,
  offered_at: time('When it was made'),
  expires_at: time('The last second in which it can be accepted'),
  state: picklist(['open', 'sold', 'cancelled', 'expired']),
})

export const tokenAnswer = strictObject({ token, collection, offers: pipe(array(offer), maxLength(100)) })
