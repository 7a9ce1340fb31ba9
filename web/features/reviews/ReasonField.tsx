import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useId } from 'react'
import { FieldError } from '../../ui/Field.tsx'
import { type AnyReason, ReasonLabel } from './ReasonLabel.tsx'
import css from './reviews.module.css'

interface ReasonFieldProps<Reason> {
  ref: RefObject<HTMLFieldSetElement | null>
  reasons: readonly Reason[]
  /** null while none is chosen. */
  value: Reason | null
  onChange: (reason: Reason) => void
  /** Says that a reason must be chosen. */
  isMissing: boolean
}

/** The choice of the reason of a report. */
export function ReasonField<Reason extends AnyReason>({ ref, reasons, value, onChange, isMissing }: ReasonFieldProps<Reason>) {
  const { t } = useLingui()
  const errorId = useId()
  return (
    <fieldset ref={ref} className={css.reasons} aria-describedby={isMissing ? errorId : undefined}>
      <legend>
        <Trans>What is wrong with it?</Trans>
      </legend>
      {isMissing && <FieldError id={errorId}>{t`Please choose a reason.`}</FieldError>}
      {reasons.map((one) => (
        <label key={one}>
          <input type="radio" name="reason" required checked={one === value} onChange={() => onChange(one)} />
          <ReasonLabel reason={one} />
        </label>
      ))}
    </fieldset>
  )
}
