import DOMPurify from 'dompurify'
import { Suspense, useMemo } from 'react'
import { RICH_TAGS } from '../../../workers/listings/richtags.schema.ts'
import { later } from '../../later.ts'
import { paths } from '../../paths.ts'
import css from './RichText.module.css'

const TextWithVideos = later(() => import('./TextWithVideos.tsx'), ['details'])

/** A picture as the server writes it: its media id and its size, so that its room is there before it is. */
const PICTURE = /<img data-media="([\w-]{22})" data-size="(\d{1,5})x(\d{1,5})">/g
const withPictures = (safe: string) =>
  safe.replace(PICTURE, (_, id: string, width: string, height: string) => {
    const set = ([320, 640, 1280] as const).map((wide) => `${paths.media(id, wide)} ${wide}w`).join(', ')
    return `<img src="${paths.media(id, 640)}" srcset="${set}" sizes="(max-width: 700px) 100vw, 640px" width="${width}" height="${height}" alt="" loading="lazy">`
  })

/** What the address of a video that can be shown holds; whether it is one is found out where videos are shown. */
const MAY_HOLD_VIDEO = /youtu|dailymotion|dai\.ly|twitch\.tv/i

/**
 * Somebody's description. The server has sanitised it before storing; it is done once more here, because what is stored
 * may be older than today's rules. A link to a video that stands alone in a paragraph becomes its player, after a press.
 */
export function RichText({ html, lang }: { html: string; lang: string }) {
  const safe = useMemo(
    () =>
      withPictures(
        DOMPurify.sanitize(html, {
          ALLOWED_TAGS: [...RICH_TAGS],
          ALLOWED_ATTR: ['href', 'target', 'rel', 'data-media', 'data-size'],
          ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
        }),
      ),
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
