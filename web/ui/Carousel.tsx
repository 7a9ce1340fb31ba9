import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import css from './Carousel.module.css'

/**
 * Slides that are swiped, or moved by arrows and thumbnails; the browser does the snapping. `slides` and `thumbs` have the
 * same length; `label` names the whole, such as the title of what is shown.
 */
export function Carousel({ label, slides, thumbs }: { label: string; slides: ReactNode[]; thumbs?: ReactNode[] }) {
  const { t } = useLingui()
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const last = slides.length - 1
  const go = (to: number) => {
    const wrapped = to < 0 ? last : to > last ? 0 : to
    strip.current?.scrollTo({ left: wrapped * strip.current.clientWidth, behavior: 'smooth' })
  }
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    go(at + step)
  }
  return (
    <section className={css.carousel} aria-roledescription={t`carousel`} aria-label={label}>
      <div className={css.stage}>
        <ul
          ref={strip}
          className={css.strip}
          tabIndex={last > 0 ? 0 : undefined}
          onKeyDown={walk}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
        >
          {slides.map((slide, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a slide has no name but its place
            <li key={i} inert={i !== at}>
              {slide}
            </li>
          ))}
        </ul>
        {last > 0 && (
          <div className={css.arrows}>
            <IconButton icon="left" look="quiet" label={t`Previous picture`} onClick={() => go(at - 1)} />
            <IconButton icon="right" look="quiet" label={t`Next picture`} onClick={() => go(at + 1)} />
          </div>
        )}
        {last > 0 && (
          <span className={`${css.count} num`} aria-live="polite">
            {at + 1} / {slides.length}
          </span>
        )}
      </div>
      {thumbs && last > 0 && (
        <div className={css.thumbs}>
          {thumbs.map((thumb, i) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a slide has no name but its place
              key={i}
              type="button"
              aria-label={t`Picture ${i + 1}`}
              aria-current={i === at ? 'true' : undefined}
              onClick={() => go(i)}
            >
              {thumb}
            </button>
          ))}
        </div>
      )}
    </section>
  )
}
