import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { log, reasonOf } from '../shared/log.ts'
import { senderOf } from '../shared/mail.ts'
import { outsideText } from '../shared/outside.ts'
import { requireRecentSignIn, requireUser, sessionId } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { passwordTry } from './attempts.ts'
import { isCommon } from './common-passwords.ts'
import { changePasswordRequest, type EmailState, emailQuery, loginRequest, registerRequest } from './credentials.schema.ts'
import type { AuthEnv } from './env.ts'
import { NEW_WAY_SECONDS } from './fresh.schema.ts'
import { houseOf, mailLater, mailOnRequest, newLink } from './mail-links.ts'
import { confirmMail, passwordChangedMail } from './mails.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { type Call, closeSockets, type Env, newSession, stillSignedIn, type WayIn } from './sessions.ts'
import { accounts, credentials, mailLinks, sessions, users } from './tables.ts'
import { languageOf, spoken } from './viewer.ts'

/** Compares addresses as the indexes do: without regard to case. */
export const sameEmail = (column: unknown, email: string) => sql`lower(${column}) = ${email.toLowerCase()}`

/** Whether a password stands in the published breaches. Only five digits of its SHA-1 leave the house. A list that is away is told to the log. */
async function isBreached(env: AuthEnv, password: string): Promise<boolean> {
  const digest = Buffer.from(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password)))
  const hex = digest.toString('hex').toUpperCase()
  try {
    const list = await outsideText(`${env.BREACH_LIST_URL}/range/${hex.slice(0, 5)}`, { headers: { 'add-padding': 'true' } }, 500_000)
    // Padding lines count 0.
    return new RegExp(`^${hex.slice(5)}:[1-9]`, 'm').test(list)
  } catch (error) {
    log('warn', 'breach_list_away', { reason: error instanceof ApiError ? JSON.stringify(error.details) : reasonOf(error) })
    return false
  }
}

/** Throws `password_common` for a password nobody should have. `own`: the person's address and name. */
export async function demandUncommon(env: AuthEnv, password: string, own: (string | null | undefined)[]): Promise<void> {
  const words = [senderOf(env).name, ...own.filter((word) => word != null)]
  if (isCommon(password, words) || (await isBreached(env, password))) throw new ApiError('password_common')
}

/**
 * Who a password for this address would sign in: the one who confirmed it; as long as nobody has, whoever registered with it last.
 * An account whose own address is confirmed does not answer to one it merely wants.
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

/** Whether somebody has confirmed this address; `but` leaves one person out. */
export async function isConfirmed(db: Database, email: string, but = 0): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(sameEmail(users.email, email), sql`${users.id} <> ${but}`))
  return rows.length > 0
}

/** Checks the password of somebody who is known, for what a session alone should not do. Throws `password_wrong`. */
export async function demandPassword(c: Call, userId: number, stored: string, password: string | undefined): Promise<void> {
  if (password === undefined) throw new ApiError('password_wrong')
  const right = await passwordTry(c, `user ${userId}`)
  if ((await checkPassword(password, stored)) === 'wrong') throw new ApiError('password_wrong')
  await right()
}

/** Condition for this being the person's password still, by its hash: what is checked takes so long that it may be changed meanwhile. */
export const passwordIs = (userId: number, passwordHash: string | null) =>
  passwordHash === null
    ? sql`not exists (select 1 from credentials p where p.user_id = ${userId} and p.password_hash is not null)`
    : sql`exists (select 1 from credentials p where p.user_id = ${userId} and p.password_hash = ${passwordHash})`

/** A session by a password that has just been checked, see {@link passwordIs}. */
export const passwordWay = (userId: number, passwordHash: string | null): WayIn => ({
  account: null,
  trustedFrom: sql`(select p.trusted_from from credentials p where p.user_id = ${userId})`,
  only: passwordIs(userId, passwordHash),
})

export const credentialRoutes = new Hono<Env>()
  .get('/verifyUserEmail', valid('query', emailQuery), async (c) => {
    const { email } = c.req.valid('query')
    const db = database(c.env)
    const answer: EmailState = {
      email: (await isConfirmed(db, email)) ? 'registered' : (await accountOf(db, email)) ? 'pending' : 'available',
    }
    return c.json(answer)
  })

  .post('/register', valid('json', registerRequest), async (c) => {
    const { email, password, language = languageOf(c) } = c.req.valid('json')
    const db = database(c.env)
    if (await isConfirmed(db, email)) throw new ApiError('email_taken')
    await demandUncommon(c.env, password, [email])
    const [passwordHash, at] = [await hashPassword(password), now()]
    // The rowid of a row of credentials is the user's id, so the statement after it still finds that id.
    const made = sql`last_insert_rowid()`
    const link = await newLink(c.env, db, 'confirm', made, email)
    const session = await newSession(c, db, sql`(select user_id from ${mailLinks} where token_hash = ${link.tokenHash})`, {
      account: null,
      trustedFrom: 0,
    })
    await db.batch([
      db.insert(users).values({ createdAt: at, language }),
      db.insert(credentials).values({ userId: made, claimedEmail: email, claimedAt: at, passwordHash, passwordChangedAt: at }),
      link.insert,
      ...session.statements,
    ])
    await session.give(c)
    mailOnRequest(c, email, () => confirmMail(email, language, houseOf(c.env), link))
    return c.json({ status: 'success', authorized: 1 })
  })

  .post('/login', valid('json', loginRequest), async (c) => {
    const { email, password } = c.req.valid('json')
    const right = await passwordTry(c, email)
    const db = database(c.env)
    const account = await accountOf(db, email)
    const verdict = await checkPassword(password, account?.passwordHash ?? null)
    if (!account || verdict === 'wrong') throw new ApiError('login_failed')
    await right()
    const session = await newSession(c, db, account.id, passwordWay(account.id, account.passwordHash))
    const [begun] = await db.batch([...session.statements])
    if (!begun.length) throw new ApiError('login_failed')
    if (verdict === 'old') {
      const passwordHash = await hashPassword(password)
      const unchanged = and(eq(credentials.userId, account.id), eq(credentials.passwordHash, account.passwordHash!))
      await db.update(credentials).set({ passwordHash }).where(unchanged)
    }
    await session.give(c)
    return c.json({ authorized: 1 })
  })

  .post('/changePassword', requireUser, requireRecentSignIn('changePassword'), valid('json', changePasswordRequest), async (c) => {
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
    if (old !== null) await demandPassword(c, id, old, current)
    await demandUncommon(c.env, password, [email, claimed, username])
    const at = now()
    // The first password beside wallets is a new way in.
    const trustedFrom = sql<number>`case when ${old === null} and exists (select 1 from ${accounts} where ${accounts.userId} = ${id})
      then ${at + NEW_WAY_SECONDS} else ${credentials}.trusted_from end`
    const passwordHash = await hashPassword(password)
    const unchanged = and(stillSignedIn(c.var.user), passwordIs(id, old))
    const changed = passwordIs(id, passwordHash)
    const session = await newSession(c, db, id, { ...c.var.user, only: changed })
    const [stillIn, , ended, begun] = await db.batch([
      db
        .select({ one: sql`1` })
        .from(users)
        .where(and(eq(users.id, id), stillSignedIn(c.var.user))),
      db
        .insert(credentials)
        // In the order of the table's columns.
        .select(sql`select ${id}, null, null, ${passwordHash}, ${at}, ${at + NEW_WAY_SECONDS} where ${unchanged}`)
        .onConflictDoUpdate({ target: credentials.userId, set: { passwordHash, passwordChangedAt: at, trustedFrom } }),
      db
        .delete(sessions)
        .where(and(eq(sessions.userId, id), changed))
        .returning({ tokenHash: sessions.tokenHash }),
      ...session.statements,
    ])
    if (!begun.length) throw new ApiError(stillIn.length ? 'password_wrong' : 'unauthorized')
    await session.give(c)
    await closeSockets(
      c,
      id,
      ended.map((each) => sessionId(each.tokenHash)),
    )
    if (email) mailLater(c, passwordChangedMail(email, spoken(language), houseOf(c.env), ''))
    return c.json({ status: 'success' })
  })
