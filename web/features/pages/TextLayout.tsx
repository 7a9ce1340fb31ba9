import type { ReactNode } from 'react'
import css from './pages.module.css'

/** The layout of a text page: a title, a line below it, and a narrow column of text. */
export function TextLayout({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children: ReactNode }) {
  return (
    <article className={`wrap ${css.page}`}>
      <header className={css.head}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </header>
      <div className={css.text}>{children}</div>
    </article>
  )
}
