import { and, eq, gt, lte, type SQL } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { origins } from '../shared/env.ts'
import { hash, now, secret } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import { type Mail, sendMail } from '../shared/mail.ts'
import { countMailRequest } from './attempt-limits.ts'
import { LINK_SECONDS, MAIL_PATHS } from './credentials.schema.ts'
import type { AuthEnv } from './env.ts'
import type { Call } from './sessions.ts'
import { mailLinks } from './tables.ts'

type Purpose = keyof typeof MAIL_PATHS

/**
 * Creates a link for a mail: its URL, the statement that stores it, and the statements that delete the user's older links for the same
 * purpose and all expired links. The token is in the URL fragment: browsers send it to no server and in no Referer.
 */
export async function newLink(env: AuthEnv, db: Database, purpose: Purpose, userId: number | SQL, email: string) {
  const [token, at] = [secret(), now()]
  const tokenHash = await hash(token)
  return {
    url: `${origins(env)[0]}${MAIL_PATHS[purpose]}#${token}`,
    tokenHash,
    insert: db.insert(mailLinks).values({ tokenHash, userId, purpose, email, expiresAt: at + LINK_SECONDS[purpose] }),
    clear: [
      db.delete(mailLinks).where(and(eq(mailLinks.userId, userId), eq(mailLinks.purpose, purpose))),
      db.delete(mailLinks).where(lte(mailLinks.expiresAt, at)),
    ] as const,
  }
}

/** SQL condition: the link exists and has not expired. */
export const isValidLink = (purpose: Purpose, tokenHash: string) =>
  and(eq(mailLinks.tokenHash, tokenHash), eq(mailLinks.purpose, purpose), gt(mailLinks.expiresAt, now()))

/** Sends a mail after the response. */
export const sendMailAfterResponse = (c: Call, mail: Mail): void => c.executionCtx.waitUntil(sendMail(c.env, mail))

/**
 * Like {@link sendMailAfterResponse}, for a mail that anybody can request. After too many requests for the address, `write` is not called
 * and no mail is sent.
 */
export function sendRequestedMail(c: Call, to: string, write: () => Mail | Promise<Mail>): void {
  const send = async () => {
    await countMailRequest(c, to)
    await sendMail(c.env, await write())
  }
  c.executionCtx.waitUntil(send().catch((error: unknown) => log('warn', 'mail_not_sent', { error: describeError(error) })))
}
