import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { STORAGE_BYTES } from './media.schema.ts'
import { media } from './tables.ts'

type Ticket = Pick<typeof media.$inferInsert, 'id' | 'userId' | 'kind' | 'key' | 'originalFilename' | 'contentType' | 'size' | 'createdAt'>

/** An upload that began while its address was open may take so much longer (seconds). */
const UNDER_WAY = 3600

/** What somebody's files take up, or may yet: deleted ones too, as long as their address is open. */
const usedBy = (userId: number, at: number) => sql<number>`(select coalesce(sum(${media.size}), 0) from ${media}
  where ${and(eq(media.userId, userId), or(isNull(media.discardedAt), gt(media.openUntil, at)))})`

/**
 * Writes the row of a file that is to come. `expiresAt` is when its signed address does (UTC seconds), null for a file in parts. Throws
 * `storage_full` with the bytes `used` and the `limit`; decided in the statement that writes, so that of many at once none gets past.
 */
export async function writeTicket(db: Database, row: Ticket, expiresAt: number | null): Promise<typeof media.$inferSelect> {
  const { id, userId, kind, key, originalFilename, contentType, size, createdAt } = row
  const openUntil = expiresAt === null ? null : expiresAt + UNDER_WAY
  const [, [made]] = await db.batch([
    db.run(sql`insert into ${media} (id, user_id, kind, key, original_filename, content_type, size, created_at, open_until)
      select ${id}, ${userId}, ${kind}, ${key}, ${originalFilename}, ${contentType}, ${size}, ${createdAt}, ${openUntil}
      where ${usedBy(userId, createdAt)} + ${size} <= ${STORAGE_BYTES}`),
    db.select().from(media).where(eq(media.id, id)),
  ])
  if (made) return made
  const { used } = (await db.get(sql`select ${usedBy(userId, createdAt)} as used`)) as { used: number }
  throw new ApiError('storage_full', { used, limit: STORAGE_BYTES })
}
