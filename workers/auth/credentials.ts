import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { fetchText } from '../shared/external-http.ts'
import { now } from '../shared/ids.ts'
import { negotiateLocale } from '../shared/locales.schema.ts'
import { describeError, log } from '../shared/log.ts'
import { senderOf } from '../shared/mail.ts'
import { mailSenderOf } from '../shared/render-mail.ts'
import { requireUser, sessionId } from '../shared/session.ts'
import { accounts, sessions, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { countPasswordAttempt } from './attempt-limits.ts'
import { isCommon } from './common-passwords.ts'
import { changePasswordRequest, type EmailState, emailQuery, loginRequest, registerRequest } from './credentials.schema.ts'
import type { AuthEnv } from './env.ts'
import { NEW_METHOD_SECONDS } from './fresh-sign-in.schema.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import { newLink, sendMailAfterResponse, sendRequestedMail } from './mail-links.ts'
import { confirmMail, passwordChangedMail } from './mails.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { type Call, closeSockets, type Env, newSession, type SignInMethod, stillSignedIn } from './sessions.ts'
import { credentials, mailLinks } from './tables.ts'
import { localeOf } from './viewer.ts'

/** Compares e-mail addresses case-insensitively, as the indexes do. */
export const sameEmail = (column: unknown, email: string) => sql`lower(${column}) = ${email.toLowerCase()}`

/**
 * Whether a password is in the published breaches. Only the first five hex digits of its SHA-1 are sent. If the list is unavailable, this
 * is logged and the password accepted.
 */
async function isBreached(env: AuthEnv, password: string): Promise<boolean> {
  const digest = Buffer.from(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password)))
  const hex = digest.toString('hex').toUpperCase()
  try {
    const lines = await fetchText(`${env.BREACH_LIST_URL}/range/${hex.slice(0, 5)}`, { headers: { 'add-padding': 'true' } }, 500_000)
    // Padding lines have the count 0.
    return new RegExp(`^${hex.slice(5)}:[1-9]`, 'm').test(lines)
  } catch (error) {
    log('warn', 'breach_list_away', { reason: error instanceof ApiError ? JSON.stringify(error.details) : describeError(error) })
    return false
  }
}

/** Throws `password_common` for a common or breached password. `own` is the user's address and name. */
export async function rejectCommonPassword(env: AuthEnv, password: string, own: (string | null | undefined)[]): Promise<void> {
  const ownWords = [senderOf(env).name, ...own.filter((word) => word != null)]
  if (isCommon(password, ownWords) || (await isBreached(env, password))) throw new ApiError('password_common')
}

/**
 * The account that a password for this address signs in to: the account that confirmed the address, otherwise the latest one that
 * registered with it. An account with a confirmed address does not accept an unconfirmed one at sign-in.
 */
async function accountOf(db: Database, email: string): Promise<{ id: number; passwordHash: string | null } | undefined> {
  const [[owner], [claimant]] = await db.batch([
    db
      .select({ id: users.id, passwordHash: credentials.passwordHash })
      .from(users)
      .leftJoin(credentials, eq(credentials.userId, users.id))
      .where(sameEmail(users.email, email)),
    db
      .select({ id: users.id, passwordHash: credentials.passwordHash })
      .from(credentials)
      .innerJoin(users, eq(users.id, credentials.userId))
      .where(and(sameEmail(credentials.claimedEmail, email), isNull(users.email), isNotNull(credentials.passwordHash)))
      .orderBy(desc(credentials.claimedAt), desc(users.id))
      .limit(1),
  ])
  return owner ?? claimant
}

/** Whether an account has confirmed this address, not counting the account `exceptUserId`. */
export async function isConfirmed(db: Database, email: string, exceptUserId = 0): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(sameEmail(users.email, email), sql`${users.id} <> ${exceptUserId}`))
  return rows.length > 0
}

/** Checks the password of a signed-in user before a sensitive change. Throws `password_wrong`. */
export async function requirePassword(c: Call, userId: number, stored: string, password: string | undefined): Promise<void> {
  if (password === undefined) throw new ApiError('password_wrong')
  const takeAttemptBack = await countPasswordAttempt(c, `user ${userId}`)
  if ((await checkPassword(password, stored)) === 'wrong') throw new ApiError('password_wrong')
  await takeAttemptBack()
}

/**
 * SQL condition: this hash is still the user's password hash (null: no password). Checking a password is slow, so another request may have
 * changed the password in the meantime.
 */
export const passwordIs = (userId: number, passwordHash: string | null) =>
  passwordHash === null
    ? sql`not exists (select 1 from credentials p where p.user_id = ${userId} and p.password_hash is not null)`
    : sql`exists (select 1 from credentials p where p.user_id = ${userId} and p.password_hash = ${passwordHash})`

/** Sign-in with a password that has just been checked, see {@link passwordIs}. */
export const passwordSignIn = (userId: number, passwordHash: string | null): SignInMethod => ({
  account: null,
  trustedFrom: sql`(select p.trusted_from from credentials p where p.user_id = ${userId})`,
  only: passwordIs(userId, passwordHash),
})

export const credentialRoutes = new Hono<Env>()
  .get('/verifyUserEmail', valid('query', emailQuery), async (c) => {
    const { email } = c.req.valid('query')
    const db = database(c.env)
    const state: EmailState = {
      email: (await isConfirmed(db, email)) ? 'registered' : (await accountOf(db, email)) ? 'pending' : 'available',
    }
    return c.json(state)
  })

  .post('/register', valid('json', registerRequest), async (c) => {
    const { email, password, language = localeOf(c) } = c.req.valid('json')
    const db = database(c.env)
    if (await isConfirmed(db, email)) throw new ApiError('email_taken')
    await rejectCommonPassword(c.env, password, [email])
    const [passwordHash, at] = [await hashPassword(password), now()]
    // The rowid of a credentials row is the user id, so `last_insert_rowid()` is still that id in the next statement.
    const newUserId = sql`last_insert_rowid()`
    const link = await newLink(c.env, db, 'confirm', newUserId, email)
    const session = await newSession(c, db, sql`(select user_id from ${mailLinks} where token_hash = ${link.tokenHash})`, {
      account: null,
      trustedFrom: 0,
    })
    await db.batch([
      db.insert(users).values({ createdAt: at, language }),
      db.insert(credentials).values({ userId: newUserId, claimedEmail: email, claimedAt: at, passwordHash, passwordChangedAt: at }),
      link.insert,
      ...session.statements,
    ])
    await session.setBrowserCookie(c)
    sendRequestedMail(c, email, () => confirmMail(email, language, mailSenderOf(c.env), link))
    return c.json({ status: 'success', authorized: 1 })
  })

  .post('/login', valid('json', loginRequest), async (c) => {
    const { email, password } = c.req.valid('json')
    const takeAttemptBack = await countPasswordAttempt(c, email)
    const db = database(c.env)
    const account = await accountOf(db, email)
    const check = await checkPassword(password, account?.passwordHash ?? null)
    if (!account || check === 'wrong') throw new ApiError('login_failed')
    await takeAttemptBack()
    const session = await newSession(c, db, account.id, passwordSignIn(account.id, account.passwordHash))
    const [started] = await db.batch([...session.statements])
    if (!started.length) throw new ApiError('login_failed')
    if (check === 'old') {
      const passwordHash = await hashPassword(password)
      const unchanged = and(eq(credentials.userId, account.id), eq(credentials.passwordHash, account.passwordHash!))
      await db.update(credentials).set({ passwordHash }).where(unchanged)
    }
    await session.setBrowserCookie(c)
    return c.json({ authorized: 1 })
  })

  .post('/changePassword', requireUser, requireFreshSignIn('changePassword'), valid('json', changePasswordRequest), async (c) => {
    const { current, password } = c.req.valid('json')
    const { id } = c.var.user
    const db = database(c.env)
    const [person] = await db
      .select({
        email: users.email,
        claimed: credentials.claimedEmail,
        username: users.username,
        language: users.language,
        passwordHash: credentials.passwordHash,
      })
      .from(users)
      .leftJoin(credentials, eq(credentials.userId, users.id))
      .where(eq(users.id, id))
    const { email, claimed, username, language, passwordHash: old } = person!
    if (email === null && claimed === null) throw new ApiError('email_required')
    if (old !== null) await requirePassword(c, id, old, current)
    await rejectCommonPassword(c.env, password, [email, claimed, username])
    const at = now()
    // The first password of a wallet account is a new sign-in method.
    const trustedFrom = sql<number>`case when ${old === null} and exists (select 1 from ${accounts} where ${accounts.userId} = ${id})
      then ${at + NEW_METHOD_SECONDS} else ${credentials}.trusted_from end`
    const passwordHash = await hashPassword(password)
    const unchanged = and(stillSignedIn(c.var.user), passwordIs(id, old))
    const changed = passwordIs(id, passwordHash)
    const session = await newSession(c, db, id, { ...c.var.user, only: changed })
    const [signedIn, , ended, started] = await db.batch([
      db
        .select({ one: sql`1` })
        .from(users)
        .where(and(eq(users.id, id), stillSignedIn(c.var.user))),
      db
        .insert(credentials)
        // Values in the order of the table's columns.
        .select(sql`select ${id}, null, null, ${passwordHash}, ${at}, ${at + NEW_METHOD_SECONDS} where ${unchanged}`)
        .onConflictDoUpdate({ target: credentials.userId, set: { passwordHash, passwordChangedAt: at, trustedFrom } }),
      db
        .delete(sessions)
        .where(and(eq(sessions.userId, id), changed))
        .returning({ tokenHash: sessions.tokenHash }),
      ...session.statements,
    ])
    if (!started.length) throw new ApiError(signedIn.length ? 'password_wrong' : 'unauthorized')
    await session.setBrowserCookie(c)
    await closeSockets(
      c,
      id,
      ended.map((each) => sessionId(each.tokenHash)),
    )
    if (email) sendMailAfterResponse(c, passwordChangedMail(email, negotiateLocale(language), mailSenderOf(c.env), ''))
    return c.json({ status: 'success' })
  })
