import { and, asc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { FRESH_CALLS, FRESH_SECONDS, type SignInOlder } from '../auth/fresh.schema.ts'
import { accounts, credentials, profiles, sessions, users } from '../auth/tables.ts'
import type { AreaVariables } from './area.ts'
import { type Database, database } from './db.ts'
import type { AreaEnv } from './env.ts'
import { ApiError } from './errors.ts'
import { hash, now } from './ids.ts'

/** `__Host-` makes the browser insist on Secure, Path=/ and no Domain, so no sibling host can plant it. */
export const SESSION_COOKIE = '__Host-session'
/** A session ends 30 days after sign-in, whatever its use (seconds). */
export const SESSION_SECONDS = 30 * 86_400
/** And 14 days after it was last used. */
export const SESSION_IDLE_SECONDS = 14 * 86_400

/** Names a session where its token must not be known: to its owner, and to the sockets it opened. */
export const sessionId = (tokenHash: string): string => tokenHash.slice(0, 32)

/** Who is asking: `creator` is true once the terms are accepted, `wallet` the payout wallet (checksummed). */
export interface Viewer {
  id: number
  creator: boolean
  name: string | null
  wallet: `0x${string}` | null
  /** Whether an e-mail address was confirmed or a wallet linked; an account without either was made in a second. */
  confirmed: boolean
  /** The id of the session. */
  session: string
  /** When it began, and when it was last written that it is in use (UTC seconds). */
  signedInAt: number
  lastSeenAt: number
  /** The wallet it began with; null for a password. */
  account: string | null
  /** Until then (UTC seconds) that way in is new. */
  trustedFrom: number
}

/** When a session was last written to be in use. */
const lastSeen = sql<number>`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`

/** The person behind a session token, or null when it is unknown, ended or expired. */
export async function viewerOf(db: Database, token: string): Promise<Viewer | null> {
  const tokenHash = await hash(token)
  const [row] = await db
    .select({
      id: users.id,
      termsAcceptedAt: users.termsAcceptedAt,
      name: profiles.name,
      wallet: accounts.address,
      email: users.email,
      signedInAt: sessions.createdAt,
      lastSeenAt: lastSeen,
      account: sessions.account,
      trustedFrom: sessions.trustedFrom,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(accounts, and(eq(accounts.userId, users.id), lte(accounts.paidFrom, now())))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now()), gt(lastSeen, now() - SESSION_IDLE_SECONDS)))
    .orderBy(asc(accounts.linkedAt), sql`${accounts}.rowid`)
    .limit(1)
  if (!row) return null
  const { termsAcceptedAt, wallet, email, ...rest } = row
  return {
    ...rest,
    creator: termsAcceptedAt !== null,
    wallet: wallet as Viewer['wallet'],
    confirmed: wallet !== null || email !== null,
    session: sessionId(tokenHash),
  }
}

/** Which of these sessions, by their ids, have neither been ended nor run out. */
export async function livingSessions(db: Database, userIds: number[], sessionIds: string[]): Promise<Set<string>> {
  const id = sql<string>`substr(${sessions.tokenHash}, 1, 32)`
  const rows = await db
    .select({ id })
    .from(sessions)
    .where(
      and(
        inArray(sessions.userId, [...new Set(userIds)]),
        inArray(id, [...new Set(sessionIds)]),
        gt(sessions.expiresAt, now()),
        gt(lastSeen, now() - SESSION_IDLE_SECONDS),
      ),
    )
  return new Set(rows.map((row) => row.id))
}

/** Puts the person behind the session cookie into `c.var.viewer`; a request without a cookie costs no query. */
export const readViewer = createMiddleware<{ Bindings: AreaEnv; Variables: AreaVariables }>(async (c, next) => {
  const token = getCookie(c, SESSION_COOKIE)
  c.set('viewer', token && token.length === 43 ? await viewerOf(database(c.env), token) : null)
  await next()
})

/** 401 without a session; otherwise `c.var.user`. */
export const requireUser = createMiddleware<{ Variables: AreaVariables & { user: Viewer } }>(async (c, next) => {
  if (!c.var.viewer) throw new ApiError('unauthorized')
  c.set('user', c.var.viewer)
  await next()
})

/** Whether somebody has a way in that is no longer new. */
async function hasOlderWay(db: Database, userId: number): Promise<boolean> {
  const at = now()
  const [wallets, passwords] = await db.batch([
    db
      .select({ address: accounts.address })
      .from(accounts)
      .where(and(eq(accounts.userId, userId), lte(accounts.trustedFrom, at)))
      .limit(1),
    db
      .select({ userId: credentials.userId })
      .from(credentials)
      .where(and(eq(credentials.userId, userId), lte(credentials.trustedFrom, at), isNotNull(credentials.passwordHash))),
  ])
  return wallets.length + passwords.length > 0
}

/**
 * Throws `sign_in_older` in a session that began by a new way in, as long as there is an older one: who adds a wallet to somebody
 * else's account must not be able to shut its owner out with it.
 */
export async function demandOlderWay(db: Database, user: Viewer): Promise<void> {
  const details: SignInOlder = { until: user.trustedFrom }
  if (user.trustedFrom > now() && (await hasOlderWay(db, user.id))) throw new ApiError('sign_in_older', details)
}

/**
 * Guards a call of {@link FRESH_CALLS}: a browser left open, or a copied cookie, must not be enough to take an account over. Goes
 * after `requireUser`, before anything of the request is used up.
 */
export const fresh = (call: keyof typeof FRESH_CALLS) =>
  createMiddleware<{ Bindings: AreaEnv; Variables: AreaVariables & { user: Viewer } }>(async (c, next) => {
    const { older, field }: { older: boolean; field?: string } = FRESH_CALLS[call]
    const body: unknown = field === undefined ? null : await c.req.json().catch(() => null)
    if (field === undefined || (typeof body === 'object' && body !== null && (body as Record<string, unknown>)[field] !== undefined)) {
      const { user } = c.var
      if (user.signedInAt <= now() - FRESH_SECONDS) throw new ApiError('sign_in_again')
      if (older) await demandOlderWay(database(c.env), user)
    }
    await next()
  })

/** 401 without a session, 403 before the terms are accepted; otherwise `c.var.user`. */
export const requireSeller = createMiddleware<{ Variables: AreaVariables & { user: Viewer } }>(async (c, next) => {
  if (!c.var.viewer) throw new ApiError('unauthorized')
  if (!c.var.viewer.creator) throw new ApiError('terms_required')
  c.set('user', c.var.viewer)
  await next()
})
