import type { ReactNode } from 'react'
import type { Theme } from '../../workers/listings/events.schema.ts'
import css from './EventTheme.module.css'

/**
 * Renders its content in the theme of an event (colours, font and background), whatever the reader's theme is. It only sets design tokens.
 */
export function EventTheme({ theme, children }: { theme: Theme; children: ReactNode }) {
  return (
    <div className={css.look} data-look={theme}>
      {children}
    </div>
  )
}
