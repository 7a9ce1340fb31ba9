import {
  array,
  boolean,
  description,
  literal,
  nullable,
  exactOptional as optional,
  picklist,
  pipe,
  regex,
  strictObject,
  string,
} from 'valibot'
import { address, countryJson, nextCursor, opaqueId, success, text, time, whole } from '../shared/answers.schema.ts'
import { LOCALE_CODES } from '../shared/locales.schema.ts'

/** Schemas of what the calls of this area answer. */

const language = picklist(LOCALE_CODES)
const linkedAccount = address('The wallet, checksummed.')

export const authorized = strictObject({ authorized: boolean() })
export const signedIn = strictObject({ authorized: literal(true) })
export const signedInWallet = strictObject({ authorized: literal(true), account: linkedAccount })
export const loggedOut = strictObject({ authorized: literal(false) })
export const signedInByMail = strictObject({ authorized: literal(1) })

const rfc3339 = (about: string) => text(`${about}, RFC 3339.`)
/** The values for a sign-in message (EIP-4361). */
export const nonce = strictObject({
  nonce: text('Valid for one sign-in.'),
  account: optional(address('The account of the request, checksummed as the message requires.')),
  statement: text('The statement that the message contains.'),
  chainId: whole('Id of the chain.'),
  issuedAt: rfc3339("The server's time"),
  expirationTime: rfc3339('When the nonce expires'),
})

export const userInfo = strictObject({
  authorized: pipe(boolean(), description('Whether the request has a session. A guest has no personal values.')),
  creator: pipe(boolean(), description('Whether the terms are accepted.')),
  email: nullable(text('The confirmed address, otherwise the claimed one.')),
  emailVerified: pipe(boolean(), description('Whether the link in the mail was opened.')),
  newEmail: nullable(text('An address that replaces the confirmed one once its own link is opened.')),
  hasPassword: boolean(),
  username: nullable(string()),
  user_id: nullable(whole('Id of the user.')),
  accounts: array(linkedAccount),
  payout: nullable(address('The payout wallet.')),
  language,
  engagement: text('The statement in the sign-in message.'),
  geoIp: countryJson,
  networks: array(whole('Id of a supported chain.')),
  clientid: nullable(text('The id of the session. It cannot be used to sign in.')),
  color_code: pipe(string(), regex(/^#[0-9a-f]{6}$/), description('The colour of the user, shown if there is no picture.')),
  defaultview: picklist(['services', 'jobs', 'events']),
  name: nullable(text('The name of the profile.')),
  image: nullable(opaqueId('Media id of the profile picture.')),
  suspension: nullable(
    strictObject({
      at: time('When the team suspended the account'),
      until: nullable(time('When it ends; null until the team ends it')),
      reason: text('Plain text.'),
    }),
  ),
  creatorName: nullable(text("The name of the member's creator page.")),
})

export const linkedWallets = strictObject({
  accounts: array(
    strictObject({
      address: linkedAccount,
      provider: text('The reverse domain name of the wallet program.'),
      linkedAt: time('When it was linked'),
      trustedFrom: time('When it may first change other sign-in methods'),
      paidFrom: time('When it may first be the payout wallet'),
    }),
  ),
  payout: nullable(address('The payout wallet.')),
  changes: array(
    strictObject({
      id: whole('The id for dismissWalletChange.'),
      kind: picklist(['added', 'removed']),
      address: linkedAccount,
      at: time('When the wallet was added or removed'),
    }),
  ),
})
export const remainingWallets = strictObject({ accounts: array(text('A linked wallet, checksummed.')) })

export const emailState = strictObject({
  email: pipe(picklist(['available', 'pending', 'registered']), description('`pending`: registered, but not confirmed.')),
})
export const confirmedEmail = strictObject({ email: string(), authorized: literal(1) })
export const registered = strictObject({ ...success.entries, authorized: literal(1) })
export const resetEmail = strictObject({ ...success.entries, email: nullable(text('The address of the account.')) })
export const emailAndName = strictObject({ email: nullable(string()), username: nullable(string()) })

export const sessionList = strictObject({
  sessions: array(
    strictObject({
      id: text('The id for endSession. It cannot be used to sign in.'),
      browser: text('Empty if unknown.'),
      os: text('Empty if unknown.'),
      createdAt: time('When the session began'),
      lastSeenAt: time('When it was last used, updated at most once an hour'),
      country: nullable(text('ISO 3166 code of the country of the sign-in.')),
      city: nullable(string()),
      current: pipe(boolean(), description('True for the session of this request.')),
    }),
  ),
})

export const creator = strictObject({ creator: literal(true) })
export const chosenLanguage = strictObject({ language })

const introVideo = strictObject({
  provider: pipe(picklist(['youtube', 'dailymotion', 'twitch', 'file']), description('`file` is an uploaded video.')),
  id: text('The id of the video at the provider, or a media id.'),
})
export const profile = strictObject({
  user_id: whole('Id of the user.'),
  name: string(),
  title: string(),
  description: text('Plain text with line breaks.'),
  image: nullable(opaqueId('Media id of the picture.')),
  video: nullable(introVideo),
  address: nullable(address('The payout wallet.')),
  geoip: countryJson,
  since: time('When the user joined'),
})
const followers = whole('Number of followers.')
export const profileAnswer = strictObject({
  profile: nullable(profile),
  geoip: countryJson,
  followers,
  followed: pipe(boolean(), description('Whether the caller follows this user.')),
  creator: nullable(text('The name of the page of a creator, at `/{name}/`; null without one.')),
  hidden: pipe(boolean(), description('Whether the team has hidden the profile: others see only the name and the country.')),
})
export const profileList = strictObject({ profiles: array(profile) })
export const profileParts = strictObject({ profiles: array(whole('Number of a part that has profiles.')) })
export const profilePart = strictObject({
  profiles: array(strictObject({ id: whole('Id of the user.'), updatedAt: time('When the profile was changed') })),
})
export const savedProfile = strictObject({ added: pipe(boolean(), description('False if the profile existed before.')), profile })
export const followed = strictObject({ followed: literal(true), followers })
export const unfollowed = strictObject({ followed: literal(false), followers })
export const followingPage = strictObject({
  following: array(
    strictObject({
      user_id: whole('Id of the user.'),
      name: string(),
      title: string(),
      image: nullable(opaqueId('Media id of the picture.')),
      geoip: countryJson,
    }),
  ),
  followers: whole("Number of the caller's followers."),
  next: nextCursor,
})

const balance = {
  carrots: whole('The balance, in carrots. Carrots have no monetary value.'),
  claimable: whole('How many carrots can be claimed now: 10, or 0 until `nextAt`.'),
  nextAt: time('Start of the next UTC day'),
}
export const carrots = strictObject(balance)
export const claimedCarrots = strictObject({ ...balance, claimed: whole('The carrots that this call added: 10 or 0.') })
export const carrotHistory = strictObject({
  entries: array(
    strictObject({
      id: whole('Id of the entry.'),
      amount: whole('Carrots added, or removed if negative.'),
      reason: string(),
      at: time('When it happened'),
    }),
  ),
  next: nullable(whole('The `before` of the next page; null on the last page.')),
})

export const openOrderCount = strictObject({ orders: whole('Number of orders that are not finished.') })
export const deleted = strictObject({ deleted: literal(true) })
