import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { takeEvent } from '../shared/limits.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { UploadsEnv } from './env.ts'
import { ATTACHMENT_TYPE, MESSAGE_KIND, VARIANT_WIDTHS } from './media.schema.ts'
import {
  cloudFileQuery,
  cloudUploadRequest,
  MESSAGE_FILE_TYPES,
  type MessageFileTicket,
  maxBytesOf,
  messageFileKind,
  messageFileName,
} from './message-files.schema.ts'
import { contentDisposition } from './private-files.ts'
import { parseRange } from './send-file.ts'
import { type MediaRow, media } from './tables.ts'
import { createTicket } from './tickets.ts'
import { makeVariant, privateVariantKey, uploadedKey } from './variants.ts'

/** No address gives access by itself: each request needs a session. A browser may keep a picture, but asks each time whether it still may. */
const HEADERS = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' }

/** The headers of a file to save. Only pictures and videos have their own type, so that no browser displays another one. */
const downloadHeaders = ({ contentType, originalFilename }: MediaRow) => ({
  ...HEADERS,
  'cache-control': 'private, no-store',
  'content-type': messageFileKind(contentType) === 'document' ? ATTACHMENT_TYPE : contentType,
  'content-disposition': contentDisposition(originalFilename, ATTACHMENT_TYPE),
  'accept-ranges': 'bytes',
})

export const messageFiles = new Hono<{ Bindings: UploadsEnv; Variables: AreaVariables }>()
  /** Creates an upload ticket for a file of a message. finishUpload verifies the file, and sendMessage sends it. */
  .post('/cloudUpload', requireUser, valid('json', cloudUploadRequest), async (c) => {
    const { name, type, size } = c.req.valid('json')
    const kind = messageFileKind(type)
    if (!kind) throw new ApiError('file_type_unsupported', { types: Object.keys(MESSAGE_FILE_TYPES) })
    if (size > maxBytesOf(kind)) throw new ApiError('file_too_large', { bytes: maxBytesOf(kind) })
    await takeEvent(c, 'announcedBytes', size)
    const id = opaqueId()
    const fields = { id, userId: c.var.user.id, kind: MESSAGE_KIND, key: uploadedKey(id), contentType: type, size, createdAt: now() }
    const { row, transfer } = await createTicket(c.env, database(c.env), { ...fields, originalFilename: messageFileName(name, type) })
    return c.json<MessageFileTicket, 201>({ id, name: row.originalFilename, mimeType: type, ...transfer }, 201)
  })

  /**
   * Returns a file of a message, or with `width` a picture as WebP. Only its owner, and the members of the room in which it was sent, get it;
   * others get 403. Once the message is deleted, nobody does, and while an admin has hidden it, only the owner.
   */
  .get('/downloadCloudFile', requireUser, valid('query', cloudFileQuery), async (c) => {
    const { id, width: wanted } = c.req.valid('query')
    const me = c.var.user.id
    const sent = sql`message_files f where f.media_id = media.id`
    const [found] = await database(c.env)
      .select({
        file: media,
        isMember: sql<number>`exists (select 1 from room_members m where m.user_id = ${me} and m.room_id = (select f.room_id from ${sent}))`,
      })
      .from(media)
      .where(
        and(
          eq(media.id, id),
          eq(media.kind, MESSAGE_KIND),
          isNotNull(media.readyAt),
          sql`not exists (select 1 from ${sent} and f.removed_at is not null)`,
          sql`(${media.userId} = ${me} or not exists (select 1 from message_files f
            join hidden_messages h on h.room_id = f.room_id and h.seq = f.seq and h.restored_at is null where f.media_id = media.id))`,
        ),
      )
    const { file, isMember } = found ?? {}
    if (file?.etag == null) throw new ApiError('upload_not_found')
    if (file.userId !== me && !isMember) throw new ApiError('not_room_member')
    const { key, etag, size } = file
    const width = VARIANT_WIDTHS.find((allowed) => allowed === wanted)
    if (width) {
      if (messageFileKind(file.contentType) !== 'image') throw new ApiError('upload_not_found')
      const headers = { ...HEADERS, 'content-type': 'image/webp', 'cache-control': 'private, no-cache', etag: `"${etag}-${width}"` }
      if (c.req.header('if-none-match')?.includes(headers.etag)) return c.body(null, 304, headers)
      const variant = privateVariantKey(id, width)
      const stored = await c.env.FILES.get(variant)
      if (stored) return c.body(stored.body, 200, headers)
      return c.body((await makeVariant(c.env, { key, etag }, width, variant)) as Uint8Array<ArrayBuffer>, 200, headers)
    }
    const headers = downloadHeaders(file)
    const part = parseRange(c.req.header('range'), size)
    if (part === 'unsatisfiable') return c.body(null, 416, { ...headers, 'content-range': `bytes */${size}` })
    const object = await c.env.FILES.get(key, { ...(part && { range: part }), onlyIf: { etagMatches: etag } })
    if (!object || !('body' in object)) throw new ApiError('upload_not_found')
    if (!part) return c.body(object.body, 200, { ...headers, 'content-length': String(size) })
    const { offset, length } = part
    return c.body(object.body, 206, {
      ...headers,
      'content-length': String(length),
      'content-range': `bytes ${offset}-${offset + length - 1}/${size}`,
    })
  })
