import { useLingui } from '@lingui/react/macro'
import type { Hex } from 'viem'
import { refreshPanel } from '../../queries/manage-creators.ts'
import { toast } from '../../ui/toast.ts'
import { sendStep } from '../../wallet/send-step.ts'
import { transactionText } from '../../wallet/texts.ts'
import { WalletError } from '../../wallet/wallet-error.ts'
import { useTask } from '../../wallet/wallet-task.ts'
import { changeTexts } from './change-texts.ts'
import { type CreatorChange, rememberChange, reportUntilFinal, type SentChange, settleChange } from './creator-changes.ts'

/** The transaction of a change. */
export interface PanelCall {
  /** The admin's wallet. */
  account: Hex
  contract: Hex
  /** keccak-256 of the contract's runtime code. */
  codeHash: Hex
  data: Hex
  /** What the open request is for. */
  subject: string
}

/**
 * Runs a change of a contract from the panel. `stage`: 0 transaction, 1 receipt, 2 report. If the dialog is closed meanwhile, the change still
 * runs to its end, and its result is shown as a message. Calls `onDone` after a success, unless the dialog was closed.
 */
export function usePanelChange(change: CreatorChange, onDone: () => void) {
  const { i18n } = useLingui()
  const { step, busy, isOverdue, error, run, clear } = useTask<number>()

  const runStep = (first: number, work: (enter: (stage: number) => void, signal: AbortSignal) => Promise<void>) =>
    run(first, async (enter, signal) => {
      try {
        await work(enter, signal)
      } catch (failure) {
        // The reason may be that what the page shows has changed.
        void refreshPanel()
        const isDeclined = failure instanceof WalletError && failure.reason === 'rejected'
        if (signal.aborted && !isDeclined) toast(transactionText(failure, i18n), 'bad')
        throw failure
      }
      toast(i18n._(changeTexts[change.kind].done))
      if (!signal.aborted) onDone()
    })

  /** Sends the transaction from the admin's wallet. Its hash is stored before it is reported. */
  const send = ({ account, contract, codeHash, data, subject }: PanelCall) =>
    runStep(0, (enter, signal) =>
      sendStep({ account, subject, call: { to: contract, data }, contract: { address: contract, codeHash }, signal }, (hash) => {
        enter(1)
        return settleChange(rememberChange(change, hash), () => enter(2))
      }),
    )

  /** Waits again for a transaction that was sent before. */
  const resume = (sent: SentChange) => runStep(1, (enter) => settleChange(sent, () => enter(2)))

  /** Reports a transaction that was sent somewhere else. The tries last half a minute. */
  const report = (hash: string) => runStep(2, () => reportUntilFinal(change, hash, 10))

  return { stage: step ?? 0, busy, isOverdue, error, send, resume, report, clearError: () => clear() }
}
