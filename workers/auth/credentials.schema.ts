import { check, maxLength, minLength, object, optional, picklist, pipe, regex, string, transform } from 'valibot'
import { LOCALE_CODES } from '../shared/locales.schema.ts'
import { numericId } from '../shared/numbers.schema.ts'
import { address } from './users.schema.ts'

/** Minimum length of a password in code points. */
export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 128

// What HTML accepts in an e-mail field, with a domain of at least two labels that ends in letters (or a punycode label).
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/

/** Normalizes an address: no surrounding spaces, full-width letters as ordinary letters, the domain in lower case and ASCII. */
function normalizeEmail(text: string): string {
  const plain = text.normalize('NFKC').trim()
  const at = plain.lastIndexOf('@')
  const domain = plain.slice(at + 1)
  if (at < 1 || /[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return plain
  const url = `http://${domain}`
  return `${plain.slice(0, at)}@${URL.canParse(url) ? new URL(url).hostname : domain}`
}

/** An e-mail address; failures have the rule `email`. Addresses that differ only in case are the same address. */
export const email = pipe(string(), maxLength(400, 'email'), transform(normalizeEmail), maxLength(254, 'email'), regex(EMAIL, 'email'))

const normalizePassword = transform((text: string) => text.normalize('NFKC'))

/** A new password: rules `short` and `long`. The server also rejects common and breached passwords. */
export const newPassword = pipe(
  string(),
  maxLength(4 * MAX_PASSWORD, 'long'),
  normalizePassword,
  check((text) => [...text].length >= MIN_PASSWORD, 'short'),
  check((text) => [...text].length <= MAX_PASSWORD, 'long'),
)
/** A password to be checked against the stored one. */
export const password = pipe(string(), minLength(1, 'short'), maxLength(4 * MAX_PASSWORD, 'long'), normalizePassword)

/** Reserved names: first path segments of the app's URLs and names that could be taken for the team's. They are rejected as usernames. */
export const RESERVED_NAMES = new Set(
  `about account accounts admin administrator anonymous api app apply arbitrator art article articles assets auth base bibi billing blog
  book books bot carrot carrots category chat checkout collection collections confirm confirm-email contact contracts cookies create
  creator creators creator-sign-up dashboard delete deleted dispute disputes docs download email escrow event events everyone explore
  export faq favicon feed feeds fees follow following freelance gallery guest health help home hostmaster images imgcache inbox index
  invite invoice invoices job jobs landing legal list listing listings lists local local-world locals login logout mail market marketplace
  media member members message messages messenger mint moderator news nft nfts notifications null official offline order orders owner page
  pages partner pay payment payments post postmaster posts press privacy product products profile profiles public reader register report
  reset reset-password robots root sales saved search security seller sellers send service services settings shop sign-in sign-up signin
  signup sitemap staff static status store stores subscribe support system team terms test token tokens tokuteishotorihiki trending
  undefined unsubscribe upload uploads user username users verified verify wallet wallets warren webmaster welcome www`
    .split(/\s+/)
    .filter(Boolean),
)

/**
 * A username: 4 to 21 letters, digits and underscores (rule `username`) that is not reserved (rule `reserved`). Its case is kept, but names
 * that differ only in case are the same name.
 */
export const username = pipe(
  string(),
  maxLength(100, 'username'),
  transform((text) => text.normalize('NFKC').trim()),
  regex(/^\w{4,21}$/, 'username'),
  check((text) => !RESERVED_NAMES.has(text.toLowerCase()), 'reserved'),
)

const language = picklist(LOCALE_CODES, 'language')
const token = pipe(string(), regex(/^[\w-]{43}$/, 'token'))

/** Body of register. `language` is the language of mails; the default is the page's language. */
export const registerRequest = object({ email, password: newPassword, language: optional(language) })
/** Body of login. */
export const loginRequest = object({ email, password })
/** Query of verifyUserEmail. */
export const emailQuery = object({ email })
/** Body of confirmEmail. `password` is required unless the browser is signed in to the account that requested the mail. */
export const confirmEmailRequest = object({ token, password: optional(password) })
/** Body of requestPasswordReset. */
export const resetMailRequest = object({ email })
/** Body of resetPassword. */
export const resetPasswordRequest = object({ token, password: newPassword })
/** Body of changePassword. `current` may be missing only if there is no password yet. */
export const changePasswordRequest = object({ current: optional(password), password: newPassword })
/** Body of setEmail. Missing fields stay unchanged. A new address requires the `password` if there is one. */
export const setEmailRequest = object({ name: optional(username), email: optional(email), password: optional(password) })
/** Body of setLanguage. */
export const languageRequest = object({ language })
/** Body of removeAccount: the wallet to unlink. */
export const removeAccountRequest = object({ account: address })
/** Body of dismissWalletChange: an id of getAccounts. */
export const dismissWalletChangeRequest = object({ id: numericId })

/**
 * Response of verifyUserEmail. `available`: no account has confirmed the address or registered with it. `registered`: an account has
 * confirmed it. `pending`: an account has registered with it but has not confirmed it; this account can log in, and anybody can register
 * with the address again.
 */
export interface EmailState {
  email: 'available' | 'pending' | 'registered'
}

/** Paths of the links in mails. The token follows as the URL fragment, which browsers do not send to servers. */
export const MAIL_PATHS = { confirm: '/confirm-email/', reset: '/reset-password/' } as const
/** How long a link is valid (seconds). */
export const LINK_SECONDS = { confirm: 3 * 86_400, reset: 3600 } as const
