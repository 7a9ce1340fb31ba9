import { maxLength, object, optional, picklist, pipe, regex, string, transform } from 'valibot'
import { address } from '../auth/users.schema.ts'
import type { ListType } from '../listings/list-types.schema.ts'
import { AUDIT_ACTIONS, type AuditAction } from '../shared/audit-actions.schema.ts'

/** Our contracts with admins of their own. */
export const CONTRACT_NAMES = ['orderBook', 'platform', 'marketplace'] as const
export type ContractName = (typeof CONTRACT_NAMES)[number]

/** Query of getCustomFees and getTokenSettings. */
export const addressQuery = object({ address })

/** Body of recordSettings. */
export const recordSettingsRequest = object({
  transactionHash: pipe(
    string(),
    regex(/^0x[0-9a-fA-F]{64}$/),
    transform((hash) => hash.toLowerCase()),
  ),
})

/** Query of getAuditLog. `cursor` is the `next` of the previous page. */
export const auditLogQuery = object({
  action: optional(picklist(AUDIT_ACTIONS)),
  cursor: optional(pipe(string(), maxLength(16), regex(/^[1-9]\d{0,15}$/))),
})

/**
 * What an entry of the audit log is about, as it is named now. Of a review or its answer it is the listing. `isPublic`: its page can be
 * opened by everybody. The `name` of a post or comment is that of its author.
 */
export type NamedSubject =
  | { kind: 'member'; id: number; name: string }
  | { kind: 'listing'; id: number; name: string; listType: ListType; isPublic: boolean }
  | { kind: 'post' | 'comment'; creatorName: string; pid: string; name: string; isPublic: boolean }

/** An entry of the audit log. */
export interface AuditLogEntry {
  /** 1, 2, 3 and so on. */
  id: number
  /** When it happened, UTC seconds. */
  at: number
  /** The wallet that did it. */
  actor: string
  action: AuditAction
  /** What it is about: an address, a contract, or the id of a member, an application, an order or a review. */
  subject: string
  /** What else is known, such as the contract and the new value. */
  details: Record<string, string | number | boolean>
  /** The member who has the wallet of the actor now; null without one. */
  actorMember: { id: number; name: string } | null
  /** Null if it has no name, or no longer. */
  named: NamedSubject | null
}

/** A page of the audit log, newest first. `next` is the cursor of the next page; null on the last. */
export interface AuditLogPage {
  entries: AuditLogEntry[]
  next: string | null
}

type Address = `0x${string}`

/** A custom fee of a seller, in basis points. `name` is the name of the creator with this wallet; null without one. */
interface CustomFee {
  address: Address
  feeBps: number
  name: string | null
}

/** The settings of a contract. Fees are in basis points. */
export interface ContractSettings {
  name: ContractName
  address: Address
  /** keccak-256 of the runtime code. */
  codeHash: Address
  owner: Address
  /** To whom the owner has offered the contract; null without an offer. */
  pendingOwner: Address | null
  /** The rights of the wallet that signed in. An owner is an admin, too. */
  isAdmin: boolean
  isOwner: boolean
  /** The admins besides the owner, as far as the audit log knows. */
  admins: Address[]
  /** The receiver of fees. The Marketplace pays to that of the Platform contract. */
  treasury: Address
  /** The fee without a custom fee. Null for the Marketplace, which asks the Platform contract. */
  feeBps: number | null
  /** The fee for a decision about a dispute, of the OrderBook. */
  arbitrationFeeBps: number | null
  customFees: CustomFee[]
}

/** A token as a contract knows it. */
interface TokenState {
  contract: ContractName
  enabled: boolean
  /** What the contract holds for the treasury, in the smallest unit; '0' for the Platform contract, which holds no money. */
  held: string
}

/** A token that one of our contracts knows. The zero address is ETH. */
export interface TokenSettings {
  address: Address
  /** '' for one that was enabled but has no symbol or no decimals. Its amounts are in smallest units. */
  symbol: string
  decimals: number
  states: TokenState[]
}

/** Response of getTokenSettings. Null if there is no ERC-20 token at the address. */
export interface FoundToken {
  token: TokenSettings | null
}

/** Response of getContractSettings. */
export interface PanelSettings {
  /** The wallet that signed in, checksummed. */
  wallet: Address
  contracts: ContractSettings[]
  tokens: TokenSettings[]
  /** Whether the audit log has all events up to now, except of the last minutes. */
  isComplete: boolean
}

/** The fees of a seller on the contracts with fees. `set`: whether it is a custom fee. */
export interface SellerFees {
  fees: { contract: 'orderBook' | 'platform'; set: boolean; feeBps: number }[]
  /** The name of the creator with this wallet; null without one. */
  name: string | null
}
