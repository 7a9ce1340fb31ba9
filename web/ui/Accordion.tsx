import type { ReactNode } from 'react'
import css from './Accordion.module.css'
import { Icon } from './Icon.tsx'
import './icons.ts'

/** Questions that open onto their answers, the browser's own way, so that a search on the page finds what is closed. `name`: one at a time. */
export function Accordion({ items, name }: { items: readonly { key: string; title: ReactNode; body: ReactNode }[]; name?: string }) {
  return (
    <div className={css.accordion}>
      {items.map(({ key, title, body }) => (
        <details key={key} name={name}>
          <summary>
            {title}
            <Icon name="down" />
          </summary>
          <div>{body}</div>
        </details>
      ))}
    </div>
  )
}
