import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Dispute, type Order, type Role, refundOf, split } from '../../../workers/orders/orders.schema.ts'
import { brand } from '../../brand.ts'
import { formatDate } from '../../lib/dates.ts'
import { formatBps } from '../../lib/token-format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './DisputeCard.module.css'
import { otherName, partyNames } from './order-labels.ts'
import { Split } from './Split.tsx'
import { tokenAmount } from './token-amount.ts'

/** The refunds asked for and offered, and what happens without an agreement. An arbitrator has no role. */
export function DisputeCard({ order, role, dispute }: { order: Order; role?: Role; dispute: Dispute }) {
  const { t } = useLingui()
  const now = useNow()
  const { amount, counterAmount } = dispute
  const { buyer, seller } = partyNames(order)
  return (
    <section className={css.dispute} aria-label={t`Dispute`}>
      <Figure
        order={order}
        bps={amount}
        who={role === 'buyer' ? <Trans>You ask for</Trans> : <Trans>{buyer} asks for</Trans>}
        tone={css.asked!}
      />
      {counterAmount === null ? (
        <p className="mute">
          {role === 'seller' ? <Trans>You have not answered yet.</Trans> : <Trans>{seller} has not answered yet.</Trans>}
        </p>
      ) : (
        <Figure
          order={order}
          bps={counterAmount}
          who={role === 'seller' ? <Trans>You offer</Trans> : <Trans>{seller} offers</Trans>}
          tone={css.offered!}
        />
      )}
      <p className={css.clock}>
        <Icon name="clock" size={18} />
        <span>
          <SettleNote dispute={dispute} />
        </span>
      </p>
      <div className={css.payout}>
        <Split order={order} role={role} refund={refundOf(BigInt(order.price), dispute.settleAmount)} />
      </div>
      {role && now <= dispute.settleableAfter && (
        <p className={css.clock}>
          <Icon name="info" size={18} />
          <span>
            <Arbitration order={order} role={role} />
          </span>
        </p>
      )}
    </section>
  )
}

/** A share of the price as percent, amount and bar. */
function Figure({ order, bps, who, tone }: { order: Order; bps: number; who: ReactNode; tone: string }) {
  const percent = formatBps(bps)
  const sum = tokenAmount(refundOf(BigInt(order.price), bps), order.token)
  return (
    <div className={css.figure}>
      <p>
        <span>{who}</span>
        <span className={`num ${css.amounts}`}>
          <b>{percent}</b>
          <span className="mute">{sum}</span>
        </span>
      </p>
      <span className={css.bar} aria-hidden="true">
        <span className={tone} style={{ width: `${bps / 100}%` }} />
      </span>
    </div>
  )
}

/** From when on anyone may settle the dispute, and at what percent. The payout is shown below this. */
function SettleNote({ dispute }: { dispute: Dispute }) {
  const now = useNow()
  const percent = formatBps(dispute.settleAmount)
  const day = formatDate(dispute.settleableAfter, 'dayTime')
  return now > dispute.settleableAfter ? (
    <Trans>The time to agree has ended. Anyone may now settle at {percent}:</Trans>
  ) : (
    <Trans>
      Not agreed by {day}? Then anyone may settle at {percent}:
    </Trans>
  )
}

/** Who may decide if the parties do not agree until anyone may settle the dispute, and the highest possible arbitration fee. */
export function Arbitration({ order, role }: { order: Order; role: Role }) {
  const { feeBps, arbitrationFeeBps } = order
  const price = BigInt(order.price)
  const other = otherName(order, role)
  const brandName = brand.name
  const percent = formatBps(arbitrationFeeBps)
  const most = tokenAmount(split(price, feeBps + arbitrationFeeBps).fee - split(price, feeBps).fee, order.token)
  return (
    <>
      {role === 'buyer' ? (
        <Trans>
          Once {other} has answered, or after 72 hours, an arbitrator of {brandName} may set a refund anywhere between their offer and the
          amount you ask for.
        </Trans>
      ) : (
        <Trans>
          Once you have answered, or after 72 hours, an arbitrator of {brandName} may set a refund anywhere between your offer and the
          amount {other} asks for.
        </Trans>
      )}
      {arbitrationFeeBps === 0 ? (
        <Trans> No fee is taken for it.</Trans>
      ) : role === 'buyer' ? (
        <Trans>
          {' '}
          It costs you nothing: the fee of {percent}, {most} at most, is taken from their part, like the platform fee.
        </Trans>
      ) : (
        <Trans>
          {' '}
          The fee of {percent}, {most} at most, is then taken from your part, in addition to the platform fee.
        </Trans>
      )}
    </>
  )
}
