import { Plural, Trans } from '@lingui/react/macro'
import { FIXED_JPY_PER_USD, type Quote, type Rate } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { formatUsd } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { formatYen, showsYen } from './eth-value.ts'
import css from './Notes.module.css'
import { type Note, Notes } from './Notes.tsx'

const DAY = 86_400

interface NotesProps {
  /** Days. */
  delivery: number
  rate: Quote['rate']
  /** When the event ends whose place is paid (UTC seconds); missing for a service. */
  eventEnd: number | undefined
}

/** How the escrow protects both parties; shown before the payment. */
export function EscrowNotes({ delivery, rate, eventEnd }: NotesProps) {
  const grace = delivery + 2
  const due = formatDate(useNow() + delivery * DAY, 'day')
  const end = eventEnd === undefined ? null : formatDate(eventEnd, 'day')
  const notes: Note[] = [
    [
      'lock',
      end === null ? (
        <Trans key="held">
          Held in escrow until you release it. If you neither release it nor open a dispute within 14 days of the delivery, anyone may
          release it to the seller.
        </Trans>
      ) : (
        <Trans key="held">
          Held in escrow until you release it. If you neither release it nor open a dispute within 14 days of the delivery, anyone may
          release it to the host.
        </Trans>
      ),
    ],
    [
      'clock',
      end === null ? (
        <Trans key="late">
          Due on <span className={css.date}>{due}</span> if it is accepted today.{' '}
          <Plural
            value={grace}
            one="Not delivered # day after the order was accepted? Get a full refund."
            other="Not delivered # days after the order was accepted? Get a full refund."
          />
        </Trans>
      ) : (
        <Trans key="late">
          The host delivers once the event is over, on <span className={css.date}>{end}</span>.{' '}
          <Plural
            value={grace}
            one="Not delivered # day after the order was accepted? Get a full refund."
            other="Not delivered # days after the order was accepted? Get a full refund."
          />
        </Trans>
      ),
    ],
    [
      'chat',
      <Trans key="dispute">
        Delivered, but not as agreed? Ask for a partial or full refund. If you cannot agree, an arbitrator may decide; after 60 days, anyone
        may settle the dispute by fixed rules.
      </Trans>,
    ],
  ]
  if (rate) {
    notes.push(['info', <EthRate key="rate" {...rate} />])
  }
  return <Notes notes={notes} />
}

/** What one ETH costs. */
function EthRate({ priceUsd, priceJpy, isJpyFixed, at: time }: Rate) {
  const usd = formatUsd(Math.round(priceUsd / 10_000) * 10_000)
  const at = formatDate(time, 'time')
  if (!showsYen() || !priceJpy) {
    return (
      <Trans>
        1 ETH = {usd} at {at}
      </Trans>
    )
  }
  const yen = formatYen(priceJpy)
  const jpyPerUsd = FIXED_JPY_PER_USD
  return isJpyFixed ? (
    <Trans>
      1 ETH = {usd} at {at}, about {yen} at a fixed rate of {jpyPerUsd} yen per dollar
    </Trans>
  ) : (
    <Trans>
      1 ETH = {usd} or {yen} at {at}
    </Trans>
  )
}
