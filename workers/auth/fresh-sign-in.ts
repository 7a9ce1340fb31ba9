import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { createMiddleware } from 'hono/factory'
import type { AreaVariables, Viewer } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import type { AreaEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { checkFreshSignIn } from '../shared/fresh-sign-in.ts'
import { now } from '../shared/ids.ts'
import { accounts } from '../shared/tables.ts'
import { FRESH_CALLS, type SignInOlder } from './fresh-sign-in.schema.ts'
import { credentials } from './tables.ts'

/** Whether a user has a sign-in method that no longer counts as new. */
async function hasTrustedSignInMethod(db: Database, userId: number): Promise<boolean> {
  const time = now()
  const [wallets, passwords] = await db.batch([
    db
      .select({ address: accounts.address })
      .from(accounts)
      .where(and(eq(accounts.userId, userId), lte(accounts.trustedFrom, time)))
      .limit(1),
    db
      .select({ userId: credentials.userId })
      .from(credentials)
      .where(and(eq(credentials.userId, userId), lte(credentials.trustedFrom, time), isNotNull(credentials.passwordHash))),
  ])
  return wallets.length + passwords.length > 0
}

/**
 * Throws `sign_in_older` if the session began with a new sign-in method while an older method exists: an attacker who adds a wallet to
 * another person's account must not be able to lock the owner out with it.
 */
export async function requireTrustedSignIn(db: Database, user: Viewer): Promise<void> {
  const details: SignInOlder = { until: user.trustedFrom }
  if (user.trustedFrom > now() && (await hasTrustedSignInMethod(db, user.id))) throw new ApiError('sign_in_older', details)
}

/**
 * Requires a fresh sign-in for a call of {@link FRESH_CALLS}: an unattended browser or a copied cookie must not be enough to take over an
 * account. Place it after `requireUser`, and before the handler, which may consume the nonce of the request.
 */
export const requireFreshSignIn = (call: keyof typeof FRESH_CALLS) =>
  createMiddleware<{ Bindings: AreaEnv; Variables: AreaVariables & { user: Viewer } }>(async (c, next) => {
    const { older, field }: { older: boolean; field?: string } = FRESH_CALLS[call]
    const body: unknown = field === undefined ? null : await c.req.json().catch(() => null)
    if (field === undefined || (typeof body === 'object' && body !== null && (body as Record<string, unknown>)[field] !== undefined)) {
      const { user } = c.var
      checkFreshSignIn(user)
      if (older) await requireTrustedSignIn(database(c.env), user)
    }
    await next()
  })
