import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { type Arbitration, DECISION_REASON } from '../../../workers/orders/decisions.schema.ts'
import { type Dispute, decisionRange } from '../../../workers/orders/orders.schema.ts'
import { characters, cleanLines } from '../../../workers/shared/text.schema.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { decimalText, formatBps } from '../../lib/token-format.ts'
import { decisionSubject, useIsResuming } from '../../queries/pending-transactions.ts'
import { Button } from '../../ui/Button.tsx'
import { Count, TextArea, TextField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { chain } from '../../wallet/config.ts'
import { EarlierRequest } from '../orders/EarlierRequest.tsx'
import { Overdue } from '../orders/Overdue.tsx'
import { DecisionSplit } from '../orders/Split.tsx'
import { StepPending } from '../orders/StepPending.tsx'
import { WalletProblem } from '../orders/WalletProblem.tsx'
import css from './DecisionForm.module.css'
import { formatAmount, readRefund, type Token, tokenAt, type Unit } from './refund.ts'
import { useDecision } from './use-decision.ts'

/** Asks for the refund and the reason, shows the payout, and sends the decision from the admin's wallet. */
export default function DecisionForm({ arbitration }: { arbitration: Arbitration }) {
  const isResuming = useIsResuming(decisionSubject(arbitration.order.id))
  return isResuming ? <StepPending /> : <Fields arbitration={arbitration} />
}

function Fields({ arbitration }: { arbitration: Arbitration }) {
  const { t } = useLingui()
  const { order } = arbitration
  const { stage, busy, isOverdue, isPlaced, isSent, error, decide, clearError } = useDecision(arbitration)
  const [unit, setUnit] = useState<Unit>('percent')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const dispute = order.dispute!
  const [price, token, network] = [BigInt(order.price), tokenAt(order.token), chain().name]
  const [least, most] = decisionRange(dispute, price)
  const read = readRefund(typed, unit, price, token)
  const refund = read !== null && read >= least && read <= most ? read : null
  const length = characters(cleanLines(reason))
  const isReasonWrong = length < DECISION_REASON.least || length > DECISION_REASON.most

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (busy || isSent) return
    if (refund === null || isReasonWrong) return focusFirstFault(form)
    void decide(refund, reason)
  }

  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate aria-label={t`Decision`}>
      <h2>
        <Trans>Decision</Trans>
      </h2>
      <RefundField
        dispute={dispute}
        unit={unit}
        typed={typed}
        onChange={(nextUnit, text) => {
          setUnit(nextUnit)
          setTyped(text)
        }}
        refund={refund}
        token={token}
        bounds={
          unit === 'percent'
            ? [formatBps(dispute.counterAmount ?? 0), formatBps(dispute.amount)]
            : [formatAmount(least, token), formatAmount(most, token)]
        }
        isWrong={(isChecked || typed !== '') && refund === null}
        disabled={busy || isSent}
      />
      {refund !== null && <DecisionSplit order={order} refund={refund} />}
      <TextArea
        label={t`Reason`}
        value={reason}
        rows={5}
        dir="auto"
        onChange={(event) => setReason(event.target.value)}
        disabled={busy || isSent}
        error={
          !isChecked || !isReasonWrong
            ? null
            : length > DECISION_REASON.most
              ? t`This is too long. Please shorten it.`
              : t`Please write at least ${DECISION_REASON.least} characters.`
        }
        hint={
          <>
            <Trans>Buyer and seller read it with the decision. It cannot be changed later.</Trans>
            <Count now={length} of={DECISION_REASON.most} />
          </>
        }
      />
      <Steps
        label={t`Progress`}
        steps={[t`Save the reason`, t`Confirm in wallet`, t`Wait for ${network}`, t`Recorded`]}
        now={busy || error !== null ? stage : -1}
        failed={error !== null}
      />
      {!busy && !isSent && <EarlierRequest subject={decisionSubject(order.id)} account={arbitration.wallet} />}
      {isOverdue && (
        <Overdue waitsFor={stage < 2 ? 'wallet' : 'network'}>
          {stage < 2 ? (
            <Trans>You can leave this page. If you confirm the request later, the decision appears here automatically.</Trans>
          ) : (
            <Trans>You can leave this page. The decision appears here automatically.</Trans>
          )}
        </Overdue>
      )}
      {error !== null && <WalletProblem error={error} onReady={clearError} />}
      {isPlaced && (
        <Notice tone="leaf">
          <Trans>The decision is on the chain. It appears here within a minute.</Trans>
        </Notice>
      )}
      <p className="small mute">
        <Trans>The decision pays out the deposit at once and cannot be undone.</Trans>
      </p>
      <Button look="primary" type="submit" busy={busy} disabled={isSent} wide>
        <Trans>Decide</Trans>
      </Button>
    </form>
  )
}

/** The offer, the point halfway to the ask, and the ask (basis points, rounded down). */
function bpsOf({ amount, counterAmount }: Dispute): readonly [offer: number, half: number, ask: number] {
  const offer = counterAmount ?? 0
  return [offer, Math.floor((offer + amount) / 2), amount]
}

interface RefundFieldProps {
  dispute: Dispute
  unit: Unit
  typed: string
  onChange: (unit: Unit, typed: string) => void
  /** The typed refund, in the token's smallest units; null if it is not valid. */
  refund: bigint | null
  token: Token
  /** The lowest and highest refund, in `unit`. */
  bounds: readonly [least: string, most: string]
  isWrong: boolean
  disabled: boolean
}

/** The refund: the offer, the ask, halfway between them, or a typed percentage or amount. */
function RefundField({ dispute, unit, typed, onChange, refund, token, bounds: [least, most], isWrong, disabled }: RefundFieldProps) {
  const { t } = useLingui()
  const [offer, half, ask] = bpsOf(dispute).map(formatBps)
  const labels = [t`Use the offer: ${offer}`, t`Use the midpoint: ${half}`, t`Use the ask: ${ask}`]
  return (
    <fieldset className={css.refund} disabled={disabled}>
      <legend>
        <Trans>How much does the buyer get back?</Trans>
      </legend>
      <div className={css.presets}>
        {bpsOf(dispute).map((bps, i) => {
          // A percentage as it is typed into the field.
          const text = String(bps / 100)
          return (
            <Button key={labels[i]} small aria-pressed={unit === 'percent' && typed === text} onClick={() => onChange('percent', text)}>
              {labels[i]}
            </Button>
          )
        })}
      </div>
      <Segmented
        label={t`Unit`}
        options={[
          ['percent', t`Percent`],
          ['amount', token.symbol],
        ]}
        value={unit}
        // A percentage is converted to its amount. An amount is cleared, because it may not be a percentage with two decimals.
        onChange={(next) => onChange(next, next === 'amount' && refund !== null ? decimalText(refund, token.decimals) : '')}
      />
      <TextField
        label={t`Refund`}
        after={unit === 'percent' ? '%' : token.symbol}
        inputMode="decimal"
        autoComplete="off"
        maxLength={45}
        value={typed}
        onChange={(event) => onChange(unit, event.target.value)}
        hint={isWrong ? null : t`From ${least} to ${most}.`}
        error={isWrong ? t`Please enter a number like 12.5, from ${least} to ${most}.` : null}
      />
    </fieldset>
  )
}
