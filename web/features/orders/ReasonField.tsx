import { Trans, useLingui } from '@lingui/react/macro'
import { Count, TextArea } from '../../ui/Field.tsx'
import css from './ActionDialog.module.css'
import { MAX_REASON, MIN_REASON, type useDisputeReason } from './use-dispute-reason.ts'

interface ReasonFieldProps {
  value: ReturnType<typeof useDisputeReason>
  /** The name of the other party. */
  other: string
  /** Whether the order has a conversation. */
  hasRoom: boolean
  disabled: boolean
  /** Whether to show the error. */
  isChecked: boolean
}

/** The field for the reason why the buyer opens a dispute. */
export function ReasonField({ value: { reason, setReason, fault }, other, hasRoom, disabled, isChecked }: ReasonFieldProps) {
  const { t } = useLingui()
  const error = {
    long: t`Please use at most ${MAX_REASON} characters.`,
    short: t`Please write at least ${MIN_REASON} characters about what is not as agreed.`,
  }
  return (
    <TextArea
      label={t`What is not as agreed?`}
      value={reason}
      onChange={(event) => setReason(event.target.value)}
      disabled={disabled}
      dir="auto"
      error={isChecked && fault ? error[fault] : null}
      hint={
        <>
          <Trans>
            At least {MIN_REASON} characters. <bdi className={css.name}>{other}</bdi> and the arbitrators see it as your first evidence.
          </Trans>
          {hasRoom && <Trans> It also appears as your message in the conversation.</Trans>}
          <Count now={reason.length} of={MAX_REASON} />
        </>
      }
    />
  )
}
