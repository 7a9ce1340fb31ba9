import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import css from './Carousel.module.css'
import './icons.ts'

/**
 * Shows one slide at a time; swipe, arrow keys and buttons move it, and the last slide leads to the first. With `every` (ms) it advances by
 * itself until it is touched or paused, and never with reduced motion.
 */
export function Carousel({ label, slides, every }: { label: string; slides: readonly { key: string; node: ReactNode }[]; every?: number }) {
  const { t } = useLingui()
  const strip = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [moving, setMoving] = useState(every !== undefined)
  const count = slides.length

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setMoving(false)
  }, [])

  // The scroll position decides which slide is the current one; buttons only scroll.
  useEffect(() => {
    const box = strip.current!
    const look = () => setAt(Math.round(box.scrollLeft / box.clientWidth))
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [])
  const show = useCallback(
    (index: number) => {
      const box = strip.current!
      const to = (index + count) % count
      const far = Math.abs(to - Math.round(box.scrollLeft / box.clientWidth)) > 1
      // Jumps to a slide that is not next to the current one, such as from the last to the first, instead of scrolling past the others.
      box.scrollTo({ left: to * box.clientWidth, behavior: far ? 'instant' : 'smooth' })
    },
    [count],
  )
  useEffect(() => {
    if (!moving) return
    const timer = setInterval(() => {
      const box = strip.current!
      if (!document.hidden && !box.parentElement!.matches(':hover, :focus-within')) show(Math.round(box.scrollLeft / box.clientWidth) + 1)
    }, every)
    return () => clearInterval(timer)
  }, [moving, every, show])

  return (
    <section className={css.carousel} aria-label={label} aria-roledescription={t`carousel`} onPointerDown={() => setMoving(false)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div ref={strip} className={css.strip} tabIndex={0} aria-live={moving ? 'off' : 'polite'}>
        {slides.map(({ key, node }, i) => (
          <div key={key} inert={i !== at}>
            {node}
          </div>
        ))}
      </div>
      {count > 1 && (
        <div className={css.bar}>
          <IconButton icon="left" label={t`Previous`} onClick={() => show(at - 1)} />
          <div className={css.dots}>
            {slides.map(({ key }, i) => (
              <button key={key} type="button" aria-label={`${i + 1} / ${count}`} aria-current={i === at} onClick={() => show(i)} />
            ))}
          </div>
          <IconButton icon="right" label={t`Next`} onClick={() => show(at + 1)} />
          {every !== undefined && (
            <IconButton icon={moving ? 'pause' : 'play'} label={moving ? t`Pause` : t`Play`} onClick={() => setMoving(!moving)} />
          )}
        </div>
      )}
    </section>
  )
}
