import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { DELIVERED_STATUSES } from '../orders/deliveries.schema.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { takeEvent } from '../shared/limits.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { UploadsEnv } from './env.ts'
import {
  ATTACHMENT_TYPE,
  ATTACHMENTS,
  cleanName,
  DOCUMENTS,
  downloadRequest,
  isDocument,
  PRIVATE_KINDS,
  type PrivateTicket,
  privateFileRequest,
} from './media.schema.ts'
import { toPrivateFile } from './product-media.ts'
import { media } from './tables.ts'
import { createTicket } from './tickets.ts'

/**
 * Builds a Content-Disposition header with the owner's file name. A document gets the extension of its verified type; an attachment keeps
 * its own. Escapes special characters.
 */
export function contentDisposition(name: string, type: string): string {
  const safe = name.replace(/["\\/:*?<>|]/g, '_')
  const stem = safe.replace(/\.[^.]*$/, '') || 'file'
  const full = (isDocument(type) ? `${stem}.${DOCUMENTS.types[type]}` : safe || 'file').toWellFormed()
  const ascii = full.replace(/[^\x20-\x7e]/g, '_')
  const encoded = encodeURIComponent(full).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

export const privateFiles = new Hono<{ Bindings: UploadsEnv; Variables: AreaVariables }>()
  /** Creates an upload ticket for a document (PDF, DOC, DOCX) or an attachment (any type). finishUpload verifies the file afterwards. */
  .post('/uploadFile', requireUser, valid('json', privateFileRequest), async (c) => {
    const { name, type, size, kind } = c.req.valid('json')
    if (kind === 'document' && !isDocument(type)) throw new ApiError('file_type_unsupported', { types: Object.keys(DOCUMENTS.types) })
    const { bytes } = kind === 'document' ? DOCUMENTS : ATTACHMENTS
    if (size > bytes) throw new ApiError('file_too_large', { bytes })
    const userId = c.var.user.id
    await takeEvent(c, 'announcedBytes', size)
    const id = opaqueId()
    const contentType = kind === 'document' ? type : ATTACHMENT_TYPE
    const fields = { id, userId, kind, key: `private/${id}`, originalFilename: cleanName(name), contentType, size, createdAt: now() }
    const { row, transfer } = await createTicket(c.env, database(c.env), fields)
    return c.json<PrivateTicket, 201>({ ...toPrivateFile(row), ...transfer }, 201)
  })

  /**
   * Downloads a private file. Its owner may always do so. The owner of a listing gets the documents of applications that are not withdrawn.
   * The buyer of an order gets its delivered attachments, and each party of a dispute gets the evidence of the other. The orders area
   * decides which attachments an arbitrator gets. Other users get 404. Each download requires a session, so a shared link gives no access.
   */
  .get('/downloadPrivateFile', requireUser, valid('query', downloadRequest), async (c) => {
    const { id: me, account: wallet } = c.var.user
    const { path } = c.req.valid('query')
    const isSentToMe = sql`exists (select 1 from applications a join listings l on l.id = a.listing_id
      where a.cv_id = media.id and a.user_id = media.user_id and a.status <> 'withdrawn' and l.user_id = ${me} and l.deleted_at is null)`
    const isDeliveredToMe = sql`exists (select 1 from delivery_files f join delivery_steps s on s.id = f.step_id join orders o on o.id = s.order_id
      where f.media_id = media.id and o.seller_id = media.user_id and o.buyer_id = ${me} and o.status in ${DELIVERED_STATUSES})`
    const isEvidenceForMe = sql`exists (select 1 from evidence_files f join evidence e on e.id = f.evidence_id
      join orders o on o.id = e.order_id where f.media_id = media.id and iif(e.party = 'buyer', o.buyer_id, o.seller_id) = media.user_id
        and iif(e.party = 'buyer', o.seller_id, o.buyer_id) = ${me})`
    const [found] = await database(c.env)
      .select({ file: media, isForMe: sql<number>`${or(eq(media.userId, me), isSentToMe, isDeliveredToMe, isEvidenceForMe)}` })
      .from(media)
      .where(and(eq(media.id, path), inArray(media.kind, PRIVATE_KINDS), isNotNull(media.readyAt)))
    const { file, isForMe } = found ?? {}
    if (!file?.etag) throw new ApiError('upload_not_found')
    if (!isForMe) {
      const refusal =
        wallet && file.kind === 'attachment' ? await c.env.ORDERS.refuseDownload({ userId: me, wallet, path }) : 'upload_not_found'
      if (refusal) throw new ApiError(refusal)
    }
    const object = await c.env.FILES.get(file.key, { onlyIf: { etagMatches: file.etag } })
    if (!object || !('body' in object)) throw new ApiError('upload_not_found')
    return c.body(object.body, 200, {
      'content-type': file.contentType,
      'content-length': String(file.size),
      'content-disposition': contentDisposition(file.originalFilename, file.contentType),
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  })
