import { Plural, Trans } from '@lingui/react/macro'
import { formatDate } from '../../lib/dates.ts'
import { UserText } from '../../ui/UserText.tsx'
import { chain } from '../../wallet/config.ts'
import css from './PurchaseFacts.module.css'

interface FactsProps {
  /** The title of the plan, or of the job of an accepted bid. */
  plan: string
  isBid: boolean
  seller: string
  /** Days. */
  delivery: number
  /** The end of the event whose place is bought (UTC seconds). */
  eventEnd: number | undefined
}

/** What is bought, from whom, until when, and on which network it is paid. */
export function PurchaseFacts({ plan, isBid, seller, delivery, eventEnd }: FactsProps) {
  return (
    <dl className={css.facts}>
      {eventEnd === undefined && (
        <div>
          <dt>{isBid ? <Trans>Job</Trans> : <Trans>Plan</Trans>}</dt>
          <dd>
            <UserText text={plan} />
          </dd>
        </div>
      )}
      <div>
        <dt>{eventEnd === undefined ? <Trans>Sold by</Trans> : <Trans>Host</Trans>}</dt>
        <dd>
          <bdi>{seller}</bdi>
        </dd>
      </div>
      <div>
        <dt>{eventEnd === undefined ? <Trans>Delivery time</Trans> : <Trans>The event ends</Trans>}</dt>
        <dd>{eventEnd === undefined ? <Plural value={delivery} one="# day" other="# days" /> : formatDate(eventEnd, 'dayTime')}</dd>
      </div>
      <div>
        <dt>
          <Trans>Network</Trans>
        </dt>
        <dd>{chain().name}</dd>
      </div>
    </dl>
  )
}
