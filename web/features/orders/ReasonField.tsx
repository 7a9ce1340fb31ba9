import { Trans, useLingui } from '@lingui/react/macro'
import { Count, TextArea } from '../../ui/Field.tsx'
import { MAX_REASON, type useDisputeReason } from './use-dispute-reason.ts'

interface ReasonFieldProps {
  value: ReturnType<typeof useDisputeReason>
  /** The name of the other party. */
  other: string
  disabled: boolean
}

/** The field for the reason why the buyer opens a dispute. */
export function ReasonField({ value: { reason, setReason, fault, field }, other, disabled }: ReasonFieldProps) {
  const { t } = useLingui()
  const error = { long: t`Please use at most ${MAX_REASON} characters.`, short: t`Please describe what is not as agreed.` }
  return (
    <div ref={field}>
      <TextArea
        label={t`What is not as agreed?`}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        disabled={disabled}
        dir="auto"
        error={fault && error[fault]}
        hint={
          <>
            <Trans>Sent as your message in the conversation of this order, for {other} to read.</Trans>{' '}
            <Count now={reason.length} of={MAX_REASON} />
          </>
        }
      />
    </div>
  )
}
