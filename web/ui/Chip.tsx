import type { ReactNode } from 'react'
import css from './Chip.module.css'
import { Icon, type IconName } from './Icon.tsx'
import './icons.ts'

/** A short fact. Colours have a meaning: leaf success, amber waiting, rose error, sky information, carrot your turn. */
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
