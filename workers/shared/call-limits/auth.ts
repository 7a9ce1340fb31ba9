import { byNetwork, byPerson, HOUR, type Limits, MINUTE, type Row, sitemap } from '../limit-table.ts'

const signingIn: Row = { counter: 'signIn', ...byNetwork(60, MINUTE, 2000) }
/** A signature of a user who is already signed in. */
const signedInSigning: Row = { ...signingIn, person: byPerson(100, 300).person }
const following: Row = { counter: 'follow', ...byPerson(200, 600) }

/** The limits of the calls of this area. */
export const CALL_LIMITS: Limits = {
  // sign-in, sign-up and sign-out
  'POST /api/auth/getNonce': byNetwork(120, MINUTE, 5000),
  'POST /api/auth/signIn': signingIn,
  'POST /api/auth/signInAgain': signedInSigning,
  'POST /api/auth/addAccount': signedInSigning,
  'POST /api/auth/dismissWalletChange': byPerson(60, 200),
  'POST /api/auth/removeAccount': byPerson(20, 60),
  'GET /api/auth/verifyUserEmail': byNetwork(60, 10 * MINUTE, 1000),
  'POST /api/auth/register': byNetwork(10, HOUR, 40),
  'POST /api/auth/login': byNetwork(100, 10 * MINUTE, 3000),
  'POST /api/auth/changePassword': { ...byPerson(100, 300), ...byNetwork(20, 10 * MINUTE, 200) },
  'POST /api/auth/confirmEmail': byNetwork(30, 10 * MINUTE, 500),
  'POST /api/auth/resendConfirmation': byNetwork(10, 10 * MINUTE, 200),
  'POST /api/auth/requestPasswordReset': byNetwork(10, 10 * MINUTE, 200),
  'POST /api/auth/resetPassword': byNetwork(20, 10 * MINUTE, 200),
  'POST /api/auth/setEmail': { ...byPerson(100, 300), ...byNetwork(20, 10 * MINUTE, 400) },
  'POST /api/auth/logout': byNetwork(300, 10 * MINUTE, 5000),
  'POST /api/auth/endSession': byPerson(60, 200),
  'POST /api/auth/deleteAccount': byPerson(20, 60),
  // own account and other users
  'POST /api/auth/enableAccount': byPerson(30, 100),
  'POST /api/auth/setLanguage': byPerson(60, 200),
  'POST /api/auth/addProfile': byPerson(60, 200),
  'POST /api/auth/follow': following,
  'POST /api/auth/unfollow': following,
  'POST /api/auth/claimCarrots': byPerson(300, 1000),
  'GET /api/auth/exportMyData': byPerson(6, 20),
  // Each reads up to five thousand rows; the edge caches the sitemap.
  'GET /api/auth/getProfileParts': sitemap,
  'GET /api/auth/getProfilePart': sitemap,
}
