import { maxLength, minLength, object, optional, pipe, regex, string } from 'valibot'

/** Who is looking, as getUserInfo answers it; a guest has `authorized: false` and nothing of their own. */
export interface UserInfo {
  authorized: boolean
  /** True once the terms are accepted. */
  creator: boolean
  /** The address that was confirmed, else the one that was given. */
  email: string | null
  /** True once the link in the mail was opened: only then the address is theirs, and signs in for good. */
  emailVerified: boolean
  /** An address that shall replace the confirmed one and waits for its own link. */
  newEmail: string | null
  hasPassword: boolean
  username: string | null
  user_id: number | null
  /** Linked wallets in the order they were linked, checksummed. */
  accounts: `0x${string}`[]
  /** The payout wallet: the first linked of those that may be paid. */
  payout: `0x${string}` | null
  language: 'en' | 'ja'
  /** The statement a person signs. */
  engagement: string
  /** JSON `{"country":"JP"}`, or `{}` where the edge cannot tell. */
  geoIp: string
  /** Ids of the chains the app works on. */
  networks: number[]
  /** Names this browser's session, null for a guest; it signs nobody in. */
  clientid: string | null
  /** `#rrggbb`, always the same for a person: what stands for them where there is no picture. */
  color_code: string
  /** The tab home opens with. */
  defaultview: 'services' | 'jobs' | 'events'
  /** The name of the profile, null before there is one. */
  name: string | null
  /** Media id of the profile picture. */
  image: string | null
}

/**
 * The statement in the message a wallet signs. The grammar of EIP-4361 allows it ASCII letters, digits and a few signs only,
 * so there is one text for every language; the dialog explains it in the person's own.
 */
export const ENGAGEMENT = 'Sign in. This costs nothing and moves no money.'

export const address = pipe(string(), regex(/^0x[0-9a-fA-F]{40}$/, 'address'))

/** Body of getNonce: the account that will sign, where it is known; a wallet that writes the message itself tells it with the signature. */
export const nonceRequest = object({ account: optional(address) })

/** What getNonce answers: everything a message needs, by the server's clock. Times are RFC 3339. */
export interface Nonce {
  nonce: string
  statement: string
  chainId: number
  issuedAt: string
  expirationTime: string
}

/** The same for an account that was named. */
export interface NonceAnswer extends Nonce {
  /** The account with its checksum: wallets may tell it in lower case, the message must not. */
  account: `0x${string}`
}

/** Longest message and signature taken, in characters; a smart wallet's first signature carries its whole deployment. */
const MAX_MESSAGE = 4096
const MAX_SIGNATURE = 32_768

/** Body of signIn and addAccount. `provider` is the wallet's reverse domain name. */
export const signInRequest = object({
  account: address,
  signature: pipe(string(), maxLength(MAX_SIGNATURE, 'length'), regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'hex')),
  message: pipe(string(), minLength(1, 'length'), maxLength(MAX_MESSAGE, 'length')),
  provider: pipe(string(), regex(/^[\w.:-]{1,64}$/, 'provider')),
})

/** A linked wallet, as getAccounts answers it. */
export interface LinkedWallet {
  /** Checksummed. */
  address: `0x${string}`
  /** The reverse domain name of the wallet program it was linked with. */
  provider: string
  /** UTC seconds. */
  linkedAt: number
  /** From then on it may change the other ways in, and be the payout wallet; UTC seconds. */
  trustedFrom: number
  paidFrom: number
}

/** A wallet that was added or removed, until the person dismisses it. */
export interface WalletChange {
  id: number
  kind: 'added' | 'removed'
  address: `0x${string}`
  /** UTC seconds. */
  at: number
}

/** What getAccounts answers: the wallets in the order they were linked, the newest changes first. */
export interface LinkedWallets {
  accounts: LinkedWallet[]
  /** Where buyers pay; null where no wallet may be paid. */
  payout: `0x${string}` | null
  changes: WalletChange[]
}
