import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { AreaVariables } from '../shared/area.ts'
import { isCountry } from '../shared/countries.schema.ts'
import { type Database, database } from '../shared/db.ts'
import { hash, now, secret } from '../shared/ids.ts'
import { log, reasonOf } from '../shared/log.ts'
import { fresh, requireUser, SESSION_COOKIE, SESSION_IDLE_SECONDS, SESSION_SECONDS, sessionId } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { AuthEnv } from './env.ts'
import { deviceOf, endSessionRequest, type SessionInfo } from './sessions.schema.ts'
import { sessions } from './tables.ts'

export type Env = { Bindings: AuthEnv; Variables: AreaVariables }
/** What the helpers of handlers need of a request, whatever a handler's own context holds besides. */
export type Call = Pick<Context<Env>, 'env' | 'var' | 'req' | 'executionCtx'>

const COOKIE = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

/** A city as the edge writes it into a header. */
function cityOf(c: Call): string | null {
  try {
    return [...decodeURIComponent(c.req.header('x-city') ?? '')].slice(0, 80).join('') || null
  } catch {
    return null
  }
}

/** Closes what sessions have open. It waits for nobody and never rejects: what could not be told is in the log. */
export function closeSockets(c: Call, userId: number, ended: string[]): void {
  if (!ended.length) return
  const closing = c.env.CHAT.endSessions({ userId, sessions: ended })
  c.executionCtx.waitUntil(closing.catch((error: unknown) => log('error', 'sockets_left_open', { error: reasonOf(error) })))
}

/** Condition for the session of this id. */
export const idIs = (id: string) => sql`substr(${sessions.tokenHash}, 1, 32) = ${id}`

/** How somebody came in: the wallet, or null for a password, and until when (UTC seconds) that way counts as new. */
export interface WayIn {
  account: string | null
  trustedFrom: number | SQL
}

/**
 * A new session: statements for the batch that decides who gets it, and what hands it to the browser once they are through.
 * A browser holds one session: the one it came with ends, whoever it belonged to, so nobody can be given a token beforehand.
 */
export async function newSession(c: Call, db: Database, userId: number | SQL, { account, trustedFrom }: WayIn) {
  const [token, at] = [secret(), now()]
  const { viewer } = c.var
  const country = c.req.header('x-country') ?? ''
  const statements = [
    db.delete(sessions).where(viewer ? and(eq(sessions.userId, viewer.id), idIs(viewer.session)) : sql`false`),
    db.delete(sessions).where(lte(sessions.expiresAt, at)),
    db.insert(sessions).values({
      tokenHash: await hash(token),
      userId: userId as number,
      account,
      trustedFrom: trustedFrom as number,
      createdAt: at,
      expiresAt: at + SESSION_SECONDS,
      lastSeenAt: at,
      userAgent: (c.req.header('user-agent') ?? '').slice(0, 200),
      country: isCountry(country) ? country : null,
      city: cityOf(c),
    }),
  ] as const
  const give = (browser: Context) => {
    setCookie(browser, SESSION_COOKIE, token, { ...COOKIE, maxAge: SESSION_SECONDS })
    if (viewer) closeSockets(c, viewer.id, [viewer.session])
  }
  return { statements, give }
}

/** Ends sessions of a person, all where no condition is given, and their sockets. */
export async function endSessions(c: Call, userId: number, which?: SQL): Promise<void> {
  const ended = await database(c.env)
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), which))
    .returning({ tokenHash: sessions.tokenHash })
  closeSockets(
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

  .post('/endSession', requireUser, fresh('endSession'), valid('json', endSessionRequest), async (c) => {
    const { id } = c.req.valid('json')
    const { id: me, session } = c.var.user
    const which = id === 'all' ? undefined : id === 'others' ? sql`not ${idIs(session)}` : idIs(id)
    await endSessions(c, me, which)
    const authorized = id === 'others' || (id !== 'all' && id !== session)
    if (!authorized) deleteCookie(c, SESSION_COOKIE, COOKIE)
    return c.json({ authorized })
  })
