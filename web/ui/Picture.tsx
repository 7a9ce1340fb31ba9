import { useState } from 'react'
import type { Media } from '../../workers/uploads/media.schema.ts'
import { Icon } from './Icon.tsx'
import { MEDIA_WIDTHS, mediaUrl } from './media-url.ts'
import css from './Picture.module.css'

/**
 * A picture in a box of a fixed ratio: first its blurred placeholder, then the smallest sufficient variant. A video shows its poster.
 * `sizes` as in HTML; `eager` for a picture on the first screen. Without a picture, or if it fails to load, the box shows an icon. A picture
 * as wide as a phone has the size 88vw: then a phone with 1.75 pixels for each of CSS loads 640 pixels, a third of the bytes of 1280.
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
