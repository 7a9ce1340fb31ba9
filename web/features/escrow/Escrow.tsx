import { Trans, useLingui } from '@lingui/react/macro'
import css from './Escrow.module.css'
import { EscrowPicture } from './EscrowPicture.tsx'
import { MarketFigures } from './MarketFigures.tsx'

/** How the escrow works: a picture, three steps, and what the contract has done so far. Every sentence must be true of the contract. */
export default function Escrow() {
  const { t } = useLingui()
  return (
    <section className={css.band} id="escrow" aria-label={t`How escrow works`}>
      <div className="wrap">
        <h2>
          <Trans>Clear rules for both sides</Trans>
        </h2>
        <EscrowPicture />
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
        <MarketFigures />
      </div>
    </section>
  )
}
