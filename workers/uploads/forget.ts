import { and, eq, inArray, sql } from 'drizzle-orm'
import { quotes } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import type { UploadsEnv } from './env.ts'
import { media } from './tables.ts'
import { variantKeys } from './variants.ts'

/** Files deleted in one go; R2 takes a thousand keys at once, and a picture has four. */
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
      .select({ id: media.id, kind: media.kind, key: media.key })
      .from(media)
      .where(and(eq(media.userId, userId), sql`not ${ordered}`))
      .limit(PART)
    if (!gone.length) return
    // The files first: a row without its file can be deleted later, a file without its row is never found again.
    await env.FILES.delete(gone.flatMap(({ id, key, kind }) => [key, ...(kind === 'image' ? variantKeys(id) : [])]))
    await db.delete(media).where(
      inArray(
        media.id,
        gone.map(({ id }) => id),
      ),
    )
  }
}
