import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import type { UploadsEnv } from './env.ts'
import { countParts, PART_BYTES, SINGLE_PUT_BYTES, SOLD_BYTES, STORAGE_BYTES, type Transfer } from './media.schema.ts'
import { signPut } from './signed-urls.ts'
import { type MediaRow, media } from './tables.ts'

type Ticket = Pick<typeof media.$inferInsert, 'id' | 'userId' | 'kind' | 'key' | 'originalFilename' | 'contentType' | 'size' | 'createdAt'>

/** Who may announce a file: an SQL condition, and what throws its error. */
export interface Right {
  may: SQL
  refuse: () => Promise<void>
}

/** How long an upload that started before its signed URL expired may still run (seconds). */
const UPLOAD_GRACE = 3600

/**
 * SQL condition: the file was delivered in a completed order whose payment matches its quote. Its seller can never delete it, so it must
 * not use up their storage. A file of a disputed order is not sold, because a full refund makes such an order free.
 */
const isSold = sql`exists (select 1 from delivery_files f join delivery_steps s on s.id = f.step_id join orders o on o.id = s.order_id
  where f.media_id = media.id and o.status = 5 and o.terms_state = 'ok' and not exists (select 1 from chain_events e
    where e.chain_id = o.chain_id and e.contract = o.contract and e.order_id = o.order_id and e.name = 'DisputeOrder'))`

/**
 * SQL: bytes of a user's files and tickets. Deleted files count until nothing can arrive at their signed URL. Of the sold files, only the
 * bytes above SOLD_BYTES count.
 */
const usedBytes = (userId: number, at: number) => sql<number>`(
  select coalesce(sum(iif(is_sold, 0, size)), 0) + max(0, coalesce(sum(iif(is_sold, size, 0)), 0) - ${SOLD_BYTES})
  from (select ${media.size} as size, ${isSold} as is_sold from ${media}
    where ${and(eq(media.userId, userId), or(isNull(media.discardedAt), gt(media.openUntil, at)))}))`

/**
 * Writes the row of an announced file. `expiresAt` is when its signed URL expires (UTC seconds), null without one. Throws
 * `storage_full` with the bytes `used` and the `limit`. The insert itself checks the limit, so concurrent calls cannot exceed it. It also
 * checks `may`, the right to announce such a file; without it, `refuse` throws why.
 */
export async function writeTicket(db: Database, row: Ticket, expiresAt: number | null, right?: Right): Promise<MediaRow> {
  const { id, userId, kind, key, originalFilename, contentType, size, createdAt } = row
  const openUntil = expiresAt === null ? null : expiresAt + UPLOAD_GRACE
  const [, [created]] = await db.batch([
    db.run(sql`insert into ${media} (id, user_id, kind, key, original_filename, content_type, size, created_at, open_until)
      select ${id}, ${userId}, ${kind}, ${key}, ${originalFilename}, ${contentType}, ${size}, ${createdAt}, ${openUntil}
      where ${usedBytes(userId, createdAt)} + ${size} <= ${STORAGE_BYTES} and ${right?.may ?? sql`true`}`),
    db.select().from(media).where(eq(media.id, id)),
  ])
  if (created) return created
  await right?.refuse()
  const { used } = (await db.get(sql`select ${usedBytes(userId, createdAt)} as used`)) as { used: number }
  throw new ApiError('storage_full', { used, limit: STORAGE_BYTES })
}

/** Announces a file: writes its row, and returns how the browser sends it. Throws `storage_full`. */
export async function createTicket(
  env: UploadsEnv,
  db: Database,
  row: Ticket,
  right?: Right,
): Promise<{ row: MediaRow; transfer: Transfer }> {
  const { key, contentType: type, size } = row
  if (size <= SINGLE_PUT_BYTES) {
    const upload = await signPut(env, { key, type, size })
    return { row: await writeTicket(db, row, upload.expiresAt, right), transfer: { upload } }
  }
  // Write the row first: the parts of a multipart upload without a row could not be removed.
  const created = await writeTicket(db, row, null, right)
  const { uploadId } = await env.FILES.createMultipartUpload(key, { httpMetadata: { contentType: type } })
  await db.update(media).set({ uploadId }).where(eq(media.id, row.id))
  return { row: created, transfer: { parts: { bytes: PART_BYTES, count: countParts(size) } } }
}
