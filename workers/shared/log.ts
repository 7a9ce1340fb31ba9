import { DrizzleQueryError } from 'drizzle-orm/errors'

/** One structured log line. Never pass secrets, cookies, bodies, addresses of people or e-mails: ids and codes only. */
export const log = (level: 'info' | 'warn' | 'error', event: string, fields: Record<string, string | number | boolean | null> = {}): void =>
  console[level](JSON.stringify({ level, event, ...fields }))

/**
 * What went wrong and where, fit for the log. A failed query says in its own text which values it was asked with, and those
 * are people's words and names: of it only the database's answer is told.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error instanceof DrizzleQueryError)) return error.stack ?? error.message
  const frames = error.stack?.indexOf('\n    at ') ?? -1
  return `failed query: ${error.cause?.message ?? 'no reason told'}${frames < 0 ? '' : error.stack!.slice(frames)}`
}
