import { pipe, regex, string } from 'valibot'

/** The id of an order, a room, a message, an upload and the like, as `opaqueId` of ids.ts makes it. */
export const opaqueId = pipe(string(), regex(/^[\w-]{22}$/))

/** The id of an uploaded file. */
export const mediaId = pipe(string(), regex(/^[\w-]{22}$/, 'media_id'))
