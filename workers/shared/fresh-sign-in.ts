import { createMiddleware } from 'hono/factory'
import type { AreaVariables, Viewer } from './area-variables.ts'
import { ApiError } from './errors.ts'
import { FRESH_SECONDS } from './fresh-sign-in.schema.ts'
import { now } from './ids.ts'

/** Throws `sign_in_again` if the session began too long ago. */
export function checkFreshSignIn({ signedInAt }: Viewer): void {
  if (signedInAt <= now() - FRESH_SECONDS) throw new ApiError('sign_in_again')
}

/** Requires a fresh sign-in: an unattended browser or a copied cookie must not be enough to give or take rights. Must follow `requireUser`. */
export const requireFreshSession = createMiddleware<{ Variables: AreaVariables & { user: Viewer } }>(async (c, next) => {
  checkFreshSignIn(c.var.user)
  await next()
})
