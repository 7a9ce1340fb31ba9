import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import css from './Carousel.module.css'
import './icons.ts'

/**
 * Slides, one at a time, moved by finger, arrows or buttons, round the end. With `every` (ms) it goes on by itself until somebody
 * touches it or presses pause; never for those who asked their device for less motion.
 */
export function Carousel({ label, slides, every }: { label: string; slides: readonly { key: string; node: ReactNode }[]; every?: number }) {
  const { t } = useLingui()
  const strip = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [moving, setMoving] = useState(() => every !== undefined && !matchMedia('(prefers-reduced-motion: reduce)').matches)
  const count = slides.length

  // Where the finger left the strip decides; everything else only scrolls it there.
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
      // Around the end it jumps: gliding back over everything would be dizzying.
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
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
