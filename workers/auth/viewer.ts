import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { isCountry } from '../shared/countries.schema.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { acceptedTags, type Locale, negotiateLocale } from '../shared/locales.schema.ts'
import { isLasting, sanctions } from '../shared/sanction-tables.ts'
import { requireUser, TERMS_SINCE } from '../shared/session.ts'
import { accounts, profiles, sessions, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { languageRequest } from './credentials.schema.ts'
import { type Env, hasSessionId } from './sessions.ts'
import { credentials } from './tables.ts'
import { GUEST_COLOR, guestInfo, type UserInfo } from './users.schema.ts'

/** Minimum time between updates of a session's last use (seconds). */
const LAST_SEEN_UPDATE_SECONDS = 3600

/** Chooses the language as the page does: the language chosen there, otherwise the first supported one that the browser asks for. */
export const localeOf = (c: Context): Locale => negotiateLocale(getCookie(c, 'hl'), ...acceptedTags(c.req.header('accept-language')))

/** The country of the request according to the edge, in the format of profiles. */
export function geoIpOf(c: Context): string {
  const country = c.req.header('x-country') ?? ''
  return JSON.stringify(isCountry(country) ? { country } : {})
}

const COLORS = [
  GUEST_COLOR,
  '#c8553d',
  '#4a7c59',
  '#3d6f9e',
  '#8e5a9b',
  '#b07d2b',
  '#2f8087',
  '#a34a62',
  '#6b7a35',
  '#5a63a8',
  '#94603a',
] as const
/** The colour of a user. Guests (id 0) get the first one. */
const colorOf = (id: number): string => COLORS[id && 1 + (id % (COLORS.length - 1))]!

export const viewerRoutes = new Hono<Env>()
  .post('/enableAccount', requireUser, async (c) => {
    await database(c.env)
      .update(users)
      .set({ termsAcceptedAt: now() })
      .where(and(eq(users.id, c.var.user.id), or(isNull(users.termsAcceptedAt), lt(users.termsAcceptedAt, TERMS_SINCE))))
    return c.json({ creator: true })
  })

  .post('/setLanguage', requireUser, valid('json', languageRequest), async (c) => {
    const { language } = c.req.valid('json')
    await database(c.env).update(users).set({ language }).where(eq(users.id, c.var.user.id))
    return c.json({ language })
  })

  .get('/getUserInfo', async (c) => {
    const guest = guestInfo(localeOf(c), geoIpOf(c), Number(c.env.CHAIN_ID))
    if (!c.var.viewer) return c.json(guest)
    const { id, creator, session, wallet: payout } = c.var.viewer
    const db = database(c.env)
    const at = now()
    const [userRows, wallets] = await db.batch([
      db
        .select({
          email: users.email,
          claimed: credentials.claimedEmail,
          passwordHash: credentials.passwordHash,
          username: users.username,
          language: users.language,
          name: profiles.name,
          image: profiles.image,
          suspension: { at: sanctions.at, until: sanctions.until, reason: sanctions.reason },
          creatorName: sql<string | null>`(select name from creators where user_id = ${users.id} and removed_at is null)`,
        })
        .from(users)
        .leftJoin(credentials, eq(credentials.userId, users.id))
        .leftJoin(profiles, eq(profiles.userId, users.id))
        .leftJoin(sanctions, and(eq(sanctions.userId, users.id), isLasting()))
        .where(eq(users.id, id)),
      db
        .select({ address: accounts.address })
        .from(accounts)
        .where(eq(accounts.userId, id))
        .orderBy(asc(accounts.linkedAt), sql`${accounts}.rowid`),
    ])
    // Pages call this whenever they are opened or shown again, so it updates the session's last use.
    if (c.var.viewer.lastSeenAt <= at - LAST_SEEN_UPDATE_SECONDS) {
      await db
        .update(sessions)
        .set({ lastSeenAt: at })
        .where(and(eq(sessions.userId, id), hasSessionId(session)))
    }
    const { email, claimed, passwordHash, language, ...person } = userRows[0]!
    const info: UserInfo = {
      ...guest,
      ...person,
      authorized: true,
      creator,
      email: email ?? claimed,
      emailVerified: email !== null,
      newEmail: email === null ? null : claimed,
      hasPassword: passwordHash !== null,
      user_id: id,
      accounts: wallets.map((wallet) => wallet.address as `0x${string}`),
      payout,
      language: negotiateLocale(language),
      clientid: session,
      color_code: colorOf(id),
    }
    return c.json(info)
  })
