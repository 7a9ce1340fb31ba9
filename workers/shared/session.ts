import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { accounts, profiles, sessions, users } from '../auth/tables.ts'
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
/** For so long after signing in, ways to sign in may be changed without a password (seconds). */
const FRESH_SECONDS = 15 * 60

/** Names a session where its token must not be known: to its owner, and to the sockets it opened. */
export const sessionId = (tokenHash: string): string => tokenHash.slice(0, 32)

/** Who is asking: `creator` is true once the terms are accepted, `wallet` the first linked address (checksummed). */
export interface Viewer {
  id: number
  creator: boolean
  name: string | null
  wallet: `0x${string}` | null
  /** The id of the session. */
  session: string
  /** When it began, and when it was last written that it is in use (UTC seconds). */
  signedInAt: number
  lastSeenAt: number
}

/** The person behind a session token, or null when it is unknown, ended or expired. */
export async function viewerOf(db: Database, token: string): Promise<Viewer | null> {
  const tokenHash = await hash(token)
  const lastSeenAt = sql<number>`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`
  const [row] = await db
    .select({
      id: users.id,
      termsAcceptedAt: users.termsAcceptedAt,
      name: profiles.name,
      wallet: accounts.address,
      signedInAt: sessions.createdAt,
      lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(accounts, eq(accounts.userId, users.id))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now()), gt(lastSeenAt, now() - SESSION_IDLE_SECONDS)))
    .orderBy(asc(accounts.linkedAt), sql`${accounts}.rowid`)
    .limit(1)
  if (!row) return null
  const { termsAcceptedAt, wallet, ...rest } = row
  return { ...rest, creator: termsAcceptedAt !== null, wallet: wallet as Viewer['wallet'], session: sessionId(tokenHash) }
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

/** Throws `sign_in_again` unless this person has signed in just now: a browser left open must not be enough to take an account over. */
export function demandFresh(user: Viewer): void {
  if (user.signedInAt <= now() - FRESH_SECONDS) throw new ApiError('sign_in_again')
}

/** 401 without a session, 403 before the terms are accepted; otherwise `c.var.user`. */
export const requireSeller = createMiddleware<{ Variables: AreaVariables & { user: Viewer } }>(async (c, next) => {
  if (!c.var.viewer) throw new ApiError('unauthorized')
  if (!c.var.viewer.creator) throw new ApiError('terms_required')
  c.set('user', c.var.viewer)
  await next()
})
