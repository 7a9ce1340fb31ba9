import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { AreaVariables, Viewer } from '../shared/area-variables.ts'
import { isCountry } from '../shared/countries.schema.ts'
import { type Database, database } from '../shared/db.ts'
import { hash, now, secret } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import { requireUser, SESSION_COOKIE, SESSION_IDLE_SECONDS, SESSION_SECONDS, sessionId } from '../shared/session.ts'
import { sessions } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import type { AuthEnv } from './env.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import { deviceOf, endSessionRequest, type SessionInfo } from './sessions.schema.ts'

export type Env = { Bindings: AuthEnv; Variables: AreaVariables }
/** The part of a handler's context that helpers need. */
export type Call = Pick<Context<Env>, 'env' | 'var' | 'req' | 'executionCtx'>

/** How long a call that ends sessions waits for their sockets to close (ms). */
const CLOSE_MS = 5000

const COOKIE = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

/** The city of the request, which the edge sends percent-encoded in a header. */
function cityOf(c: Call): string | null {
  try {
    return [...decodeURIComponent(c.req.header('x-city') ?? '')].slice(0, 80).join('') || null
  } catch {
    return null
  }
}

/**
 * Closes the sockets of ended sessions before the response is sent. Never rejects and waits at most {@link CLOSE_MS}. A socket that could
 * not be closed stops working when its room next checks the session.
 */
export async function closeSockets(c: Call, userId: number, ended: string[]): Promise<void> {
  if (!ended.length) return
  const closing = c.env.CHAT.endSessions({ userId, sessions: ended }).catch((error: unknown) =>
    log('error', 'sockets_left_open', { error: describeError(error) }),
  )
  // Continue even if the browser disconnects before the response.
  c.executionCtx.waitUntil(closing)
  let timer: ReturnType<typeof setTimeout> | undefined
  await Promise.race([closing, new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_MS)))])
  clearTimeout(timer)
}

/** SQL condition: the session has this id. */
export const hasSessionId = (id: string) => sql`substr(${sessions.tokenHash}, 1, 32) = ${id}`

/** How a session was signed in: the wallet, or null for a password, and until when (UTC seconds) this sign-in method counts as new. */
export interface SignInMethod {
  account: string | null
  trustedFrom: number | SQL
  /**
   * SQL condition under which the session is inserted. After the password or wallet was checked, it may have been changed or removed, and
   * the sessions that it started may have been ended.
   */
  only?: SQL
}

/** SQL condition: the session of the request has not ended since it was looked up. */
export const stillSignedIn = ({ id, session }: Pick<Viewer, 'id' | 'session'>) =>
  sql`exists (select 1 from sessions s where s.user_id = ${id} and substr(s.token_hash, 1, 32) = ${session})`

/**
 * Prepares a new session: the statements for the batch, and `setBrowserCookie`, to be called once the batch has succeeded. The first
 * statement returns no row if the session was not inserted; then no session was ended either. The batch also ends the session that the
 * browser had before, even of another account: a browser holds one session, and a token that an attacker has placed in the browser stops
 * working.
 */
export async function newSession(c: Call, db: Database, userId: number | SQL, { account, trustedFrom, only = sql`true` }: SignInMethod) {
  const [token, at] = [secret(), now()]
  const tokenHash = await hash(token)
  const { viewer } = c.var
  const header = c.req.header('x-country') ?? ''
  const country = isCountry(header) ? header : null
  const userAgent = (c.req.header('user-agent') ?? '').slice(0, 200)
  const started = sql`exists (select 1 from sessions s where s.token_hash = ${tokenHash})`
  const statements = [
    db
      .insert(sessions)
      // Values in the order of the table's columns.
      .select(
        sql`select ${tokenHash}, ${userId}, ${at}, ${at + SESSION_SECONDS}, ${at}, ${userAgent}, ${country}, ${cityOf(c)}, ${account},
          ${trustedFrom} where ${only}`,
      )
      .returning({ tokenHash: sessions.tokenHash }),
    db.delete(sessions).where(viewer ? and(eq(sessions.userId, viewer.id), hasSessionId(viewer.session), started) : sql`false`),
    db.delete(sessions).where(lte(sessions.expiresAt, at)),
  ] as const
  const setBrowserCookie = async (browser: Context) => {
    setCookie(browser, SESSION_COOKIE, token, { ...COOKIE, maxAge: SESSION_SECONDS })
    if (viewer) await closeSockets(c, viewer.id, [viewer.session])
  }
  return { statements, setBrowserCookie }
}

/** Ends sessions of a user and closes their sockets. Without a condition it ends all of them. */
async function endSessions(c: Call, userId: number, condition?: SQL): Promise<void> {
  const ended = await database(c.env)
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), condition))
    .returning({ tokenHash: sessions.tokenHash })
  await closeSockets(
    c,
    userId,
    ended.map(({ tokenHash }) => sessionId(tokenHash)),
  )
}

export const sessionRoutes = new Hono<Env>()
  .post('/logout', async (c) => {
    if (c.var.viewer) await endSessions(c, c.var.viewer.id, hasSessionId(c.var.viewer.session))
    deleteCookie(c, SESSION_COOKIE, COOKIE)
    return c.json({ authorized: false })
  })

  .get('/getSessions', requireUser, async (c) => {
    const lastSeenAt = sql<number>`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`
    const rows = await database(c.env)
      .select({
        tokenHash: sessions.tokenHash,
        userAgent: sessions.userAgent,
        createdAt: sessions.createdAt,
        lastSeenAt,
        country: sessions.country,
        city: sessions.city,
      })
      .from(sessions)
      .where(and(eq(sessions.userId, c.var.user.id), gt(sessions.expiresAt, now()), gt(lastSeenAt, now() - SESSION_IDLE_SECONDS)))
      .orderBy(desc(lastSeenAt), desc(sessions.createdAt))
    const list = rows.map(({ tokenHash, userAgent, ...row }): SessionInfo => {
      const id = sessionId(tokenHash)
      return { id, ...deviceOf(userAgent), ...row, current: id === c.var.user.session }
    })
    return c.json({ sessions: list })
  })

  .post('/endSession', requireUser, requireFreshSignIn('endSession'), valid('json', endSessionRequest), async (c) => {
    const { id } = c.req.valid('json')
    const { id: me, session } = c.var.user
    const condition = id === 'all' ? undefined : id === 'others' ? sql`not ${hasSessionId(session)}` : hasSessionId(id)
    await endSessions(c, me, condition)
    const authorized = id === 'others' || (id !== 'all' && id !== session)
    if (!authorized) deleteCookie(c, SESSION_COOKIE, COOKIE)
    return c.json({ authorized })
  })
