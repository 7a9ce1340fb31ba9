import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AreaVariables } from '../shared/area.ts'
import { isCountry } from '../shared/countries.schema.ts'
import { database } from '../shared/db.ts'
import { type ChainEnv, origins } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { hash, now, secret } from '../shared/ids.ts'
import { requireUser, SESSION_COOKIE, SESSION_SECONDS } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { verifySignature } from './signature.ts'
import { checksum, parseSiweMessage, SIGN_IN_SECONDS, verifySiwe } from './siwe.ts'
import { accounts, credentials, nonces, profiles, sessions, users } from './tables.ts'
import { ENGAGEMENT, type NonceAnswer, nonceRequest, signInRequest, type UserInfo } from './users.schema.ts'

type Env = { Bindings: ChainEnv; Variables: AreaVariables }

const COOKIE = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const
const rfc3339 = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '')

/** Same choice as on the page: what was chosen there, else the first language the browser asks for that we speak. */
function languageOf(c: Context): UserInfo['language'] {
  const wishes = [getCookie(c, 'hl'), ...(c.req.header('accept-language') ?? '').split(',')]
  const spoken = wishes.map((tag) => tag?.trim().slice(0, 2).toLowerCase()).find((tag) => tag === 'en' || tag === 'ja')
  return (spoken as UserInfo['language'] | undefined) ?? 'en'
}

const COLORS = [
  '#8a7f72',
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
/** A person's colour; a guest's, who has no id, is the first. */
const colorOf = (id: number): string => COLORS[id && 1 + (id % (COLORS.length - 1))]!

/** Where the edge says a request comes from, as profiles keep it. */
export function geoIpOf(c: Context): string {
  const country = c.req.header('x-country') ?? ''
  return JSON.stringify(isCountry(country) ? { country } : {})
}

/**
 * The account that proves itself in this request, checksummed. The nonce is used up before any work on the signature: of two
 * requests with the same one exactly one goes on, and guessing costs a nonce a try.
 */
async function proven(env: ChainEnv, body: { account: string; message: string; signature: string }): Promise<`0x${string}`> {
  const message = parseSiweMessage(body.message)
  verifySiwe(message, { origins: origins(env), chainId: Number(env.CHAIN_ID), account: body.account, now: now() })
  const used = await database(env)
    .delete(nonces)
    .where(and(eq(nonces.nonce, message.nonce), gt(nonces.expiresAt, now())))
    .returning()
  if (!used.length) throw new ApiError('sign_in_nonce_invalid')
  await verifySignature(env, { account: message.address, text: body.message, signature: body.signature })
  return message.address
}

export const signIn = new Hono<Env>()
  .post('/getNonce', valid('json', nonceRequest), async (c) => {
    const db = database(c.env)
    const [at, nonce] = [now(), crypto.randomUUID().replaceAll('-', '')]
    await db.batch([
      db.delete(nonces).where(lte(nonces.expiresAt, at)),
      db.insert(nonces).values({ nonce, expiresAt: at + SIGN_IN_SECONDS }),
    ])
    const answer: NonceAnswer = {
      nonce,
      account: checksum(c.req.valid('json').account),
      statement: ENGAGEMENT,
      chainId: Number(c.env.CHAIN_ID),
      issuedAt: rfc3339(at),
      expirationTime: rfc3339(at + SIGN_IN_SECONDS),
    }
    return c.json(answer)
  })

  .post('/signIn', valid('json', signInRequest), async (c) => {
    const body = c.req.valid('json')
    const address = await proven(c.env, body)
    const db = database(c.env)
    const [token, at] = [secret(), now()]
    const old = getCookie(c, SESSION_COOKIE)
    const known = sql`select 1 from ${accounts} where ${accounts.address} = ${address}`
    // One transaction: of two first sign-ins of an address at once, the second finds the person the first one made.
    await db.batch([
      db.run(sql`insert into ${users} (created_at, language) select ${at}, ${languageOf(c)} where not exists (${known})`),
      db.run(
        sql`insert into ${accounts} (address, user_id, provider, linked_at)
          select ${address}, last_insert_rowid(), ${body.provider}, ${at} where not exists (${known})`,
      ),
      // A browser holds one session: the one it came with ends, whoever it belonged to.
      db.delete(sessions).where(eq(sessions.tokenHash, await hash(old ?? ''))),
      db.delete(sessions).where(lte(sessions.expiresAt, at)),
      db.insert(sessions).values({
        tokenHash: await hash(token),
        userId: sql`(select user_id from ${accounts} where ${accounts.address} = ${address})`,
        createdAt: at,
        expiresAt: at + SESSION_SECONDS,
        userAgent: (c.req.header('user-agent') ?? '').slice(0, 200),
      }),
    ])
    setCookie(c, SESSION_COOKIE, token, { ...COOKIE, maxAge: SESSION_SECONDS })
    return c.json({ authorized: true, account: address })
  })

  .post('/addAccount', requireUser, valid('json', signInRequest), async (c) => {
    const body = c.req.valid('json')
    const address = await proven(c.env, body)
    const db = database(c.env)
    const [, owners] = await db.batch([
      db.insert(accounts).values({ address, userId: c.var.user.id, provider: body.provider, linkedAt: now() }).onConflictDoNothing(),
      db.select({ userId: accounts.userId }).from(accounts).where(eq(accounts.address, address)),
    ])
    if (owners[0]?.userId !== c.var.user.id) throw new ApiError('account_taken')
    return c.json({ authorized: true, account: address })
  })

  .post('/logout', async (c) => {
    const token = getCookie(c, SESSION_COOKIE)
    if (token) {
      await database(c.env)
        .delete(sessions)
        .where(eq(sessions.tokenHash, await hash(token)))
    }
    deleteCookie(c, SESSION_COOKIE, COOKIE)
    return c.json({ authorized: false })
  })

  .post('/enableAccount', requireUser, async (c) => {
    await database(c.env)
      .update(users)
      .set({ termsAcceptedAt: sql`coalesce(${users.termsAcceptedAt}, ${now()})` })
      .where(eq(users.id, c.var.user.id))
    return c.json({ creator: true })
  })

  .get('/getUserInfo', async (c) => {
    const guest: UserInfo = {
      authorized: false,
      creator: false,
      email: null,
      emailVerified: false,
      newEmail: null,
      hasPassword: false,
      username: null,
      user_id: null,
      accounts: [],
      language: languageOf(c),
      engagement: ENGAGEMENT,
      geoIp: geoIpOf(c),
      networks: [Number(c.env.CHAIN_ID)],
      clientid: null,
      color_code: colorOf(0),
      defaultview: 'services',
      name: null,
      image: null,
    }
    if (!c.var.viewer) return c.json(guest)
    const { id } = c.var.viewer
    const db = database(c.env)
    const [people, wallets] = await db.batch([
      db
        .select({
          email: users.email,
          claimed: credentials.claimedEmail,
          passwordHash: credentials.passwordHash,
          username: users.username,
          language: users.language,
          name: profiles.name,
          image: profiles.image,
        })
        .from(users)
        .leftJoin(credentials, eq(credentials.userId, users.id))
        .leftJoin(profiles, eq(profiles.userId, users.id))
        .where(eq(users.id, id)),
      db
        .select({ address: accounts.address })
        .from(accounts)
        .where(eq(accounts.userId, id))
        .orderBy(asc(accounts.linkedAt), sql`${accounts}.rowid`),
    ])
    const { email, claimed, passwordHash, language, ...person } = people[0]!
    const info: UserInfo = {
      ...guest,
      ...person,
      authorized: true,
      creator: c.var.viewer.creator,
      email: email ?? claimed,
      emailVerified: email !== null,
      newEmail: email === null ? null : claimed,
      hasPassword: passwordHash !== null,
      user_id: id,
      accounts: wallets.map((wallet) => wallet.address as `0x${string}`),
      language: language === 'ja' ? 'ja' : 'en',
      clientid: c.var.viewer.session,
      color_code: colorOf(id),
    }
    return c.json(info)
  })
