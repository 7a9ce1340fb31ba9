import { and, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { abortUnless } from '../shared/abort-unless.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database, isAccountDeleted } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import { requireUser } from '../shared/session.ts'
import { users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { media } from '../uploads/tables.ts'
import { applicationRows } from './application-rows.ts'
import {
  type Application,
  type ApplicationBody,
  type ApplicationPage,
  answerRequest,
  applicationRules,
  applicationsRequest,
  submitRequest,
  withdrawRequest,
} from './applications.schema.ts'
import type { ListingsEnv } from './env.ts'
import type { JobTerms } from './jobs.schema.ts'
import { notifyPlace } from './place-notifications.ts'
import { admissionColumns, isAdmissible, isPlacePaid, isPlaceQuoted } from './places.ts'
import { findOwnListing, refuseIfHidden } from './save-listing.ts'
import { applications, listings } from './tables.ts'

/** Applications per page. */
const PAGE = 50

/** The properties of a Hono context that `push` needs. */
interface PushContext {
  env: ListingsEnv
  executionCtx: Pick<ExecutionContext, 'waitUntil'>
}

/** Reads applications; see applicationRows. */
async function readApplications(
  db: Database,
  viewer: number,
  where: SQL,
  limit: number,
  order?: 'newest' | 'oldest',
): Promise<Application[]> {
  const rows = (await db.all(applicationRows(viewer, where, limit, order))) as { json: string }[]
  return rows.map(({ json }) => JSON.parse(json) as Application)
}

type PushedApplication = Pick<Application, 'id' | 'listingId' | 'listType' | 'user_id'>

/**
 * Sends pushes to the owners and the applicants, in one call. A failure is only logged, because both see the change at the next load.
 */
export async function pushApplications(env: ListingsEnv, changed: (PushedApplication & { ownerId: number })[]): Promise<void> {
  if (!changed.length) return
  const pushes = changed.map(({ ownerId, id, listingId, listType, user_id }) => ({
    userIds: [ownerId, user_id],
    frame: { v: 1, type: 'application', id, listingId, listType } as const,
  }))
  await env.CHAT.notifyMany(pushes).catch((error: unknown) => log('warn', 'application_untold', { error: describeError(error) }))
}

const push = (c: PushContext, ownerId: number, application: Application): void =>
  c.executionCtx.waitUntil(pushApplications(c.env, [{ ...application, ownerId }]))

/** Finds a published listing that accepts an application from this user. Throws otherwise. */
async function findOpenListing(db: Database, { listingId, listType }: ApplicationBody, me: number) {
  const [row] = await db
    .select({ ownerId: listings.userId, details: listings.details, endsAt: listings.endsAt })
    .from(listings)
    .where(and(eq(listings.id, listingId), eq(listings.listType, listType), eq(listings.enabled, true), isNull(listings.deletedAt)))
  if (!row) throw new ApiError('listing_not_found')
  if (row.ownerId === me) throw new ApiError('own_listing')
  if (row.endsAt !== null && row.endsAt <= now()) throw new ApiError('event_over')
  return { ownerId: row.ownerId, bidding: listType === 'jobs' && (JSON.parse(row.details) as JobTerms).bidding }
}

/** Throws if the user has no published service, or if the bid names a service that is not one of them. */
async function checkService(db: Database, bidService: number | null, me: number): Promise<void> {
  const isOwnService = and(
    eq(listings.userId, me),
    eq(listings.listType, 'services'),
    eq(listings.enabled, true),
    isNull(listings.deletedAt),
  )
  const [any, named] = await db.batch([
    db.select({ id: listings.id }).from(listings).where(isOwnService).limit(1),
    db
      .select({ id: listings.id })
      .from(listings)
      .where(and(isOwnService, eq(listings.id, bidService ?? 0))),
  ])
  if (!any.length) throw new ApiError('bid_service_required')
  if (bidService !== null && !named.length) throw new ApiError('application_rule', { field: 'bidService', rule: 'bid_service_missing' })
}

/** Checks if a user has a username, which is shown as the name of an applicant without a profile. */
async function hasUsername(db: Database, userId: number): Promise<boolean> {
  const [user] = await db.select({ username: users.username }).from(users).where(eq(users.id, userId))
  return Boolean(user?.username)
}

/** Throws `media_not_yours` unless the CV is a finished document of the user. */
async function checkCv(db: Database, cvPath: string | null, me: number): Promise<void> {
  if (cvPath === null) return
  const file = and(eq(media.id, cvPath), eq(media.userId, me), eq(media.kind, 'document'), isNotNull(media.readyAt))
  const [cv] = await db.select({ id: media.id }).from(media).where(file)
  if (!cv) throw new ApiError('media_not_yours')
}

/** Condition: the listing is not an event, or the event has capacity for one more attendee. */
const hasCapacity = (listingId: SQL | number) => sql`(select l.list_type <> 'events' or json_extract(l.details, '$.maxAttendees') is null
  or json_extract(l.details, '$.maxAttendees') > (
    select count(*) from applications b where b.listing_id = l.id and b.status = 'accepted')
  from listings l where l.id = ${listingId})`

export const applicationRoutes = new Hono<{ Bindings: ListingsEnv; Variables: AreaVariables }>()
  /** Sends an application, or changes it until it is answered. */
  .post('/submitApplication', requireUser, valid('json', submitRequest), async (c) => {
    const body = c.req.valid('json')
    const me = c.var.user
    const db = database(c.env)
    if (!me.name && !(await hasUsername(db, me.id))) throw new ApiError('username_required')
    const { ownerId, bidding } = await findOpenListing(db, body, me.id)
    if (bidding) await checkService(db, body.bidService, me.id)
    const [fault] = applicationRules(body, { listType: body.listType, bidding })
    if (fault) throw new ApiError('application_rule', fault)
    await checkCv(db, body.cvPath, me.id)
    const content = {
      title: sql<string>`(select title from listings where id = ${body.listingId})`,
      message: body.message,
      cvId: body.cvPath,
      bidService: bidding ? body.bidService : null,
      bidPrice: bidding ? body.bidPrice : null,
      bidDelivery: bidding ? body.bidDelivery : null,
    }
    const at = now()
    // The CV may have been deleted in the meantime.
    const hasCv = sql`(${body.cvPath} is null or exists (
      select 1 from media m where m.id = ${body.cvPath} and m.user_id = ${me.id} and m.ready_at is not null))`
    // A withdrawn or expired application can be sent again; an answered one cannot be changed.
    const [saved] = await db
      .insert(applications)
      .values({ id: abortUnless(hasCv, opaqueId()), listingId: body.listingId, userId: me.id, ...content, createdAt: at })
      .onConflictDoUpdate({
        target: [applications.listingId, applications.userId],
        set: {
          ...content,
          status: 'sent',
          answer: '',
          answeredAt: null,
          placePrice: null,
          payBy: null,
          createdAt: sql`case when ${applications.status} in ('withdrawn', 'expired') then ${at} else ${applications.createdAt} end`,
        },
        setWhere: inArray(applications.status, ['sent', 'withdrawn', 'expired']),
      })
      .returning({ id: applications.id })
      .catch(async (error: unknown) => {
        if (!isAccountDeleted(error)) await checkCv(db, body.cvPath, me.id)
        throw error
      })
    if (!saved) throw new ApiError('application_answered')
    const [application] = await readApplications(db, me.id, sql`a.id = ${saved.id}`, 1)
    push(c, ownerId, application!)
    return c.json({ application: application! })
  })

  /** Lists the applications to a job or event of the caller or, without an id, those that the caller has sent. See applicationsRequest. */
  .get('/getApplications', requireUser, valid('query', applicationsRequest), async (c) => {
    const { jobId, eventId, state, cursor } = c.req.valid('query')
    const me = c.var.user.id
    const db = database(c.env)
    const listingId = jobId ?? eventId
    if (listingId) await findOwnListing(db, jobId ? 'jobs' : 'events', listingId, me)
    const [date, id] = cursor?.split('.') ?? []
    const order = state === 'waiting' ? 'oldest' : 'newest'
    const comparison = sql.raw(order === 'oldest' ? '>' : '<')
    const states = {
      waiting: sql`a.status = 'sent'`,
      answered: sql`a.status in ('accepted', 'declined', 'expired')`,
      any: sql`a.status <> 'withdrawn'`,
    }
    const where = sql`${listingId ? sql`a.listing_id = ${listingId}` : sql`a.user_id = ${me}`} and ${states[state ?? 'any']}
      ${date === undefined ? sql`` : sql`and (a.created_at, a.id) ${comparison} (${Number(date)}, ${id})`}`
    const found = await readApplications(db, me, where, PAGE + 1, order)
    const last = found[PAGE] && found[PAGE - 1]
    const page: ApplicationPage = { applications: found.slice(0, PAGE), next: last ? `${last.date}.${last.id}` : null }
    return c.json(page)
  })

  /**
   * Accepts or declines an application, once, with an optional message. An event accepts attendees up to its capacity. An admission to a
   * paid event fixes the price of the place and the deadline for its payment. Does not accept a bid that differs from what the page showed,
   * or anybody while the team has hidden the listing.
   */
  .post('/answerApplication', requireUser, valid('json', answerRequest), async (c) => {
    const { id, accept, message, bidPrice, bidDelivery } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const at = now()
    const isHidden = sql`exists (select 1 from listings l where l.id = ${applications.listingId} and l.hidden_at is not null)`
    const isToOwnListing = sql`exists (select 1 from listings l where l.id = ${applications.listingId} and l.user_id = ${me} and l.deleted_at is null)`
    const [answered] = await db
      .update(applications)
      .set({ status: accept ? 'accepted' : 'declined', answer: message, answeredAt: at, ...(accept && admissionColumns(at)) })
      .where(
        and(
          eq(applications.id, id),
          eq(applications.status, 'sent'),
          isToOwnListing,
          accept ? and(hasCapacity(sql`${applications.listingId}`), isAdmissible(at), sql`not ${isHidden}`) : undefined,
          accept && bidPrice !== undefined ? eq(applications.bidPrice, bidPrice) : undefined,
          accept && bidDelivery !== undefined ? eq(applications.bidDelivery, bidDelivery) : undefined,
        ),
      )
      .returning({ id: applications.id })
    const [application] = await readApplications(
      db,
      me,
      sql`a.id = ${id} and l.user_id = ${me} and l.deleted_at is null and a.status <> 'withdrawn'`,
      1,
    )
    if (!application) throw new ApiError('application_not_found')
    if (!answered && application.status === 'sent') {
      const [listing] = await db.select({ hiddenAt: listings.hiddenAt }).from(listings).where(eq(listings.id, application.listingId))
      if (listing) refuseIfHidden(listing, accept)
      if (application.listType === 'jobs') throw new ApiError('conflict')
      throw new ApiError(application.full ? 'event_full' : 'event_over')
    }
    if (!answered) throw new ApiError('application_answered')
    push(c, me, application)
    if (accept) c.executionCtx.waitUntil(notifyPlace(db, c.env, id))
    return c.json({ application })
  })

  /**
   * Withdraws an application, deletes its message and unlinks its CV, which the sweep deletes if no other application uses it. If an
   * attendee withdraws, a place becomes free; a withdrawn bid gets no new quotes, but its orders stay. Refuses a declined application and a
   * paid place, whose order is cancelled instead. Also refuses a place whose payment may still arrive, because another applicant could have
   * the place by then.
   */
  .post('/withdrawApplication', requireUser, valid('json', withdrawRequest), async (c) => {
    const { id } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const [application] = await readApplications(db, me, sql`a.id = ${id} and a.user_id = ${me} and a.status <> 'withdrawn'`, 1)
    if (!application) throw new ApiError('application_not_found')
    const [withdrawn] = await db
      .update(applications)
      .set({ status: 'withdrawn', message: '', cvId: null })
      .where(
        and(
          eq(applications.id, id),
          eq(applications.userId, me),
          inArray(applications.status, ['sent', 'accepted']),
          not(isPlacePaid),
          sql`not (${applications.status} = 'accepted' and ${isPlaceQuoted(now())})`,
        ),
      )
      .returning({ listingId: applications.listingId })
    if (!withdrawn && application.status === 'accepted') throw new ApiError(application.place?.orderId ? 'place_paid' : 'place_quoted')
    if (!withdrawn) throw new ApiError('application_answered')
    const [listing] = await db.select({ ownerId: listings.userId }).from(listings).where(eq(listings.id, withdrawn.listingId))
    push(c, listing!.ownerId, application)
    // The first applicant on the waiting list gets a push, because a place is free.
    if (application.status === 'accepted' && application.listType === 'events') {
      const [next] = await readApplications(db, me, sql`a.listing_id = ${application.listingId} and a.status = 'sent'`, 1, 'oldest')
      if (next) push(c, listing!.ownerId, next)
    }
    return c.json({ id })
  })
