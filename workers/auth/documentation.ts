import { success } from '../shared/answers.schema.ts'
import type { CallsOf, Documentation } from '../shared/documentation.ts'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { PART_SIZE } from '../shared/sitemap.schema.ts'
import * as answers from './answers.schema.ts'
import { MAX_PASSWORD, MIN_PASSWORD } from './credentials.schema.ts'
import { FRESH_CALLS } from './fresh-sign-in.schema.ts'
import type { AuthApi } from './index.ts'
import { PROFILE_LIMITS } from './profiles.schema.ts'

/** The errors of calls that take a signed sign-in message. */
const SIGNATURE: ErrorCode[] = [
  'sign_in_message_invalid',
  'sign_in_message_mismatch',
  'sign_in_nonce_invalid',
  'sign_in_expired',
  'sign_in_signature_invalid',
  'sign_in_signature_unchecked',
]
const signedMessage = {
  account: 'The wallet that signed.',
  signature: 'Hex. A smart wallet may sign by ERC-1271 or ERC-6492.',
  message: 'The signed text (EIP-4361) with the nonce of getNonce.',
  provider: 'The reverse domain name of the wallet program.',
}
const newPassword = `${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`
const token = 'The token of the link in the mail: the fragment of its URL.'

const calls: CallsOf<AuthApi, 'auth'> = {
  'POST /api/auth/getNonce': {
    summary: 'Get the values for a sign-in message',
    answer: answers.nonce,
    fields: { account: 'The wallet that will sign, if known.' },
    errors: [],
  },
  'POST /api/auth/signIn': {
    summary: 'Sign in with a wallet',
    about: 'The first sign-in of a wallet creates an account. Sets the session cookie.',
    answer: answers.signedInWallet,
    fields: signedMessage,
    errors: SIGNATURE,
  },
  'POST /api/auth/signInAgain': {
    summary: 'Sign in again to the same account',
    about: 'By a linked wallet or the password. Calls that need a fresh sign-in then work for 15 minutes. The previous session ends.',
    answer: answers.signedIn,
    fields: signedMessage,
    errors: [...SIGNATURE, 'password_wrong', 'sign_in_other'],
  },
  'POST /api/auth/addAccount': {
    summary: 'Link a wallet',
    answer: answers.signedInWallet,
    fields: signedMessage,
    errors: [...SIGNATURE, 'account_taken', 'wallet_limit'],
  },
  'GET /api/auth/getAccounts': { summary: 'List the linked wallets and recent changes', answer: answers.linkedWallets, errors: [] },
  'POST /api/auth/dismissWalletChange': {
    summary: 'Hide the notice about a wallet that was added or removed',
    answer: success,
    fields: { id: 'The id of a change in getAccounts.' },
    errors: ['sign_in_older', 'notice_too_new'],
  },
  'POST /api/auth/removeAccount': {
    summary: 'Unlink a wallet',
    answer: answers.remainingWallets,
    fields: { account: 'The wallet.' },
    errors: ['not_found', 'wallet_in_use', 'last_sign_in_way'],
  },
  'GET /api/auth/verifyUserEmail': { summary: 'Find out whether an address is registered', answer: answers.emailState, errors: [] },
  'POST /api/auth/register': {
    summary: 'Register with an e-mail address and a password',
    about: 'Sends a mail with a link that confirms the address. Sets the session cookie.',
    answer: answers.registered,
    fields: { password: newPassword, language: 'The language of mails. Default: the language of the request.' },
    errors: ['email_taken', 'password_common'],
  },
  'POST /api/auth/login': {
    summary: 'Log in with an e-mail address and a password',
    about: 'Sets the session cookie. Wrong passwords are limited for each account and network, too.',
    answer: answers.signedInByMail,
    errors: ['login_failed'],
  },
  'POST /api/auth/changePassword': {
    summary: 'Set or change the password',
    about: 'Ends all other sessions.',
    answer: success,
    fields: { password: newPassword, current: 'Required if there is a password.' },
    errors: ['email_required', 'password_wrong', 'password_common'],
  },
  'POST /api/auth/confirmEmail': {
    summary: 'Confirm an e-mail address by the link in the mail',
    answer: answers.confirmedEmail,
    fields: { token, password: 'Required unless the browser is signed in to the account.' },
    errors: ['link_invalid', 'link_needs_login', 'login_failed', 'email_taken'],
  },
  'POST /api/auth/resendConfirmation': {
    summary: 'Send the mail that confirms the address again',
    answer: success,
    errors: ['email_required'],
  },
  'POST /api/auth/requestPasswordReset': {
    summary: 'Send a mail with a link that resets the password',
    about: 'The answer is the same whether or not the address has an account.',
    answer: success,
    errors: [],
  },
  'POST /api/auth/resetPassword': {
    summary: 'Set a new password by the link in the mail',
    about: 'Ends all sessions.',
    answer: answers.resetEmail,
    fields: { token, password: newPassword },
    errors: ['link_invalid', 'password_common'],
  },
  'POST /api/auth/setEmail': {
    summary: 'Change the username or the e-mail address',
    about: 'Missing fields stay unchanged. A new address counts once the link in its mail is opened.',
    answer: answers.emailAndName,
    fields: {
      name: '4 to 21 characters: letters, digits and underscores.',
      password: 'Required for a new address if there is a password.',
    },
    errors: ['name_reserved', 'password_wrong', 'email_taken', 'username_taken'],
  },
  'GET /api/auth/getSessions': { summary: 'List the active sessions', answer: answers.sessionList, errors: [] },
  'POST /api/auth/logout': { summary: 'End this session', answer: answers.loggedOut, errors: [] },
  'POST /api/auth/endSession': {
    summary: 'End sessions',
    answer: answers.authorized,
    fields: { id: 'An id of getSessions, `others` or `all`.' },
    errors: [],
  },
  'GET /api/auth/getUserInfo': { summary: 'Get the signed-in user, or the values for a guest', answer: answers.userInfo, errors: [] },
  'POST /api/auth/enableAccount': { summary: 'Accept the terms', answer: answers.creator, errors: [] },
  'POST /api/auth/setLanguage': { summary: 'Set the language of mails and pages', answer: answers.chosenLanguage, errors: [] },
  'GET /api/auth/getProfile': {
    summary: 'Get a profile',
    about: 'Of a profile that the team has hidden, others get only the name, the country and the wallet.',
    answer: answers.profileAnswer,
    fields: { userId: "Id of the user. Default: the caller's own profile, which requires a session." },
    errors: ['unauthorized', 'not_found'],
  },
  'GET /api/auth/getUserProfiles': {
    summary: 'Get up to a hundred profiles',
    answer: answers.profileList,
    fields: { users: 'User ids, separated by commas.' },
    errors: [],
  },
  'POST /api/auth/addProfile': {
    summary: "Create or change the caller's profile",
    answer: answers.savedProfile,
    fields: {
      name: `1 to ${PROFILE_LIMITS.name} characters.`,
      title: `At most ${PROFILE_LIMITS.title} characters.`,
      description: `Plain text, at most ${PROFILE_LIMITS.description} characters.`,
      image: 'Media id of a finished picture of the caller.',
      video: 'The URL of a video at a provider, or a finished video file of the caller.',
      country: 'ISO 3166 code; null shows no country.',
    },
    errors: ['name_reserved', 'media_not_yours'],
  },
  'POST /api/auth/follow': {
    summary: 'Follow a user',
    answer: answers.followed,
    fields: { userId: 'Id of the user.' },
    errors: ['follow_self', 'follow_limit', 'not_found'],
  },
  'POST /api/auth/unfollow': {
    summary: 'Stop following a user',
    answer: answers.unfollowed,
    fields: { userId: 'Id of the user.' },
    errors: [],
  },
  'GET /api/auth/getFollowing': {
    summary: 'List the followed users',
    answer: answers.followingPage,
    fields: { cursor: 'The `next` of the previous page.' },
    errors: [],
  },
  'GET /api/auth/getCarrots': { summary: 'Get the balance of carrots (loyalty points)', answer: answers.carrots, errors: [] },
  'POST /api/auth/claimCarrots': { summary: "Claim today's carrots", answer: answers.claimedCarrots, errors: [] },
  'GET /api/auth/getCarrotHistory': {
    summary: 'List the ledger of carrots',
    answer: answers.carrotHistory,
    fields: { before: 'The `next` of the previous page.' },
    errors: [],
  },
  'GET /api/auth/getProfileParts': {
    summary: 'List the parts of the sitemap that have profiles',
    answer: answers.profileParts,
    errors: [],
  },
  'GET /api/auth/getProfilePart': {
    summary: 'List the profiles of a part of the sitemap',
    answer: answers.profilePart,
    fields: { part: `Number of the part: ids from ${PART_SIZE} times this number on, at most ${PART_SIZE}.` },
    errors: [],
  },
  'GET /api/auth/exportMyData': {
    summary: 'Download all personal data',
    answer: {
      contentType: 'application/json',
      about: 'All data of the caller as one JSON document. It breaks off if reading fails midway.',
    },
    errors: [],
  },
  'GET /api/auth/getOpenOrders': {
    summary: 'Count the orders that prevent the deletion of the account',
    answer: answers.openOrderCount,
    errors: [],
  },
  'POST /api/auth/deleteAccount': {
    summary: 'Delete the account',
    answer: answers.deleted,
    fields: { confirm: 'The word DELETE.' },
    errors: ['orders_open'],
  },
}

/** Adds the requirement of a fresh sign-in, and its errors, to the calls in {@link FRESH_CALLS}. */
const withFreshSignIn = (all: Documentation['calls']): Documentation['calls'] =>
  Object.fromEntries(
    Object.entries(all).map(([name, call]) => {
      const fresh = Object.entries(FRESH_CALLS).find(([path, { method }]) => name === `${method} /api/auth/${path}`)?.[1]
      if (!fresh) return [name, call]
      const errors: ErrorCode[] = fresh.older ? ['sign_in_again', 'sign_in_older'] : ['sign_in_again']
      return [
        name,
        { ...call, needsFreshSignIn: 'field' in fresh ? { field: fresh.field } : 'always', errors: [...errors, ...call.errors] },
      ]
    }),
  )

export const documentation: Documentation = {
  about: 'Sign-in, sessions, profiles, and personal data.',
  calls: withFreshSignIn(calls),
  schemas: { Profile: answers.profile },
}
