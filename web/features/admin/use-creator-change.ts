import { useLingui } from '@lingui/react/macro'
import { encodeFunctionData, type Hex } from 'viem'
import { platformAbi } from '../../../contracts/abi/Platform.ts'
import type { PlatformAdmin } from '../../../workers/creators/creators.schema.ts'
import { refreshCreators } from '../../queries/manage-creators.ts'
import { toast } from '../../ui/toast.ts'
import { sendStep } from '../../wallet/send-step.ts'
import { transactionText } from '../../wallet/texts.ts'
import { WalletError } from '../../wallet/wallet-error.ts'
import { useTask } from '../../wallet/wallet-task.ts'
import { changeTexts } from './change-texts.ts'
import { type CreatorChange, rememberChange, reportUntilFinal, type SentChange, settleChange } from './creator-changes.ts'

/** What the open request of a change is for. */
export const changeSubject = ({ kind, address }: CreatorChange): string =>
  `${kind === 'remove' ? 'removeCreator' : 'addCreator'} ${address.toLowerCase()}`

/**
 * Runs a change of the contract's list of creators. `stage`: 0 transaction, 1 receipt, 2 report. If the dialog is closed meanwhile, the
 * change still runs to its end, and its result is shown as a message. Calls `onDone` after a success, unless the dialog was closed.
 */
export function useCreatorChange(admin: PlatformAdmin, change: CreatorChange, onDone: () => void) {
  const { i18n } = useLingui()
  const { step, busy, isOverdue, error, run, clear } = useTask<number>()

  const runStep = (first: number, work: (enter: (stage: number) => void, signal: AbortSignal) => Promise<void>) =>
    run(first, async (enter, signal) => {
      try {
        await work(enter, signal)
      } catch (failure) {
        // The reason may be that the creator, or the contract, has changed.
        void refreshCreators()
        const isDeclined = failure instanceof WalletError && failure.reason === 'rejected'
        if (signal.aborted && !isDeclined) toast(transactionText(failure, i18n), 'bad')
        throw failure
      }
      toast(i18n._(changeTexts[change.kind].done))
      if (!signal.aborted) onDone()
    })

  /** Sends the transaction from the admin's wallet. Its hash is stored before it is reported. */
  const send = () =>
    runStep(0, (enter, signal) => {
      const functionName = change.kind === 'remove' ? 'removeCreator' : 'addCreator'
      const data = encodeFunctionData({ abi: platformAbi, functionName, args: [change.address as Hex] })
      return sendStep(
        {
          account: admin.wallet,
          subject: changeSubject(change),
          call: { to: admin.contract, data },
          contract: { address: admin.contract, codeHash: admin.codeHash },
          signal,
        },
        (hash) => {
          enter(1)
          return settleChange(rememberChange(change, hash), () => enter(2))
        },
      )
    })

  /** Waits again for a transaction that was sent before. */
  const resume = (sent: SentChange) => runStep(1, (enter) => settleChange(sent, () => enter(2)))

  /** Reports a transaction that was sent somewhere else. The tries last half a minute. */
  const report = (hash: string) => runStep(2, () => reportUntilFinal(change, hash, 10))

  return { stage: step ?? 0, busy, isOverdue, error, send, resume, report, clearError: () => clear() }
}
