import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type AuditEntry, runWithAudit } from '../shared/audit-log.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { convertRows } from '../shared/rows.ts'
import { requireUser } from '../shared/session.ts'
import { profiles, shownName, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import { requireAdmin } from './admin.ts'
import { isOpen, questionsOf, toApplication } from './application-rows.ts'
import { APPLICATION_LIMITS, type ApplicationPage, answerApplicationRequest, creatorApplicationsQuery } from './applications.schema.ts'
import { creatorApplications } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'
import { notifyApplicants } from './notify-applicants.ts'

/** Applications on a page. */
const PAGE = 20

/** Throws the reason why an admin could not ask about or refuse an application. */
async function explainRefusal(db: Database, id: string, adminId: number): Promise<never> {
  const [row] = await db.select().from(creatorApplications).where(eq(creatorApplications.id, id))
  if (!row) throw new ApiError('creator_application_not_found')
  if (row.userId === adminId) throw new ApiError('forbidden')
  if (row.state === 'granted' || row.state === 'refused') throw new ApiError('application_answered')
  if (row.state === 'asked') throw new ApiError('question_open')
  if (questionsOf(row).length >= APPLICATION_LIMITS.questions) throw new ApiError('question_limit')
  throw new ApiError('conflict')
}

/** What admins of the Platform contract do with applications. */
export const answerApplicationRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  /** Lists the applications, for admins: open ones from the oldest, and decided ones from the newest. */
  .get('/getCreatorApplications', requireUser, valid('query', creatorApplicationsQuery), requireAdmin, async (c) => {
    const { state, cursor } = c.req.valid('query')
    const isDecided = state === 'granted' || state === 'refused'
    // The condition for open ones is repeated for a single state, because the index has it.
    const hasState = and(isDecided ? undefined : isOpen, state === 'open' ? undefined : eq(creatorApplications.state, state))
    const position = sql`(${creatorApplications.sentAt}, ${creatorApplications.id})`
    const [sentAt, id] = (cursor ?? '.').split('.') as [string, string]
    const last = sql`(${Number(sentAt)}, ${id})`
    const direction = isDecided ? desc : asc
    const rows = await database(c.env)
      .select({ application: creatorApplications, id: creatorApplications.id, applicant: shownName })
      .from(creatorApplications)
      .innerJoin(users, eq(users.id, creatorApplications.userId))
      .leftJoin(profiles, eq(profiles.userId, creatorApplications.userId))
      .where(and(hasState, cursor ? (isDecided ? sql`${position} < ${last}` : sql`${position} > ${last}`) : undefined))
      .orderBy(direction(creatorApplications.sentAt), direction(creatorApplications.id))
      .limit(PAGE + 1)
    const end = rows[PAGE - 1]?.application
    const page: ApplicationPage = {
      applications: convertRows('creator application', rows.slice(0, PAGE), ({ application, applicant }) => ({
        ...toApplication(application),
        applicant: { id: application.userId, name: applicant },
      })),
      next: rows[PAGE] ? `${end!.sentAt}.${end!.id}` : null,
    }
    return c.json(page)
  })

  /** Asks the applicant a question, or refuses the application with a reason. For admins, but not about their own application. */
  .post('/answerCreatorApplication', requireUser, valid('json', answerApplicationRequest), requireAdmin, async (c) => {
    const { id, action, text } = c.req.valid('json')
    const db = database(c.env)
    const at = now()
    const isAsked = action === 'ask'
    const mayAsk = sql`state = 'sent' and json_array_length(questions) < ${APPLICATION_LIMITS.questions}`
    const isAnswerable = and(eq(creatorApplications.id, id), ne(creatorApplications.userId, c.var.user.id), isAsked ? mayAsk : isOpen)
    const question = JSON.stringify({ question: text, askedAt: at, answer: null, answeredAt: null })
    const change = isAsked
      ? { state: 'asked', questions: sql`json_insert(questions, '$[#]', json(${question}))` }
      : { state: 'refused', reason: text }
    // The texts are not in the log, because nothing of it can be deleted with the account.
    const entry: AuditEntry = {
      at,
      actor: c.var.adminWallet,
      action: isAsked ? 'creatorApplicationAsked' : 'creatorApplicationRefused',
      subject: id,
      key: opaqueId(),
      details: {},
      condition: sql`exists (select 1 from ${creatorApplications} where ${isAnswerable})`,
    }
    const isDone = await runWithAudit(db, [entry], async ([append]) => {
      const [appended] = await db.batch([
        db.run(append!),
        db
          .update(creatorApplications)
          .set({ ...change, stateAt: at, unnotified: true })
          .where(isAnswerable),
      ])
      return appended.rowsAffected > 0
    })
    if (!isDone) await explainRefusal(db, id, c.var.user.id)
    c.executionCtx.waitUntil(notifyApplicants(c.env, id))
    return c.json({ status: 'success' as const })
  })
