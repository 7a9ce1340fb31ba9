import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { useIsHydrated } from '../../lib/use-is-hydrated.ts'
import { IconButton } from '../../ui/Button.tsx'
import { MEDIA_WIDTHS, mediaUrl } from '../../ui/media-url.ts'
import { prefersReducedMotion } from '../../ui/reduced-motion.ts'
import css from './Backdrop.module.css'
import type { ShownFolio } from './shown-folio.ts'

/** The picture or video behind the top of the page, with the effect. It is decoration, so it has no text for screen readers. */
export function Backdrop({ folio: { image, video, video_thumbnail, effect } }: { folio: ShownFolio }) {
  const picture = video ? video_thumbnail : image
  const [hasFailed, setFailed] = useState(false)
  // Whether the reader prefers less motion is known only in a browser.
  const isMoving = useIsHydrated() && !prefersReducedMotion()
  return (
    <div className={css.backdrop} data-effect={effect} data-empty={!picture && !video ? '' : undefined}>
      {picture && !hasFailed && (
        <img
          key={picture.id}
          className={css.picture}
          src={mediaUrl(picture.id, 1280)}
          srcSet={MEDIA_WIDTHS.map((width) => `${mediaUrl(picture.id, width)} ${width}w`).join(', ')}
          sizes="100vw"
          style={picture.placeholder ? { backgroundImage: `url("${picture.placeholder}")` } : undefined}
          alt=""
          fetchPriority="high"
          onError={() => setFailed(true)}
        />
      )}
      {video && isMoving && <BackdropVideo key={video.id} id={video.id} poster={picture?.id} />}
    </div>
  )
}

/** Plays without sound and again from the start, until it is paused. */
function BackdropVideo({ id, poster }: { id: string; poster: string | undefined }) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(true)
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return null
  const turn = () => (isPlaying ? video.current?.pause() : void video.current?.play().catch(() => {}))
  return (
    <>
      <video
        ref={video}
        className={css.picture}
        src={mediaVideoUrl(id)}
        poster={poster && mediaUrl(poster, 1280)}
        muted
        loop
        autoPlay
        playsInline
        aria-hidden="true"
        tabIndex={-1}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setFailed(true)}
      />
      <div className={`over ${css.control}`}>
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={isPlaying ? t`Pause the background video` : t`Play the background video`}
          onClick={turn}
        />
      </div>
    </>
  )
}

const mediaVideoUrl = (id: string) => `/media/${encodeURIComponent(id)}/video`
