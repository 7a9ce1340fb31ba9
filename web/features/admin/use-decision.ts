import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { callData } from '../../../workers/orders/calldata.schema.ts'
import type { Arbitration } from '../../../workers/orders/decisions.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { saveDecisionReason } from '../../queries/arbitration.ts'
import { decisionSubject, recordWhenMined } from '../../queries/pending-transactions.ts'
import { toast } from '../../ui/toast.ts'
import { sendStep } from '../../wallet/send-step.ts'
import { reportUnrecorded } from '../../wallet/texts.ts'
import { receipt } from '../../wallet/transactions.ts'
import { isResultUnknown } from '../../wallet/wallet-error.ts'
import { useTask } from '../../wallet/wallet-task.ts'

/**
 * Sends a decision. `stage`: 0 reason, 1 transaction, 2 receipt, 3 record. `isSent`: the transaction may have been sent, so its reason must
 * not be replaced. `isPlaced`: the decision is on chain, and the cron records it if this browser could not.
 */
export function useDecision({ order, wallet }: Arbitration) {
  const { t, i18n } = useLingui()
  const { step, busy, isOverdue, error, run, clear } = useTask<number>()
  const [isPlaced, setPlaced] = useState(false)
  const subject = decisionSubject(order.id)

  /** `refund` is in the token's smallest units. */
  const decide = (refund: bigint, reason: string) =>
    run(0, async (enter, signal) => {
      await saveDecisionReason(order.id, refund, reason)
      enter(1)
      const call = { to: order.contract, data: callData('resolve', order.order_id, refund) }
      // The stored reason applies only to a decision that this wallet sends.
      await sendStep({ account: wallet, subject, call, signal }, async (hash) => {
        enter(2)
        const recorded = await recordWhenMined({ hash }, receipt(hash), () => enter(3), subject).catch((failure: unknown) => {
          if (!(failure instanceof ApiError)) throw failure
          reportUnrecorded(failure, i18n)
        })
        if (recorded) toast(t`The dispute is decided.`)
      })
      setPlaced(true)
    })

  const isSent = isPlaced || isResultUnknown(error)
  return { stage: step ?? 0, busy, isOverdue, isPlaced, isSent, error, decide, clearError: () => clear() }
}
