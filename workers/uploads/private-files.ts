import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { takeEvent } from '../shared/limits.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { UploadsEnv } from './env.ts'
import {
  cleanName,
  DOCUMENTS,
  type DocumentType,
  downloadRequest,
  isDocument,
  type PrivateFile,
  type SignedPut,
  ticketRequest,
} from './media.schema.ts'
import { toPrivateFile } from './product-media.ts'
import { signPut } from './signed-urls.ts'
import { media } from './tables.ts'
import { writeTicket } from './tickets.ts'

/** Builds a Content-Disposition header with the owner's file name and the extension of the verified type. Escapes special characters. */
export function contentDisposition(name: string, type: DocumentType): string {
  const extension = DOCUMENTS.types[type]
  const stem = name.replace(/\.[^.]*$/, '').replace(/["\\/:*?<>|]/g, '_') || 'file'
  const full = `${stem}.${extension}`.toWellFormed()
  const ascii = full.replace(/[^\x20-\x7e]/g, '_')
  const encoded = encodeURIComponent(full).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

export const privateFiles = new Hono<{ Bindings: UploadsEnv; Variables: AreaVariables }>()
  /** Creates an upload ticket for a document (PDF, DOC, DOCX). finishUpload verifies the file afterwards. */
  .post('/uploadFile', requireUser, valid('json', ticketRequest), async (c) => {
    const { name, type, size } = c.req.valid('json')
    if (!isDocument(type)) throw new ApiError('file_type_unsupported', { types: Object.keys(DOCUMENTS.types) })
    if (size > DOCUMENTS.bytes) throw new ApiError('file_too_large', { bytes: DOCUMENTS.bytes })
    const db = database(c.env)
    const userId = c.var.user.id
    await takeEvent(c, 'announcedBytes', size)
    const id = opaqueId()
    const key = `private/${id}`
    const upload = await signPut(c.env, { key, type, size })
    const row = { id, userId, kind: 'document', key, originalFilename: cleanName(name), contentType: type, size, createdAt: now() }
    const created = await writeTicket(db, row, upload.expiresAt)
    return c.json<PrivateFile & { upload: SignedPut }, 201>({ ...toPrivateFile(created), upload }, 201)
  })

  /**
   * Downloads a document, for its owner, and for the owner of a listing to which it was sent in an application that is not withdrawn. Other
   * users get 404. Each download requires a session, so a shared link gives no access.
   */
  .get('/downloadPrivateFile', requireUser, valid('query', downloadRequest), async (c) => {
    const me = c.var.user.id
    const isSentToMe = sql`exists (select 1 from applications a join listings l on l.id = a.listing_id
      where a.cv_id = media.id and a.user_id = media.user_id and a.status <> 'withdrawn' and l.user_id = ${me} and l.deleted_at is null)`
    const [file] = await database(c.env)
      .select()
      .from(media)
      .where(
        and(
          eq(media.id, c.req.valid('query').path),
          eq(media.kind, 'document'),
          isNotNull(media.readyAt),
          or(eq(media.userId, me), isSentToMe),
        ),
      )
    if (!file?.etag) throw new ApiError('upload_not_found')
    const object = await c.env.FILES.get(file.key, { onlyIf: { etagMatches: file.etag } })
    if (!object || !('body' in object)) throw new ApiError('upload_not_found')
    return c.body(object.body, 200, {
      'content-type': file.contentType,
      'content-length': String(file.size),
      'content-disposition': contentDisposition(file.originalFilename, file.contentType as DocumentType),
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  })
