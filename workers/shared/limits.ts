import { DurableObject } from 'cloudflare:workers'
import { createMiddleware } from 'hono/factory'
import type { AreaVariables } from './area.ts'
import { ApiError } from './errors.ts'

/** At most `count` at once, and as many again spread over `seconds`. */
export type Limit = readonly [count: number, seconds: number]

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

  /** Takes one of `what` from each of its limits. Answers 0, or how many milliseconds to wait; then nothing was taken. */
  take(what: string, limits: readonly Limit[]): number {
    const at = Date.now()
    const known = this.#read(what)
    const next = limits.map(([count, seconds], i) => Math.max(known[i] ?? 0, at) + (seconds * 1000) / count)
    const wait = Math.max(0, ...limits.map(([, seconds], i) => next[i]! - seconds * 1000 - at))
    if (wait === 0) this.#write(what, next, at)
    return Math.ceil(wait)
  }

  /** Gives back what was taken for something that turned out to be right. */
  refund(what: string, limits: readonly Limit[]): void {
    const spent = this.#read(what).map((time, i) => time - (limits[i]![1] * 1000) / limits[i]![0])
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
export async function take(env: LimitsEnv, subject: string, what: string, limits: readonly Limit[]): Promise<void> {
  const wait = await env.LIMITS.getByName(subject).take(what, limits)
  if (wait) throw new ApiError('too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
}

/** Limits how often a call may be made from one place. */
export const limited = (what: string, ...limits: Limit[]) =>
  createMiddleware<{ Bindings: LimitsEnv; Variables: AreaVariables }>(async (c, next) => {
    try {
      await take(c.env, `place ${c.var.place}`, what, limits)
    } catch (error) {
      // A refusal given while the body is still coming can be lost on its way through workerd.
      await c.req.arrayBuffer()
      throw error
    }
    await next()
  })
