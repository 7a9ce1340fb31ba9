import { and, asc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { FRESH_CALLS, FRESH_SECONDS, type SignInOlder } from '../auth/fresh.schema.ts'
import { accounts, credentials, profiles, sessions, users } from '../auth/tables.ts'
import type { AreaVariables, Viewer } from './area-variables.ts'
import { type Database, database } from './db.ts'
import type { AreaEnv } from './env.ts'
import { ApiError } from './errors.ts'
import { hash, now } from './ids.ts'

/** `__Host-` makes the browser require Secure, Path=/ and no Domain, so that no subdomain can set this cookie. */
export const SESSION_COOKIE = '__Host-session'
/** A session ends 30 days after sign-in, whatever its use (seconds). */
export const SESSION_SECONDS = 30 * 86_400
/** A session also ends 14 days after its last use (seconds). */
export const SESSION_IDLE_SECONDS = 14 * 86_400

/** Id of a session for places that must not see its token: the list of sessions and the chat sockets. */
export const sessionId = (tokenHash: string): string => tokenHash.slice(0, 32)

/** The stored time of a session's last use. */
const lastSeen = sql<number>`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`

/** The user of a session token, or null if the session is unknown, ended or expired. */
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

/** The ids of those sessions that have neither ended nor expired. */
export async function activeSessions(db: Database, userIds: number[], sessionIds: string[]): Promise<Set<string>> {
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

/** Sets `c.var.viewer` from the session cookie. A request without a cookie causes no query. */
export const readViewer = createMiddleware<{ Bindings: AreaEnv; Variables: AreaVariables }>(async (c, next) => {
  const token = getCookie(c, SESSION_COOKIE)
  c.set('viewer', token && token.length === 43 ? await viewerOf(database(c.env), token) : null)
  await next()
})

/** Sets `c.var.user`, or returns 401 without a session. */
export const requireUser = createMiddleware<{ Variables: AreaVariables & { user: Viewer } }>(async (c, next) => {
  if (!c.var.viewer) throw new ApiError('unauthorized')
  c.set('user', c.var.viewer)
  await next()
})

/** Whether a user has a sign-in method that no longer counts as new. */
async function hasTrustedSignInMethod(db: Database, userId: number): Promise<boolean> {
  const time = now()
  const [wallets, passwords] = await db.batch([
    db
      .select({ address: accounts.address })
      .from(accounts)
      .where(and(eq(accounts.userId, userId), lte(accounts.trustedFrom, time)))
      .limit(1),
    db
      .select({ userId: credentials.userId })
      .from(credentials)
      .where(and(eq(credentials.userId, userId), lte(credentials.trustedFrom, time), isNotNull(credentials.passwordHash))),
  ])
  return wallets.length + passwords.length > 0
}

/**
 * Throws `sign_in_older` if the session began with a new sign-in method while an older method exists: an attacker who adds a wallet to
 * somebody's account must not be able to lock the owner out with it.
 */
export async function requireTrustedSignIn(db: Database, user: Viewer): Promise<void> {
  const details: SignInOlder = { until: user.trustedFrom }
  if (user.trustedFrom > now() && (await hasTrustedSignInMethod(db, user.id))) throw new ApiError('sign_in_older', details)
}

/**
 * Requires a fresh sign-in for a call of {@link FRESH_CALLS}: an unattended browser or a copied cookie must not be enough to take over an
 * account. Place it after `requireUser`, before anything of the request is used up.
 */
export const requireFreshSignIn = (call: keyof typeof FRESH_CALLS) =>
  createMiddleware<{ Bindings: AreaEnv; Variables: AreaVariables & { user: Viewer } }>(async (c, next) => {
    const { older, field }: { older: boolean; field?: string } = FRESH_CALLS[call]
    const body: unknown = field === undefined ? null : await c.req.json().catch(() => null)
    if (field === undefined || (typeof body === 'object' && body !== null && (body as Record<string, unknown>)[field] !== undefined)) {
      const { user } = c.var
      if (user.signedInAt <= now() - FRESH_SECONDS) throw new ApiError('sign_in_again')
      if (older) await requireTrustedSignIn(database(c.env), user)
    }
    await next()
  })

/** Sets `c.var.user`, or returns 401 without a session and 403 before the terms are accepted. */
export const requireSeller = createMiddleware<{ Variables: AreaVariables & { user: Viewer } }>(async (c, next) => {
  if (!c.var.viewer) throw new ApiError('unauthorized')
  if (!c.var.viewer.creator) throw new ApiError('terms_required')
  c.set('user', c.var.viewer)
  await next()
})
