import { and, eq, isNull, sql } from 'drizzle-orm'
import { hiddenMessages } from '../orders/hidden-tables.ts'
import { database } from '../shared/db.ts'
import type { AreaEnv } from '../shared/env.ts'
import type { rooms } from './tables.ts'

/** SQL: 1 if a message is hidden, else 0. */
export const isHidden = (roomId: typeof rooms.id, seq: typeof rooms.lastSeq) =>
  sql<number>`exists (select 1 from ${hiddenMessages}
    where ${hiddenMessages.roomId} = ${roomId} and ${hiddenMessages.seq} = ${seq} and ${isNull(hiddenMessages.restoredAt)})`

/** The seqs of the hidden messages of a room. */
export async function hiddenIn(env: AreaEnv, roomId: string): Promise<number[]> {
  const rows = await database(env)
    .selectDistinct({ seq: hiddenMessages.seq })
    .from(hiddenMessages)
    .where(and(eq(hiddenMessages.roomId, roomId), isNull(hiddenMessages.restoredAt)))
  return rows.map(({ seq }) => seq)
}
