import { and, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { safeParse } from 'valibot'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { isNameFree } from '../shared/names.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import { isOpen, questionsOf, toApplication } from './application-rows.ts'
import {
  type ContactRequest,
  contactRequest,
  creatorName,
  creatorNameQuery,
  type MyApplication,
  type NameAnswer,
  questionAnswerRequest,
  withdrawRequest,
} from './applications.schema.ts'
import { isReserved } from './creator-names.ts'
import { creatorApplications, creators } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'

/** A linked wallet of the member in its checksummed form, null if it is not theirs. Members may enter it without checksum. */
const linkedWallet = (userId: number, wallet: string) =>
  sql<string | null>`(select a.address from accounts a where a.user_id = ${userId} and lower(a.address) = lower(${wallet}))`
const isCreator = (userId: number) => sql<number>`exists (select 1 from creators c where c.user_id = ${userId})`

async function readApplication(db: Database, userId: number) {
  const [row] = await db.select().from(creatorApplications).where(eq(creatorApplications.userId, userId))
  return row
}

/** Stores the application, or replaces a refused one, if everything allows it. Returns whether it did. */
async function saveApplication(db: Database, userId: number, { email, sns, fullname, wallet, name, text }: ContactRequest) {
  const at = now()
  const saved = await db.all(sql`
    insert into creator_applications (id, user_id, email, sns, full_name, wallet, name, text, sent_at, state_at)
    select ${opaqueId()}, ${userId}, ${email}, ${sns}, ${fullname}, ${linkedWallet(userId, wallet)}, ${name}, ${text}, ${at}, ${at}
    where ${linkedWallet(userId, wallet)} is not null and not ${isCreator(userId)} and ${isNameFree(name, userId)}
    on conflict (user_id) do update set id = excluded.id, state = 'sent', email = excluded.email, sns = excluded.sns,
      full_name = excluded.full_name, wallet = excluded.wallet, name = excluded.name, text = excluded.text, questions = '[]', reason = '',
      sent_at = excluded.sent_at, state_at = excluded.state_at, unnotified = 0
    where state = 'refused'
    returning id`)
  return saved.length > 0
}

/** Throws the reason why an application was not stored, unless the same one is stored already. */
async function explainRefusal(db: Database, userId: number, request: ContactRequest): Promise<void> {
  const [[facts], [stored]] = await db.batch([
    db.all<{ wallet: string | null; isCreator: number; isFree: number }>(sql`select ${linkedWallet(userId, request.wallet)} as wallet,
      ${isCreator(userId)} as isCreator, ${isNameFree(request.name, userId)} as isFree`),
    db
      .select()
      .from(creatorApplications)
      .where(and(eq(creatorApplications.userId, userId), isOpen)),
  ])
  if (stored) {
    const before: ContactRequest = toApplication(stored)
    const isSame = (['email', 'sns', 'fullname', 'name', 'text'] as const).every((field) => before[field] === request[field])
    if (isSame && before.wallet.toLowerCase() === request.wallet.toLowerCase()) return
    throw new ApiError('application_open')
  }
  if (facts!.isCreator) throw new ApiError('creator_exists')
  if (facts!.wallet === null) throw new ApiError('wallet_required', { path: 'wallet' })
  if (!facts!.isFree) throw new ApiError('creator_name_taken', { path: 'name' })
  throw new ApiError('conflict')
}

/** What a member does to become a creator. */
export const applicationRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  /** Applies to become a creator. Sending the same application again changes nothing. */
  .post('/contact', requireUser, valid('json', contactRequest), async (c) => {
    const request = c.req.valid('json')
    if (isReserved(request.name)) throw new ApiError('creator_name_reserved', { path: 'name' })
    const db = database(c.env)
    const isSaved = await saveApplication(db, c.var.user.id, request)
    if (!isSaved) await explainRefusal(db, c.var.user.id, request)
    else
      c.executionCtx.waitUntil(
        c.env.NOTIFICATIONS.mailTeam({
          subject: `Creator application: ${request.name}`,
          lines: [`Somebody applied to become a creator with the name ${request.name}.`, 'Admins of the Platform contract can answer it.'],
        }),
      )
    return c.json({ status: 'success' as const })
  })

  /** Tells whether the caller can have a name. For a guest, names are taken that may be the guest's own. */
  .get('/checkCreatorName', valid('query', creatorNameQuery), async (c) => {
    const name = safeParse(creatorName, c.req.valid('query').name)
    const refuse = (reason: NameAnswer['reason']) => c.json<NameAnswer>({ available: reason === null, reason })
    if (!name.success) return refuse('invalid')
    if (isReserved(name.output)) return refuse('reserved')
    const [found] = await database(c.env).all<{ isFree: number }>(sql`select ${isNameFree(name.output, c.var.viewer?.id ?? 0)} as isFree`)
    return refuse(found!.isFree ? null : 'taken')
  })

  .get('/getMyApplication', requireUser, async (c) => {
    const db = database(c.env)
    const me = c.var.user.id
    const [[row], [creator]] = await db.batch([
      db.select().from(creatorApplications).where(eq(creatorApplications.userId, me)),
      db.select({ name: creators.name, removedAt: creators.removedAt }).from(creators).where(eq(creators.userId, me)),
    ])
    const answer: MyApplication = {
      application: row ? toApplication(row) : null,
      creator: creator?.name ?? null,
      isRemoved: creator !== undefined && creator.removedAt !== null,
    }
    return c.json(answer)
  })

  /** Answers a question of an admin. Sending the same answer again changes nothing. */
  .post('/answerApplicationQuestion', requireUser, valid('json', questionAnswerRequest), async (c) => {
    const { question, answer } = c.req.valid('json')
    const db = database(c.env)
    const me = c.var.user.id
    const at = now()
    const place = (field: string) => sql`${`$[${question}].${field}`}`
    const [answered] = await db.all(sql`update creator_applications set state = 'sent', state_at = ${at}, unnotified = 0,
        questions = json_set(questions, ${place('answer')}, ${answer}, ${place('answeredAt')}, ${at})
      where user_id = ${me} and state = 'asked' and json_array_length(questions) = ${question + 1}
      returning id`)
    if (!answered) {
      const row = await readApplication(db, me)
      if (!row) throw new ApiError('creator_application_not_found')
      if (questionsOf(row)[question]?.answer !== answer) throw new ApiError('question_missing')
    }
    return c.json({ status: 'success' as const })
  })

  /** Deletes the caller's open application. Without one, it changes nothing. */
  .post('/withdrawApplication', requireUser, valid('json', withdrawRequest), async (c) => {
    const db = database(c.env)
    const mine = eq(creatorApplications.userId, c.var.user.id)
    const deleted = await db.delete(creatorApplications).where(and(mine, isOpen))
    if (!deleted.rowsAffected && (await readApplication(db, c.var.user.id))) throw new ApiError('application_answered')
    return c.json({ status: 'success' as const })
  })
