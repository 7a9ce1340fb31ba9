import type { CallsOf, Documentation, DocumentedCall } from '../shared/documentation.ts'
import { EVENTS } from '../shared/limit-table.ts'
import * as answers from './answers.schema.ts'
import type { UploadsApi } from './index.ts'

const ticketFields = { name: 'The file name, for display.', type: 'The content type of the file.', size: 'Size of the file in bytes.' }
const mediaId = 'Media id.'

const calls: CallsOf<UploadsApi, 'uploads'> = {
  'POST /api/uploads/addProductFile': {
    summary: 'Announce a picture or a video',
    about: 'Answers an upload ticket: one signed PUT, or for a large file the number and size of its parts. Videos require the terms.',
    limits: { 'Announced bytes': EVENTS.announcedBytes },
    answer: answers.ticket,
    status: 201,
    fields: ticketFields,
    errors: ['file_type_unsupported', 'file_too_large', 'terms_required', 'storage_full'],
  },
  'POST /api/uploads/uploadImage': {
    summary: 'Announce a picture',
    about: 'Like addProductFile, for pictures only. `url` is where the picture is served once the upload is finished.',
    limits: { 'Announced bytes': EVENTS.announcedBytes },
    answer: answers.ticket,
    status: 201,
    fields: ticketFields,
    errors: ['file_type_unsupported', 'file_too_large', 'storage_full'],
  },
  'POST /api/uploads/signParts': {
    summary: 'Sign the PUTs of parts of a large file',
    answer: answers.signedParts,
    fields: { id: mediaId, parts: 'Numbers of the parts, from 1.' },
    errors: ['upload_not_found', 'conflict'],
  },
  'POST /api/uploads/finishUpload': {
    summary: 'Verify an uploaded file',
    about:
      'Compares the stored file with its ticket. A file that differs is deleted, and so is a picture among the works with camera data, and an ' +
      'EPUB whose archive could harm a reader. A work with another address than `cid` is refused and stays, so the call can be repeated.',
    answer: answers.finished,
    fields: {
      id: mediaId,
      parts: 'The ETags of the parts, in order.',
      poster: 'Media id of a finished picture, to show for a video.',
      cid: 'The IPFS address of a work.',
    },
    errors: [
      ...(['upload_not_found', 'upload_missing', 'upload_mismatch', 'image_too_big', 'unavailable'] as const),
      ...(['forbidden', 'folio_removed', 'account_suspended'] as const),
    ],
  },
  'POST /api/uploads/deleteProductMedia': {
    summary: 'Delete an unused file',
    answer: answers.deletedMedia,
    fields: { id: mediaId },
    errors: ['upload_not_found', 'conflict'],
  },
  'GET /api/uploads/getProductMedia': {
    summary: 'Get a file and its address',
    answer: answers.productMedia,
    fields: { id: mediaId },
    errors: ['upload_not_found'],
  },
  'POST /api/uploads/uploadFile': {
    summary: 'Announce a private file',
    about:
      'A document (PDF, DOC or DOCX, up to 10 MB) for an application, or an attachment (any type, up to 100 MB) for a delivery or as ' +
      'evidence in a dispute. Answers one signed PUT, or for a large file the number and size of its parts.',
    limits: { 'Announced bytes': EVENTS.announcedBytes },
    answer: answers.privateTicket,
    status: 201,
    fields: { ...ticketFields, kind: 'document or attachment. The type of an attachment is ignored.' },
    errors: ['file_type_unsupported', 'file_too_large', 'storage_full'],
  },
  'GET /api/uploads/downloadPrivateFile': {
    summary: 'Download a private file',
    about:
      'For its owner; a document also for the owners of the listings that it was sent to with an application, an attachment for the buyer of ' +
      'the order in which it was delivered, for the other party of a dispute in which it was submitted as evidence, and for arbitrators of ' +
      'a dispute that is open or that one of them has decided.',
    answer: { contentType: 'application/octet-stream', about: 'The file; a document with its own content type.' },
    fields: { path: 'The `path` of uploadFile, of an application, of a delivery or of evidence.' },
    errors: ['upload_not_found', 'chain_unavailable'],
  },
  'POST /api/uploads/cloudUpload': {
    summary: 'Announce a file of a message',
    about:
      'Answers one signed PUT, or for a large file the number and size of its parts. The browser sends the bytes to these URLs, finishUpload ' +
      'checks them, and sendMessage sends the `id`. Until then only the caller can read the file. Types: pictures (JPEG, PNG, WebP, GIF) up ' +
      'to 10 MB; videos (MP4, MOV, WebM, MPEG, AVI), PDF, Word, Excel, PowerPoint, OpenDocument, plain text, CSV and ZIP up to 100 MB. The ' +
      'camera data of pictures is removed.',
    limits: { 'Announced bytes': EVENTS.announcedBytes },
    answer: answers.cloudTicket,
    status: 201,
    fields: ticketFields,
    errors: ['file_type_unsupported', 'file_too_large', 'storage_full'],
  },
  'GET /api/uploads/downloadCloudFile': {
    summary: 'Get a file of a message',
    about:
      'For its owner and the members of the room in which it was sent; nobody gets it after the message was deleted, and only its owner ' +
      'while an admin has hidden the message. Ranges are supported ' +
      '(206); a range outside of the file gets 416 without a body. There is no public URL: each request needs a session.',
    answer: { contentType: 'application/octet-stream', about: 'The file; a picture or a video with its own content type.' },
    fields: { id: 'Id of the file.', width: 'Answers a picture as WebP, at most so wide (pixels).' },
    errors: ['upload_not_found', 'not_room_member'],
  },
  'POST /api/uploads/addWork': {
    summary: 'Announce a file that a creator publishes with NFTs',
    about:
      'For creators. Pictures (JPEG, PNG, WebP, GIF; without camera data) up to 20 MB; videos (MP4, WebM, MPEG, AVI) and books (PDF, EPUB) up ' +
      'to 100 MB. Answers one signed PUT, or for a large file the number and size of its parts. finishUpload needs the IPFS address of the ' +
      'file: a version 1 CID in the profile `unixfs-v1-2025`.',
    limits: { 'Announced bytes': EVENTS.announcedBytes },
    answer: answers.workTicket,
    status: 201,
    fields: ticketFields,
    errors: ['forbidden', 'folio_removed', 'file_type_unsupported', 'file_too_large', 'storage_full'],
  },
  'GET /api/uploads/health': { summary: 'Check the file storage', answer: answers.health, errors: [] },
}

/** The public files. They are not calls of the API, but clients need their URLs. */
const files: Record<string, DocumentedCall> = {
  'GET /media/:id/video': {
    summary: 'Get a public video',
    about: 'Ranges are supported (206); a range outside of the file gets 416 without a body.',
    answer: { contentType: 'video/*', about: 'The video.' },
    fields: { id: mediaId },
    errors: ['not_found'],
  },
  'GET /media/:id/:file': {
    summary: 'Get a public picture',
    answer: { contentType: 'image/webp', about: 'The picture, without the metadata of the camera.' },
    fields: { id: mediaId, file: '`320.webp`, `640.webp` or `1280.webp`: the width in pixels.' },
    errors: ['not_found', 'upload_not_found'],
  },
  'GET /media/ipfs/:cid': {
    summary: 'Get a work by its IPFS address',
    about:
      'A picture, a video or a metadata file of NFTs, unchanged. Ranges are supported (206); a range outside of the file gets 416 without a ' +
      'body. Books are not served here.',
    answer: { contentType: 'application/octet-stream', about: 'The file, with its own content type.' },
    fields: { cid: 'A version 1 CID in base 32, with SHA-256.' },
    errors: ['not_found'],
  },
  'GET /public/imgcache/:file': {
    summary: 'Get a small version of a work that is a picture',
    answer: { contentType: 'image/webp', about: 'The picture, at most 320 pixels wide.' },
    fields: { file: '`{cid}_s.jpg`. Despite the name, the bytes are WebP.' },
    errors: ['not_found', 'upload_not_found'],
  },
}

export const documentation: Documentation = {
  about: 'Pictures, videos and private documents. Browsers upload them directly to the storage by signed URLs.',
  calls: { ...calls, ...files },
  schemas: { Media: answers.media, ProductMedia: answers.productMedia },
}
