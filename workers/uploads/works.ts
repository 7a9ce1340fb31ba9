import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { creators } from '../creators/creator-tables.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { takeEvent } from '../shared/limits.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { UploadsEnv } from './env.ts'
import { cleanName, ticketRequest } from './media.schema.ts'
import type { MediaRow } from './tables.ts'
import { createTicket } from './tickets.ts'
import { maxWorkBytes, WORK_KIND, WORK_TYPES, type Work, type WorkTicket } from './works.schema.ts'

/** SQL condition: the member is a creator whom the team has not removed. */
export const isCreator = (userId: number) => sql`exists (select 1 from creators c where c.user_id = ${userId} and c.removed_at is null)`

/** Throws `forbidden` for a member who is no creator, and `folio_removed` for one whom the team has removed. */
export async function refuseOthers(db: Database, userId: number): Promise<void> {
  const [found] = await db.select({ removedAt: creators.removedAt }).from(creators).where(eq(creators.userId, userId))
  if (!found) throw new ApiError('forbidden')
  if (found.removedAt !== null) throw new ApiError('folio_removed')
}

export const toWork = ({ id, cid, contentType, size, width, height, placeholder, originalFilename, readyAt }: MediaRow): Work => ({
  id,
  cid: readyAt === null ? null : cid,
  mimeType: contentType,
  size,
  width,
  height,
  placeholder,
  filename: originalFilename,
  ready: readyAt !== null,
})

export const works = new Hono<{ Bindings: UploadsEnv; Variables: AreaVariables }>()
  /**
   * Creates an upload ticket for a file that a creator publishes with NFTs: a picture, a video or a book. finishUpload verifies it and its
   * IPFS address.
   */
  .post('/addWork', requireUser, valid('json', ticketRequest), async (c) => {
    const { name, type, size } = c.req.valid('json')
    const userId = c.var.user.id
    const db = database(c.env)
    await refuseOthers(db, userId)
    if (!WORK_TYPES.includes(type)) throw new ApiError('file_type_unsupported', { types: WORK_TYPES })
    if (size > maxWorkBytes(type)) throw new ApiError('file_too_large', { bytes: maxWorkBytes(type) })
    await takeEvent(c, 'announcedBytes', size)
    const id = opaqueId()
    const fields = { id, userId, kind: WORK_KIND, key: `originals/${id}`, contentType: type, size, createdAt: now() }
    const right = { may: isCreator(userId), refuse: () => refuseOthers(db, userId) }
    const { row, transfer } = await createTicket(c.env, db, { ...fields, originalFilename: cleanName(name) }, right)
    return c.json<WorkTicket, 201>({ ...toWork(row), ...transfer }, 201)
  })
