import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Database, database } from '../shared/db.ts'
import type { AreaEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import type { MessageFile } from '../uploads/message-files.schema.ts'
import { media } from '../uploads/tables.ts'
import { messageFiles } from './tables.ts'

/** A message that is about to be sent, with the ids of its files. */
interface Claim {
  roomId: string
  clientId: string
  ids: readonly string[]
}

/**
 * Claims finished files of a member for a message, so that nobody deletes them meanwhile, and returns them in their order. A file can be sent
 * once: only the same message (by its client id) can claim it again. Throws `upload_not_found` for any other file. The signs `+` keep SQLite
 * from reading all files of the member or the room by an index.
 */
export async function claimFiles(db: Database, userId: number, { roomId, clientId, ids }: Claim): Promise<MessageFile[]> {
  if (!ids.length) return []
  const list = JSON.stringify(ids)
  const [, claimed] = await db.batch([
    db.run(sql`insert into ${messageFiles} (media_id, room_id, client_id, claimed_at)
      select id, ${roomId}, ${clientId}, ${now()} from media where id in (select value from json_each(${list})) and +user_id = ${userId}
        and kind = 'message' and ready_at is not null and discarded_at is null on conflict do nothing`),
    db
      .select({
        id: media.id,
        name: media.originalFilename,
        mimeType: media.contentType,
        size: media.size,
        width: media.width,
        height: media.height,
        placeholder: media.placeholder,
      })
      .from(media)
      .where(
        and(
          sql`${media.id} in (select f.media_id from message_files f where f.media_id in (select value from json_each(${list}))
            and +f.room_id = ${roomId} and f.client_id = ${clientId} and f.removed_at is null)`,
          sql`+${media.userId} = ${userId}`,
          isNotNull(media.readyAt),
        ),
      ),
  ])
  const found = new Map(claimed.map((file) => [file.id, file]))
  return ids.map((id) => {
    const file = found.get(id)
    if (!file) throw new ApiError('upload_not_found', { id })
    return file
  })
}

/** What happened to a file of a room: it was sent with the message `seq`, or removed with its message (`seq` null). */
export type FileChange = { id: string; seq: number | null }

/**
 * Records what happened to files. Removed ones can no longer be read, and the next sweep of the uploads area deletes them. Rows of files that
 * were deleted before go too. Safe to repeat.
 */
export async function recordFileChanges(env: AreaEnv, changes: readonly FileChange[]): Promise<void> {
  const db = database(env)
  const sent = changes.filter(({ seq }) => seq !== null)
  const removed = changes.filter(({ seq }) => seq === null).map(({ id }) => id)
  await db.batch([
    db.run(sql`update ${messageFiles} set seq = (select value ->> 'seq' from json_each(${JSON.stringify(sent)}) where value ->> 'id' = media_id)
      where media_id in (select value ->> 'id' from json_each(${JSON.stringify(sent)}))`),
    db
      .update(messageFiles)
      .set({ removedAt: now() })
      .where(and(inArray(messageFiles.mediaId, removed), isNull(messageFiles.removedAt))),
    db.run(sql`delete from ${messageFiles} where removed_at > 0 and media_id not in (select id from media)`),
  ])
}
