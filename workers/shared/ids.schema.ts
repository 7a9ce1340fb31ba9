import { pipe, regex, string } from 'valibot'

/** The id of an order, a room, a message, an upload and the like, as `opaqueId` of ids.ts makes it. */
export const opaqueId = pipe(string(), regex(/^[\w-]{22}$/))

/** The id of an uploaded file. */
export const mediaId = pipe(string(), regex(/^[\w-]{22}$/, 'media_id'))

/**
 * An IPFS address as we write it: a version 1 CID in base 32, of a file or of raw bytes, with SHA-256. It has one spelling only: the 256
 * bits of the hash begin in the middle of a character, and end two bits before the end of one.
 */
export const ipfsCid = pipe(string(), regex(/^baf(?:krei|ybei)[a-h][a-z2-7]{50}[aeimquy4]$/))
