import type { ReactNode } from 'react'
import css from './Steps.module.css'

/**
 * The steps of a payment. `now` is the index of the running step, or the number of steps when all are done; `failed` marks the running step
 * as failed.
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
