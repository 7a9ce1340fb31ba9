import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { quotes } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import type { UploadsEnv } from './env.ts'
import { REFUNDED } from './media-usage.ts'
import { removeFiles } from './remove-files.ts'
import { media } from './tables.ts'

/** Files deleted per batch. */
const BATCH = 200

/**
 * Deletes the files of a user whose profile and listings are already deleted. A picture in the terms of an order stays for the other party,
 * without its original file name. A delivered file stays, with its name, until the accounts of both parties are deleted, and so does a file
 * of a message in the room of an order. Evidence stays until the orders area deletes it, see sweep.ts. Works that tokens and collections on
 * chain refer to stay, without their original file names.
 */
export async function eraseUser(env: UploadsEnv, userId: number): Promise<void> {
  const db = database(env)
  const isInQuote = sql<number>`exists (select 1 from ${quotes} where ${quotes.sellerId} = ${userId} and instr(${quotes.terms}, media.id) > 0)`
  const delivered = sql`delivery_files f join delivery_steps s on s.id = f.step_id join orders o on o.id = s.order_id`
  const hasBuyer = sql<number>`exists (select 1 from ${delivered} left join users u on u.id = o.buyer_id
    where f.media_id = media.id and o.status not in ${REFUNDED} and u.deleted_at is null)`
  const isLeftByDeletedSeller = sql`media.id in (select f.media_id from ${delivered} join users u on u.id = o.seller_id
    where o.buyer_id = ${userId} and u.deleted_at is not null)`
  const isEvidence = sql<number>`exists (select 1 from evidence_files f where f.media_id = media.id)`
  const isOnChain = sql<number>`exists (select 1 from nft_files f where f.media_id = media.id
    and (f.subject like 'token:%' or f.subject like 'collection:%'))`
  const sentInOrder = sql`message_files f join rooms r on r.id = f.room_id join orders o on o.id = r.order_id`
  const hasReader = sql<number>`exists (select 1 from ${sentInOrder} join users u on u.id in (o.buyer_id, o.seller_id)
    where f.media_id = media.id and f.removed_at is null and u.deleted_at is null)`
  // The cross joins make SQLite start from the orders of the user, not from the files of all rooms.
  const isLeftInRoom = sql`media.id in (select f.media_id from orders o cross join rooms r on r.order_id = o.id
    cross join message_files f on f.room_id = r.id where o.buyer_id = ${userId} or o.seller_id = ${userId})`
  await db
    .update(media)
    .set({ originalFilename: '' })
    .where(and(eq(media.userId, userId), or(isInQuote, isOnChain)))
  for (;;) {
    const files = await db
      .select({ id: media.id, kind: media.kind, key: media.key, uploadId: media.uploadId })
      .from(media)
      .where(
        and(
          or(eq(media.userId, userId), isLeftByDeletedSeller, isLeftInRoom),
          isNull(media.discardedAt),
          sql`not ${isInQuote}`,
          sql`not ${hasBuyer}`,
          sql`not ${isEvidence}`,
          sql`not ${isOnChain}`,
          sql`not ${hasReader}`,
        ),
      )
      .limit(BATCH)
    if (!files.length) return
    await removeFiles(env, db, files)
  }
}
