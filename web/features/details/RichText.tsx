import DOMPurify from 'dompurify'
import { Suspense, useMemo } from 'react'
import { RICH_TAGS } from '../../../workers/listings/richtags.schema.ts'
import { later } from '../../later.ts'
import css from './RichText.module.css'

const TextWithVideos = later(() => import('./TextWithVideos.tsx'), ['details'])

/** What the address of a video that can be shown holds; whether it is one is found out where videos are shown. */
const MAY_HOLD_VIDEO = /youtu|dailymotion|dai\.ly|twitch\.tv/i

/**
 * Somebody's description. The server has sanitised it before storing; it is done once more here, because what is stored
 * may be older than today's rules. A link to a video that stands alone in a paragraph becomes its player, after a press.
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
  const text = <div className={css.rich} lang={lang} dangerouslySetInnerHTML={{ __html: safe }} />
  if (!MAY_HOLD_VIDEO.test(safe)) return text
  return (
    <Suspense fallback={text}>
      <TextWithVideos safe={safe} lang={lang} />
    </Suspense>
  )
}
