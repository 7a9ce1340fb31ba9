import { Trans } from '@lingui/react/macro'
import css from './HomePage.module.css'

/** How the escrow works, in three steps. Every sentence must be true of the contract. */
export function Escrow() {
  return (
    <section className={css.band} id="escrow">
      <div className="wrap">
        <h2>
          <Trans>Clear rules for both sides</Trans>
        </h2>
        <ol className={css.steps}>
          <li>
            <h3>
              <Trans>You pay into escrow</Trans>
            </h3>
            <p>
              <Trans>
                In USDC, USDT or ETH. You see the fee and what the seller receives before you sign. Only a refund or a dispute can change
                the amounts.
              </Trans>
            </p>
          </li>
          <li>
            <h3>
              <Trans>The seller delivers</Trans>
            </h3>
            <p>
              <Trans>Conversation, terms and due date in one place. Not accepted, or more than two days late? Get a full refund.</Trans>
            </p>
          </li>
          <li>
            <h3>
              <Trans>You release the payment</Trans>
            </h3>
            <p>
              <Trans>
                Release the payment when you are happy with the work, and the seller is paid at once. 14 days after delivery, anyone may
                release it unless you opened a dispute.
              </Trans>
            </p>
          </li>
        </ol>
      </div>
    </section>
  )
}
