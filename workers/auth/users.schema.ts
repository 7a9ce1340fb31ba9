import { maxLength, minLength, object, optional, pipe, regex, string } from 'valibot'
import type { Locale } from '../shared/locales.schema.ts'

/** Response of getUserInfo. A guest has `authorized: false` and no personal values. */
export interface UserInfo {
  authorized: boolean
  /** True once the terms are accepted. */
  creator: boolean
  /** The confirmed address, otherwise the claimed one. */
  email: string | null
  /** True once the link in the mail was opened. Only then does the address belong to the user. */
  emailVerified: boolean
  /** A new address that replaces the confirmed one once its own link is opened. */
  newEmail: string | null
  hasPassword: boolean
  username: string | null
  user_id: number | null
  /** Linked wallets in the order they were linked, checksummed. */
  accounts: `0x${string}`[]
  /** The payout wallet: the first linked wallet that may be paid. */
  payout: `0x${string}` | null
  language: Locale
  /** The statement in the sign-in message. */
  engagement: string
  /** JSON `{"country":"JP"}`, or `{}` if the edge does not know the country. */
  geoIp: string
  /** Ids of the supported chains. */
  networks: number[]
  /** The session id, null for a guest. It cannot be used to sign in. */
  clientid: string | null
  /** `#rrggbb`, always the same for a user; shown if there is no picture. */
  color_code: string
  /** The tab that the home page opens with. */
  defaultview: 'services' | 'jobs' | 'events'
  /** The name of the profile, null without a profile. */
  name: string | null
  /** Media id of the profile picture. */
  image: string | null
  /** Set while the team has suspended the account. Times are UTC seconds; `until` is null until the team ends it. */
  suspension: { at: number; until: number | null; reason: string } | null
  /** The name of the member's creator page, null for a member who is no creator. */
  creatorName: string | null
}

/** The colour of guests. */
export const GUEST_COLOR = '#8a7f72'

/** The values for a guest. `geoIp` as in {@link UserInfo}. */
export const guestInfo = (language: Locale, geoIp: string, chainId: number): UserInfo => ({
  authorized: false,
  creator: false,
  email: null,
  emailVerified: false,
  newEmail: null,
  hasPassword: false,
  username: null,
  user_id: null,
  accounts: [],
  payout: null,
  language,
  engagement: ENGAGEMENT,
  geoIp,
  networks: [chainId],
  clientid: null,
  color_code: GUEST_COLOR,
  defaultview: 'services',
  name: null,
  image: null,
  suspension: null,
  creatorName: null,
})

/**
 * The statement in the message that wallets sign. EIP-4361 allows only ASCII letters, digits and a few signs, so it is the same for every
 * language; the dialog explains it in the user's language.
 */
export const ENGAGEMENT = 'Sign in. This costs nothing and moves no money.'

export const address = pipe(string(), regex(/^0x[0-9a-fA-F]{40}$/, 'address'))

/** Body of getNonce: the account that will sign, if known. A wallet that writes the message itself sends the account with the signature. */
export const nonceRequest = object({ account: optional(address) })

/** Response of getNonce: the values for a message, by the server's clock. Times are RFC 3339. */
export interface Nonce {
  nonce: string
  statement: string
  chainId: number
  issuedAt: string
  expirationTime: string
}

/** Response of getNonce to a request with an account. */
export interface NonceAnswer extends Nonce {
  /** The checksummed account. Wallets may return it in lower case, but the message requires the checksum. */
  account: `0x${string}`
}

/** Maximum length of message and signature in characters. A smart wallet's first signature contains its whole deployment. */
const MAX_MESSAGE = 4096
const MAX_SIGNATURE = 32_768

/** A signature in hex with 0x, of a plain account or a smart wallet. */
export const signature = pipe(string(), maxLength(MAX_SIGNATURE, 'length'), regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'hex'))

/** Body of signIn and addAccount. `provider` is the wallet's reverse domain name. */
export const signInRequest = object({
  account: address,
  signature,
  message: pipe(string(), minLength(1, 'length'), maxLength(MAX_MESSAGE, 'length')),
  provider: pipe(string(), regex(/^[\w.:-]{1,64}$/, 'provider')),
})

/** A linked wallet in the response of getAccounts. */
export interface LinkedWallet {
  /** Checksummed. */
  address: `0x${string}`
  /** The reverse domain name of the wallet program that linked it. */
  provider: string
  /** UTC seconds. */
  linkedAt: number
  /** From these times (UTC seconds) the wallet may change other sign-in methods (`trustedFrom`) and be the payout wallet (`paidFrom`). */
  trustedFrom: number
  paidFrom: number
}

/** A wallet that was added or removed; shown until the user dismisses it. */
export interface WalletChange {
  id: number
  kind: 'added' | 'removed'
  address: `0x${string}`
  /** UTC seconds. */
  at: number
}

/** Response of getAccounts: the wallets in the order they were linked, and the newest changes first. */
export interface LinkedWallets {
  accounts: LinkedWallet[]
  /** The payout wallet; null if no wallet may be paid yet. */
  payout: `0x${string}` | null
  changes: WalletChange[]
}
