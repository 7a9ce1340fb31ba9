/**
 * The tags that rich text may contain when it is stored and when it is rendered. The only attributes are the `href` of a link, and the
 * media id and size of a picture (`data-media`, `data-size="1600x1200"`), from which the page builds its URL.
 */
export const RICH_TAGS = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'blockquote', 'br', 'img'] as const

/** Tags removed together with their content, which is not text for readers. */
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
