import {
  boolean,
  integer,
  maxLength,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
  transform,
} from 'valibot'
import { address } from '../auth/users.schema.ts'
import { opaqueId } from '../shared/ids.schema.ts'
import type { Media } from '../uploads/media.schema.ts'
import type { CreatorApplication } from './applications.schema.ts'
import type { Swatch } from './palette.schema.ts'

const userId = pipe(number(), integer(), minValue(1), maxValue(Number.MAX_SAFE_INTEGER))
const transactionHash = pipe(
  string(),
  regex(/^0x[0-9a-fA-F]{64}$/),
  transform((hash) => hash.toLowerCase()),
)

/** Query of findCreator. */
export const findCreatorQuery = object({ address })

/**
 * Body of enableCreator. `application` is the one that the admin has read, and is granted; null restores a creator that was removed.
 * `transactionHash` is of the transaction that made the wallet a creator of the Platform contract.
 */
export const enableCreatorRequest = object({ address, application: nullable(opaqueId), transactionHash })

/** Body of removeCreator. `transactionHash` is of the transaction that removed the wallet from the Platform contract. */
export const removeCreatorRequest = object({ user_id: userId, transactionHash })

/**
 * Body of togglePromoted and toggleShop. `id` is the user id; `value` is whether the home page shows the creator, or the creator may sell.
 */
export const toggleRequest = object({ id: userId, value: boolean() })

/** What creators can be sorted by. `since` is when the team gave them their page. */
export const CREATOR_SORTS = ['since', 'id', 'name', 'country', 'promoted', 'maySell', 'removed'] as const

/** Query of getCreators. `text` is a part of the name, the user id, or an address or its beginning. `cursor` is the `next` of the previous page. */
export const creatorsQuery = object({
  text: optional(
    pipe(
      string(),
      maxLength(100),
      transform((text) => text.normalize('NFKC').trim().toLowerCase()),
    ),
    '',
  ),
  sort: optional(picklist(CREATOR_SORTS), 'since'),
  order: optional(picklist(['asc', 'desc']), 'desc'),
  cursor: optional(pipe(string(), regex(/^[a-z0-9]{0,20}\.[1-9]\d{0,15}$/i, 'cursor'))),
})

/** Response of getPlatformAdmin. */
export interface PlatformAdminAnswer {
  /** Null unless the session was signed in with a wallet that is an admin of the Platform contract. */
  admin: PlatformAdmin | null
}

/** What an admin's browser needs to send transactions to the Platform contract. */
export interface PlatformAdmin {
  /** The wallet that signed in, checksummed. */
  wallet: `0x${string}`
  contract: `0x${string}`
  /** keccak-256 of the contract's runtime code. */
  codeHash: `0x${string}`
}

/** A creator as admins see it. `since` and `removedAt` are UTC seconds. */
export interface ManagedCreator {
  user_id: number
  name: string
  /** The wallet that the Platform contract knows, checksummed. */
  address: string
  /** ISO 3166 code of the profile; null if unknown. */
  country: string | null
  promoted: boolean
  /** Whether the creator may sell in the shop; it is kept, and has no effect, while the creator is removed. */
  maySell: boolean
  since: number
  /** Null unless the team has removed the creator. */
  removedAt: number | null
}

/** A page of creators. `next` is the cursor of the next page; null on the last. */
export interface CreatorPage {
  creators: ManagedCreator[]
  next: string | null
}

/** Response of findCreator: what is known about a wallet. At least one of `application` and `creator` is not null, or `isOnChain` is true. */
export interface FoundCreator {
  /** Null if only the contract knows the wallet: its account was deleted, or somebody has called the contract without the panel. */
  user_id: number | null
  /** The name that others see; '' without one. */
  name: string
  /** Whether the wallet is linked to the account of this member. */
  isLinked: boolean
  /** Whether the Platform contract knows the wallet as a creator. */
  isOnChain: boolean
  /** The application of the member with this wallet. */
  application: CreatorApplication | null
  /** The member as a creator, with this wallet or another one. */
  creator: ManagedCreator | null
}

/** How many creators the home page shows at most. */
export const MAX_PROMOTED = 12

/** A creator as the home page shows them. */
export interface PromotedCreator {
  user_id: number
  /** The name of the creator, which is the address of the page. */
  name: string
  /** The title of the page. */
  title: string
  picture: Media | null
  primary_color: Swatch
  secondary_color: Swatch
}

/** Response of getPromotedCreators. */
export interface PromotedCreators {
  creators: PromotedCreator[]
}

/** Response of getCreatorParts: the numbers of the parts of the sitemap that have pages of creators (by user id) and posts (by their order). */
export interface CreatorParts {
  creators: number[]
  posts: number[]
}

/** Response of getCreatorAddresses. `updatedAt` is in UTC seconds; 0 if it is unknown. */
export interface CreatorAddresses {
  creators: { name: string; updatedAt: number }[]
}

/** Response of getPostAddresses: the creator's name, and when the post was last changed (UTC seconds; 0 if it is unknown). */
export interface PostAddresses {
  posts: { name: string; pid: string; updatedAt: number }[]
}
