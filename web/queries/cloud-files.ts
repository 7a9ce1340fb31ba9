import type { VariantWidth } from '../../workers/uploads/media.schema.ts'

/** The URL of a file of a message. The server checks at each request whether the viewer may read it. */
export const cloudFileUrl = (id: string): string => `/api/uploads/downloadCloudFile?id=${id}`

/** The URL of a picture of a message as WebP, at most so wide (pixels). */
export const cloudPictureUrl = (id: string, width: VariantWidth): string => `${cloudFileUrl(id)}&width=${width}`
