import { Trans, useLingui } from '@lingui/react/macro'
import type { Order } from '../../../workers/orders/orders.schema.ts'
import { shortAddress } from '../../ui/member-name.ts'
import { UserText } from '../../ui/UserText.tsx'
import css from './Decision.module.css'
import { partyNames } from './order-labels.ts'
import { tokenAmount } from './token-amount.ts'

/** An arbitrator's decision with its reason, as both parties and the arbitrator see it. */
export function Decision({ order, decision }: { order: Order; decision: NonNullable<Order['decision']> }) {
  const { t } = useLingui()
  const { by, refund, reason } = decision
  const sum = tokenAmount(refund, order.token)
  const { buyer } = partyNames(order)
  const short = shortAddress(by)
  return (
    <section className={css.decision} aria-label={t`Decision`}>
      <p>
        <b>
          <Trans>
            An arbitrator has decided: {buyer} gets {sum} back.
          </Trans>
        </b>
      </p>
      {reason === null ? (
        <p className="mute">
          <Trans>The arbitrator gave no reason on this site.</Trans>
        </p>
      ) : (
        <p className={css.reason}>
          <UserText text={reason} />
        </p>
      )}
      <p className="small mute num" title={by}>
        <Trans>Arbitrator: {short}</Trans>
      </p>
    </section>
  )
}
