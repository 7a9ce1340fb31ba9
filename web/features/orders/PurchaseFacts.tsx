import { Plural, Trans } from '@lingui/react/macro'
import { formatDate } from '../../lib/dates.ts'
import { UserText } from '../../ui/UserText.tsx'
import { chain } from '../../wallet/config.ts'
import css from './PurchaseFacts.module.css'
import type { Facts } from './use-terms.ts'

interface FactsProps {
  facts: Facts
  isBid: boolean
  isOffer: boolean
  seller: string
  /** Whether what the plan includes is shown at once. */
  isOpen: boolean | undefined
}

/** What is bought, from whom, until when, and on which network it is paid. */
export function PurchaseFacts({ facts, isBid, isOffer, seller, isOpen }: FactsProps) {
  const { event } = facts
  return (
    <>
      <dl className={css.facts}>
        {!event && (
          <div>
            <dt>{isBid ? <Trans>Job</Trans> : <Trans>Plan</Trans>}</dt>
            <dd>{isOffer ? <Trans>Custom offer</Trans> : <UserText text={facts.plan} />}</dd>
          </div>
        )}
        <div>
          <dt>{event ? <Trans>Host</Trans> : isBid ? <Trans>Bid by</Trans> : <Trans>Sold by</Trans>}</dt>
          <dd>
            <bdi>{seller}</bdi>
          </dd>
        </div>
        {event ? <EventTimes {...event} /> : <Work {...facts} />}
        <div>
          <dt>
            <Trans>Network</Trans>
          </dt>
          <dd>{chain().name}</dd>
        </div>
      </dl>
      {!event && !isBid && (facts.description || facts.features.length > 0) && <Included {...facts} isOffer={isOffer} isOpen={isOpen} />}
    </>
  )
}

const EventTimes = ({ start, end }: NonNullable<Facts['event']>) => (
  <>
    <div>
      <dt>
        <Trans>The event starts</Trans>
      </dt>
      <dd>{formatDate(start, 'beginYear')}</dd>
    </div>
    <div>
      <dt>
        <Trans>The event ends</Trans>
      </dt>
      <dd>{formatDate(end, 'beginYear')}</dd>
    </div>
  </>
)

/** A bid says nothing about revisions. */
const Work = ({ delivery, revisions }: Facts) => (
  <>
    <div>
      <dt>
        <Trans>Delivery time</Trans>
      </dt>
      <dd>
        <Plural value={delivery} one="# day" other="# days" />
      </dd>
    </div>
    {revisions !== null && (
      <div>
        <dt>
          <Trans>Revisions</Trans>
        </dt>
        <dd>{revisions}</dd>
      </div>
    )}
  </>
)

/** What the plan includes. */
const Included = ({ description, features, isOffer, isOpen }: Facts & { isOffer: boolean; isOpen: boolean | undefined }) => (
  <details className={css.included} open={isOpen}>
    <summary>{isOffer ? <Trans>What is included</Trans> : <Trans>What the plan includes</Trans>}</summary>
    <p>
      <UserText text={description} />
    </p>
    <Features features={features} />
  </details>
)

/** The features of a plan. */
export const Features = ({ features }: { features: string[] }) =>
  features.length > 0 && (
    <ul>
      {features.map((feature) => (
        <li key={feature}>
          <UserText text={feature} />
        </li>
      ))}
    </ul>
  )
