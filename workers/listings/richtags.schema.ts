/**
 * What rich text may hold, on write and on render. No attribute survives but a link's address, and of a picture its media id and its
 * size (`data-media`, `data-size="1600x1200"`): where it is had from is for the page to say.
 */
export const RICH_TAGS = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'blockquote', 'br', 'img'] as const
