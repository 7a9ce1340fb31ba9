import type { ReactNode } from 'react'
import css from './Steps.module.css'

/**
 * The money stepper: what is done, what happens now, what comes. `now` is the index of the running step (the count
 * of steps: all done); `failed` marks the running one as stopped.
 */
export function Steps({ label, steps, now, failed }: { label: string; steps: ReactNode[]; now: number; failed?: boolean }) {
  return (
    <ol className={css.steps} aria-label={label} aria-live="polite">
      {steps.map((step, i) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          key={i}
          className={i < now ? css.done : i > now ? '' : failed ? css.failed : css.now}
          aria-current={i === now ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  )
}
