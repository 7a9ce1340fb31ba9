import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { runWithAudit } from '../shared/audit-log.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { convertRows } from '../shared/rows.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { requireAdmin } from './admin.ts'
import type { OrdersEnv } from './env.ts'
import { reports } from './review-tables.ts'
import { addSponsorshipRequest, closeSponsorshipRequest, type SponsorshipList, type SponsorshipRequest } from './sponsorships.schema.ts'

/** Requests are rows of `reports` of this kind. `content` is the request as JSON. */
const KIND = 'sponsorship'
/** The reporter of a guest's request. */
const GUEST = 0
/** Requests in the list of admins. */
const MAX_LISTED = 100

/** The paragraphs of the mail to the team. */
const mailLines = (request: SponsorshipRequest): [string, ...string[]] => [
  `${request.company} (${request.contact}) wants to sponsor.`,
  `Ages ${request.ageFrom} to ${request.ageTo}, gender ${request.gender}, language ${request.language}, location ${request.location || 'any'}.`,
  `Interests: ${request.interests.join(', ') || 'any'}.`,
  ...(request.message ? [request.message] : []),
]

export const sponsorshipRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  /** Stores a request to sponsor, also of a guest, and sends it to the team by mail. */
  .post('/addSponsorship', valid('json', addSponsorshipRequest), async (c) => {
    const request: SponsorshipRequest = c.req.valid('json')
    const row = { kind: KIND, thingId: opaqueId(), reporterId: c.var.viewer?.id ?? GUEST, reason: 'other', text: '', createdAt: now() }
    await database(c.env)
      .insert(reports)
      .values({ ...row, content: JSON.stringify(request) })
    c.executionCtx.waitUntil(c.env.NOTIFICATIONS.mailTeam({ subject: `Sponsorship: ${request.company}`, lines: mailLines(request) }))
    return c.json({ status: 'success' as const })
  })
  /** Lists the open requests, for admins. */
  .get('/getSponsorships', requireUser, requireAdmin, async (c) => {
    const rows = await database(c.env)
      .select({ id: reports.thingId, at: reports.createdAt, content: reports.content })
      .from(reports)
      .where(and(isNull(reports.decidedAt), eq(reports.kind, KIND)))
      .orderBy(asc(reports.id))
      .limit(MAX_LISTED)
    const answer: SponsorshipList = {
      requests: convertRows('report', rows, ({ id, at, content }) => ({ ...(JSON.parse(content!) as SponsorshipRequest), id, at })),
    }
    return c.json(answer)
  })
  /** Closes a request and deletes what it contains, because the team has it by mail. For admins. */
  .post('/closeSponsorship', requireUser, valid('json', closeSponsorshipRequest), requireAdmin, async (c) => {
    const { id } = c.req.valid('json')
    const at = now()
    const isOpen = and(eq(reports.kind, KIND), eq(reports.thingId, id), isNull(reports.decidedAt))
    const entry = { at, actor: c.var.adminWallet, action: 'sponsorshipClosed' as const, subject: id, key: opaqueId(), details: {} }
    const db = database(c.env)
    const isClosed = await runWithAudit(
      db,
      [{ ...entry, condition: sql`exists (select 1 from ${reports} where ${isOpen})` }],
      async ([append]) => {
        const [appended] = await db.batch([db.run(append!), db.update(reports).set({ decidedAt: at, content: null }).where(isOpen)])
        return appended.rowsAffected > 0
      },
    )
    if (!isClosed) throw new ApiError('report_not_found')
    return c.json({ status: 'success' as const })
  })
