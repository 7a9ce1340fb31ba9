import type { ReactNode } from 'react'
import type { Theme } from '../../workers/listings/events.schema.ts'
import css from './EventLook.module.css'

/**
 * A part of the page in the look an event was given: its colours, its letters and what lies behind them, whatever the reader's own
 * theme. Everything inside is built from the same tokens as elsewhere.
 */
export function EventLook({ theme, flat, children }: { theme: Theme; flat?: boolean; children: ReactNode }) {
  return (
    <div className={css.look} data-look={theme} data-flat={flat || undefined}>
      {children}
    </div>
  )
}
