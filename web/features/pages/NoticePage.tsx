import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { brand } from '../../brand.ts'
import { ANSWER_HOURS, LATE_DAYS, MAX_FEE_PERCENT, PAY_HOURS, QUOTE_MINUTES, RELEASE_DAYS, SETTLE_DAYS } from '../../lib/figures.ts'
import { formatBps } from '../../lib/token-format.ts'
import { useTitle } from '../../session/title.ts'
import { CurrentFee } from '../auth/CurrentFee.tsx'
import css from './pages.module.css'
import { TextLayout } from './TextLayout.tsx'

/**
 * `/tokuteishotorihiki`: the notice that Japanese law requires of online sellers. Only Japanese pages link to it, but it exists in every
 * language.
 */
export default function NoticePage() {
  const { t } = useLingui()
  const maxFee = formatBps(MAX_FEE_PERCENT * 100)
  useTitle(t`Notice under the Specified Commercial Transactions Act`)
  return (
    <TextLayout title={<Trans>Notice under the Specified Commercial Transactions Act</Trans>}>
      <dl className={css.notice}>
        <Row term={<Trans>Operator of the site</Trans>}>{brand.name}</Row>
        <Row term={<Trans>Person in charge, address, telephone</Trans>}>
          <Trans>Disclosed without delay on request by e-mail.</Trans>
        </Row>
        <Row term={<Trans>E-mail</Trans>}>
          <a href={`mailto:${brand.contact}`}>{brand.contact}</a>
        </Row>
        <Row term={<Trans>Seller</Trans>}>
          <p>
            <Trans>The member who posts a service sells it; {brand.name} runs the marketplace and the payment system.</Trans>
          </p>
          <p>
            <Trans>Places at a paid event are sold by the member who hosts it.</Trans>
          </p>
        </Row>
        <Row term={<Trans>Price</Trans>}>
          <Trans>Shown in US dollars on every listing, and in the chosen currency before you pay.</Trans>
        </Row>
        <Row term={<Trans>Other costs</Trans>}>
          <Trans>
            The Base network’s fee for each transaction, shown by your wallet. Our fee is paid by the seller and is shown before an order is
            signed. If an arbitrator decides a dispute, the seller also pays an arbitration fee; both fees together are never more than{' '}
            {maxFee}.
          </Trans>
          <CurrentFee />
        </Row>
        <Row term={<Trans>Means of payment</Trans>}>
          <Trans>USDC, USDT or ETH on the Base network.</Trans>
        </Row>
        <Row term={<Trans>When to pay</Trans>}>
          <p>
            <Trans>With the order. The payment waits in the escrow contract until the order ends.</Trans>
          </p>
          <p>
            <Trans>
              A place at a paid event is paid within {PAY_HOURS} hours after the host has admitted you and before the event ends; otherwise
              it goes to the next person.
            </Trans>
          </p>
        </Row>
        <Row term={<Trans>Until when an offer is valid</Trans>}>
          <Trans>
            The terms and the price in the purchase dialog can be paid for {QUOTE_MINUTES} minutes; in ETH, for less if its price is older.
            A new request shows the current ones.
          </Trans>
        </Row>
        <Row term={<Trans>Subscriptions</Trans>}>
          <Trans>There are none. Every order is paid once.</Trans>
        </Row>
        <Row term={<Trans>Delivery</Trans>}>
          <p>
            <Trans>
              As a message and files on the order’s page, within the delivery days of the chosen plan, counted from the seller’s acceptance.
            </Trans>
          </p>
          <p>
            <Trans>
              A place at an event is provided when and where the event takes place, and the host marks it as delivered once the event is
              over.
            </Trans>
          </p>
        </Row>
        <Row term={<Trans>Cancelling and refunds</Trans>}>
          <Trans>
            The full price is refunded when the buyer cancels before the acceptance, when the seller declines, and when the buyer cancels
            because the delivery is more than {LATE_DAYS} days late. A payment that was released cannot be refunded.
          </Trans>
        </Row>
        <Row term={<Trans>Work that is not as agreed</Trans>}>
          <Trans>
            After the delivery and until the payment is released, the buyer can open a dispute and ask for a partial or full refund. Once{' '}
            {RELEASE_DAYS} days have passed after the delivery, anyone may release the payment to the seller if no dispute is open. A
            dispute ends when both parties agree, when an arbitrator decides it, or when somebody settles it. If the seller has not answered
            within {SETTLE_DAYS} days, anyone may settle it at the amount the buyer asks for. If the parties have not agreed within{' '}
            {SETTLE_DAYS} days of the seller’s first offer, anyone may settle it halfway between both amounts. Until then, once the seller
            has answered or {ANSWER_HOURS} hours have passed, an arbitrator may set a refund between the seller’s offer and the amount the
            buyer asks for. Both parties see the decision with its reason.
          </Trans>
        </Row>
        <Row term={<Trans>What you need</Trans>}>
          <Trans>A current browser, and a wallet that supports the Base network.</Trans>
        </Row>
      </dl>
    </TextLayout>
  )
}

function Row({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
