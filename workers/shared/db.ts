import { createClient } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import type { AreaEnv } from './env.ts'

/** The pauses before a statement or batch is sent again because the database was busy (ms). */
const BUSY_PAUSES = [50, 150, 400]

/** Whether an error, or a cause of it, has this code of SQLite. */
const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && ((error as { code?: unknown }).code === code || hasCode(error.cause, code))

/** Whether the database was busy with other writes. It has then changed nothing. */
export const isBusy = (error: unknown): boolean => hasCode(error, 'SQLITE_BUSY')

/** Whether the database refused a statement, as opposed to being busy or out of reach. Sent again, the statement fails again. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error && (/^SQLITE_(?!BUSY)/.test(String((error as { code?: unknown }).code)) || isRefused(error.cause))

/**
 * Sends again while the database answers that it is busy. No other error is retried: after a lost answer, the change may have been made.
 */
const retryBusy =
  <Args extends unknown[], Result>(send: (...args: Args) => Promise<Result>) =>
  async (...args: Args): Promise<Result> => {
    for (const pause of BUSY_PAUSES) {
      try {
        return await send(...args)
      } catch (error) {
        if (!isBusy(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
    return send(...args)
  }

/**
 * The database client, over libSQL's HTTP protocol. Create one per request: Workers cannot share a connection between requests. Send
 * statements that belong together with `db.batch([...])`: one atomic round trip.
 */
export function database(env: Pick<AreaEnv, 'DATABASE_URL' | 'DATABASE_TOKEN'>) {
  const client = createClient({ url: env.DATABASE_URL, ...(env.DATABASE_TOKEN && { authToken: env.DATABASE_TOKEN }) })
  client.execute = retryBusy(client.execute.bind(client)) as typeof client.execute
  client.batch = retryBusy(client.batch.bind(client))
  return drizzle(client)
}

export type Database = ReturnType<typeof database>

/** The error with which database triggers reject a write for a deleted account. */
const ACCOUNT_DELETED = 'account_deleted'

/** Whether a write failed because the account was deleted in the meantime. */
export function isAccountDeleted(error: unknown): boolean {
  return error instanceof Error && (error.message.includes(ACCOUNT_DELETED) || isAccountDeleted(error.cause))
}
