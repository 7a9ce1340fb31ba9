import { Trans } from '@lingui/react/macro'
import type { Quote } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../format.ts'
import { formatUsd } from '../../numbers.ts'
import { type Note, Notes } from './Notes.tsx'

/** What the escrow does for both, before anybody signs. */
export function Safety({ delivery, rate }: { delivery: number; rate: Quote['rate'] }) {
  const grace = delivery + 2
  const notes: Note[] = [
    [
      'lock',
      <Trans key="held">
        Held in escrow and released when you say so. If you say nothing for 14 days after delivery, the seller may release it.
      </Trans>,
    ],
    ['clock', <Trans key="late">Not delivered {grace} days after it was accepted? Take it all back.</Trans>],
    [
      'chat',
      <Trans key="dispute">
        Delivered, but not as agreed? Ask for a part back, or for all of it. If you cannot agree, an arbitrator decides or, after 60 days,
        the clock.
      </Trans>,
    ],
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
  return <Notes notes={notes} />
}
