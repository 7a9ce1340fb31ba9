import { and, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { hash, now } from '../shared/ids.ts'
import { requireRecentSignIn, requireUser, sessionId } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { forgiveTries, mailTry, passwordTry } from './attempts.ts'
import { confirmEmailRequest, resetMailRequest, resetPasswordRequest, setEmailRequest } from './credentials.schema.ts'
import { demandPassword, demandUncommon, isConfirmed, passwordIs, sameEmail } from './credentials.ts'
import { NEW_WAY_SECONDS } from './fresh.schema.ts'
import { imitatesTeam } from './imitation.schema.ts'
import { houseOf, mailLater, mailOnRequest, newLink, worksFor } from './mail-links.ts'
import { confirmMail, emailChangedMail, passwordChangedMail, resetMail, resetUnknownMail } from './mails.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { closeSockets, type Env, newSession, stillSignedIn } from './sessions.ts'
import { accounts, credentials, mailLinks, sessions, users } from './tables.ts'
import { languageOf, spoken } from './viewer.ts'

/** `aiko@example.com` -> `a…@example.com`: enough for its owner, little for whoever reads the old mailbox. */
const shortened = (email: string) => `${email[0]}…${email.slice(email.lastIndexOf('@'))}`

/** What is known of a person's ways to sign in by mail. */
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
    const works = worksFor('confirm', tokenHash)
    const [link] = await db
      .select({ ...columns, to: mailLinks.email })
      .from(mailLinks)
      .innerJoin(users, eq(users.id, mailLinks.userId))
      .leftJoin(credentials, eq(credentials.userId, users.id))
      .where(works)
    if (!link) throw new ApiError('link_invalid')
    // Whoever opens a stranger's link must not make their own address the stranger's: the account has to be theirs as well.
    const elsewhere = c.var.viewer?.id !== link.id
    if (elsewhere) {
      if (password === undefined) throw new ApiError('link_needs_login')
      const right = await passwordTry(c, link.to)
      if ((await checkPassword(password, link.passwordHash)) === 'wrong') throw new ApiError('login_failed')
      await right()
    }
    // A mailbox that can ask for a password is a way in: beside wallets it is a new one, unless the account began with its password.
    const isNewWay = link.email?.toLowerCase() !== link.to.toLowerCase() && (link.email !== null || link.passwordHash === null)
    const trustedFrom = sql<number>`case when ${isNewWay} and exists (select 1 from ${accounts} where ${accounts.userId} = ${link.id})
      then ${now() + NEW_WAY_SECONDS} else (select trusted_from from ${credentials} where ${credentials.userId} = ${link.id}) end`
    const free = sql`not exists (select 1 from users o where lower(o.email) = ${link.to.toLowerCase()} and o.id <> ${link.id})`
    const usable = elsewhere ? and(works, passwordIs(link.id, link.passwordHash)) : works
    const stillThere = sql`exists (select 1 from ${mailLinks} where ${usable})`
    const isTheirs = sql`exists (select 1 from users u where u.id = ${link.id} and u.email = ${link.to})`
    const session = await newSession(c, db, link.id, {
      account: null,
      trustedFrom: sql`coalesce(${trustedFrom}, 0)`,
      only: elsewhere ? and(stillThere, isTheirs)! : sql`false`,
    })
    const [[left], confirmed] = await db.batch([
      db
        .select({ usable: sql<number>`${stillThere}` })
        .from(mailLinks)
        .where(works),
      db
        .update(users)
        .set({ email: link.to })
        .where(and(eq(users.id, link.id), free, stillThere))
        .returning({ id: users.id }),
      // The address is decided: whoever else claimed it has nothing to do with it any more.
      db
        .update(credentials)
        .set({ claimedEmail: null, claimedAt: null })
        .where(and(sameEmail(credentials.claimedEmail, link.to), stillThere)),
      db
        .update(credentials)
        .set({ trustedFrom })
        .where(and(eq(credentials.userId, link.id), stillThere, isTheirs)),
      // Links to an address that was replaced would still open this account.
      db.delete(mailLinks).where(and(eq(mailLinks.userId, link.id), eq(mailLinks.purpose, 'reset'), stillThere)),
      ...session.statements,
      db.delete(mailLinks).where(usable),
    ])
    if (!left) throw new ApiError('link_invalid')
    if (!left.usable) throw new ApiError('login_failed')
    if (!confirmed.length) throw new ApiError('email_taken')
    if (elsewhere) await session.give(c)
    if (link.email && link.email.toLowerCase() !== link.to.toLowerCase()) {
      mailLater(c, emailChangedMail(link.email, spoken(link.language), houseOf(c.env), shortened(link.to)))
    }
    return c.json({ email: link.to, authorized: 1 })
  })

  .post('/resendConfirmation', requireUser, async (c) => {
    const db = database(c.env)
    const { id } = c.var.user
    const [person] = await db.select(columns).from(users).innerJoin(credentials, eq(credentials.userId, users.id)).where(eq(users.id, id))
    if (!person?.claimed) throw new ApiError('email_required')
    await mailTry(c, person.claimed)
    const link = await newLink(c.env, db, 'confirm', id, person.claimed)
    await db.batch([...link.clear, link.insert])
    mailLater(c, confirmMail(person.claimed, spoken(person.language), houseOf(c.env), link))
    return c.json({ status: 'success' })
  })

  .post('/requestPasswordReset', valid('json', resetMailRequest), async (c) => {
    const { email } = c.req.valid('json')
    const db = database(c.env)
    const language = languageOf(c)
    // All of it after the answer, which is the same and as quick for everybody.
    mailOnRequest(c, email, async () => {
      const [owner] = await db
        .select({ id: users.id, email: users.email, language: users.language })
        .from(users)
        .where(sameEmail(users.email, email))
      if (!owner) return resetUnknownMail(email, language, houseOf(c.env), null)
      const link = await newLink(c.env, db, 'reset', owner.id, owner.email!)
      await db.batch([...link.clear, link.insert])
      return resetMail(owner.email!, spoken(owner.language), houseOf(c.env), link)
    })
    return c.json({ status: 'success' })
  })

  .post('/resetPassword', valid('json', resetPasswordRequest), async (c) => {
    const { token, password } = c.req.valid('json')
    const works = worksFor('reset', await hash(token))
    const db = database(c.env)
    const [link] = await db
      .select(columns)
      .from(mailLinks)
      .innerJoin(users, and(eq(users.id, mailLinks.userId), sql`lower(${users.email}) = lower(${mailLinks.email})`))
      .leftJoin(credentials, eq(credentials.userId, users.id))
      .where(works)
    if (!link) throw new ApiError('link_invalid')
    const { id, email, username, language } = link
    await demandUncommon(c.env, password, [email, username])
    const changed = { passwordHash: await hashPassword(password), passwordChangedAt: now() }
    const stillThere = sql`exists (select 1 from ${mailLinks} where ${works})`
    const [, ended, used] = await db.batch([
      db.run(sql`insert into ${credentials} (user_id, password_hash, password_changed_at)
        select ${id}, ${changed.passwordHash}, ${changed.passwordChangedAt} where ${stillThere}
        on conflict (user_id) do update set password_hash = excluded.password_hash, password_changed_at = excluded.password_changed_at`),
      db
        .delete(sessions)
        .where(and(eq(sessions.userId, id), stillThere))
        .returning({ tokenHash: sessions.tokenHash }),
      db.delete(mailLinks).where(works).returning({ tokenHash: mailLinks.tokenHash }),
    ])
    if (!used.length) throw new ApiError('link_invalid')
    await closeSockets(
      c,
      id,
      ended.map((each) => sessionId(each.tokenHash)),
    )
    await forgiveTries(c, email!)
    mailLater(c, passwordChangedMail(email!, spoken(language), houseOf(c.env), ''))
    return c.json({ status: 'success', email })
  })

  .post('/setEmail', requireUser, requireRecentSignIn('setEmail'), valid('json', setEmailRequest), async (c) => {
    const { name, email, password } = c.req.valid('json')
    const { id } = c.var.user
    if (name !== undefined && imitatesTeam(name)) throw new ApiError('name_reserved')
    const db = database(c.env)
    const [person] = await db.select(columns).from(users).leftJoin(credentials, eq(credentials.userId, users.id)).where(eq(users.id, id))
    const known = [person!.email, person!.claimed].map((each) => each?.toLowerCase())
    const isNew = email !== undefined && !known.includes(email.toLowerCase())
    if (isNew) {
      if (person!.passwordHash !== null) await demandPassword(c, id, person!.passwordHash, password)
      if (await isConfirmed(db, email, id)) throw new ApiError('email_taken')
      await mailTry(c, email)
    }
    if (name !== undefined) {
      const free = sql`not exists (select 1 from users o where lower(o.username) = ${name.toLowerCase()} and o.id <> ${id})`
      const named = await db
        .update(users)
        .set({ username: name })
        .where(and(eq(users.id, id), free))
        .returning({ id: users.id })
      if (!named.length) throw new ApiError('username_taken')
    }
    if (isNew) {
      const link = await newLink(c.env, db, 'confirm', id, email)
      const claim = { claimedEmail: email, claimedAt: now() }
      const unchanged = and(stillSignedIn(c.var.user), passwordIs(id, person!.passwordHash))
      const [claimed] = await db.batch([
        db
          .insert(credentials)
          // In the order of the table's columns.
          .select(sql`select ${id}, ${claim.claimedEmail}, ${claim.claimedAt}, null, null, 0 where ${unchanged}`)
          .onConflictDoUpdate({ target: credentials.userId, set: claim })
          .returning({ userId: credentials.userId }),
        ...link.clear,
        link.insert,
      ])
      // The link leads nowhere then: it is sent to nobody.
      if (!claimed.length) throw new ApiError('unauthorized')
      mailLater(c, confirmMail(email, spoken(person!.language), houseOf(c.env), link))
    } else if (email !== undefined && person!.claimed && email.toLowerCase() === known[0]) {
      // Back to the confirmed address: the one that was to replace it is wanted no more.
      await db.batch([
        db.update(credentials).set({ claimedEmail: null, claimedAt: null }).where(eq(credentials.userId, id)),
        db.delete(mailLinks).where(and(eq(mailLinks.userId, id), eq(mailLinks.purpose, 'confirm'))),
      ])
    }
    return c.json({ email: email ?? person!.email ?? person!.claimed, username: name ?? person!.username })
  })
