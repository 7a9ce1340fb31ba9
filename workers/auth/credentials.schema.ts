import { check, type InferOutput, maxLength, minLength, object, optional, picklist, pipe, regex, string, transform } from 'valibot'
import { numericId } from '../shared/numbers.schema.ts'
import { address } from './users.schema.ts'

/** Fewest characters of a password, counted as people count them. */
export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 128

// What HTML takes in an e-mail field, with a domain of at least two labels that ends in letters (or is an encoded script).
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/

/** One spelling of an address: no space around it, full-width letters made plain, the domain in lower case and ASCII. */
function tidyEmail(text: string): string {
  const plain = text.normalize('NFKC').trim()
  const at = plain.lastIndexOf('@')
  const domain = plain.slice(at + 1)
  if (at < 1 || /[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return plain
  const url = `http://${domain}`
  return `${plain.slice(0, at)}@${URL.canParse(url) ? new URL(url).hostname : domain}`
}

/** An e-mail address; `email` is the rule that fails. Two addresses that differ in case only are the same one. */
export const email = pipe(string(), maxLength(400, 'email'), transform(tidyEmail), maxLength(254, 'email'), regex(EMAIL, 'email'))

const tidyPassword = transform((text: string) => text.normalize('NFKC'))

/** A password that may be chosen: rules `short` and `long`. The server refuses common and breached ones besides. */
export const newPassword = pipe(
  string(),
  maxLength(4 * MAX_PASSWORD, 'long'),
  tidyPassword,
  check((text) => [...text].length >= MIN_PASSWORD, 'short'),
  check((text) => [...text].length <= MAX_PASSWORD, 'long'),
)
/** A password somebody claims to have. */
export const password = pipe(string(), minLength(1, 'short'), maxLength(4 * MAX_PASSWORD, 'long'), tidyPassword)

/** First words of the app's addresses, and names that could pass for the house: no username and no creator's name. */
export const RESERVED = new Set(
  `about account accounts admin administrator anonymous api app apply arbitrator article articles assets auth base billing blog book books
  bot carrot carrots category chat checkout collection collections confirm confirm-email contact contracts cookies create creator creators
  dashboard delete deleted dispute disputes docs download email escrow event events everyone explore export faq favicon feed feeds fees
  follow following freelance gallery guest health help home hostmaster images index inbox invite job jobs landing legal list listing
  listings local locals local-world login logout mail market marketplace media member members message messages messenger mint moderator
  news nft nfts notifications null official orders order owner page pages partner pay payment payments post postmaster posts press privacy
  product products profile profiles register report reset reset-password robots root sales search security seller sellers send service
  services settings shop sign-in sign-up signin signup sitemap staff static status store stores subscribe support system team terms test
  tokuteishotorihiki token tokens trending undefined unsubscribe upload uploads user username users verify verified wallet wallets warren
  webmaster welcome www`
    .split(/\s+/)
    .filter(Boolean),
)

/** 4 to 21 letters, digits and underscores: rule `username`, or `reserved` for a word of the house. Case is kept, but tells nobody apart. */
export const username = pipe(
  string(),
  maxLength(100, 'username'),
  transform((text) => text.normalize('NFKC').trim()),
  regex(/^\w{4,21}$/, 'username'),
  check((text) => !RESERVED.has(text.toLowerCase()), 'reserved'),
)

const language = picklist(['en', 'ja'], 'language')
const token = pipe(string(), regex(/^[\w-]{43}$/, 'token'))

/** Body of register. `language` is what mails are written in; left out, it is the page's. */
export const registerRequest = object({ email, password: newPassword, language: optional(language) })
/** Body of login. */
export const loginRequest = object({ email, password })
/** Query of verifyUserEmail. */
export const emailQuery = object({ email })
/** Body of confirmEmail. `password` where the browser is not signed in to the account that asked for the mail. */
export const confirmEmailRequest = object({ token, password: optional(password) })
/** Body of requestPasswordReset. */
export const resetMailRequest = object({ email })
/** Body of resetPassword. */
export const resetPasswordRequest = object({ token, password: newPassword })
/** Body of changePassword. `current` may be missing only where there is no password yet. */
export const changePasswordRequest = object({ current: optional(password), password: newPassword })
/** Body of setEmail: what is left out stays. A new address needs the `password` where there is one. */
export const setEmailRequest = object({ name: optional(username), email: optional(email), password: optional(password) })
/** Body of setLanguage. */
export const languageRequest = object({ language })
/** Body of removeAccount: the wallet that shall no longer be linked. */
export const removeAccountRequest = object({ account: address })
/** Body of dismissWalletChange: an id of getAccounts. */
export const dismissWalletChangeRequest = object({ id: numericId })
export type SetEmail = InferOutput<typeof setEmailRequest>

/**
 * What verifyUserEmail answers. `available`: nobody uses it. `registered`: somebody proved that it is theirs. `pending`: somebody
 * registered with it and has not opened the mail yet; whoever knows the password may log in, and anybody may register anew.
 */
export interface EmailState {
  email: 'available' | 'pending' | 'registered'
}

/** Where the links of mails lead; the token follows as the fragment, which browsers send to nobody. */
export const MAIL_PATHS = { confirm: '/confirm-email/', reset: '/reset-password/' } as const
/** How long a link works (seconds). */
export const LINK_SECONDS = { confirm: 3 * 86_400, reset: 3600 } as const
