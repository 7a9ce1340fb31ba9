import { and, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { abortUnless } from '../shared/abort-unless.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { hash, now } from '../shared/ids.ts'
import { negotiateLocale } from '../shared/locales.schema.ts'
import { isNameFree } from '../shared/names.ts'
import { mailSenderOf } from '../shared/render-mail.ts'
import { requireUser, sessionId } from '../shared/session.ts'
import { accounts, sessions, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { countMailRequest, countPasswordAttempt, resetPasswordAttempts } from './attempt-limits.ts'
import { confirmEmailRequest, resetMailRequest, resetPasswordRequest, setEmailRequest } from './credentials.schema.ts'
import { isConfirmed, passwordIs, rejectCommonPassword, requirePassword, sameEmail } from './credentials.ts'
import { NEW_METHOD_SECONDS } from './fresh-sign-in.schema.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import { isValidLink, newLink, sendMailAfterResponse, sendRequestedMail } from './mail-links.ts'
import { confirmMail, emailChangedMail, passwordChangedMail, resetMail, resetUnknownMail } from './mails.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { imitatesTeam } from './reserved-names.schema.ts'
import { closeSockets, type Env, newSession, stillSignedIn } from './sessions.ts'
import { credentials, mailLinks } from './tables.ts'
import { addUserEvent, deliverUserEvents } from './user-events.ts'
import { localeOf } from './viewer.ts'

/** `aiko@example.com` -> `a…@example.com`: the owner recognizes it, and a stranger with the old mailbox learns little. */
const maskEmail = (email: string) => `${email[0]}…${email.slice(email.lastIndexOf('@'))}`

/** Columns about a user's sign-in by mail. */
const columns = {
  id: users.id,
  email: users.email,
  claimed: credentials.claimedEmail,
  passwordHash: credentials.passwordHash,
  username: users.username,
  language: users.language,
}

export const emailRoutes = new Hono<Env>()
  .post('/confirmEmail', valid('json', confirmEmailRequest), async (c) => {
    const { token, password } = c.req.valid('json')
    const tokenHash = await hash(token)
    const db = database(c.env)
    const linkIsValid = isValidLink('confirm', tokenHash)
    const [link] = await db
      .select({ ...columns, to: mailLinks.email })
      .from(mailLinks)
      .innerJoin(users, eq(users.id, mailLinks.userId))
      .leftJoin(credentials, eq(credentials.userId, users.id))
      .where(linkIsValid)
    if (!link) throw new ApiError('link_invalid')
    // Security: the account that gets the address must belong to the person who opens the link. A browser without a session of that account
    // must send the account's password.
    const otherBrowser = c.var.viewer?.id !== link.id
    if (otherBrowser) {
      if (password === undefined) throw new ApiError('link_needs_login')
      const takeAttemptBack = await countPasswordAttempt(c, link.to)
      if ((await checkPassword(password, link.passwordHash)) === 'wrong') throw new ApiError('login_failed')
      await takeAttemptBack()
    }
    // A confirmed mailbox can reset the password, so it is a sign-in method. For an account with wallets it counts as new, unless the
    // address was confirmed before, or the account has a password and no confirmed address yet.
    const isNewWay = link.email?.toLowerCase() !== link.to.toLowerCase() && (link.email !== null || link.passwordHash === null)
    const trustedFrom = sql<number>`case when ${isNewWay} and exists (select 1 from ${accounts} where ${accounts.userId} = ${link.id})
      then ${now() + NEW_METHOD_SECONDS} else (select trusted_from from ${credentials} where ${credentials.userId} = ${link.id}) end`
    const isFree = sql`not exists (select 1 from users o where lower(o.email) = ${link.to.toLowerCase()} and o.id <> ${link.id})`
    const linkIsUsable = otherBrowser ? and(linkIsValid, passwordIs(link.id, link.passwordHash)) : linkIsValid
    const linkStillUsable = sql`exists (select 1 from ${mailLinks} where ${linkIsUsable})`
    const isConfirmedNow = sql`exists (select 1 from users u where u.id = ${link.id} and u.email = ${link.to})`
    const session = await newSession(c, db, link.id, {
      account: null,
      trustedFrom: sql`coalesce(${trustedFrom}, 0)`,
      only: otherBrowser ? and(linkStillUsable, isConfirmedNow)! : sql`false`,
    })
    const [[linkState], confirmed] = await db.batch([
      db
        .select({ usable: sql<number>`${linkStillUsable}` })
        .from(mailLinks)
        .where(linkIsValid),
      db
        .update(users)
        .set({ email: link.to })
        .where(and(eq(users.id, link.id), isFree, linkStillUsable))
        .returning({ id: users.id }),
      // Delete all claims of the address, now that its owner is known.
      db
        .update(credentials)
        .set({ claimedEmail: null, claimedAt: null })
        .where(and(sameEmail(credentials.claimedEmail, link.to), linkStillUsable)),
      db
        .update(credentials)
        .set({ trustedFrom })
        .where(and(eq(credentials.userId, link.id), linkStillUsable, isConfirmedNow)),
      // Delete reset links too: they were sent to the address that is now replaced.
      db.delete(mailLinks).where(and(eq(mailLinks.userId, link.id), eq(mailLinks.purpose, 'reset'), linkStillUsable)),
      ...session.statements,
      db.delete(mailLinks).where(linkIsUsable),
    ])
    if (!linkState) throw new ApiError('link_invalid')
    if (!linkState.usable) throw new ApiError('login_failed')
    if (!confirmed.length) throw new ApiError('email_taken')
    if (otherBrowser) await session.setBrowserCookie(c)
    if (link.email && link.email.toLowerCase() !== link.to.toLowerCase()) {
      sendMailAfterResponse(c, emailChangedMail(link.email, negotiateLocale(link.language), mailSenderOf(c.env), maskEmail(link.to)))
    }
    return c.json({ email: link.to, authorized: 1 })
  })

  .post('/resendConfirmation', requireUser, async (c) => {
    const db = database(c.env)
    const { id } = c.var.user
    const [person] = await db.select(columns).from(users).innerJoin(credentials, eq(credentials.userId, users.id)).where(eq(users.id, id))
    if (!person?.claimed) throw new ApiError('email_required')
    await countMailRequest(c, person.claimed)
    const link = await newLink(c.env, db, 'confirm', id, person.claimed)
    await db.batch([...link.clear, link.insert])
    sendMailAfterResponse(c, confirmMail(person.claimed, negotiateLocale(person.language), mailSenderOf(c.env), link))
    return c.json({ status: 'success' })
  })

  .post('/requestPasswordReset', valid('json', resetMailRequest), async (c) => {
    const { email } = c.req.valid('json')
    const db = database(c.env)
    const language = localeOf(c)
    // Runs after the response, which is the same and equally fast whether or not the address has an account.
    sendRequestedMail(c, email, async () => {
      const [owner] = await db
        .select({ id: users.id, email: users.email, language: users.language })
        .from(users)
        .where(sameEmail(users.email, email))
      if (!owner) return resetUnknownMail(email, language, mailSenderOf(c.env), null)
      const link = await newLink(c.env, db, 'reset', owner.id, owner.email!)
      await db.batch([...link.clear, link.insert])
      return resetMail(owner.email!, negotiateLocale(owner.language), mailSenderOf(c.env), link)
    })
    return c.json({ status: 'success' })
  })

  .post('/resetPassword', valid('json', resetPasswordRequest), async (c) => {
    const { token, password } = c.req.valid('json')
    const linkIsValid = isValidLink('reset', await hash(token))
    const db = database(c.env)
    const [link] = await db
      .select(columns)
      .from(mailLinks)
      .innerJoin(users, and(eq(users.id, mailLinks.userId), sql`lower(${users.email}) = lower(${mailLinks.email})`))
      .leftJoin(credentials, eq(credentials.userId, users.id))
      .where(linkIsValid)
    if (!link) throw new ApiError('link_invalid')
    const { id, email, username, language } = link
    await rejectCommonPassword(c.env, password, [email, username])
    const changed = { passwordHash: await hashPassword(password), passwordChangedAt: now() }
    const linkStillUsable = sql`exists (select 1 from ${mailLinks} where ${linkIsValid})`
    const [, ended, used] = await db.batch([
      db.run(sql`insert into ${credentials} (user_id, password_hash, password_changed_at)
        select ${id}, ${changed.passwordHash}, ${changed.passwordChangedAt} where ${linkStillUsable}
        on conflict (user_id) do update set password_hash = excluded.password_hash, password_changed_at = excluded.password_changed_at`),
      db
        .delete(sessions)
        .where(and(eq(sessions.userId, id), linkStillUsable))
        .returning({ tokenHash: sessions.tokenHash }),
      db.delete(mailLinks).where(linkIsValid).returning({ tokenHash: mailLinks.tokenHash }),
    ])
    if (!used.length) throw new ApiError('link_invalid')
    await closeSockets(
      c,
      id,
      ended.map((each) => sessionId(each.tokenHash)),
    )
    await resetPasswordAttempts(c, email!)
    sendMailAfterResponse(c, passwordChangedMail(email!, negotiateLocale(language), mailSenderOf(c.env), ''))
    return c.json({ status: 'success', email })
  })

  .post('/setEmail', requireUser, requireFreshSignIn('setEmail'), valid('json', setEmailRequest), async (c) => {
    const { name, email, password } = c.req.valid('json')
    const { id } = c.var.user
    if (name !== undefined && imitatesTeam(name)) throw new ApiError('name_reserved')
    const db = database(c.env)
    const [person] = await db.select(columns).from(users).leftJoin(credentials, eq(credentials.userId, users.id)).where(eq(users.id, id))
    const ownAddresses = [person!.email, person!.claimed].map((each) => each?.toLowerCase())
    const isNew = email !== undefined && !ownAddresses.includes(email.toLowerCase())
    if (isNew) {
      if (person!.passwordHash !== null) await requirePassword(c, id, person!.passwordHash, password)
      if (await isConfirmed(db, email, id)) throw new ApiError('email_taken')
      await countMailRequest(c, email)
    }
    const isStillSignedIn = sql`${stillSignedIn(c.var.user)} and ${passwordIs(id, person!.passwordHash)}`
    const isFree = isNameFree(name ?? null, id)
    const link = isNew ? await newLink(c.env, db, 'confirm', id, email) : null
    const claim = link ? { claimedEmail: email, claimedAt: now() } : { claimedEmail: null, claimedAt: null }
    const saveClaim = db
      .insert(credentials)
      .values({ userId: id, ...claim })
      .onConflictDoUpdate({ target: credentials.userId, set: claim })
    // The user returns to the confirmed address: the claim of the other address is deleted.
    const isReturn = email !== undefined && person!.claimed !== null && email.toLowerCase() === ownAddresses[0]
    const deleteLinks = db.delete(mailLinks).where(and(eq(mailLinks.userId, id), eq(mailLinks.purpose, 'confirm')))
    try {
      await db.batch([
        // Aborts the batch if the session has ended, the password has changed, or another member has the name.
        db
          .update(users)
          .set({ username: name ?? sql`username`, createdAt: abortUnless(sql`${isStillSignedIn} and ${isFree}`, sql<number>`created_at`) })
          .where(eq(users.id, id)),
        ...(link ? [saveClaim, ...link.clear, link.insert] : isReturn ? [saveClaim, deleteLinks] : []),
        ...(name === undefined ? [] : [addUserEvent(db, id, 'described', now())]),
      ])
    } catch (error) {
      const [user] = await db
        .select({ isFree })
        .from(users)
        .where(and(eq(users.id, id), isStillSignedIn))
      if (!user) throw new ApiError('unauthorized')
      if (!user.isFree) throw new ApiError('username_taken')
      throw error
    }
    if (name !== undefined) await deliverUserEvents(c.env, id)
    if (link) sendMailAfterResponse(c, confirmMail(email!, negotiateLocale(person!.language), mailSenderOf(c.env), link))
    return c.json({ email: email ?? person!.email ?? person!.claimed, username: name ?? person!.username })
  })
