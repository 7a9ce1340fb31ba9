import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import './icons.ts'
import css from './Notice.module.css'

const ICONS = { plain: 'info', leaf: 'check', amber: 'warning', rose: 'warning', sky: 'info' } as const satisfies Record<string, IconName>

/** A message in a box. Screen readers announce rose and amber ones when they appear. */
export function Notice({ tone = 'plain', children }: { tone?: keyof typeof ICONS; children: ReactNode }) {
  return (
    <div className={`${css.notice} ${css[tone]}`} role={tone === 'rose' || tone === 'amber' ? 'alert' : undefined}>
      <Icon name={ICONS[tone]} />
      <div>{children}</div>
    </div>
  )
}
