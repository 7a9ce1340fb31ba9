import {
  array,
  check,
  type InferOutput,
  integer,
  literal,
  maxLength,
  minLength,
  nullable,
  number,
  object,
  optional,
  pipe,
  regex,
  safeInteger,
  string,
  toNumber,
  transform,
  union,
} from 'valibot'

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
  /** Linked wallets, checksummed; the first is the payout wallet. */
  accounts: `0x${string}`[]
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

/** What a person shows of themselves. */
export interface Profile {
  user_id: number
  name: string
  title: string
  /** Plain text with line breaks. */
  description: string
  /** Media id. */
  image: string | null
  /** The payout wallet. */
  address: `0x${string}` | null
  /** JSON `{"country":"JP"}` or `{}`. */
  geoip: string
}

/**
 * The statement in the message a wallet signs. The grammar of EIP-4361 allows it ASCII letters, digits and a few signs only,
 * so there is one text for every language; the dialog explains it in the person's own.
 */
export const ENGAGEMENT = 'Sign in. This costs nothing and moves no money.'

export const address = pipe(string(), regex(/^0x[0-9a-fA-F]{40}$/, 'address'))

/** Body of getNonce: the account that will sign. */
export const nonceRequest = object({ account: address })

/** What getNonce answers: everything the message needs, by the server's clock. Times are RFC 3339. */
export interface NonceAnswer {
  nonce: string
  /** The account with its checksum: wallets may tell it in lower case, the message must not. */
  account: `0x${string}`
  statement: string
  chainId: number
  issuedAt: string
  expirationTime: string
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

export const PROFILE_LIMITS = { name: 60, title: 80, description: 2000 } as const

// What shows nothing, reverses the text around it or stands for no character makes one name look like another.
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
// More marks on one letter than any script stacks.
const STACKED = /\p{M}{5}/u

/** Variation selectors only choose how an emoji is drawn; they go without a word. */
const oneLine = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\p{Variation_Selector}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
/** Counted as people count: a letter outside the basic plane is one. */
const atMost = (limit: number) => check((text: string) => [...text].length <= limit, 'length')
const visible = check((text: string) => !HIDDEN.test(text) && !STACKED.test(text), 'characters')

/** Plain text of several lines: no control or bidi-override characters, at most one empty line in a row. */
const manyLines = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\u200c\u200d]/gu, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** A profile as its owner edits it; runs in the form and on the server. Each message is the rule that failed. */
export const profileFields = object({
  name: pipe(string(), maxLength(400, 'length'), transform(oneLine), minLength(1, 'length'), atMost(PROFILE_LIMITS.name), visible),
  title: optional(pipe(string(), maxLength(400, 'length'), transform(oneLine), atMost(PROFILE_LIMITS.title), visible), ''),
  description: optional(pipe(string(), maxLength(20_000, 'length'), transform(manyLines), atMost(PROFILE_LIMITS.description)), ''),
  image: optional(nullable(pipe(string(), regex(/^[\w-]{22}$/, 'media'))), null),
})
export type ProfileFields = InferOutput<typeof profileFields>

/** Body of addProfile. */
export const addProfileRequest = object({ profile: profileFields })

const userId = pipe(string(), regex(/^[1-9]\d{0,15}$/, 'id'), toNumber(), number(), integer(), safeInteger())

/** Query of getProfile; without `userId` it is one's own. */
export const profileQuery = object({ userId: optional(userId) })

/** Query of getUserProfiles: up to a hundred ids, separated by commas. */
export const profilesQuery = object({
  users: union([
    pipe(
      literal(''),
      transform(() => []),
    ),
    pipe(
      string(),
      transform((text) => text.split(',')),
      array(userId),
      maxLength(100, 'length'),
    ),
  ]),
})
