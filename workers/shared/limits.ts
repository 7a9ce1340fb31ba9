import { DurableObject } from 'cloudflare:workers'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { AreaVariables } from './area-variables.ts'
import { ApiError } from './errors.ts'
import { EVENTS, type Limit, type Row } from './limit-table.ts'

/** Binding of workers with rate limits: one Durable Object for each network, user or account that is counted. */
export interface LimitsEnv {
  LIMITS: DurableObjectNamespace<Limiter>
}

/**
 * An idle Durable Object may lose its memory after this time (ms). Counters that are full again sooner need no storage.
 * Source: developers.cloudflare.com/durable-objects/concepts/durable-object-lifecycle
 */
const EVICTION = 10_000
/** Requests within this time (ms) of a write belong to one burst. */
const BURST_MS = 2000
/** The part of the smallest limit that a write in a burst counts ahead. */
const AHEAD = 1 / 24

/**
 * Counts the requests of one subject (a network, a user or an account). For each limit it stores one time: when the bucket is full again. A
 * request fits if, after it, the bucket is full again within the limit's seconds (generic cell rate algorithm).
 *
 * In a burst not each request is written: a write counts some requests ahead, and the end of the burst writes the exact time. So if the
 * object loses its memory in a burst, it has counted too many, never too few.
 */
export class Limiter extends DurableObject {
  #fullAt = new Map<string, number[]>()
  /** What the storage has for the counters of bursts in progress. */
  #stored = new Map<string, number[]>()
  #alarmSet = false

  /** Takes `amount` from each limit of a counter. Returns 0, or the milliseconds to wait; then nothing was taken. */
  take(counter: string, limits: readonly Limit[], amount = 1): number {
    const nowMs = Date.now()
    const stored = this.#read(counter)
    const next = limits.map(([count, seconds], i) => Math.max(stored[i] ?? 0, nowMs) + (amount * seconds * 1000) / count)
    const wait = Math.max(0, ...limits.map(([, seconds], i) => next[i]! - seconds * 1000 - nowMs))
    if (wait === 0) this.#writeTaken(counter, next, nowMs, limits)
    return Math.ceil(wait)
  }

  /** Gives back what was taken, for a request that should not count. */
  refund(counter: string, limits: readonly Limit[], amount = 1): void {
    const fullAt = this.#read(counter).map((time, i) => time - (amount * limits[i]![1] * 1000) / limits[i]![0])
    if (fullAt.length) this.#write(counter, fullAt, Date.now())
  }

  /** Resets a counter. */
  clear(counter: string): void {
    this.#fullAt.delete(counter)
    this.#stored.delete(counter)
    this.ctx.storage.kv.delete(counter)
  }

  /** Sets a flag that expires at `until` (ms), see {@link isFlagSet}. */
  setFlag(counter: string, until: number): void {
    this.#write(counter, [until], Date.now())
  }

  /** Whether a flag is set and has not expired. */
  isFlagSet(counter: string): boolean {
    return (this.#read(counter)[0] ?? 0) > Date.now()
  }

  /** Deletes counters that are full again, and the whole storage when none is left. */
  override async alarm(): Promise<void> {
    this.#alarmSet = false
    const nowMs = Date.now()
    let last = 0
    for (const [counter, fullAt] of this.ctx.storage.kv.list<number[]>()) {
      const lastFull = Math.max(...fullAt)
      if (lastFull <= nowMs) this.clear(counter)
      else last = Math.max(last, lastFull)
    }
    if (last === 0) await this.ctx.storage.deleteAll()
    else await this.#wake(last)
  }

  #read(counter: string): number[] {
    const stored = this.#fullAt.get(counter) ?? this.ctx.storage.kv.get<number[]>(counter) ?? []
    this.#fullAt.set(counter, stored)
    return stored
  }

  /** Writes what was taken, unless it was counted ahead. The first write of a burst is exact. */
  #writeTaken(counter: string, fullAt: number[], nowMs: number, limits: readonly Limit[]): void {
    const ahead = Math.floor(Math.min(...limits.map(([count]) => count)) * AHEAD)
    const stored = this.#stored.get(counter)
    if (!ahead || !stored) this.#write(counter, fullAt, nowMs)
    else if (fullAt.some((time, i) => time > stored[i]!)) {
      const later = fullAt.map((time, i) => {
        const [count, seconds] = limits[i]!
        return Math.min(time + (ahead * seconds * 1000) / count, Math.max(time, nowMs + seconds * 1000))
      })
      this.#write(counter, later, nowMs)
      this.#stored.set(counter, later)
    }
    this.#fullAt.set(counter, fullAt)
    if (!ahead || stored) return
    this.#stored.set(counter, fullAt)
    setTimeout(() => this.#endBurst(counter), BURST_MS)
  }

  /** Writes the exact time of a counter, if the storage has another. */
  #endBurst(counter: string): void {
    const [stored, fullAt] = [this.#stored.get(counter), this.#fullAt.get(counter)]
    this.#stored.delete(counter)
    if (stored && fullAt?.some((time, i) => time !== stored[i])) this.#write(counter, fullAt, Date.now())
  }

  #write(counter: string, fullAt: number[], nowMs: number): void {
    this.#fullAt.set(counter, fullAt)
    this.#stored.delete(counter)
    const lastFull = Math.max(...fullAt)
    if (lastFull - nowMs <= EVICTION) return
    this.ctx.storage.kv.put(counter, fullAt)
    if (!this.#alarmSet) void this.#wake(lastFull)
  }

  #wake(at: number): Promise<void> {
    this.#alarmSet = true
    return this.ctx.storage.setAlarm(at)
  }
}

/**
 * Takes `amount`, or throws `too_many_requests` with the seconds to wait. `subject` says who is counted: never an e-mail address, only its
 * hash.
 */
export async function take(env: LimitsEnv, subject: string, counter: string, limits: readonly Limit[], amount = 1): Promise<void> {
  const wait = await env.LIMITS.getByName(subject).take(counter, limits, amount)
  if (wait) throw new ApiError('too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
}

/** The part of a handler's context that counting needs. */
export type Counting = Pick<Context, 'req'> & { env: LimitsEnv; var: Readonly<Pick<AreaVariables, 'viewer' | 'network' | 'limits'>> }

/** The subjects that a row counts in this request, with their limits. */
function subjectsOf(
  { person, unconfirmed, network }: Row,
  { viewer, network: clientNetwork }: Counting['var'],
): [subject: string, limits: readonly Limit[]][] {
  const personLimits = viewer && (viewer.confirmed ? person : (unconfirmed ?? person))
  return [
    ...(personLimits ? [[`user ${viewer.id}`, personLimits] as const] : []),
    ...(network ? [[`network ${clientNetwork}`, network] as const] : []),
  ].map(([subject, limits]) => [subject, limits])
}

/** Takes from every subject of a row, or from none. */
async function takeRow(c: Counting, counter: string, row: Row, amount: number): Promise<void> {
  const taken: [string, readonly Limit[]][] = []
  for (const [subject, limits] of subjectsOf(row, c.var)) {
    try {
      await take(c.env, subject, counter, limits, amount)
    } catch (error) {
      // A rejected call costs nothing: one user at their limit must not use up the network limit of their office.
      for (const [other, same] of taken) await c.env.LIMITS.getByName(other).refund(counter, same, amount)
      throw error
    }
    taken.push([subject, limits])
  }
}

async function refundRow(c: Counting, counter: string, row: Row): Promise<void> {
  for (const [subject, limits] of subjectsOf(row, c.var)) await c.env.LIMITS.getByName(subject).refund(counter, limits)
}

/** The name of the current call: `POST /api/...`. */
export function callName(c: Pick<Context, 'req'>): string {
  const route = matchedRoutes({ req: c.req } as Context).findLast(({ method }) => method !== 'ALL')
  return `${route?.method} ${route?.path}`
}

/** The row and the counter name of the current call; undefined for a call without a limit. */
function rowOf(c: Counting): { counter: string; row: Row } | undefined {
  const name = callName(c)
  const row = c.var.limits[name]
  return row && { counter: row.counter ?? name, row }
}

/** Counts a call by its row of the table, before its handler runs. */
export const limitCalls = createMiddleware<{ Bindings: LimitsEnv; Variables: AreaVariables }>(async (c, next) => {
  const counted = rowOf(c)
  if (counted)
    try {
      await takeRow(c, counted.counter, counted.row, 1)
    } catch (error) {
      // Read the body first: workerd can lose a response that is sent while the body is still arriving.
      await c.req.arrayBuffer()
      throw error
    }
  await next()
})

/** Counts a call `amount` more times, for a request that contains several calls. */
export async function countMore(c: Counting, amount: number): Promise<void> {
  const counted = rowOf(c)
  if (counted && amount > 0) await takeRow(c, counted.counter, counted.row, amount)
}

/** Refunds a call that failed through no fault of the client. */
export async function refundCall(c: Counting): Promise<void> {
  const counted = rowOf(c)
  if (counted) await refundRow(c, counted.counter, counted.row)
}

/** Counts an event inside a handler by its row of the table. Throws `too_many_requests`. */
export const takeEvent = (c: Counting, counter: keyof typeof EVENTS, amount = 1): Promise<void> =>
  takeRow(c, counter, EVENTS[counter], amount)

/** Refunds what {@link takeEvent} took. */
export const refundEvent = (c: Counting, counter: keyof typeof EVENTS): Promise<void> => refundRow(c, counter, EVENTS[counter])
