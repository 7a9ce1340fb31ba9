import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './art/Drawing.tsx'
import './icons.ts'
import css from './State.module.css'

/** Nothing here yet: says so, and what to do next. `children` is the way on, a button or a link. */
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
  /** `h1` where it is all there is on the page. */
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
