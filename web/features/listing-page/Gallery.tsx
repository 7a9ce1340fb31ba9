import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { scrollBehavior } from '../../ui/reduced-motion.ts'
import css from './Gallery.module.css'

const ListingVideo = lazyComponent(() => import('./ListingVideo.tsx'), ['listing-page'])

const SIZES = '(max-width: 599px) 88vw, (max-width: 900px) 100vw, 800px'

/** A listing's pictures and videos, one at a time. Swiping, arrow keys, buttons and thumbnails move to another one. */
export function Gallery({ media, title }: { media: Media[]; title: string }) {
  const { t } = useLingui()
  const strip = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const count = media.length

  // The scroll position decides which picture is selected; the buttons only scroll.
  useEffect(() => {
    const box = strip.current
    if (!box) return
    const look = () => setAt(Math.round(box.scrollLeft / box.clientWidth))
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [])

  const show = (index: number) => {
    const box = strip.current
    if (!box) return
    const to = (index + count) % count
    // Jumps to a picture that is not beside the current one, instead of scrolling past the pictures between them.
    box.scrollTo({ left: to * box.clientWidth, behavior: Math.abs(to - at) > 1 ? 'instant' : scrollBehavior() })
  }
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step || count < 2) return
    event.preventDefault()
    show(at + step)
  }

  return (
    <section className={css.gallery} aria-label={t`Pictures`} aria-roledescription={t`carousel`}>
      <div className={css.stage}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; a scrolling area must be reachable by keyboard */}
        <div ref={strip} className={css.strip} onKeyDown={keys} role="group" aria-label={title} tabIndex={count > 1 ? 0 : -1}>
          {media.map((one, i) => (
            <figure key={one.id} className={css.slide} aria-hidden={i !== at}>
              {one.kind === 'video' ? (
                <Suspense fallback={null}>
                  <ListingVideo media={one} reachable={i === at} />
                </Suspense>
              ) : (
                <Picture media={one} alt={t`${title}, picture ${i + 1} of ${count}`} ratio="3 / 2" sizes={SIZES} eager={i === 0} />
              )}
            </figure>
          ))}
        </div>
        {count > 1 && (
          <>
            <div className={css.turn}>
              <IconButton icon="left" label={t`Previous picture`} onClick={() => show(at - 1)} />
              <IconButton icon="right" label={t`Next picture`} onClick={() => show(at + 1)} />
            </div>
            <span className={`num ${css.count}`} aria-live="polite">
              {at + 1} / {count}
            </span>
          </>
        )}
      </div>
      {count > 1 && (
        <div className={css.thumbs}>
          {media.map((one, i) => (
            <button key={one.id} type="button" aria-label={t`Show picture ${i + 1}`} aria-current={i === at} onClick={() => show(i)}>
              {(one.kind === 'image' || one.poster) && <Picture media={one} alt="" sizes="96px" />}
              {one.kind === 'video' && (
                <span className={css.clip}>
                  <Icon name="right" />
                </span>
              )}
            </button>
          ))}
        </div>
      )}
    </section>
  )
}
