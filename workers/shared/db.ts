import { createClient } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import type { AreaEnv } from './env.ts'

/**
 * The database client, over libSQL's HTTP protocol. Create one per request: Workers cannot share a connection between requests. Send
 * statements that belong together with `db.batch([...])`: one atomic round trip.
 */
export const database = (env: Pick<AreaEnv, 'DATABASE_URL' | 'DATABASE_TOKEN'>) =>
  drizzle(createClient({ url: env.DATABASE_URL, ...(env.DATABASE_TOKEN && { authToken: env.DATABASE_TOKEN }) }))

export type Database = ReturnType<typeof database>

/** The error with which database triggers reject a write for a deleted account. */
const ACCOUNT_DELETED = 'account_deleted'

/** Whether a write failed because the account was deleted in the meantime. */
export function isAccountDeleted(error: unknown): boolean {
  return error instanceof Error && (error.message.includes(ACCOUNT_DELETED) || isAccountDeleted(error.cause))
}
