import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { Icon } from '../../ui/Icon.tsx'
import { mediaUrl } from '../../ui/media-url.ts'
import { Picture } from '../../ui/Picture.tsx'
import css from './PostFiles.module.css'

/** Files that a list shows of a post. */
const MOST = 4

/**
 * The pictures and the video of a post. In a list (`href` is the page of the post) at most four are shown, and pictures lead to that page.
 * `name` names them.
 */
export function PostFiles({ media, name, href }: { media: Media[]; name: string; href?: string }) {
  const { t } = useLingui()
  const shown = href === undefined ? media : media.slice(0, MOST)
  const left = media.length - shown.length
  return (
    <ul className={css.files} data-count={Math.min(shown.length, MOST)} aria-label={t`Pictures and videos`}>
      {shown.map((one, i) => (
        <li key={one.id} data-video={one.kind === 'video' ? '' : undefined}>
          {one.kind === 'video' ? (
            <PostVideo media={one} />
          ) : (
            <Frame href={href}>
              <Picture
                media={one}
                alt={name ? t`${name}, picture ${i + 1} of ${media.length}` : t`Picture ${i + 1} of ${media.length}`}
                ratio={media.length === 1 ? ratioOf(one) : '4 / 3'}
                sizes={media.length === 1 ? '(max-width: 599px) 88vw, 720px' : '(max-width: 599px) 44vw, 360px'}
              />
              {left > 0 && i === shown.length - 1 && <span className={css.left}>+{left}</span>}
            </Frame>
          )}
        </li>
      ))}
    </ul>
  )
}

const Frame = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href === undefined ? children : <Link href={href}>{children}</Link>

/** The picture's own ratio, but not much higher than wide. */
const ratioOf = ({ width, height }: Media) => (width && height ? `${width} / ${Math.min(height, Math.round(width * 1.1))}` : '4 / 3')

/** A video, shown by its poster until it is played. */
function PostVideo({ media: { id, poster } }: { media: Media }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed)
    return (
      <div className={css.unplayed}>
        <Icon name="file" size={28} />
        <p>
          <Trans>This browser cannot play this video.</Trans>
        </p>
        <a href={`/media/${encodeURIComponent(id)}/video`} download>
          <Trans>Download it</Trans>
        </a>
      </div>
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: creators upload their videos without captions
    <video
      src={`/media/${encodeURIComponent(id)}/video`}
      poster={poster ? mediaUrl(poster, 1280) : undefined}
      controls
      preload={poster ? 'none' : 'metadata'}
      playsInline
      onError={() => setFailed(true)}
    />
  )
}
