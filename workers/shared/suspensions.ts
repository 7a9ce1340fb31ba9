import { createMiddleware } from 'hono/factory'
import type { AreaVariables, Viewer } from './area-variables.ts'
import { ApiError } from './errors.ts'
import { callName } from './limits.ts'
import { CALLS_REFUSED_TO_SUSPENDED } from './suspension-table.ts'

/** Throws `account_suspended`, with the end of the suspension (UTC seconds, or null until an admin ends it). */
export function checkNotSuspended({ suspension }: Pick<Viewer, 'suspension'>): void {
  if (suspension) throw new ApiError('account_suspended', suspension)
}

/** Refuses {@link CALLS_REFUSED_TO_SUSPENDED} to a suspended member, before anything is counted or read. Must follow `readViewer`. */
export const refuseSuspended = createMiddleware<{ Variables: AreaVariables }>(async (c, next) => {
  if (c.var.viewer?.suspension && CALLS_REFUSED_TO_SUSPENDED.has(callName(c))) {
    // Read the body first, as limitCalls does.
    await c.req.arrayBuffer()
    checkNotSuspended(c.var.viewer)
  }
  await next()
})
