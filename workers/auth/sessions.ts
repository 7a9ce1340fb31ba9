import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { AreaVariables } from '../shared/area.ts'
import { isCountry } from '../shared/countries.schema.ts'
import { type Database, database } from '../shared/db.ts'
import { hash, now, secret } from '../shared/ids.ts'
import { log, reasonOf } from '../shared/log.ts'
import {
  requireRecentSignIn,
  requireUser,
  SESSION_COOKIE,
  SESSION_IDLE_SECONDS,
  SESSION_SECONDS,
  sessionId,
  type Viewer,
} from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { AuthEnv } from './env.ts'
import { deviceOf, endSessionRequest, type SessionInfo } from './sessions.schema.ts'
import { sessions } from './tables.ts'

export type Env = { Bindings: AuthEnv; Variables: AreaVariables }
/** What the helpers of handlers need of a request, whatever a handler's own context holds besides. */
export type Call = Pick<Context<Env>, 'env' | 'var' | 'req' | 'executionCtx'>

/** How long the end of a session waits for its sockets to be closed. */
const CLOSE_MS = 5000

const COOKIE = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

/** A city as the edge writes it into a header. */
function cityOf(c: Call): string | null {
  try {
    return [...decodeURIComponent(c.req.header('x-city') ?? '')].slice(0, 80).join('') || null
  } catch {
    return null
  }
}

/**
 * Closes the sockets of ended sessions before the call answers. It never rejects and waits {@link CLOSE_MS} at most: a socket that could
 * not be closed takes nothing more once its room asks about the session again.
 */
export async function closeSockets(c: Call, userId: number, ended: string[]): Promise<void> {
  if (!ended.length) return
  const closing = c.env.CHAT.endSessions({ userId, sessions: ended }).catch((error: unknown) =>
    log('error', 'sockets_left_open', { error: reasonOf(error) }),
  )
  // A browser that leaves before the answer must not stop it.
  c.executionCtx.waitUntil(closing)
  let timer: ReturnType<typeof setTimeout> | undefined
  await Promise.race([closing, new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_MS)))])
  clearTimeout(timer)
}

/** Condition for the session of this id. */
export const idIs = (id: string) => sql`substr(${sessions.tokenHash}, 1, 32) = ${id}`

/** How somebody came in: the wallet, or null for a password, and until when (UTC seconds) that way counts as new. */
export interface WayIn {
  account: string | null
  trustedFrom: number | SQL
  /**
   * Condition under which the session begins, decided by the statement that inserts it: what was checked before it, a password or a wallet,
   * may be another one by then, and the sessions it had begun may have been ended.
   */
  only?: SQL
}

/** Condition for the session of a request not having ended since it was looked up. */
export const stillSignedIn = ({ id, session }: Pick<Viewer, 'id' | 'session'>) =>
  sql`exists (select 1 from sessions s where s.user_id = ${id} and substr(s.token_hash, 1, 32) = ${session})`

/**
 * A new session: statements for the batch that decides who gets it, and what hands it to the browser once they are through. The first
 * statement answers no row where the session did not begin; then nothing ended either.
 * A browser holds one session: the one it came with ends, whoever it belonged to, so nobody can be given a token beforehand.
 */
export async function newSession(c: Call, db: Database, userId: number | SQL, { account, trustedFrom, only = sql`true` }: WayIn) {
  const [token, at] = [secret(), now()]
  const tokenHash = await hash(token)
  const { viewer } = c.var
  const header = c.req.header('x-country') ?? ''
  const country = isCountry(header) ? header : null
  const userAgent = (c.req.header('user-agent') ?? '').slice(0, 200)
  const begun = sql`exists (select 1 from sessions s where s.token_hash = ${tokenHash})`
  const statements = [
    db
      .insert(sessions)
      // In the order of the table's columns.
      .select(
        sql`select ${tokenHash}, ${userId}, ${at}, ${at + SESSION_SECONDS}, ${at}, ${userAgent}, ${country}, ${cityOf(c)}, ${account},
          ${trustedFrom} where ${only}`,
      )
      .returning({ tokenHash: sessions.tokenHash }),
    db.delete(sessions).where(viewer ? and(eq(sessions.userId, viewer.id), idIs(viewer.session), begun) : sql`false`),
    db.delete(sessions).where(lte(sessions.expiresAt, at)),
  ] as const
  const give = async (browser: Context) => {
    setCookie(browser, SESSION_COOKIE, token, { ...COOKIE, maxAge: SESSION_SECONDS })
    if (viewer) await closeSockets(c, viewer.id, [viewer.session])
  }
  return { statements, give }
}

/** Ends sessions of a person, all where no condition is given, and their sockets. */
export async function endSessions(c: Call, userId: number, which?: SQL): Promise<void> {
  const ended = await database(c.env)
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), which))
    .returning({ tokenHash: sessions.tokenHash })
  await closeSockets(
    c,
    userId,
    ended.map(({ tokenHash }) => sessionId(tokenHash)),
  )
}

export const sessionRoutes = new Hono<Env>()
  .post('/logout', async (c) => {
    if (c.var.viewer) await endSessions(c, c.var.viewer.id, idIs(c.var.viewer.session))
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

  .post('/endSession', requireUser, requireRecentSignIn('endSession'), valid('json', endSessionRequest), async (c) => {
    const { id } = c.req.valid('json')
    const { id: me, session } = c.var.user
    const which = id === 'all' ? undefined : id === 'others' ? sql`not ${idIs(session)}` : idIs(id)
    await endSessions(c, me, which)
    const authorized = id === 'others' || (id !== 'all' && id !== session)
    if (!authorized) deleteCookie(c, SESSION_COOKIE, COOKIE)
    return c.json({ authorized })
  })
