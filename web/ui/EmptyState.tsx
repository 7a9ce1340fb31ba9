import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './art/Drawing.tsx'
import './icons.ts'
import css from './State.module.css'

/** Says that there is nothing, and what to do next. `children` are buttons or links. */
export function EmptyState({
  drawing,
  title,
  text,
  heading: Heading = 'h2',
  children,
}: {
  drawing: DrawingName
  title: ReactNode
  text: ReactNode
  /** `h1` if it is the only content of the page. */
  heading?: 'h1' | 'h2' | 'h3'
  children?: ReactNode
}) {
  return (
    <div className={css.state}>
      <Drawing name={drawing} />
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children}
    </div>
  )
}
