import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area.ts'
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
import { signPut } from './sign.ts'
import { media } from './tables.ts'
import { writeTicket } from './tickets.ts'

/** The name a file is saved under: as its owner called it, with the ending its bytes have, in a header nothing can break out of. */
export function disposition(name: string, type: DocumentType): string {
  const ending = DOCUMENTS.types[type]
  const stem = name.replace(/\.[^.]*$/, '').replace(/["\\/:*?<>|]/g, '_') || 'file'
  const full = `${stem}.${ending}`.toWellFormed()
  const plain = full.replace(/[^\x20-\x7e]/g, '_')
  const encoded = encodeURIComponent(full).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

export const privateFiles = new Hono<{ Bindings: UploadsEnv; Variables: AreaVariables }>()
  /** A ticket for a document (PDF, DOC, DOCX): where to PUT it. finishUpload then looks at it. */
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
    const made = await writeTicket(db, row, upload.expiresAt)
    return c.json<PrivateFile & { upload: SignedPut }, 201>({ ...toPrivateFile(made), upload }, 201)
  })

  /**
   * A document's bytes, for who put it up and for whom they applied to, as long as the application stands; to everybody else there is
   * no such file. There is no address that could be passed on: every read asks for the session again.
   */
  .get('/downloadPrivateFile', requireUser, valid('query', downloadRequest), async (c) => {
    const me = c.var.user.id
    const applied = sql`exists (select 1 from applications a join listings l on l.id = a.listing_id
      where a.cv_id = media.id and a.user_id = media.user_id and a.status <> 'withdrawn' and l.user_id = ${me} and l.deleted_at is null)`
    const [file] = await database(c.env)
      .select()
      .from(media)
      .where(
        and(
          eq(media.id, c.req.valid('query').path),
          eq(media.kind, 'document'),
          isNotNull(media.readyAt),
          or(eq(media.userId, me), applied),
        ),
      )
    if (!file?.etag) throw new ApiError('upload_not_found')
    const object = await c.env.FILES.get(file.key, { onlyIf: { etagMatches: file.etag } })
    if (!object || !('body' in object)) throw new ApiError('upload_not_found')
    return c.body(object.body, 200, {
      'content-type': file.contentType,
      'content-length': String(file.size),
      'content-disposition': disposition(file.originalFilename, file.contentType as DocumentType),
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  })
