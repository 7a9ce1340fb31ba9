import { ApiError } from './errors.ts'
import { fetchJson } from './external-http.ts'
import { describeError, log } from './log.ts'

/** Variables of workers that send mail: the Cloudflare e-mail binding, or an API key of Resend, which takes precedence. */
export interface MailEnv {
  /** `Name <address>`. The domain must be verified with the mail provider. */
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
  /** Additional headers. */
  headers?: Record<string, string>
}

const MAX_ATTEMPTS = 3
const RETRY_PAUSE_MS = 1500

/** The name and the address of `Name <address>`. */
export function senderOf({ MAIL_FROM }: Pick<MailEnv, 'MAIL_FROM'>): { name: string; email: string } {
  const [, name, email] = /^(.+?) *<(\S+@\S+)>$/.exec(MAIL_FROM) ?? []
  if (!name || !email) throw new Error('MAIL_FROM must read: Name <address>')
  return { name, email }
}

/**
 * Passes a mail to the provider. Throws `outside_unavailable` if the provider does not accept it. Within a day, Resend sends only one mail
 * for each key; Cloudflare has no such keys.
 */
export async function deliverMail(env: MailEnv, { to, ...mail }: Mail, key: string): Promise<void> {
  if (!env.RESEND_API_KEY) {
    if (!env.EMAIL) throw new Error('neither EMAIL nor RESEND_API_KEY is set')
    await env.EMAIL.send({ from: senderOf(env), to, ...mail })
    return
  }
  await fetchJson(`${env.RESEND_URL}/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.RESEND_API_KEY}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ from: env.MAIL_FROM, to: [to], ...mail }),
  })
}

/** Whether a failed mail may be sent again, and the reason of the failure. The reason is for the log, so it does not contain the address. */
export function mailFailure(error: unknown): { retryable: boolean; reason: string } {
  if (!(error instanceof ApiError)) return { retryable: false, reason: (error as { code?: string }).code ?? describeError(error) }
  const { retryable = false } = error.details as { retryable?: boolean }
  return { retryable, reason: JSON.stringify(error.details) }
}

/**
 * Sends a mail and retries retryable errors. Meant for `waitUntil`: it never rejects. A mail that could not be sent is logged, without the
 * address.
 */
export async function sendMail(env: MailEnv, mail: Mail): Promise<void> {
  // The same key for each attempt, so that the provider does not send the mail twice.
  const key = crypto.randomUUID()
  for (let attempt = 1; ; attempt++) {
    try {
      return await deliverMail(env, mail, key)
    } catch (error) {
      const { retryable, reason } = mailFailure(error)
      if (!retryable || attempt === MAX_ATTEMPTS) return log('error', 'mail_failed', { tried: attempt, reason })
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * attempt))
  }
}
