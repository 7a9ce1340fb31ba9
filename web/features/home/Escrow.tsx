import { Trans } from '@lingui/react/macro'
import css from './HomePage.module.css'

/** How money moves, in three steps. Every sentence is what the contract does. */
export function Escrow() {
  return (
    <section className={css.band} id="escrow">
      <div className="wrap">
        <h2>
          <Trans>Nobody gets stuck, nobody gets skipped</Trans>
        </h2>
        <ol className={css.steps}>
          <li>
            <h3>
              <Trans>You pay into escrow</Trans>
            </h3>
            <p>
              <Trans>
                In USDC, USDT or ETH. What the seller gets and what the fee is stands there before you sign, and stays as it is.
              </Trans>
            </p>
          </li>
          <li>
            <h3>
              <Trans>They deliver</Trans>
            </h3>
            <p>
              <Trans>
                Chat, terms and a clear due date in one place. Not taken on, or late by more than two days? Take your money back.
              </Trans>
            </p>
          </li>
          <li>
            <h3>
              <Trans>You release</Trans>
            </h3>
            <p>
              <Trans>Say the work is right and they are paid at once. After 14 days of silence it can be released without you.</Trans>
            </p>
          </li>
        </ol>
      </div>
    </section>
  )
}
