import { type SQL, sql } from 'drizzle-orm'
import { zeroAddress } from 'viem'
import type { NftContracts } from './logs.ts'

/** SQL: the newest event `e` of these names about a collection or token, as the value of an expression; null without one. */
const newest = (names: SQL, about: SQL, value: SQL) =>
  sql`(select ${value} from nft_events e where ${about} and e.name in ${names} order by e.block_number desc, e.log_index desc limit 1)`

/** SQL condition: the event `e` is later than the event `l`. */
const isLater = sql`(e.block_number, e.log_index) > (l.block_number, l.log_index)`
const arg = (name: string) => sql.raw(`e.args ->> '$.${name}'`)

/** SQL: the dirty collections, computed from their events. In the order of the columns of `nft_collections`. */
export function foldCollections({ chainId, collectionFactory: factory }: NftContracts): SQL {
  const about = sql`e.chain_id = c.chain_id and e.collection = c.collection and e.token_id is null`
  const last = (name: string, value: SQL) => newest(sql`(${name})`, about, value)
  const term = (name: string) => sql.raw(`c.args ->> '$.terms.${name}'`)
  return sql`select c.chain_id, c.collection, c.factory, coalesce(${last('CreatorChanged', arg('creator'))}, c.args ->> '$.creator'),
      -- A candidate who has accepted, or the zero address, is no proposal.
      (select nullif(e.args ->> '$.candidate', '0x0000000000000000000000000000000000000000') from nft_events e
        where ${about} and e.name in ('CreatorProposed', 'CreatorChanged') order by e.block_number desc, e.log_index desc limit 1),
      ${term('name')}, ${term('symbol')}, ${term('description')}, ${term('image')}, ${term('banner')}, ${term('externalLink')},
      -- Creating it emits one, before the event of the factory.
      (select max(e.block_number) from nft_events e where ${about} and e.name = 'ContractURIUpdated'
        and (e.block_number, e.log_index) > (c.block_number, c.log_index)),
      coalesce(${last('RoyaltyChanged', arg('recipient'))}, ${term('royaltyRecipient')}),
      cast(coalesce(${last('RoyaltyChanged', arg('royaltyBps'))}, ${term('royaltyBps')}) as integer),
      cast(coalesce(${last('FeeChanged', arg('feeBps'))}, c.args ->> '$.feeBps') as integer),
      cast(coalesce(${last('AllVouchersRevoked', arg('nonce'))}, '0') as integer), c.timestamp
    from dirty_nfts d cross join nft_events c on c.chain_id = d.chain_id and c.collection = d.collection and c.token_id is null
      and c.name = 'CollectionCreated' and c.contract = ${factory}
    where d.chain_id = ${chainId} and d.token_id = ''`
}

/** SQL: the dirty tokens that were minted, in the order of the columns of `nft_tokens`. */
export function foldTokens({ chainId, marketplace }: NftContracts): SQL {
  const about = sql`e.chain_id = d.chain_id and e.collection = d.collection and e.token_id = d.token_id`
  const isSale = sql`${about} and (e.contract = d.collection or e.contract = ${marketplace})`
  const sold = sql`('PurchasedNFT', 'Redeemed')`
  const moves = sql`from nft_events e where ${about} and e.name = 'Transfer' and e.contract = d.collection`
  const lastMove = (value: SQL) => newest(sql`('Transfer')`, sql`${about} and e.contract = d.collection`, value)
  const mint = (value: SQL) => sql`(select ${value} ${moves} order by e.block_number, e.log_index limit 1)`
  return sql`select d.chain_id, d.collection, d.token_id, ${lastMove(arg('to'))},
      (select count(*) ${moves}), (select min(e.timestamp) ${moves}), (select max(e.timestamp) ${moves}),
      ${newest(sold, isSale, arg('price'))}, ${newest(sold, isSale, arg('currency'))},
      nullif(${lastMove(arg('from'))}, ${zeroAddress}), ${mint(sql`e.transaction_hash`)}, ${mint(sql`e.block_hash`)}
    from dirty_nfts d where d.chain_id = ${chainId} and exists (select 1 ${moves})`
}

/** SQL: the listings of the dirty tokens that have neither been removed nor ended, in the order of the columns of `nft_listings`. */
export function foldListings({ chainId, marketplace }: NftContracts): SQL {
  const about = sql`e.chain_id = l.chain_id and e.collection = l.collection and e.token_id = l.token_id`
  const ofSeller = sql`e.chain_id = l.chain_id and e.account = l.args ->> '$.seller'`
  const isApprovedForAll = newest(
    sql`('ApprovalForAll')`,
    sql`${ofSeller} and e.collection = l.collection and e.contract = l.collection`,
    arg('approved'),
  )
  // A transfer clears the approval of the token itself without an event.
  const isApproved = newest(
    sql`('Approval', 'Transfer')`,
    sql`${about} and e.contract = l.collection`,
    sql`e.name = 'Approval' and ${arg('approved')} = ${marketplace}`,
  )
  return sql`select l.chain_id, l.collection, l.token_id, l.args ->> '$.seller', l.args ->> '$.price', l.args ->> '$.currency',
      cast(l.args ->> '$.maxCutBps' as integer), cast(l.args ->> '$.expiresAt' as integer), l.timestamp,
      exists (select 1 from nft_events e where ${about} and e.name = 'Transfer' and e.contract = l.collection and ${isLater}),
      exists (select 1 from nft_events e where ${ofSeller} and e.collection is null and e.name = 'CounterIncremented' and e.contract = ${marketplace} and ${isLater}),
      coalesce(${isApproved}, 0) or coalesce(${isApprovedForAll}, 0)
    from dirty_nfts d cross join nft_events l on l.id = (
      select e.id from nft_events e where e.chain_id = d.chain_id and e.collection = d.collection and e.token_id = d.token_id
        and e.name in ('ListedNFT', 'DeListedNFT', 'PurchasedNFT') and e.contract = ${marketplace}
      order by e.block_number desc, e.log_index desc limit 1) and l.name = 'ListedNFT'
    where d.chain_id = ${chainId}`
}

/** SQL: the dirty tokens whose content must be read, in the order of the columns of `nft_unread_contents`. */
export const foldUnread = (): SQL => sql`select t.chain_id, t.collection, t.token_id
    from dirty_nfts d cross join nft_tokens t on t.chain_id = d.chain_id and t.collection = d.collection and t.token_id = d.token_id
    left join nft_contents c on c.chain_id = t.chain_id and c.collection = t.collection and c.token_id = t.token_id
      and c.mint_block = t.mint_block
    where c.content is null`

/**
 * SQL: the offers for the dirty tokens, in the order of the columns of `nft_offers`. The events that ended them are read once, not for each
 * offer, because anybody can make many.
 */
export function foldOffers({ chainId, marketplace }: NftContracts): SQL {
  const ofDirty = (name: string) => sql`dirty_nfts d cross join nft_events ${sql.raw(name)} on ${sql.raw(name)}.chain_id = d.chain_id
      and ${sql.raw(name)}.collection = d.collection and ${sql.raw(name)}.token_id = d.token_id and ${sql.raw(name)}.contract = ${marketplace}`
  return sql`with ended as materialized (
      select e.collection, e.token_id, e.args ->> iif(e.name = 'PurchasedNFT', '$.offerIndex', '$.index') as offer,
        e.name = 'PurchasedNFT' as is_sold, e.timestamp
      from ${ofDirty('e')} and e.name in ('OfferCancelled', 'PurchasedNFT') where d.chain_id = ${chainId})
    select o.chain_id, o.contract, cast(o.args ->> '$.index' as integer), o.collection, o.token_id, o.args ->> '$.offerer',
      o.args ->> '$.price', o.args ->> '$.currency', cast(o.args ->> '$.expiresAt' as integer), o.timestamp,
      case when x.offer is null then 'open' when x.is_sold then 'sold' else 'cancelled' end, x.timestamp
    from ${ofDirty('o')} and o.name = 'OfferCreated'
    left join ended x on x.collection = o.collection and x.token_id = o.token_id and x.offer = o.args ->> '$.index'
    where d.chain_id = ${chainId}`
}
