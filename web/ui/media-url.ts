/** The widths in pixels in which pictures are served. */
export const MEDIA_WIDTHS = [320, 640, 1280] as const

/** The URL of a picture, by media id and width. */
export const mediaUrl = (id: string, width: (typeof MEDIA_WIDTHS)[number]): string => `/media/${encodeURIComponent(id)}/${width}.webp`
