import { useState } from 'react'
import type { Media } from '../../workers/uploads/media.schema.ts'
import { paths } from '../paths.ts'
import { Icon } from './Icon.tsx'
import css from './Picture.module.css'

const WIDTHS = [320, 640, 1280] as const

/**
 * A picture in a box of a fixed ratio: its few blurred pixels first, then the smallest variant that is sharp enough.
 * `sizes` as in HTML. `eager` for the one picture a page begins with. Without a picture, or when it cannot be loaded, the box stays, with a sign in it.
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
  return (
    <span className={css.picture} style={{ aspectRatio: ratio }}>
      {(!media || failed) && <Icon name="photo" size={28} />}
      {placeholder && <img className={css.blur} src={placeholder} alt="" aria-hidden="true" />}
      {media && !failed && (
        <img
          src={paths.media(media.id, 640)}
          srcSet={WIDTHS.map((width) => `${paths.media(media.id, width)} ${width}w`).join(', ')}
          sizes={sizes}
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
