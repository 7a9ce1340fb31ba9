import { DrizzleQueryError } from 'drizzle-orm/errors'

/** Writes one structured log line. Pass only ids and codes: never secrets, cookies, bodies, postal or e-mail addresses. */
export const log = (level: 'info' | 'warn' | 'error', event: string, fields: Record<string, string | number | boolean | null> = {}): void =>
  console[level](JSON.stringify({ level, event, ...fields }))

/**
 * The error message and stack for the log. The message of a failed query contains its parameters, which are personal data, so only the
 * database's own error is logged.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error instanceof DrizzleQueryError)) return error.stack ?? error.message
  const frames = error.stack?.indexOf('\n    at ') ?? -1
  return `failed query: ${error.cause?.message ?? 'no reason given'}${frames < 0 ? '' : error.stack!.slice(frames)}`
}
