/** What rich text may hold, on write and on render. No attribute survives but a link's address. */
export const RICH_TAGS = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'blockquote', 'br'] as const
