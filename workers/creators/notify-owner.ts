import { eq } from 'drizzle-orm'
import { database } from '../shared/db.ts'
import { describeError, log } from '../shared/log.ts'
import { creators } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'

const HOUR = 3600

/**
 * Notifies the owner of a post of a new comment, at most once an hour for each post. It is not mailed or pushed, because strangers can cause it.
 * A failure is only logged: the comment is shown anyway, and the next one notifies again.
 */
export async function notifyOwner(env: CreatorsEnv, { pid, ownerId, at }: { pid: string; ownerId: number; at: number }): Promise<void> {
  try {
    const [creator] = await database(env).select({ name: creators.name }).from(creators).where(eq(creators.userId, ownerId))
    if (!creator) return
    const replaces = `postCommented ${pid}`
    await env.NOTIFICATIONS.notify([
      {
        userId: ownerId,
        key: `${replaces} ${Math.floor(at / HOUR)}`,
        replaces,
        kind: 'postCommented',
        thing: { kind: 'post', id: pid },
        params: { title: creator.name },
        at,
        isMailed: false,
      },
    ])
  } catch (error) {
    log('warn', 'owner_not_notified', { error: describeError(error) })
  }
}
