/**
 * What rich text may hold, on write and on render. No attribute survives but a link's address, and of a picture its media id and its
 * size (`data-media`, `data-size="1600x1200"`): where it is had from is for the page to say.
 */
export const RICH_TAGS = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'blockquote', 'br', 'img'] as const

/** The body of these is no text for people, so it goes with the tag. */
export const DROPPED_TAGS = [
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'noscript',
  'template',
  'svg',
  'math',
  'title',
  'textarea',
  'xmp',
  'select',
] as const
