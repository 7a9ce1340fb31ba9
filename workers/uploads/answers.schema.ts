import { array, boolean, description, exactOptional, literal, nullable, picklist, pipe, record, strictObject, string, union } from 'valibot'
import { opaqueId, text, time, whole } from '../shared/answers.schema.ts'

/** Schemas of the answers of this area's calls. */

const pixels = (side: string) => nullable(whole(`${side} in pixels, after rotation; null for a video without a poster.`))
const entries = {
  id: opaqueId('Media id.'),
  kind: picklist(['image', 'video']),
  width: pixels('Width'),
  height: pixels('Height'),
  placeholder: nullable(text('A tiny picture as a `data:` URL, to show while the file loads.')),
  poster: exactOptional(nullable(opaqueId('Media id of the picture shown for a video.'))),
}
/** A file that a listing, an order or a conversation shows. */
export const media = strictObject(entries)

const mediaEntries = {
  ...entries,
  media_filename: text('Path of the file below /media/.'),
  media_filename_preview: nullable(text('The same for its preview picture; null for a video without a poster.')),
  original_filename: text("The owner's file name; empty for others."),
  url: string(),
  video: boolean(),
  ready: pipe(boolean(), description('False until finishUpload has verified the file.')),
}
export const productMedia = strictObject(mediaEntries)

const signedPutEntries = {
  method: literal('PUT'),
  url: string(),
  headers: pipe(record(string(), string()), description('Headers to send unchanged.')),
  expiresAt: time('When the signed URL expires'),
}
const signedPut = strictObject(signedPutEntries)
const parts = strictObject({ bytes: whole('Size of each part except the last, in bytes.'), count: whole('Number of parts.') })
export const ticket = union([strictObject({ ...mediaEntries, upload: signedPut }), strictObject({ ...mediaEntries, parts })])
export const signedParts = strictObject({
  parts: array(strictObject({ part: whole('Number of the part, from 1.'), ...signedPutEntries })),
})

const privateEntries = {
  path: opaqueId('The id for submitApplication or addDelivery, and for downloadPrivateFile.'),
  filename: string(),
  ready: pipe(boolean(), description('False until finishUpload has verified the file.')),
}
export const privateTicket = union([strictObject({ ...privateEntries, upload: signedPut }), strictObject({ ...privateEntries, parts })])

const cloudEntries = {
  id: opaqueId('The id for sendMessage and downloadCloudFile.'),
  name: text('The file name, cleaned, with an extension of its type.'),
  mimeType: string(),
}
/** A file of a message. */
export const messageFile = strictObject({
  ...cloudEntries,
  size: whole('Bytes.'),
  width: nullable(whole('Width of a picture in pixels, after rotation; null for other files.')),
  height: nullable(whole('Height of a picture in pixels.')),
  placeholder: nullable(text('A tiny version of a picture as a `data:` URL, to show while it loads.')),
})
export const cloudTicket = union([strictObject({ ...cloudEntries, upload: signedPut }), strictObject({ ...cloudEntries, parts })])
const workEntries = {
  id: opaqueId('Media id.'),
  cid: nullable(text('The IPFS address; null until finishUpload has verified the file.')),
  mimeType: string(),
  size: whole('Bytes.'),
  width: nullable(whole('Width of a picture in pixels, after rotation; null for other files.')),
  height: nullable(whole('Height of a picture in pixels.')),
  placeholder: nullable(text('A tiny version of a picture as a `data:` URL, to show while it loads.')),
  filename: string(),
  ready: pipe(boolean(), description('False until finishUpload has verified the file.')),
}
/** A file that a creator publishes with NFTs. */
const work = strictObject(workEntries)
export const workTicket = union([strictObject({ ...workEntries, upload: signedPut }), strictObject({ ...workEntries, parts })])
export const finished = union([productMedia, strictObject(privateEntries), messageFile, work])
export const deletedMedia = strictObject({ id: opaqueId('The media id.') })
export const health = strictObject({ r2: text('`ok`, or a short description of the problem.') })
