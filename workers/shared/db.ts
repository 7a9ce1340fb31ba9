import { createClient } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import type { AreaEnv } from './env.ts'

/**
 * The database, over libSQL's HTTP protocol: no socket outlives a request, so one is opened per request.
 * Several statements that belong together go through `db.batch([...])`, which is one atomic round trip.
 */
export const database = (env: Pick<AreaEnv, 'DATABASE_URL' | 'DATABASE_TOKEN'>) =>
  drizzle(createClient({ url: env.DATABASE_URL, ...(env.DATABASE_TOKEN && { authToken: env.DATABASE_TOKEN }) }))

export type Database = ReturnType<typeof database>

/** What the database's triggers answer to a write for somebody who has deleted their account. */
const ACCOUNT_DELETED = 'account_deleted'

/** Whether a write failed because its person deleted their account meanwhile. */
export function isOfDeleted(error: unknown): boolean {
  return error instanceof Error && (error.message.includes(ACCOUNT_DELETED) || isOfDeleted(error.cause))
}
