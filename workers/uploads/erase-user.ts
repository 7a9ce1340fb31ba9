import { and, eq, isNull, sql } from 'drizzle-orm'
import { quotes } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import type { UploadsEnv } from './env.ts'
import { removeFiles } from './remove-files.ts'
import { media } from './tables.ts'

/** Files deleted per batch. */
const BATCH = 200

/**
 * Deletes the files of a user whose profile and listings are already deleted. A picture in the terms of an order stays for the other
 * party, without its original file name.
 */
export async function eraseUser(env: UploadsEnv, userId: number): Promise<void> {
  const db = database(env)
  const isInQuote = sql<number>`exists (select 1 from ${quotes} where ${quotes.sellerId} = ${userId} and instr(${quotes.terms}, media.id) > 0)`
  await db
    .update(media)
    .set({ originalFilename: '' })
    .where(and(eq(media.userId, userId), isInQuote))
  for (;;) {
    const files = await db
      .select({ id: media.id, kind: media.kind, key: media.key, uploadId: media.uploadId })
      .from(media)
      .where(and(eq(media.userId, userId), isNull(media.discardedAt), sql`not ${isInQuote}`))
      .limit(BATCH)
    if (!files.length) return
    await removeFiles(env, db, files)
  }
}
