import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { InferOutput } from 'valibot'
import { listings } from '../listings/tables.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type AuditEntry, isRecorded, runWithAudit, wasRecorded } from '../shared/audit-log.ts'
import { type Database, database } from '../shared/db.ts'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { ApiError } from '../shared/errors.ts'
import { hiddenProfiles } from '../shared/hidden-tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { requireUser } from '../shared/session.ts'
import { profiles, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { requireAdmin } from './admin.ts'
import { creators } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'
import { folios, folioVersions, linkColumns } from './folio-tables.ts'
import { followHiddenProfiles } from './hidden-profiles.ts'
import {
  decidePostReportsRequest,
  type PostReportKind,
  type PostReportPage,
  postReportsQuery,
  reportCommentRequest,
  reportListingRequest,
  reportPageRequest,
  reportPersonRequest,
  reportPostRequest,
} from './post-reports.schema.ts'
import { isReadable, isShown } from './post-rows.ts'
import { postComments, postReports, posts } from './post-tables.ts'
import { hasName } from './read-folio.ts'
import { readReports, versionOf } from './read-post-reports.ts'
import { copyOf, listingText, pageText, postText, profileText, reportedProfile } from './reported-texts.ts'

/** For each kind of thing that this area hides: the table that says so, and its actions in the audit log. */
const THINGS = {
  post: { table: posts, id: posts.id, hide: 'postHidden', restore: 'postRestored' },
  comment: { table: postComments, id: postComments.id, hide: 'commentHidden', restore: 'commentRestored' },
  person: { table: hiddenProfiles, id: hiddenProfiles.userId, hide: 'profileHidden', restore: 'profileRestored' },
} as const

/**
 * The reported thing: its author, its text, and when that was last changed (UTC seconds; null if never). A member can report it again if
 * that was after the decision.
 */
interface Reported {
  kind: PostReportKind
  id: string
  authorId: number
  content: string
  editedAt: number | null
}

/** SQL: whether this thing exists. */
const exists = ({ kind, id }: { kind: PostReportKind; id: string }): SQL => {
  const { table, id: column, isThere } = SOURCES[kind]
  return sql`exists (select 1 from ${table} where ${column} = ${id} and ${isThere})`
}

/** The error if a thing does not exist. */
const MISSING = {
  post: 'post_not_found',
  comment: 'comment_not_found',
  listing: 'listing_not_found',
  person: 'not_found',
  page: 'creator_not_found',
} as const satisfies Record<PostReportKind, ErrorCode>

/** Stores a report, once per member, and again once the thing was changed after the decision. */
async function addReport(
  db: Database,
  me: number,
  { kind, id, authorId, content, editedAt }: Reported,
  about: { reason: string; text: string },
) {
  if (authorId === me) throw new ApiError('forbidden')
  const report = { ...about, content: copyOf(content), createdAt: now() }
  const [[added], gone] = await db.batch([
    db
      .insert(postReports)
      .values({ kind, thingId: id, reporterId: me, ...report })
      .onConflictDoUpdate({
        target: [postReports.kind, postReports.thingId, postReports.reporterId],
        set: { ...report, decidedAt: null },
        setWhere: sql`${postReports.decidedAt} <= ${editedAt}`,
      })
      .returning({ id: postReports.id }),
    // What was deleted in the meantime has deleted its reports before this one, which would stay.
    db.delete(postReports).where(sql`kind = ${kind} and thing_id = ${id} and not ${exists({ kind, id })}`),
  ])
  if (gone.rowsAffected) throw new ApiError(MISSING[kind])
  if (!added) throw new ApiError('reported_already')
}

/** SQL: whether a report is an open one about the thing. */
const isOpenAbout = ({ kind, id }: { kind: PostReportKind; id: string }) =>
  and(eq(postReports.kind, kind), eq(postReports.thingId, id), isNull(postReports.decidedAt))

const closed = () => ({ decidedAt: now(), content: null })

/** Whether an id is one of this kind: those of listings, members and pages are numbers. */
const isIdOf = ({ kind, id }: Decision) => kind === 'post' || kind === 'comment' || (/^[1-9]/.test(id) && Number.isSafeInteger(Number(id)))

type Decision = InferOutput<typeof decidePostReportsRequest>

/** SQL: when a page or its social links were last changed, UTC seconds. */
const pageEditedAt = sql<number>`max(coalesce(${folioVersions.savedAt}, 0), coalesce(${folios.linksChangedAt}, 0))`

/** The table of each kind of thing, its author, owner, or the reported person, and whether a row of the table is not deleted. */
const SOURCES = {
  post: { table: posts, id: posts.id, authorId: posts.userId, isThere: sql`true` },
  comment: { table: postComments, id: postComments.id, authorId: postComments.userId, isThere: sql`true` },
  listing: { table: listings, id: listings.id, authorId: listings.userId, isThere: sql`${listings.deletedAt} is null` },
  person: {
    table: profiles,
    id: profiles.userId,
    authorId: profiles.userId,
    isThere: sql`${profiles.userId} in (select id from users where deleted_at is null)`,
  },
  page: { table: creators, id: creators.userId, authorId: creators.userId, isThere: sql`true` },
} as const

/** Finds the author and the version of a thing; undefined if it does not exist. */
async function findThing(db: Database, { kind, id }: Decision): Promise<{ authorId: number; version: number } | undefined> {
  const source = SOURCES[kind]
  const [thing] = await db
    .select({ authorId: source.authorId, version: versionOf[kind] })
    .from(source.table)
    .where(sql`${source.id} = ${id} and ${source.isThere}`)
  return thing
}

/** SQL condition: the thing is as the admin has seen it. */
const isAsSeen = ({ kind, id, version }: Decision): SQL =>
  sql`exists (select 1 from ${SOURCES[kind].table} where ${SOURCES[kind].id} = ${id} and ${versionOf[kind]} = ${version})`

/**
 * Hides a listing or shows it again. The area of listings does that with the entry in the audit log, because only it writes listings. If
 * the reports could not be closed after that, hiding it again closes them.
 */
async function decideListing(env: CreatorsEnv, admin: string, { kind, id, action, version }: Decision): Promise<boolean> {
  const isChanged = await env.LISTINGS.hideListing({ id: Number(id), isHidden: action === 'hide', admin, updatedAt: version })
  if (action === 'restore') return isChanged
  const isHidden = sql`exists (select 1 from ${listings} where id = ${Number(id)} and hidden_at is not null)`
  const { rowsAffected } = await database(env)
    .update(postReports)
    .set(closed())
    .where(and(isOpenAbout({ kind, id }), isHidden))
  return isChanged || rowsAffected > 0
}

/** Hides or shows a post or comment, or the profile of a member, who is then to be notified, if the condition holds. */
function changeThing(db: Database, kind: keyof typeof THINGS, id: string, hiddenAt: number | null, condition: SQL) {
  if (kind === 'person') {
    // Later than that of an earlier decision, so that its follow-up does not clear this one.
    const row = { hiddenAt, unnotifiedAt: sql<number>`max(${now()}, coalesce(hidden_profiles.unnotified_at, 0) + 1)` }
    return hiddenAt === null
      ? db.update(hiddenProfiles).set(row).where(sql`user_id = ${id} and ${condition}`)
      : db
          .insert(hiddenProfiles)
          .select(sql`select user_id, ${hiddenAt}, ${now()} from ${profiles} where user_id = ${id} and ${condition}`)
          .onConflictDoUpdate({ target: hiddenProfiles.userId, set: row })
  }
  const { table } = THINGS[kind]
  return db
    .update(table)
    .set({ hiddenAt })
    .where(and(eq(table.id, id), condition))
}

/**
 * Hides a post, comment or profile, shows it again, or leaves a thing of any kind, and closes its open reports unless it is shown again.
 * Whether it may is asked once, by the entry in the log; the other statements ask for the entry.
 */
async function decideThing(db: Database, admin: string, decision: Decision): Promise<boolean> {
  const { kind, id, action } = decision
  const thing = kind === 'listing' || kind === 'page' ? null : THINGS[kind]
  // A page cannot be hidden.
  if (action !== 'dismiss' && !thing) return false
  const at = now()
  const isOpen = isOpenAbout({ kind, id })
  const hasOpen = sql`exists (select 1 from ${postReports} where ${isOpen})`
  const isSeen = isAsSeen(decision)
  const wasRestored = thing && wasRecorded(thing.restore, id)
  const isHidden = thing && sql`exists (select 1 from ${thing.table} where ${thing.id} = ${id} and hidden_at is not null)`
  const condition = {
    hide: sql`${exists(decision)} and not ${isHidden} and (${hasOpen} or (${wasRestored} and ${isSeen}))`,
    dismiss: sql`${hasOpen} and (${isSeen} or not ${exists(decision)})`,
    restore: sql`${isHidden} and ${isSeen}`,
  }[action]
  const entry: AuditEntry = {
    at,
    actor: admin,
    action: action === 'dismiss' ? 'postReportsDismissed' : thing![action],
    subject: id,
    key: opaqueId(),
    details: { kind },
    condition,
  }
  return runWithAudit(db, [entry], async ([append]) => {
    const [appended] = await db.batch([
      db.run(append!),
      ...(thing && action !== 'dismiss'
        ? [changeThing(db, kind as keyof typeof THINGS, id, action === 'hide' ? at : null, isRecorded(entry))]
        : []),
      db
        .update(postReports)
        .set(closed())
        .where(and(isOpen, sql`${action} <> 'restore'`, isRecorded(entry))),
    ])
    return appended.rowsAffected > 0
  })
}

/** Reports of posts, comments, listings and members, and what admins of the Platform contract decide about them. */
export const postReportRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  /** Reports a post that the caller can read. Copies its text as it is now, because its owner may change it. */
  .post('/reportPost', requireUser, valid('json', reportPostRequest), async (c) => {
    const { pid, ...about } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const [post] = await db
      .select({ authorId: posts.userId, content: posts.content, link: posts.link, editedAt: posts.editedAt })
      .from(posts)
      .innerJoin(creators, eq(creators.userId, posts.userId))
      .where(and(eq(posts.id, pid), isShown(me), isReadable(me)))
    if (!post) throw new ApiError('post_not_found')
    const content = postText(post)
    await addReport(db, me, { kind: 'post', id: pid, ...post, content }, about)
    return c.json({ status: 'success' as const })
  })

  /** Reports a comment of a post that the caller can read. */
  .post('/reportComment', requireUser, valid('json', reportCommentRequest), async (c) => {
    const { id, ...about } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const [comment] = await db
      .select({ authorId: postComments.userId, content: postComments.text })
      .from(postComments)
      .innerJoin(posts, eq(posts.seq, postComments.post))
      .innerJoin(creators, eq(creators.userId, posts.userId))
      .where(and(eq(postComments.id, id), isNull(postComments.hiddenAt), isShown(me), isReadable(me)))
    if (!comment) throw new ApiError('comment_not_found')
    await addReport(db, me, { kind: 'comment', id, ...comment, editedAt: null }, about)
    return c.json({ status: 'success' as const })
  })

  /** Reports a published listing. Copies its texts as they are now, because its owner may change them. */
  .post('/reportListing', requireUser, valid('json', reportListingRequest), async (c) => {
    const { id, ...about } = c.req.valid('json')
    const db = database(c.env)
    const [listing] = await db
      .select()
      .from(listings)
      .where(and(eq(listings.id, id), eq(listings.enabled, true), isNull(listings.deletedAt)))
    if (!listing) throw new ApiError('listing_not_found')
    const reported = { id: String(id), authorId: listing.userId, content: listingText(listing), editedAt: listing.updatedAt }
    await addReport(db, c.var.user.id, { kind: 'listing', ...reported }, about)
    return c.json({ status: 'success' as const })
  })

  /** Reports a member with a profile. What members do is not only in their profile, so they can be reported again after a decision. */
  .post('/reportPerson', requireUser, valid('json', reportPersonRequest), async (c) => {
    const { userId, ...about } = c.req.valid('json')
    const db = database(c.env)
    const [profile] = await db
      .select(reportedProfile)
      .from(profiles)
      .innerJoin(users, and(eq(users.id, profiles.userId), isNull(users.deletedAt)))
      .where(eq(profiles.userId, userId))
    if (!profile) throw new ApiError('not_found')
    const reported = { id: String(userId), authorId: userId, content: profileText(profile), editedAt: now() }
    await addReport(db, c.var.user.id, { kind: 'person', ...reported }, about)
    return c.json({ status: 'success' as const })
  })

  /** Reports the page of a creator. Copies its texts as they are now, because its owner may change them. */
  .post('/reportPage', requireUser, valid('json', reportPageRequest), async (c) => {
    const { name, ...about } = c.req.valid('json')
    const db = database(c.env)
    const [page] = await db
      .select({
        ...{ userId: creators.userId, name: creators.name, title: folioVersions.title, about: folioVersions.about },
        ...{ sections: folioVersions.sections, ...linkColumns, editedAt: pageEditedAt },
      })
      .from(creators)
      .leftJoin(folios, eq(folios.userId, creators.userId))
      .leftJoin(folioVersions, and(eq(folioVersions.userId, creators.userId), eq(folioVersions.version, folios.version)))
      .where(and(hasName(name), isNull(creators.removedAt)))
    if (!page) throw new ApiError('creator_not_found')
    const reported = { id: String(page.userId), authorId: page.userId, content: pageText(page.name, page), editedAt: page.editedAt }
    await addReport(db, c.var.user.id, { kind: 'page', ...reported }, about)
    return c.json({ status: 'success' as const })
  })

  /** Lists the things with open reports, or those that are hidden, for admins. */
  .get('/getPostReports', requireUser, valid('query', postReportsQuery), requireAdmin, async (c) => {
    return c.json((await readReports(database(c.env), c.req.valid('query'))) satisfies PostReportPage)
  })

  /** Hides a reported thing or leaves it, and closes its open reports; or shows a hidden thing again. For admins. */
  .post('/decidePostReports', requireUser, valid('json', decidePostReportsRequest), requireAdmin, async (c) => {
    const decision = c.req.valid('json')
    if (!isIdOf(decision)) throw new ApiError('report_not_found')
    const db = database(c.env)
    const thing = await findThing(db, decision)
    if (thing?.authorId === c.var.user.id && decision.action !== 'hide') throw new ApiError('forbidden')
    const isDecided =
      decision.kind === 'listing' && decision.action !== 'dismiss'
        ? await decideListing(c.env, c.var.adminWallet, decision)
        : await decideThing(db, c.var.adminWallet, decision)
    if (!isDecided) {
      const present = await findThing(db, decision)
      throw new ApiError(present && present.version !== decision.version ? 'conflict' : 'report_not_found')
    }
    if (decision.kind === 'person' && decision.action !== 'dismiss') await followHiddenProfiles(c.env, Number(decision.id))
    return c.json({ status: 'success' as const })
  })
