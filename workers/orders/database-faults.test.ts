import { eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { notifications } from '../notifications/tables.ts'
import { codeOf, type TestUser } from '../shared/testing.ts'
import { report, requestQuote } from './order-calls.testing.ts'
import { orders } from './tables.ts'
import { createUser, db, pay, publish, testEnv } from './testing.ts'
import { chainEvents } from './work-tables.ts'

/** The batch that stores events. */
const STORES = 'insert into chain_events'
const realFetch = globalThis.fetch
type Send = () => Promise<Response>

/** Replaces the answers to the database requests that store events, and returns how many there were. `send` sends the request. */
function changeAnswers(change: (send: Send, body: string, sendOther: (body: string) => Promise<Response>) => Promise<Response>) {
  const count = { requests: 0 }
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    if (!request.url.startsWith(testEnv.DATABASE_URL)) return realFetch(request)
    const body = await request.clone().text()
    if (!body.includes(STORES)) return realFetch(request)
    count.requests += 1
    const { url, method, headers } = request
    return change(
      () => realFetch(request),
      body,
      (other) => realFetch(url, { method, headers, body: other }),
    )
  })
  return count
}

interface Pipeline {
  requests: { type: string; batch?: { steps: { stmt: { sql?: string } }[] } }[]
}
interface Answers {
  results: { response: { result: { step_errors: ({ message: string; code: string } | null)[] } } }[]
}

/** Makes the commit of a batch fail as in a busy database: all statements of the batch run, and the server then rolls them back. */
async function answerBusy(body: string, send: (body: string) => Promise<Response>): Promise<Response> {
  const pipeline = JSON.parse(body) as Pipeline
  const request = pipeline.requests.findIndex(({ type }) => type === 'batch')
  const steps = pipeline.requests[request]!.batch!.steps
  const commit = steps.findIndex(({ stmt }) => stmt.sql === 'COMMIT')
  steps[commit]!.stmt.sql = 'select * from nowhere'
  const answer = await send(JSON.stringify(pipeline))
  const answers = (await answer.json()) as Answers
  const errors = answers.results[request]!.response.result.step_errors
  expect(errors.filter((error) => error !== null)).toEqual([errors[commit]])
  errors[commit] = { message: 'SQLite error: database is locked', code: 'SQLITE_BUSY' }
  return Response.json(answers)
}

let seller: TestUser
let buyer: TestUser
let serviceId: number
let hash: Hex
beforeAll(async () => {
  seller = await createUser('Aiko Mori')
  buyer = await createUser('Ben Carter')
  serviceId = await publish(seller)
})
beforeEach(async () => {
  hash = await pay(buyer.address, await requestQuote(serviceId, buyer))
})
afterEach(() => vi.unstubAllGlobals())

/** How many events, orders and notifications of the transaction are stored. */
async function stored(): Promise<number[]> {
  const events = await db.select({ id: chainEvents.id }).from(chainEvents).where(eq(chainEvents.transactionHash, hash))
  const counts = await Promise.all(
    events.map(async ({ id }) => [
      (await db.select().from(orders).where(eq(orders.id, id))).length,
      (await db.select().from(notifications).where(eq(notifications.eventKey, id))).length,
    ]),
  )
  return [events.length, ...counts.flat()]
}

describe('a batch whose answer is lost although it was committed', () => {
  it('is not sent again automatically, and the repeated call changes nothing', async () => {
    const lost = changeAnswers(async (send) => {
      await send()
      throw new TypeError('the connection timed out')
    })
    const answer = await report(hash, buyer)
    expect([answer.status, await codeOf(answer), lost.requests]).toEqual([500, 'internal', 1])
    vi.unstubAllGlobals()
    expect((await stored()).slice(0, 2)).toEqual([1, 1])
    for (const as of [buyer, seller]) expect((await report(hash, as)).status).toBe(200)
    expect(await stored()).toEqual([1, 1, 1])
  })
})

describe('a database that is busy', () => {
  it('is asked again, and the call succeeds', async () => {
    let left = 3
    const busy = changeAnswers((send, body, sendOther) => (left-- > 0 ? answerBusy(body, sendOther) : send()))
    expect((await report(hash, buyer)).status).toBe(200)
    expect(busy.requests).toBe(4)
    expect(await stored()).toEqual([1, 1, 1])
  })

  it('is asked four times; then the call answers unavailable, and nothing of the batch is stored', async () => {
    const busy = changeAnswers((_, body, sendOther) => answerBusy(body, sendOther))
    const answer = await report(hash, buyer)
    expect([answer.status, await codeOf(answer), answer.headers.get('retry-after'), busy.requests]).toEqual([503, 'unavailable', '1', 4])
    vi.unstubAllGlobals()
    expect(await stored()).toEqual([0])
    expect((await report(hash, buyer)).status).toBe(200)
    expect(await stored()).toEqual([1, 1, 1])
  })
})
