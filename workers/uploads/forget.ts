import { and, eq, isNull, sql } from 'drizzle-orm'
import { quotes } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import type { UploadsEnv } from './env.ts'
import { removeFiles } from './remove.ts'
import { media } from './tables.ts'

/** Files deleted in one go. */
const PART = 200

/**
 * Deletes the files of somebody who has no profile and no listings any more. A picture that an order was agreed with stays, for the
 * other party, without the name it had on its owner's disk.
 */
export async function forget(env: UploadsEnv, userId: number): Promise<void> {
  const db = database(env)
  const ordered = sql<number>`exists (select 1 from ${quotes} where ${quotes.sellerId} = ${userId} and instr(${quotes.terms}, media.id) > 0)`
  await db
    .update(media)
    .set({ originalFilename: '' })
    .where(and(eq(media.userId, userId), ordered))
  for (;;) {
    const gone = await db
      .select({ id: media.id, kind: media.kind, key: media.key, uploadId: media.uploadId })
      .from(media)
      .where(and(eq(media.userId, userId), isNull(media.discardedAt), sql`not ${ordered}`))
      .limit(PART)
    if (!gone.length) return
    await removeFiles(env, db, gone)
  }
}
