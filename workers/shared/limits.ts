import { DurableObject } from 'cloudflare:workers'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { AreaVariables } from './area.ts'
import { ApiError } from './errors.ts'
import { CALLS, EVENTS, type Limit, type Row } from './limit-table.ts'

/** What a worker that limits is given: its own objects, one for each place or account that is counted. */
export interface LimitsEnv {
  LIMITS: DurableObjectNamespace<Limiter>
}

/** Who is idle for so long finds an object that was evicted and forgot; shorter limits need no storage (ms). */
const EVICTION = 60_000

/**
 * Counts what one place or account does. For every limit it keeps one time: when what was taken would be spent, had it come
 * evenly. As long as that lies less than the limit's seconds ahead, there is room.
 */
export class Limiter extends DurableObject {
  #spent = new Map<string, number[]>()
  #alarmSet = false

  /** Takes `amount` of `what` from each of its limits. Answers 0, or how many milliseconds to wait; then nothing was taken. */
  take(what: string, limits: readonly Limit[], amount = 1): number {
    const at = Date.now()
    const known = this.#read(what)
    const next = limits.map(([count, seconds], i) => Math.max(known[i] ?? 0, at) + (amount * seconds * 1000) / count)
    const wait = Math.max(0, ...limits.map(([, seconds], i) => next[i]! - seconds * 1000 - at))
    if (wait === 0) this.#write(what, next, at)
    return Math.ceil(wait)
  }

  /** Gives back what was taken for something that turned out to be right. */
  refund(what: string, limits: readonly Limit[], amount = 1): void {
    const spent = this.#read(what).map((time, i) => time - (amount * limits[i]![1] * 1000) / limits[i]![0])
    if (spent.length) this.#write(what, spent, Date.now())
  }

  /** Forgets what was taken. */
  clear(what: string): void {
    this.#spent.delete(what)
    this.ctx.storage.kv.delete(what)
  }

  /** Notes something until a time (ms), see {@link noted}. */
  note(what: string, until: number): void {
    this.#write(what, [until], Date.now())
  }

  /** Whether something was noted and its time is not over. */
  noted(what: string): boolean {
    return (this.#read(what)[0] ?? 0) > Date.now()
  }

  /** What is over is forgotten, in the end the whole object. */
  override async alarm(): Promise<void> {
    this.#alarmSet = false
    const at = Date.now()
    let last = 0
    for (const [what, spent] of this.ctx.storage.kv.list<number[]>()) {
      const over = Math.max(...spent)
      if (over <= at) this.clear(what)
      else last = Math.max(last, over)
    }
    if (last === 0) await this.ctx.storage.deleteAll()
    else await this.#wake(last)
  }

  #read(what: string): number[] {
    const known = this.#spent.get(what) ?? this.ctx.storage.kv.get<number[]>(what) ?? []
    this.#spent.set(what, known)
    return known
  }

  #write(what: string, spent: number[], at: number): void {
    this.#spent.set(what, spent)
    const over = Math.max(...spent)
    if (over - at <= EVICTION) return
    this.ctx.storage.kv.put(what, spent)
    if (!this.#alarmSet) void this.#wake(over)
  }

  #wake(at: number): Promise<void> {
    this.#alarmSet = true
    return this.ctx.storage.setAlarm(at)
  }
}

/** Takes one, or throws `too_many_requests` with how many seconds to wait. `subject` is who is counted: no e-mails, only their hashes. */
export async function take(env: LimitsEnv, subject: string, what: string, limits: readonly Limit[], amount = 1): Promise<void> {
  const wait = await env.LIMITS.getByName(subject).take(what, limits, amount)
  if (wait) throw new ApiError('too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
}

/** What of a handler's context counting needs. */
export type Counting = Pick<Context, 'req'> & { env: LimitsEnv; var: Readonly<Pick<AreaVariables, 'viewer' | 'place'>> }

/** Who a row counts in this request, and how far. */
function countedBy(
  { person, unconfirmed, network }: Row,
  { viewer, place }: Counting['var'],
): [subject: string, limits: readonly Limit[]][] {
  const ofPerson = viewer && (viewer.confirmed ? person : (unconfirmed ?? person))
  return [...(ofPerson ? [[`user ${viewer.id}`, ofPerson] as const] : []), ...(network ? [[`place ${place}`, network] as const] : [])].map(
    ([subject, limits]) => [subject, limits],
  )
}

/** Takes from all whom a row counts, or from nobody. */
async function takeRow(c: Counting, what: string, row: Row, amount: number): Promise<void> {
  const taken: [string, readonly Limit[]][] = []
  for (const [subject, limits] of countedBy(row, c.var)) {
    try {
      await take(c.env, subject, what, limits, amount)
    } catch (error) {
      // What is refused costs nobody anything: one person at their limit must not use up the network of an office.
      for (const [other, same] of taken) await c.env.LIMITS.getByName(other).refund(what, same, amount)
      throw error
    }
    taken.push([subject, limits])
  }
}

async function refundRow(c: Counting, what: string, row: Row): Promise<void> {
  for (const [subject, limits] of countedBy(row, c.var)) await c.env.LIMITS.getByName(subject).refund(what, limits)
}

/** The row of the call that is being answered, and the name it is counted by; undefined for what is not counted. */
function rowOf(c: Counting): { what: string; row: Row } | undefined {
  const route = matchedRoutes({ req: c.req } as Context).findLast(({ method }) => method !== 'ALL')
  const name = `${route?.method} ${route?.path}`
  const row = CALLS[name]
  return row && { what: row.counter ?? name, row }
}

/** Counts a call by its row of the table, before anything of it is done. */
export const limitCalls = createMiddleware<{ Bindings: LimitsEnv; Variables: AreaVariables }>(async (c, next) => {
  const counted = rowOf(c)
  if (counted)
    try {
      await takeRow(c, counted.what, counted.row, 1)
    } catch (error) {
      // A refusal given while the body is still coming can be lost on its way through workerd.
      await c.req.arrayBuffer()
      throw error
    }
  await next()
})

/** Counts a call `amount` times more, where it turns out to be several. */
export async function countMore(c: Counting, amount: number): Promise<void> {
  const counted = rowOf(c)
  if (counted && amount > 0) await takeRow(c, counted.what, counted.row, amount)
}

/** Gives a call back that failed through no fault of the one who made it. */
export async function giveBack(c: Counting): Promise<void> {
  const counted = rowOf(c)
  if (counted) await refundRow(c, counted.what, counted.row)
}

/** Counts what happens within a call, by its row of the table. Throws `too_many_requests`. */
export const takeEvent = (c: Counting, what: keyof typeof EVENTS, amount = 1): Promise<void> => takeRow(c, what, EVENTS[what], amount)

/** Gives back what {@link takeEvent} took. */
export const refundEvent = (c: Counting, what: keyof typeof EVENTS): Promise<void> => refundRow(c, what, EVENTS[what])
