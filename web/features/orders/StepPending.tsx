import { Trans } from '@lingui/react/macro'
import { Notice } from '../../ui/Notice.tsx'
import css from './OrderPanel.module.css'

/** Shown instead of the buttons or the form while the chain processes a step that was sent before a reload. */
export function StepPending() {
  return (
    <div className={css.pending} role="status">
      <Notice tone="sky">
        <Trans>Your wallet has sent the transaction, and the network is processing it. This page updates automatically.</Trans>
      </Notice>
    </div>
  )
}
