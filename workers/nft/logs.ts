import { type Address, getAddress } from 'viem'
import { collectionAbi } from '../../contracts/abi/Collection.ts'
import { collectionFactoryAbi } from '../../contracts/abi/CollectionFactory.ts'
import { marketplaceAbi } from '../../contracts/abi/Marketplace.ts'
import type { Deployment } from '../../contracts/addresses.ts'
import { decodeLog, eventId, eventsOf, placeLogs, toJson } from '../shared/decode-logs.ts'
import type { LogPosition } from '../shared/event-store.ts'
import type { RawLog } from '../shared/rpc.ts'

/** An event of the factory, a collection or the marketplace, as stored in `nft_events`. */
export interface NftEvent extends LogPosition {
  id: string
  contract: Address
  /** UTC seconds. */
  timestamp: number
  name: string
  collection: Address | null
  tokenId: string | null
  account: Address | null
  args: Record<string, unknown>
}

export type NftContracts = Pick<Deployment, 'chainId' | 'collectionFactory' | 'marketplace'>

type Args = Record<string, unknown>
/** What an event is about. */
type Subject = Pick<NftEvent, 'collection' | 'tokenId' | 'account'>
/** Reads what an event is about; null for one that is not stored. */
type SubjectOf = (args: Args, contract: Address, contracts: NftContracts) => Subject | null

const ofCollection: SubjectOf = (_, contract) => ({ collection: contract, tokenId: null, account: null })
/** `id` is the token in the events about a debt. */
const ofToken: SubjectOf = ({ tokenId, id }, contract) => ({ collection: contract, tokenId: String(tokenId ?? id), account: null })
const ofTraded: SubjectOf = ({ collection, tokenId }) => ({ collection: collection as Address, tokenId: String(tokenId), account: null })

/** The stored events of each kind of contract. Who is an admin, what is payable and what was withdrawn changes no token. */
const STORED: Record<'factory' | 'collection' | 'marketplace', Record<string, SubjectOf>> = {
  factory: { CollectionCreated: ({ collection }) => ({ collection: collection as Address, tokenId: null, account: null }) },
  collection: {
    CreatorProposed: ofCollection,
    CreatorChanged: ofCollection,
    RoyaltyChanged: ofCollection,
    FeeChanged: ofCollection,
    ContractURIUpdated: ofCollection,
    AllVouchersRevoked: ofCollection,
    VoucherRevoked: ofToken,
    Redeemed: ofToken,
    Transfer: ofToken,
    Approval: ofToken,
    Owed: ofToken,
    FeeOwed: ofToken,
    ApprovalForAll: ({ owner, operator }, contract, { marketplace }) =>
      operator === marketplace ? { collection: contract, tokenId: null, account: owner as Address } : null,
  },
  marketplace: {
    ListedNFT: ofTraded,
    DeListedNFT: ofTraded,
    PurchasedNFT: ofTraded,
    OfferCreated: ofTraded,
    OfferCancelled: ofTraded,
    Owed: ofTraded,
    CounterIncremented: ({ seller }) => ({ collection: null, tokenId: null, account: seller as Address }),
  },
}

const EVENTS = { factory: eventsOf(collectionFactoryAbi), collection: eventsOf(collectionAbi), marketplace: eventsOf(marketplaceAbi) }

/**
 * Decodes the logs of our contracts, in chain order. `collections` are the collections of the factory that are known; logs of all other
 * contracts are ignored, whatever they look like. `created` are the collections that the logs create: if one was not known, its logs are
 * missing, and the range must be read again with it. `timestamps` maps block numbers to UTC seconds; throws if one is missing.
 */
export function decodeNftLogs(
  contracts: NftContracts,
  collections: readonly string[],
  logs: RawLog[],
  timestamps: ReadonlyMap<number, number>,
): { events: NftEvent[]; created: Address[] } {
  const { chainId, collectionFactory, marketplace } = contracts
  const kinds = new Map<string, keyof typeof STORED>(collections.map((address) => [address.toLowerCase(), 'collection']))
  kinds.set(collectionFactory.toLowerCase(), 'factory').set(marketplace.toLowerCase(), 'marketplace')
  const events: NftEvent[] = []
  const created: Address[] = []
  for (const log of placeLogs(logs, new Set(kinds.keys()))) {
    const kind = kinds.get(log.address.toLowerCase())!
    const decoded = decodeLog(EVENTS[kind], log)
    const contract = getAddress(log.address)
    const subject = decoded && STORED[kind][decoded.name]?.(decoded.args, contract, contracts)
    if (!decoded || !subject) continue
    const timestamp = timestamps.get(log.block)
    if (timestamp === undefined) throw new Error(`no timestamp for block ${log.block}`)
    if (kind === 'factory') created.push(subject.collection!)
    const { transactionHash, blockHash, ordinal } = log
    events.push({
      ...{ transactionHash, ordinal, blockNumber: log.block, blockHash, logIndex: log.index, timestamp },
      ...{ id: eventId(chainId, contract, transactionHash, ordinal), contract, name: decoded.name },
      ...subject,
      args: toJson(decoded.args) as Args,
    })
  }
  return { events, created }
}
