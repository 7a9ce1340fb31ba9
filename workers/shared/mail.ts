import { ApiError } from './errors.ts'
import { log, reasonOf } from './log.ts'
import { outsideJson } from './outside.ts'

/** What a worker that sends mail is given: Cloudflare's own sending, or a key for Resend, which then comes first. */
export interface MailEnv {
  /** `Name <address>`; the address's domain must be set up with whoever sends. */
  MAIL_FROM: string
  EMAIL?: SendEmail
  RESEND_API_KEY?: string
  /** Origin of Resend's API. */
  RESEND_URL: string
}

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

const TRIES = 3
const PAUSE_MS = 1500

/** The name and the address of `Name <address>`. */
export function senderOf({ MAIL_FROM }: Pick<MailEnv, 'MAIL_FROM'>): { name: string; email: string } {
  const [, name, email] = /^(.+?) *<(\S+@\S+)>$/.exec(MAIL_FROM) ?? []
  if (!name || !email) throw new Error('MAIL_FROM must read: Name <address>')
  return { name, email }
}

/** Hands a mail over; the one door out for mail. Throws `outside_unavailable` when it was not taken. */
async function hand(env: MailEnv, { to, ...mail }: Mail, key: string): Promise<void> {
  if (!env.RESEND_API_KEY) {
    if (!env.EMAIL) throw new Error('neither EMAIL nor RESEND_API_KEY is set')
    await env.EMAIL.send({ from: senderOf(env), to, ...mail })
    return
  }
  await outsideJson(`${env.RESEND_URL}/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.RESEND_API_KEY}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ from: env.MAIL_FROM, to: [to], ...mail }),
  })
}

/**
 * Sends a mail, a few times where trying again can help. For `waitUntil`: it never rejects, as nobody waits for it; what stays
 * unsent is told to the log, without the address.
 */
export async function sendMail(env: MailEnv, mail: Mail): Promise<void> {
  // The same key each time, so that a mail whose receipt was lost is not sent twice.
  const key = crypto.randomUUID()
  for (let tried = 1; ; tried++) {
    try {
      return await hand(env, mail, key)
    } catch (error) {
      const { retryable } = (error instanceof ApiError ? error.details : {}) as { retryable?: boolean }
      if (!retryable || tried === TRIES) {
        const reason = error instanceof ApiError ? JSON.stringify(error.details) : ((error as { code?: string }).code ?? reasonOf(error))
        return log('error', 'mail_failed', { tried, reason })
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried))
  }
}
