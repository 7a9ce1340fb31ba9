import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import css from './Notes.module.css'

export type Note = readonly [icon: IconName, text: ReactNode]

/** A list of notes, each with an icon. */
export function Notes({ notes }: { notes: readonly Note[] }) {
  return (
    <ul className={css.notes}>
      {notes.map(([icon, text]) => (
        <li key={icon}>
          <Icon name={icon} size={18} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
