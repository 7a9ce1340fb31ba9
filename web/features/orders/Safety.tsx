import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Quote } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../format.ts'
import { formatUsd } from '../../numbers.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import css from './Safety.module.css'

/** What the escrow does for both, before anybody signs. */
export function Safety({ delivery, rate }: { delivery: number; rate: Quote['rate'] }) {
  const grace = delivery + 2
  const notes: [IconName, ReactNode][] = [
    [
      'lock',
      <Trans key="held">
        Held in escrow and released when you say so. If you say nothing for 14 days after delivery, the seller may release it.
      </Trans>,
    ],
    ['clock', <Trans key="late">Not delivered {grace} days after it was accepted? Take it all back.</Trans>],
  ]
  if (rate) {
    const usd = formatUsd(Math.round(rate.priceUsd / 10_000) * 10_000)
    const at = formatDate(rate.at, 'time')
    notes.push([
      'info',
      <Trans key="rate">
        1 ETH = {usd} at {at}
      </Trans>,
    ])
  }
  return (
    <ul className={css.safe}>
      {notes.map(([icon, text]) => (
        <li key={icon}>
          <Icon name={icon} size={18} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
