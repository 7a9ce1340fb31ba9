import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type Order, type Role, refundOf, SETTLE_AFTER } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { formatBps } from '../../lib/token-format.ts'
import { useNow } from '../../lib/use-now.ts'
import css from './ActionDialog.module.css'
import { Arbitration } from './DisputeCard.tsx'
import { passedDeadline } from './deadlines.ts'
import { type Note, Notes } from './Notes.tsx'
import { otherName } from './order-labels.ts'
import { percentOf, percentsOf, RefundField, type RefundVerb } from './RefundField.tsx'
import { Split } from './Split.tsx'
import { tokenAmount } from './token-amount.ts'

interface ActionProps {
  order: Order
  role: Role
  verb: RefundVerb
}

interface RefundFormProps extends ActionProps {
  /** The percent as it was typed. */
  typed: string
  onTyped: (text: string) => void
  disabled: boolean
  /** Whether to show the error of an empty field, too. */
  isChecked: boolean
  /** Further fields. */
  children?: ReactNode
}

/** A step of a dispute that names a refund: how much, who would get what, and what happens next. */
export function RefundForm({ typed, onTyped, disabled, isChecked, children, ...action }: RefundFormProps) {
  const { t } = useLingui()
  const { order, role, verb } = action
  const percents = percentsOf(order, verb)
  const percent = percentOf(typed, percents)
  // While an invalid number is typed, the payout of the last valid one stays, invisible, to keep its space.
  const [shown, setShown] = useState(percent)
  if (percent !== null && percent !== shown) setShown(percent)
  const price = tokenAmount(order.price, order.token)
  const labels: Record<RefundVerb, string> = {
    dispute: t`How much of ${price} do you want back?`,
    lower: t`How much of ${price} do you want back now?`,
    counter: t`How much of ${price} do you offer to refund?`,
  }
  return (
    <>
      {percents && (
        <RefundField label={labels[verb]} percents={percents} value={typed} onChange={onTyped} disabled={disabled} isChecked={isChecked} />
      )}
      {shown !== null && (
        <div className={percent === null ? css.hidden : undefined}>
          <Split order={order} role={role} refund={refundOf(BigInt(order.price), shown * 100)} />
        </div>
      )}
      {children}
      <NextSteps {...action} bps={shown === null ? null : shown * 100} />
    </>
  )
}

/** What happens after this step, the deadlines, and the arbitration fee. `bps` is the refund on screen, null if there is none. */
function NextSteps({ order, role, verb, bps }: ActionProps & { bps: number | null }) {
  const now = useNow()
  const other = otherName(order, role)
  const { dispute } = order
  const day = formatDate(
    dispute && (verb === 'lower' || dispute.counterAmount !== null) ? dispute.settleableAfter : now + SETTLE_AFTER,
    'day',
  )
  const notes: Note[] = []
  const theirs = verb === 'counter' ? dispute!.amount : (dispute?.counterAmount ?? null)
  const isPassed = passedDeadline(order, now) === 'settle'
  if (theirs === null && isPassed) {
    notes.push([
      'clock',
      <Trans key="settle">The time to agree is over. Until you agree, anyone may settle at the amount you ask for.</Trans>,
    ])
  } else if (theirs === null) {
    notes.push([
      'clock',
      <Trans key="answer">
        {other} has until {day} to accept it or to offer less. Without an answer, anyone may then settle at the amount you ask for.
      </Trans>,
    ])
  } else if (bps !== null && isPassed) {
    const middle = formatBps((theirs + bps) / 2)
    notes.push([
      'clock',
      <Trans key="settle">
        The time to agree is over. Until you agree, anyone may settle the dispute halfway between both amounts, now {middle}.
      </Trans>,
    ])
  } else if (bps !== null) {
    const middle = formatBps((theirs + bps) / 2)
    notes.push([
      'clock',
      <Trans key="agree">
        You both have until {day} to agree. After that, anyone may settle halfway between both amounts, now {middle}.
      </Trans>,
    ])
  }
  if (verb === 'dispute') {
    notes.push([
      'chat',
      <Trans key="middle">
        If less is offered, you both have 60 days from the first offer to agree. After that, anyone may settle halfway between both amounts.
      </Trans>,
    ])
    notes.push([
      'eye',
      <Trans key="evidence">
        Arbitrators do not see the conversation. Once the dispute is open, you and {other} can submit files and messages from the
        conversation as evidence.
      </Trans>,
    ])
  }
  notes.push([
    'lock',
    verb === 'counter' ? (
      <Trans key="rise">You can offer more later, but never less.</Trans>
    ) : (
      <Trans key="fall">You can ask for less later, but never for more.</Trans>
    ),
  ])
  if (!isPassed) notes.push(['info', <Arbitration key="arbitration" order={order} role={role} />])
  return <Notes notes={notes} />
}
