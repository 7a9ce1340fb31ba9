import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { STORAGE_BYTES } from './media.schema.ts'
import { media } from './tables.ts'

type Ticket = Pick<typeof media.$inferInsert, 'id' | 'userId' | 'kind' | 'key' | 'originalFilename' | 'contentType' | 'size' | 'createdAt'>

/** How long an upload that started before its signed URL expired may still run (seconds). */
const UPLOAD_GRACE = 3600

/** SQL: bytes of a user's files and tickets. Deleted files count until nothing can arrive at their signed URL. */
const usedBytes = (userId: number, at: number) => sql<number>`(select coalesce(sum(${media.size}), 0) from ${media}
  where ${and(eq(media.userId, userId), or(isNull(media.discardedAt), gt(media.openUntil, at)))})`

/**
 * Writes the row of an announced file. `expiresAt` is when its signed URL expires (UTC seconds), null for a multipart upload. Throws
 * `storage_full` with the bytes `used` and the `limit`. The insert itself checks the limit, so concurrent calls cannot exceed it.
 */
export async function writeTicket(db: Database, row: Ticket, expiresAt: number | null): Promise<typeof media.$inferSelect> {
  const { id, userId, kind, key, originalFilename, contentType, size, createdAt } = row
  const openUntil = expiresAt === null ? null : expiresAt + UPLOAD_GRACE
  const [, [created]] = await db.batch([
    db.run(sql`insert into ${media} (id, user_id, kind, key, original_filename, content_type, size, created_at, open_until)
      select ${id}, ${userId}, ${kind}, ${key}, ${originalFilename}, ${contentType}, ${size}, ${createdAt}, ${openUntil}
      where ${usedBytes(userId, createdAt)} + ${size} <= ${STORAGE_BYTES}`),
    db.select().from(media).where(eq(media.id, id)),
  ])
  if (created) return created
  const { used } = (await db.get(sql`select ${usedBytes(userId, createdAt)} as used`)) as { used: number }
  throw new ApiError('storage_full', { used, limit: STORAGE_BYTES })
}
