import { useLingui } from '@lingui/react/macro'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import css from './Carousel.module.css'
import './icons.ts'
import { prefersReducedMotion, scrollBehavior } from './reduced-motion.ts'

/** A slide; `label` names it for screen readers. */
export interface Slide {
  key: string
  label: string
  node: ReactNode
}

/**
 * Advances by `onEnd` after `every` ms, and shows the time on the dot `at` meanwhile. Without `every` it never does. It pauses while
 * `isHeld`.
 */
function useAdvance(at: number, every: number | undefined, isHeld: boolean, onEnd: (at: number) => void) {
  const dots = useRef<HTMLDivElement>(null)
  const running = useRef<Animation>(null)
  const held = useRef(isHeld)
  held.current = isHeld
  useEffect(() => {
    const bar = every && dots.current?.children[at]?.firstElementChild
    if (!bar) return
    const animation = bar.animate({ transform: ['scaleX(0)', 'scaleX(1)'] }, { duration: every, id: 'advance' })
    animation.onfinish = () => onEnd(at)
    if (held.current) animation.pause()
    running.current = animation
    return () => {
      animation.cancel()
      running.current = null
    }
  }, [at, every, onEnd])
  useEffect(() => {
    if (isHeld) running.current?.pause()
    else running.current?.play()
  }, [isHeld])
  return dots
}

/**
 * Shows one slide at a time; swipe, arrow keys and buttons move it, and the last slide leads to the first. With `every` (ms) it advances by
 * itself until it is swiped or paused, but not under the pointer, with the focus inside, or with reduced motion. `isWide`: the slides are as
 * wide as the page, and the buttons lie on them.
 */
export function Carousel({ label, slides, every, isWide }: { label: string; slides: readonly Slide[]; every?: number; isWide?: boolean }) {
  const { t } = useLingui()
  const strip = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [moving, setMoving] = useState(every !== undefined)
  const [isOver, setOver] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [announced, announce] = useState('')
  const count = slides.length
  const nameOf = (index: number) => `${index + 1} / ${count}: ${slides[index]!.label}`

  useEffect(() => {
    if (prefersReducedMotion()) setMoving(false)
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
      box.scrollTo({ left: to * box.clientWidth, behavior: far ? 'instant' : scrollBehavior() })
      return to
    },
    [count],
  )
  const advance = useCallback((from: number) => void show(from + 1), [show])
  const dots = useAdvance(at, moving ? every : undefined, isOver || hasFocus, advance)

  /** Shows a slide that the user has asked for. Announces its name to screen readers, which would disturb when it advances by itself. */
  const go = (index: number) => announce(nameOf(show(index)))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(at + step)
  }
  const onBlur = (event: FocusEvent) => setFocus(event.currentTarget.contains(event.relatedTarget))

  return (
    <section
      className={`${css.carousel} ${isWide ? css.wide : ''}`}
      aria-label={label}
      aria-roledescription={t`carousel`}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={() => setFocus(true)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div ref={strip} className={css.strip} tabIndex={0} onPointerDown={() => setMoving(false)}>
        {slides.map(({ key, node }, i) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is no group of fields
          <div key={key} role="group" aria-roledescription={t`slide`} aria-label={nameOf(i)} inert={i !== at}>
            {node}
          </div>
        ))}
      </div>
      {count > 1 && (
        <div className={css.bar}>
          <IconButton icon="left" label={t`Previous`} onClick={() => go(at - 1)} />
          <div className={css.dots} ref={dots} data-moving={moving || undefined}>
            {slides.map(({ key }, i) => (
              <button key={key} type="button" aria-label={nameOf(i)} aria-current={i === at} onClick={() => go(i)}>
                <i />
              </button>
            ))}
          </div>
          <IconButton icon="right" label={t`Next`} onClick={() => go(at + 1)} />
          {every !== undefined && (
            <IconButton icon={moving ? 'pause' : 'play'} label={moving ? t`Pause` : t`Play`} onClick={() => setMoving(!moving)} />
          )}
        </div>
      )}
      <p className="unseen" role="status">
        {announced}
      </p>
    </section>
  )
}
