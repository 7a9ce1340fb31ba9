import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { RICH_TAGS } from '../../../workers/listings/richtags.schema.ts'
import css from './RichText.module.css'

/**
 * Somebody's description. The server has sanitised it before storing; it is done once more here, because what is stored
 * may be older than today's rules.
 */
export function RichText({ html, lang }: { html: string; lang: string }) {
  const safe = useMemo(
    () =>
      DOMPurify.sanitize(html, {
        ALLOWED_TAGS: [...RICH_TAGS],
        ALLOWED_ATTR: ['href', 'target', 'rel'],
        ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
      }),
    [html],
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in the line above
  return <div className={css.rich} lang={lang} dangerouslySetInnerHTML={{ __html: safe }} />
}
