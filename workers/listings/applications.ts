import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { users } from '../auth/tables.ts'
import type { AreaVariables } from '../shared/area.ts'
import { type Database, database, isOfDeleted } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { log, reasonOf } from '../shared/log.ts'
import { requireUser } from '../shared/session.ts'
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
import { ownListing } from './save.ts'
import { applications, listings } from './tables.ts'

/** Applications on a page. */
const PAGE = 50

/** What of a handler's context a push needs. */
interface Pushing {
  env: ListingsEnv
  executionCtx: Pick<ExecutionContext, 'waitUntil'>
}

/** Applications, newest first unless it is said otherwise; see applicationRows. */
async function read(db: Database, viewer: number, where: SQL, limit: number, order?: 'newest' | 'oldest'): Promise<Application[]> {
  const rows = (await db.all(applicationRows(viewer, where, limit, order))) as { json: string }[]
  return rows.map(({ json }) => JSON.parse(json) as Application)
}

/** Tells both sides' open windows. Who misses it sees the change when they look. */
function push(c: Pushing, ownerId: number, { id, listingId, listType, user_id }: Application): void {
  const told = c.env.CHAT.notify([ownerId, user_id], { v: 1, type: 'application', id, listingId, listType })
  c.executionCtx.waitUntil(told.catch((error: unknown) => log('warn', 'application_untold', { error: reasonOf(error) })))
}

/** What is applied to, as far as it takes applications from this person. */
async function openListing(db: Database, { listingId, listType }: ApplicationBody, me: number) {
  const [row] = await db
    .select({ ownerId: listings.userId, details: listings.details, endsAt: listings.endsAt })
    .from(listings)
    .where(and(eq(listings.id, listingId), eq(listings.listType, listType), eq(listings.enabled, true), isNull(listings.deletedAt)))
  if (!row) throw new ApiError('listing_not_found')
  if (row.ownerId === me) throw new ApiError('own_listing')
  if (row.endsAt !== null && row.endsAt <= now()) throw new ApiError('event_over')
  return { ownerId: row.ownerId, bidding: listType === 'jobs' && (JSON.parse(row.details) as JobTerms).bidding }
}

/** Refuses a bid of somebody who offers nothing, or with a service that is not theirs. */
async function checkService(db: Database, bidService: number | null, me: number): Promise<void> {
  const mine = and(eq(listings.userId, me), eq(listings.listType, 'services'), eq(listings.enabled, true), isNull(listings.deletedAt))
  const [any, named] = await db.batch([
    db.select({ id: listings.id }).from(listings).where(mine).limit(1),
    db
      .select({ id: listings.id })
      .from(listings)
      .where(and(mine, eq(listings.id, bidService ?? 0))),
  ])
  if (!any.length) throw new ApiError('bid_service_required')
  if (bidService !== null && !named.length) throw new ApiError('application_rule', { field: 'bidService', rule: 'bid_service_missing' })
}

/** Whether somebody without a profile has something to be called by. */
async function hasUsername(db: Database, userId: number): Promise<boolean> {
  const [person] = await db.select({ username: users.username }).from(users).where(eq(users.id, userId))
  return Boolean(person?.username)
}

/** Refuses a CV that is no finished document of theirs. */
async function checkCv(db: Database, cvPath: string | null, me: number): Promise<void> {
  if (cvPath === null) return
  const file = and(eq(media.id, cvPath), eq(media.userId, me), eq(media.kind, 'document'), isNotNull(media.readyAt))
  const [cv] = await db.select({ id: media.id }).from(media).where(file)
  if (!cv) throw new ApiError('media_not_yours')
}

/** Condition that an event (`listings.id`) has room for one more. */
const hasRoom = (listingId: SQL | number) => sql`(select l.list_type <> 'events' or json_extract(l.details, '$.maxAttendees') is null
  or json_extract(l.details, '$.maxAttendees') > (
    select count(*) from applications b where b.listing_id = l.id and b.status = 'accepted')
  from listings l where l.id = ${listingId})`

export const applicationRoutes = new Hono<{ Bindings: ListingsEnv; Variables: AreaVariables }>()
  /** Applies, or changes what was sent as long as it is not answered. */
  .post('/submitApplication', requireUser, valid('json', submitRequest), async (c) => {
    const body = c.req.valid('json')
    const me = c.var.user
    const db = database(c.env)
    if (!me.name && !(await hasUsername(db, me.id))) throw new ApiError('username_required')
    const { ownerId, bidding } = await openListing(db, body, me.id)
    if (bidding) await checkService(db, body.bidService, me.id)
    const [fault] = applicationRules(body, { listType: body.listType, bidding })
    if (fault) throw new ApiError('application_rule', fault)
    await checkCv(db, body.cvPath, me.id)
    const words = {
      title: sql<string>`(select title from listings where id = ${body.listingId})`,
      message: body.message,
      cvId: body.cvPath,
      bidService: bidding ? body.bidService : null,
      bidPrice: bidding ? body.bidPrice : null,
      bidDelivery: bidding ? body.bidDelivery : null,
    }
    const at = now()
    // A CV that was deleted since makes it NULL, which is refused.
    const id = sql`case when ${body.cvPath} is null or exists (
      select 1 from media m where m.id = ${body.cvPath} and m.user_id = ${me.id} and m.ready_at is not null) then ${opaqueId()} end`
    // A place that was given back may be asked for again; an answer stands.
    const [saved] = await db
      .insert(applications)
      .values({ id: id as unknown as string, listingId: body.listingId, userId: me.id, ...words, createdAt: at })
      .onConflictDoUpdate({
        target: [applications.listingId, applications.userId],
        set: {
          ...words,
          status: 'sent',
          answer: '',
          answeredAt: null,
          createdAt: sql`case when ${applications.status} = 'withdrawn' then ${at} else ${applications.createdAt} end`,
        },
        setWhere: inArray(applications.status, ['sent', 'withdrawn']),
      })
      .returning({ id: applications.id })
      .catch(async (error: unknown) => {
        if (!isOfDeleted(error)) await checkCv(db, body.cvPath, me.id)
        throw error
      })
    if (!saved) throw new ApiError('application_answered')
    const [application] = await read(db, me.id, sql`a.id = ${saved.id}`, 1)
    push(c, ownerId, application!)
    return c.json({ application: application! })
  })

  /** What came in for one's own job or event; without either, what one sent oneself. See applicationsRequest for the order. */
  .get('/getApplications', requireUser, valid('query', applicationsRequest), async (c) => {
    const { jobId, eventId, state, cursor } = c.req.valid('query')
    const me = c.var.user.id
    const db = database(c.env)
    const listingId = jobId ?? eventId
    if (listingId) await ownListing(db, jobId ? 'jobs' : 'events', listingId, me)
    const [date, id] = cursor?.split('.') ?? []
    const order = state === 'waiting' ? 'oldest' : 'newest'
    const behind = sql.raw(order === 'oldest' ? '>' : '<')
    const states = {
      waiting: sql`a.status = 'sent'`,
      answered: sql`a.status in ('accepted', 'declined')`,
      any: sql`a.status <> 'withdrawn'`,
    }
    const where = sql`${listingId ? sql`a.listing_id = ${listingId}` : sql`a.user_id = ${me}`} and ${states[state ?? 'any']}
      ${date === undefined ? sql`` : sql`and (a.created_at, a.id) ${behind} (${Number(date)}, ${id})`}`
    const found = await read(db, me, where, PAGE + 1, order)
    const last = found[PAGE] && found[PAGE - 1]
    const page: ApplicationPage = { applications: found.slice(0, PAGE), next: last ? `${last.date}.${last.id}` : null }
    return c.json(page)
  })

  /** Accepts or declines, once, with or without a word. An event admits as many as it has places. */
  .post('/answerApplication', requireUser, valid('json', answerRequest), async (c) => {
    const { id, accept, message } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const mine = sql`exists (select 1 from listings l where l.id = ${applications.listingId} and l.user_id = ${me} and l.deleted_at is null)`
    const [answered] = await db
      .update(applications)
      .set({ status: accept ? 'accepted' : 'declined', answer: message, answeredAt: now() })
      .where(
        and(eq(applications.id, id), eq(applications.status, 'sent'), mine, accept ? hasRoom(sql`${applications.listingId}`) : undefined),
      )
      .returning({ id: applications.id })
    const [application] = await read(
      db,
      me,
      sql`a.id = ${id} and l.user_id = ${me} and l.deleted_at is null and a.status <> 'withdrawn'`,
      1,
    )
    if (!application) throw new ApiError('application_not_found')
    if (!answered) throw new ApiError(application.status === 'sent' ? 'event_full' : 'application_answered')
    push(c, me, application)
    return c.json({ application })
  })

  /** Takes an application back, with its words and CV; one that was accepted gives its place back, one that was declined stays. */
  .post('/withdrawApplication', requireUser, valid('json', withdrawRequest), async (c) => {
    const { id } = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const [application] = await read(db, me, sql`a.id = ${id} and a.user_id = ${me} and a.status <> 'withdrawn'`, 1)
    if (!application) throw new ApiError('application_not_found')
    const [withdrawn] = await db
      .update(applications)
      .set({ status: 'withdrawn', message: '', cvId: null })
      .where(and(eq(applications.id, id), eq(applications.userId, me), inArray(applications.status, ['sent', 'accepted'])))
      .returning({ listingId: applications.listingId })
    if (!withdrawn) throw new ApiError('application_answered')
    const [listing] = await db.select({ ownerId: listings.userId }).from(listings).where(eq(listings.id, withdrawn.listingId))
    push(c, listing!.ownerId, application)
    // A place that was given back makes somebody the next.
    if (application.status === 'accepted' && application.listType === 'events') {
      const [next] = await read(db, me, sql`a.listing_id = ${application.listingId} and a.status = 'sent'`, 1, 'oldest')
      if (next) push(c, listing!.ownerId, next)
    }
    return c.json({ id })
  })
