/** One structured log line. Never pass secrets, cookies, bodies, addresses of people or e-mails: ids and codes only. */
export const log = (level: 'info' | 'warn' | 'error', event: string, fields: Record<string, string | number | boolean | null> = {}): void =>
  console[level](JSON.stringify({ level, event, ...fields }))
