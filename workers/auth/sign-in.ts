import { and, asc, desc, eq, gt, isNull, lte, ne, not, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { orders } from '../orders/tables.ts'
import { type Database, database } from '../shared/db.ts'
import { origins } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { negotiateLocale } from '../shared/locales.schema.ts'
import type { Mail } from '../shared/mail.ts'
import { mailSenderOf } from '../shared/render-mail.ts'
import { requireUser, sessionId } from '../shared/session.ts'
import { accounts, sessions, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { dismissWalletChangeRequest, removeAccountRequest } from './credentials.schema.ts'
import { passwordSignIn, requirePassword } from './credentials.ts'
import type { AuthEnv } from './env.ts'
import { NEW_METHOD_SECONDS, type NoticeTooNew, signInAgainRequest } from './fresh-sign-in.schema.ts'
import { requireFreshSignIn, requireTrustedSignIn } from './fresh-sign-in.ts'
import { sendMailAfterResponse } from './mail-links.ts'
import { walletLinkedMail, walletRemovedMail } from './mails.ts'
import { openOrders } from './open-orders.ts'
import { type Call, closeSockets, type Env, newSession, type SignInMethod, stillSignedIn } from './sessions.ts'
import { verifySignature } from './signature.ts'
import { checksum, parseSiweMessage, SIGN_IN_SECONDS, verifySiwe } from './siwe.ts'
import { credentials, nonces, walletChanges } from './tables.ts'
import {
  ENGAGEMENT,
  type LinkedWallets,
  type Nonce,
  type NonceAnswer,
  nonceRequest,
  signInRequest,
  type WalletChange,
} from './users.schema.ts'
import { localeOf } from './viewer.ts'

/** Maximum number of wallets per account. Linking a wallet sends the owner a mail. */
const MAX_WALLETS = 10
/** Maximum number of wallet changes in one response. */
const MAX_CHANGES = 20

const rfc3339 = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '')

/**
 * Verifies the signed message and returns the checksummed account. The nonce is used up before the signature is checked: of two requests
 * with the same nonce exactly one continues, and each attempt costs a nonce.
 */
async function verifySignIn(env: AuthEnv, body: { account: string; message: string; signature: string }): Promise<`0x${string}`> {
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

/** SQL for the user id of a wallet's owner, as {@link newSession} takes it. */
const ownerOf = (address: string) => sql`(select user_id from ${accounts} where ${accounts.address} = ${address})`
/** Sign-in with a wallet whose signature has just been checked. */
const walletSignIn = (address: string): SignInMethod => ({
  account: address,
  trustedFrom: sql`(select trusted_from from ${accounts} where ${accounts.address} = ${address})`,
})

/** Records a wallet change for the settings, if the previous statement of the batch changed a row. */
const recordWalletChange = (db: Database, userId: number, kind: WalletChange['kind'], address: string, at: number) =>
  db.run(sql`insert into ${walletChanges} (user_id, kind, address, at) select ${userId}, ${kind}, ${address}, ${at} where changes() > 0`)

/** Sends a mail about a wallet, if the user has a confirmed address. */
async function mailWalletNotice(c: Call, userId: number, writeMail: typeof walletLinkedMail, wallet: string): Promise<void> {
  const [person] = await database(c.env).select({ email: users.email, language: users.language }).from(users).where(eq(users.id, userId))
  if (!person?.email) return
  const mail: Mail = writeMail(
    person.email,
    negotiateLocale(person.language),
    mailSenderOf(c.env),
    `${wallet.slice(0, 6)}…${wallet.slice(-4)}`,
  )
  sendMailAfterResponse(c, mail)
}

export const signInRoutes = new Hono<Env>()
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
    const address = await verifySignIn(c.env, body)
    const db = database(c.env)
    const at = now()
    const linkedAlready = sql`select 1 from ${accounts} where ${accounts.address} = ${address}`
    const session = await newSession(c, db, ownerOf(address), walletSignIn(address))
    // One batch: if two first sign-ins of a wallet run at once, the second finds the user that the first one created.
    await db.batch([
      db.run(sql`insert into ${users} (created_at, language) select ${at}, ${localeOf(c)} where not exists (${linkedAlready})`),
      db.run(
        sql`insert into ${accounts} (address, user_id, provider, linked_at)
          select ${address}, last_insert_rowid(), ${body.provider}, ${at} where not exists (${linkedAlready})`,
      ),
      ...session.statements,
    ])
    await session.setBrowserCookie(c)
    return c.json({ authorized: true, account: address })
  })

  /** Signs the same user in again with one of their sign-in methods. The previous session ends. */
  .post('/signInAgain', requireUser, valid('json', signInAgainRequest), async (c) => {
    const body = c.req.valid('json')
    const { id } = c.var.user
    const db = database(c.env)
    let method: SignInMethod
    if ('password' in body) {
      const [stored] = await db.select({ passwordHash: credentials.passwordHash }).from(credentials).where(eq(credentials.userId, id))
      if (!stored?.passwordHash) throw new ApiError('password_wrong')
      await requirePassword(c, id, stored.passwordHash, body.password)
      method = passwordSignIn(id, stored.passwordHash)
    } else {
      const address = await verifySignIn(c.env, body)
      method = { ...walletSignIn(address), only: sql`${ownerOf(address)} = ${id}` }
    }
    const session = await newSession(c, db, id, method)
    const [started] = await db.batch([...session.statements])
    if (!started.length) throw new ApiError('password' in body ? 'password_wrong' : 'sign_in_other')
    await session.setBrowserCookie(c)
    return c.json({ authorized: true })
  })

  .post('/addAccount', requireUser, requireFreshSignIn('addAccount'), valid('json', signInRequest), async (c) => {
    const body = c.req.valid('json')
    const address = await verifySignIn(c.env, body)
    const { id } = c.var.user
    const db = database(c.env)
    const at = now()
    const trustedFrom = at + NEW_METHOD_SECONDS
    // Whether the account has a wallet or had one in the last 72 hours: unlinking the payout wallet must not make a new one the payout
    // wallet at once.
    const hadPayoutWallet = sql`(exists (select 1 from accounts o where o.user_id = ${id}) or exists (
      select 1 from wallet_changes w where w.user_id = ${id} and w.kind = 'removed' and w.at > ${at - NEW_METHOD_SECONDS}))`
    const [added, , owners, linked] = await db.batch([
      db
        .insert(accounts)
        // Values in the order of the table's columns. Session and limit are checked here, because checking a smart wallet's signature may
        // take long.
        .select(
          sql`select ${address}, ${id}, ${body.provider}, ${at}, ${trustedFrom}, case when ${hadPayoutWallet} then ${trustedFrom} else ${at} end
            where ${stillSignedIn(c.var.user)} and (select count(*) from accounts o where o.user_id = ${id}) < ${MAX_WALLETS}`,
        )
        .onConflictDoNothing()
        .returning({ address: accounts.address }),
      recordWalletChange(db, id, 'added', address, at),
      db.select({ userId: accounts.userId }).from(accounts).where(eq(accounts.address, address)),
      db.select({ address: accounts.address }).from(accounts).where(eq(accounts.userId, id)).limit(MAX_WALLETS),
    ])
    if (!owners.length) throw new ApiError(linked.length < MAX_WALLETS ? 'unauthorized' : 'wallet_limit')
    if (owners[0]!.userId !== id) throw new ApiError('account_taken')
    if (added.length) await mailWalletNotice(c, id, walletLinkedMail, address)
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
        .limit(MAX_CHANGES),
    ])
    return c.json({ accounts: linked, payout, changes } as LinkedWallets)
  })

  /**
   * Dismisses the notice of an added or removed wallet. Not allowed in a session of a sign-in method younger than 72 hours, and not for a
   * wallet added in the last 72 hours: otherwise an attacker with a stolen session could hide the notice from the owner.
   */
  .post('/dismissWalletChange', requireUser, valid('json', dismissWalletChangeRequest), async (c) => {
    const db = database(c.env)
    const { user } = c.var
    await requireTrustedSignIn(db, user)
    const at = now()
    const isNew = and(eq(walletChanges.kind, 'added'), gt(walletChanges.at, at - NEW_METHOD_SECONDS))
    const isOwn = and(eq(walletChanges.id, c.req.valid('json').id), eq(walletChanges.userId, user.id), isNull(walletChanges.dismissedAt))
    const [[refused]] = await db.batch([
      db.select({ at: walletChanges.at }).from(walletChanges).where(and(isOwn, isNew)),
      db
        .update(walletChanges)
        .set({ dismissedAt: at })
        .where(and(isOwn, not(isNew!))),
    ])
    if (refused) throw new ApiError('notice_too_new', { until: refused.at + NEW_METHOD_SECONDS } satisfies NoticeTooNew)
    return c.json({ status: 'success' })
  })

  .post('/removeAccount', requireUser, requireFreshSignIn('removeAccount'), valid('json', removeAccountRequest), async (c) => {
    const address = checksum(c.req.valid('json').account)
    const { id, session } = c.var.user
    const db = database(c.env)
    const isOwn = and(eq(accounts.address, address), eq(accounts.userId, id))
    // Unpaid quotes do not count, because strangers can create them at any time.
    const isInOrder = sql`exists (select 1 from ${orders} where ${openOrders(eq(orders.buyer, address), eq(orders.seller, address))})`
    const hasOtherMethod = sql`(exists (select 1 from accounts o where o.user_id = ${id} and o.address <> ${address}) or exists (
      select 1 from ${users} join ${credentials} on ${credentials.userId} = ${users.id}
      where ${users.id} = ${id} and ${users.email} is not null and ${credentials.passwordHash} is not null))`
    const isUnlinked = sql`not exists (select 1 from accounts o where o.address = ${address} and o.user_id = ${id})`
    const [[state], removed, , ended, remaining] = await db.batch([
      db
        .select({ isInOrder: sql<number>`${isInOrder}`, hasOtherMethod: sql<number>`${hasOtherMethod}` })
        .from(accounts)
        .where(isOwn),
      // Checks and deletes in one statement: if the last two wallets are removed at once, one of them stays.
      db
        .delete(accounts)
        .where(and(isOwn, sql`not ${isInOrder}`, hasOtherMethod))
        .returning({ address: accounts.address }),
      recordWalletChange(db, id, 'removed', address, now()),
      // End the sessions that the wallet started, except the current one, which has just signed in again.
      db
        .delete(sessions)
        .where(
          and(eq(sessions.userId, id), eq(sessions.account, address), ne(sql`substr(${sessions.tokenHash}, 1, 32)`, session), isUnlinked),
        )
        .returning({ tokenHash: sessions.tokenHash }),
      db
        .select({ address: accounts.address })
        .from(accounts)
        .where(eq(accounts.userId, id))
        .orderBy(asc(accounts.linkedAt), sql`${accounts}.rowid`),
    ])
    if (!state) throw new ApiError('not_found')
    if (!removed.length) throw new ApiError(state.isInOrder ? 'wallet_in_use' : 'last_sign_in_way')
    await closeSockets(
      c,
      id,
      ended.map((each) => sessionId(each.tokenHash)),
    )
    await mailWalletNotice(c, id, walletRemovedMail, address)
    return c.json({ accounts: remaining.map((wallet) => wallet.address) })
  })
