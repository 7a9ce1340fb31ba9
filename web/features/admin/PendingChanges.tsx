import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { needsFreshSignIn } from '../../lib/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { transactionText } from '../../wallet/texts.ts'
import { ConfirmSession } from './ConfirmSession.tsx'
import { changeTexts } from './change-texts.ts'
import { forgetChange, resumeChange, type SentChange, useFailure, useSentChanges } from './creator-changes.ts'
import css from './creators-admin.module.css'

/** The changes whose transactions were sent and that the server does not know yet. It continues those of earlier visits. */
export const PendingChanges = () => useSentChanges().map((change) => <PendingChange key={change.hash} change={change} />)

function PendingChange({ change }: { change: SentChange }) {
  const { i18n } = useLingui()
  const failure = useFailure(change.hash)
  const resume = () => resumeChange(change, () => toast(i18n._(changeTexts[change.kind].done)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the change appears
  useEffect(resume, [])
  const hash = <code className={css.hash}>{change.mined || change.hash}</code>
  return (
    <Notice tone={failure ? 'amber' : 'sky'}>
      <div className={css.pending}>
        <b>{i18n._(changeTexts[change.kind].pending(change.name))}</b>
        {needsFreshSignIn(failure) ? (
          <ConfirmSession refusal={failure} onConfirmed={resume} />
        ) : failure ? (
          <>
            <p>{transactionText(failure, i18n)}</p>
            <p className="small">
              <Trans>The transaction {hash}</Trans>
            </p>
            <div className={css.retry}>
              <Button small onClick={() => forgetChange(change.hash)}>
                <Trans context="a transaction">Discard</Trans>
              </Button>
              <Button small onClick={resume}>
                <Trans>Try again</Trans>
              </Button>
            </div>
          </>
        ) : (
          <p role="status">
            <Trans>Your wallet has sent the transaction, and the network is processing it. This page updates automatically.</Trans>
          </p>
        )}
      </div>
    </Notice>
  )
}
