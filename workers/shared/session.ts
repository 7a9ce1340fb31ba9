import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { AreaVariables, Viewer } from './area-variables.ts'
import { type Database, database } from './db.ts'
import type { AreaEnv } from './env.ts'
import { ApiError } from './errors.ts'
import { hash, now } from './ids.ts'
import { isLasting, sanctions } from './sanction-tables.ts'
import { accounts, profiles, sessions, users } from './tables.ts'

/** `__Host-` makes the browser require Secure, Path=/ and no Domain, so that no subdomain can set this cookie. */
export const SESSION_COOKIE = '__Host-session'
/** A session ends 30 days after sign-in, whatever its use (seconds). */
export const SESSION_SECONDS = 30 * 86_400
/** A session also ends 14 days after its last use (seconds). */
export const SESSION_IDLE_SECONDS = 14 * 86_400

/** When the current terms came into force (UTC seconds). A member who accepted earlier ones is asked again. Raise it when the rules change. */
export const TERMS_SINCE = 0

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
      suspensionId: sanctions.id,
      suspendedUntil: sanctions.until,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(accounts, and(eq(accounts.userId, users.id), lte(accounts.paidFrom, now())))
    .leftJoin(sanctions, and(eq(sanctions.userId, users.id), isLasting()))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now()), gt(lastSeen, now() - SESSION_IDLE_SECONDS)))
    .orderBy(asc(accounts.linkedAt), sql`${accounts}.rowid`)
    .limit(1)
  if (!row) return null
  const { termsAcceptedAt, wallet, email, suspensionId, suspendedUntil, ...rest } = row
  return {
    ...rest,
    creator: termsAcceptedAt !== null && termsAcceptedAt >= TERMS_SINCE,
    wallet: wallet as Viewer['wallet'],
    confirmed: wallet !== null || email !== null,
    session: sessionId(tokenHash),
    suspension: suspensionId === null ? null : { until: suspendedUntil },
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

/** Sets `c.var.user`, or returns 401 without a session and 403 before the terms are accepted. */
export const requireSeller = createMiddleware<{ Variables: AreaVariables & { user: Viewer } }>(async (c, next) => {
  if (!c.var.viewer) throw new ApiError('unauthorized')
  if (!c.var.viewer.creator) throw new ApiError('terms_required')
  c.set('user', c.var.viewer)
  await next()
})
