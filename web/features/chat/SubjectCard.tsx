import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from '../../ui/Icon.tsx'
import css from './SubjectCard.module.css'

interface SubjectCardProps {
  href: string
  picture: ReactNode
  title: ReactNode
  /** Below the title. */
  children: ReactNode
}

/** What a conversation is about, above its messages: a link to it. */
export function SubjectCard({ href, picture, title, children }: SubjectCardProps) {
  return (
    <Link className={css.card} href={href}>
      <div className={css.picture}>{picture}</div>
      <div className={css.what}>
        <b className="cut">{title}</b>
        {children}
      </div>
      <Icon name="right" size={18} />
    </Link>
  )
}
