import { and, asc, desc, eq, gt, isNull, lte, ne, not, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { orders } from '../orders/tables.ts'
import { type Database, database } from '../shared/db.ts'
import { type ChainEnv, origins } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import type { Mail } from '../shared/mail.ts'
import { requireRecentSignIn, requireTrustedSignIn, requireUser, sessionId } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { dismissWalletChangeRequest, removeAccountRequest } from './credentials.schema.ts'
import { demandPassword, passwordWay } from './credentials.ts'
import { NEW_WAY_SECONDS, type NoticeTooNew, signInAgainRequest } from './fresh.schema.ts'
import { houseOf, mailLater } from './mail-links.ts'
import { walletLinkedMail, walletRemovedMail } from './mails.ts'
import { openOrders } from './open-orders.ts'
import { type Call, closeSockets, type Env, newSession, stillSignedIn, type WayIn } from './sessions.ts'
import { verifySignature } from './signature.ts'
import { checksum, parseSiweMessage, SIGN_IN_SECONDS, verifySiwe } from './siwe.ts'
import { accounts, credentials, nonces, sessions, users, walletChanges } from './tables.ts'
import {
  ENGAGEMENT,
  type LinkedWallets,
  type Nonce,
  type NonceAnswer,
  nonceRequest,
  signInRequest,
  type WalletChange,
} from './users.schema.ts'
import { languageOf, spoken } from './viewer.ts'

/** Wallets an account can have: each that is linked sends its owner a mail. */
const MOST_WALLETS = 10
/** Changes of wallets that are told at once. */
const MOST_CHANGES = 20

const rfc3339 = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '')

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

/** Who a wallet signs in, and since when it counts, as the new session of {@link newSession} takes them. */
const owner = (address: string) => sql`(select user_id from ${accounts} where ${accounts.address} = ${address})`
const walletWay = (address: string): WayIn => ({
  account: address,
  trustedFrom: sql`(select trusted_from from ${accounts} where ${accounts.address} = ${address})`,
})

/** Notes for the settings what the statement before it in the batch has done, if it did. */
const noteChange = (db: Database, userId: number, kind: WalletChange['kind'], address: string, at: number) =>
  db.run(sql`insert into ${walletChanges} (user_id, kind, address, at) select ${userId}, ${kind}, ${address}, ${at} where changes() > 0`)

/** Tells the owner of a confirmed address about their wallets. */
async function notify(c: Call, userId: number, write: typeof walletLinkedMail, wallet: string): Promise<void> {
  const [person] = await database(c.env).select({ email: users.email, language: users.language }).from(users).where(eq(users.id, userId))
  if (!person?.email) return
  const mail: Mail = write(person.email, spoken(person.language), houseOf(c.env), `${wallet.slice(0, 6)}…${wallet.slice(-4)}`)
  mailLater(c, mail)
}

export const signIn = new Hono<Env>()
  .post('/getNonce', valid('json', nonceRequest), async (c) => {
    const db = database(c.env)
    const [at, nonce] = [now(), crypto.randomUUID().replaceAll('-', '')]
    await db.batch([
      db.delete(nonces).where(lte(nonces.expiresAt, at)),
      db.insert(nonces).values({ nonce, expiresAt: at + SIGN_IN_SECONDS }),
    ])
    const { account } = c.req.valid('json')
    const answer: Nonce | NonceAnswer = {
      nonce,
      ...(account && { account: checksum(account) }),
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
    const at = now()
    const known = sql`select 1 from ${accounts} where ${accounts.address} = ${address}`
    const session = await newSession(c, db, owner(address), walletWay(address))
    // One transaction: of two first sign-ins of an address at once, the second finds the person the first one made.
    await db.batch([
      db.run(sql`insert into ${users} (created_at, language) select ${at}, ${languageOf(c)} where not exists (${known})`),
      db.run(
        sql`insert into ${accounts} (address, user_id, provider, linked_at)
          select ${address}, last_insert_rowid(), ${body.provider}, ${at} where not exists (${known})`,
      ),
      ...session.statements,
    ])
    await session.give(c)
    return c.json({ authorized: true, account: address })
  })

  /** Signs the person in anew where they are, by a way in that is theirs; the session they came with ends. */
  .post('/signInAgain', requireUser, valid('json', signInAgainRequest), async (c) => {
    const body = c.req.valid('json')
    const { id } = c.var.user
    const db = database(c.env)
    let way: WayIn
    if ('password' in body) {
      const [stored] = await db.select({ passwordHash: credentials.passwordHash }).from(credentials).where(eq(credentials.userId, id))
      if (!stored?.passwordHash) throw new ApiError('password_wrong')
      await demandPassword(c, id, stored.passwordHash, body.password)
      way = passwordWay(id, stored.passwordHash)
    } else {
      const address = await proven(c.env, body)
      way = { ...walletWay(address), only: sql`${owner(address)} = ${id}` }
    }
    const session = await newSession(c, db, id, way)
    const [begun] = await db.batch([...session.statements])
    if (!begun.length) throw new ApiError('password' in body ? 'password_wrong' : 'sign_in_other')
    await session.give(c)
    return c.json({ authorized: true })
  })

  .post('/addAccount', requireUser, requireRecentSignIn('addAccount'), valid('json', signInRequest), async (c) => {
    const body = c.req.valid('json')
    const address = await proven(c.env, body)
    const { id } = c.var.user
    const db = database(c.env)
    const at = now()
    const trustedFrom = at + NEW_WAY_SECONDS
    // The first wallet displaces none, unless one went just before to make room for it.
    const hadOne = sql`(exists (select 1 from accounts o where o.user_id = ${id}) or exists (
      select 1 from wallet_changes w where w.user_id = ${id} and w.kind = 'removed' and w.at > ${at - NEW_WAY_SECONDS}))`
    const [added, , owners, linked] = await db.batch([
      db
        .insert(accounts)
        // In the order of the table's columns. Checking a smart account's signature takes as long as its contract does.
        .select(
          sql`select ${address}, ${id}, ${body.provider}, ${at}, ${trustedFrom}, case when ${hadOne} then ${trustedFrom} else ${at} end
            where ${stillSignedIn(c.var.user)} and (select count(*) from accounts o where o.user_id = ${id}) < ${MOST_WALLETS}`,
        )
        .onConflictDoNothing()
        .returning({ address: accounts.address }),
      noteChange(db, id, 'added', address, at),
      db.select({ userId: accounts.userId }).from(accounts).where(eq(accounts.address, address)),
      db.select({ address: accounts.address }).from(accounts).where(eq(accounts.userId, id)).limit(MOST_WALLETS),
    ])
    if (!owners.length) throw new ApiError(linked.length < MOST_WALLETS ? 'unauthorized' : 'wallet_limit')
    if (owners[0]!.userId !== id) throw new ApiError('account_taken')
    if (added.length) await notify(c, id, walletLinkedMail, address)
    return c.json({ authorized: true, account: address })
  })

  .get('/getAccounts', requireUser, async (c) => {
    const { id, wallet: payout } = c.var.user
    const db = database(c.env)
    const [linked, changes] = await db.batch([
      db
        .select({
          address: accounts.address,
          provider: accounts.provider,
          linkedAt: accounts.linkedAt,
          trustedFrom: accounts.trustedFrom,
          paidFrom: accounts.paidFrom,
        })
        .from(accounts)
        .where(eq(accounts.userId, id))
        .orderBy(asc(accounts.linkedAt), sql`${accounts}.rowid`),
      db
        .select({ id: walletChanges.id, kind: walletChanges.kind, address: walletChanges.address, at: walletChanges.at })
        .from(walletChanges)
        .where(and(eq(walletChanges.userId, id), isNull(walletChanges.dismissedAt)))
        .orderBy(desc(walletChanges.id))
        .limit(MOST_CHANGES),
    ])
    return c.json({ accounts: linked, payout, changes } as LinkedWallets)
  })

  /**
   * Not by a wallet that is new itself, and not while the wallet it tells of is new: who added it, with a session that is not theirs, would
   * dismiss what tells of it.
   */
  .post('/dismissWalletChange', requireUser, valid('json', dismissWalletChangeRequest), async (c) => {
    const db = database(c.env)
    const { user } = c.var
    await requireTrustedSignIn(db, user)
    const at = now()
    const isNew = and(eq(walletChanges.kind, 'added'), gt(walletChanges.at, at - NEW_WAY_SECONDS))
    const mine = and(eq(walletChanges.id, c.req.valid('json').id), eq(walletChanges.userId, user.id), isNull(walletChanges.dismissedAt))
    const [[refused]] = await db.batch([
      db.select({ at: walletChanges.at }).from(walletChanges).where(and(mine, isNew)),
      db
        .update(walletChanges)
        .set({ dismissedAt: at })
        .where(and(mine, not(isNew!))),
    ])
    if (refused) throw new ApiError('notice_too_new', { until: refused.at + NEW_WAY_SECONDS } satisfies NoticeTooNew)
    return c.json({ status: 'success' })
  })

  .post('/removeAccount', requireUser, requireRecentSignIn('removeAccount'), valid('json', removeAccountRequest), async (c) => {
    const address = checksum(c.req.valid('json').account)
    const { id, session } = c.var.user
    const db = database(c.env)
    const mine = and(eq(accounts.address, address), eq(accounts.userId, id))
    // Not a quote that nobody has paid: a stranger can have one made every minute.
    const busy = sql`exists (select 1 from ${orders} where ${openOrders(eq(orders.buyer, address), eq(orders.seller, address))})`
    const otherWay = sql`(exists (select 1 from accounts o where o.user_id = ${id} and o.address <> ${address}) or exists (
      select 1 from ${users} join ${credentials} on ${credentials.userId} = ${users.id}
      where ${users.id} = ${id} and ${users.email} is not null and ${credentials.passwordHash} is not null))`
    // Decided and done in one statement, so that of two last wallets removed at once one stays.
    const gone = sql`not exists (select 1 from accounts o where o.address = ${address} and o.user_id = ${id})`
    const [[state], removed, , ended, left] = await db.batch([
      db
        .select({ busy: sql<number>`${busy}`, otherWay: sql<number>`${otherWay}` })
        .from(accounts)
        .where(mine),
      db
        .delete(accounts)
        .where(and(mine, sql`not ${busy}`, otherWay))
        .returning({ address: accounts.address }),
      noteChange(db, id, 'removed', address, now()),
      // It signs nobody in any more, so neither do the browsers it has signed in; the one that asks has just shown who it is.
      db
        .delete(sessions)
        .where(and(eq(sessions.userId, id), eq(sessions.account, address), ne(sql`substr(${sessions.tokenHash}, 1, 32)`, session), gone))
        .returning({ tokenHash: sessions.tokenHash }),
      db
        .select({ address: accounts.address })
        .from(accounts)
        .where(eq(accounts.userId, id))
        .orderBy(asc(accounts.linkedAt), sql`${accounts}.rowid`),
    ])
    if (!state) throw new ApiError('not_found')
    if (!removed.length) throw new ApiError(state.busy ? 'wallet_in_use' : 'last_sign_in_way')
    await closeSockets(
      c,
      id,
      ended.map((each) => sessionId(each.tokenHash)),
    )
    await notify(c, id, walletRemovedMail, address)
    return c.json({ accounts: left.map((wallet) => wallet.address) })
  })
