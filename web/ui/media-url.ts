/** The widths in pixels in which pictures are served. */
export const MEDIA_WIDTHS = [320, 640, 1280] as const

/** The address of a picture by its media id, in one of those widths. */
export const mediaUrl = (id: string, width: (typeof MEDIA_WIDTHS)[number]): string => `/media/${encodeURIComponent(id)}/${width}.webp`
