import { type ReactNode, useId } from 'react'
import css from './settings.module.css'

/** One setting: description on the left, control on the right; on phones the control is below. */
export function Section({ title, text, children }: { title: ReactNode; text?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.told}>
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      <div className={css.control}>{children}</div>
    </section>
  )
}
