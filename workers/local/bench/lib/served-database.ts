import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Counts } from '../../world/hrana.ts'

/** Starts the libSQL server on a file, in its own process. */
export async function serve(file: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = fork(join(import.meta.dirname, '../../world/libsql.ts'), ['0', file])
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { ready: string }) => resolve(message.ready))
    child.once('exit', (code) => reject(new Error(`the database ended with ${code}`)))
  })
  const stop = () => {
    child.kill('SIGKILL')
    return ended
  }
  return { url, stop }
}

/** The cost of a call at the database: statements (those of batches counted one by one) and time (ms). */
export async function cost(databaseUrl: string, work: () => Promise<unknown>): Promise<{ statements: number; ms: number }> {
  const read = async () => (await (await fetch(`${databaseUrl}/stats`)).json()) as Counts
  const before = await read()
  await work()
  const after = await read()
  return { statements: after.statements - before.statements, ms: after.ms - before.ms }
}

const tokenOf = (userId: number) => String(userId).padStart(43, 'b')
/** The cookie of a user's session that {@link insertSession} has inserted. */
export const cookieOf = (userId: number) => `__Host-session=${tokenOf(userId)}`
/** SQL that inserts a session of a user. */
export const insertSession = (userId: number) => {
  const digest = createHash('sha256').update(tokenOf(userId)).digest('hex')
  return `insert into sessions (token_hash, user_id, created_at, expires_at, user_agent)
    values ('${digest}', ${userId}, unixepoch(), unixepoch() + 86400, 'bench')`
}

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
export const round = (value: number) => Math.round(value * 100) / 100
