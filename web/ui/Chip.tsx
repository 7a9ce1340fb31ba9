import type { ReactNode } from 'react'
import css from './Chip.module.css'
import { Icon, type IconName } from './Icon.tsx'
import './icons.ts'

/** A short fact. Colour only with meaning: leaf done well, amber waits, rose wrong, sky news, carrot yours to do. */
export function Chip({
  tone,
  icon,
  children,
}: {
  tone?: 'leaf' | 'amber' | 'rose' | 'sky' | 'carrot'
  icon?: IconName
  children: ReactNode
}) {
  return (
    <span className={`${css.chip} ${tone ? css[tone] : ''}`}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </span>
  )
}
