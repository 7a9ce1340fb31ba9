import { useState } from 'react'
import type { Media } from '../../workers/uploads/media.schema.ts'
import { Icon } from './Icon.tsx'
import { MEDIA_WIDTHS, mediaUrl } from './media-url.ts'
import css from './Picture.module.css'

/**
 * A picture in a box of a fixed ratio: its few blurred pixels first, then the smallest variant that is sharp enough.
 * A video is shown by its poster. `sizes` as in HTML. `eager` for the one picture a page begins with. Without a picture, or when it cannot be loaded, the box stays, with a sign in it.
 */
export function Picture({
  media,
  alt,
  ratio = '4 / 3',
  sizes,
  eager,
}: {
  media: Media | null
  alt: string
  ratio?: string
  sizes: string
  eager?: boolean
}) {
  const [failed, setFailed] = useState(false)
  const placeholder = media?.placeholder
  const id = media && (media.poster ?? media.id)
  return (
    <span className={css.picture} style={{ aspectRatio: ratio }}>
      {(!media || failed) && <Icon name="photo" size={28} />}
      {placeholder && <img className={css.blur} src={placeholder} alt="" aria-hidden="true" />}
      {id && !failed && (
        <img
          src={mediaUrl(id, 640)}
          srcSet={MEDIA_WIDTHS.map((width) => `${mediaUrl(id, width)} ${width}w`).join(', ')}
          sizes={sizes}
          width={media.width ?? undefined}
          height={media.height ?? undefined}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
    </span>
  )
}
