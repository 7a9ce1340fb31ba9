/** A time (UTC seconds) for files: `2026-11-22T10:00:00Z`. */
export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '')
